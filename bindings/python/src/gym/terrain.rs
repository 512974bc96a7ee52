//! Ground of `BipedalWalker-v3`, plain and hardcore.
use super::random::Random;

pub const STEP: f64 = 14.0 / 30.0;
pub const LENGTH: usize = 200;
pub const HEIGHT: f64 = 400.0 / 30.0 / 4.0;
pub const GRASS: i64 = 10;
pub const START_PAD: i64 = 20;
const SCALE: f64 = 30.0;
const CLOUDS: usize = LENGTH / 20;

/// What the ground is made of: boxes first, as they are added to the world first.
#[derive(Default)]
pub struct Terrain {
    pub boxes: Vec<[[f64; 2]; 4]>,
    pub heights: Vec<f64>,
}

/// Kind of the present stretch. The numbers are those that are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Grass,
    Stump,
    Stairs,
    Pit,
}

struct Builder {
    terrain: Terrain,
    kind: Kind,
    begins: bool,
    counter: i64,
    y: f64,
    velocity: f64,
    /// Height at which an obstacle began.
    base: f64,
    stairs: Stairs,
}

#[derive(Clone, Copy, Default)]
struct Stairs {
    count: i64,
    width: i64,
    height: i64,
}

impl Builder {
    /// The corners of a box from its lower and upper sides.
    fn add(&mut self, corners: [[f64; 2]; 4]) {
        self.terrain.boxes.push(corners);
    }

    fn grass(&mut self, i: usize, random: &mut Random) {
        let sign = if HEIGHT > self.y {
            1.0
        } else if HEIGHT < self.y {
            -1.0
        } else {
            0.0
        };
        self.velocity = 0.8 * self.velocity + 0.01 * sign;
        if i as i64 > START_PAD {
            self.velocity += random.uniform(-1.0, 1.0) / SCALE;
        }
        self.y += self.velocity;
    }

    fn begin_pit(&mut self, x: f64, random: &mut Random) {
        self.counter = random.integer(3, 5);
        let (y, low) = (self.y, self.y - 4.0 * STEP);
        let corners = [[x, y], [x + STEP, y], [x + STEP, low], [x, low]];
        self.add(corners);
        let counter = self.counter as f64;
        self.add(corners.map(|[x, y]| [x + STEP * counter, y]));
        self.counter += 2;
        self.base = y;
    }

    fn pit(&mut self) {
        self.y = self.base;
        if self.counter > 1 {
            self.y -= 4.0 * STEP;
        }
    }

    fn begin_stump(&mut self, x: f64, random: &mut Random) {
        self.counter = random.integer(1, 3);
        let size = self.counter as f64 * STEP;
        let y = self.y;
        self.add([[x, y], [x + size, y], [x + size, y + size], [x, y + size]]);
    }

    fn begin_stairs(&mut self, x: f64, random: &mut Random) {
        let height = if random.unit() > 0.5 { 1 } else { -1 };
        let width = random.integer(4, 5);
        self.stairs = Stairs { height, width, count: random.integer(3, 5) };
        let Stairs { height, width, count } = self.stairs;
        let y = self.y;
        self.base = y;
        for s in 0..count {
            let left = x + (s * width) as f64 * STEP;
            let right = x + ((1 + s) * width) as f64 * STEP;
            let top = y + (s * height) as f64 * STEP;
            let bottom = y + (-1 + s * height) as f64 * STEP;
            self.add([[left, top], [right, top], [right, bottom], [left, bottom]]);
        }
        self.counter = count * width;
    }

    fn stairs(&mut self) {
        let Stairs { count, width, height } = self.stairs;
        let s = count * width - self.counter - height;
        let n = s as f64 / width as f64;
        self.y = self.base + (n * height as f64) * STEP;
    }

    fn stretch(&mut self, i: usize, random: &mut Random) {
        let x = i as f64 * STEP;
        match (self.kind, self.begins) {
            (Kind::Grass, false) => self.grass(i, random),
            (Kind::Grass, true) => {}
            (Kind::Pit, true) => self.begin_pit(x, random),
            (Kind::Pit, false) => self.pit(),
            (Kind::Stump, true) => self.begin_stump(x, random),
            (Kind::Stump, false) => {}
            (Kind::Stairs, true) => self.begin_stairs(x, random),
            (Kind::Stairs, false) => self.stairs(),
        }
        self.begins = false;
        self.terrain.heights.push(self.y);
        self.counter -= 1;
    }

    fn next_kind(&mut self, hardcore: bool, random: &mut Random) {
        self.counter = random.integer(GRASS / 2, GRASS);
        self.kind = match self.kind {
            Kind::Grass if hardcore => match random.integer(1, 4) {
                1 => Kind::Stump,
                2 => Kind::Stairs,
                _ => Kind::Pit,
            },
            _ => Kind::Grass,
        };
        self.begins = true;
    }
}

/// Draws the ground, and what the clouds would need.
pub fn generate(hardcore: bool, random: &mut Random) -> Terrain {
    let mut builder = Builder {
        terrain: Terrain::default(),
        kind: Kind::Grass,
        begins: false,
        counter: START_PAD,
        y: HEIGHT,
        velocity: 0.0,
        base: 0.0,
        stairs: Stairs::default(),
    };
    for i in 0..LENGTH {
        builder.stretch(i, random);
        if builder.counter == 0 {
            builder.next_kind(hardcore, random);
        }
    }
    // Clouds are drawn behind the world: a place, and two numbers for each of five corners.
    for _ in 0..CLOUDS * 11 {
        random.unit();
    }
    builder.terrain
}

//! Boxes in motion, synthesised so that every structure sees the same frames.

use umbra_geom::{Aabb, Point, Vector};

/// A world of boxes, and their motion from frame to frame.
pub struct World {
    /// The name in the rows of a table.
    pub name: String,
    /// Tight boxes, static ones first.
    pub boxes: Vec<Aabb>,
    /// The number of static ones.
    pub statics: usize,
    /// The boxes that move, and their displacements in the last frame.
    pub moves: Vec<(usize, Vector)>,
    centers: Vec<Point>,
    angles: Vec<f32>,
    half: Vec<f32>,
    movers: Vec<usize>,
    speed: f32,
    side: f32,
    random: Random,
    /// Frames that were recorded, the last one first.
    record: Vec<Vec<Aabb>>,
}

/// A small generator whose sequence never changes (splitmix64).
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from `low` to `high`.
    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * (((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32)
    }
}

impl World {
    /// `count` boxes packed as in a drum, all carried around by vortices at about `speed` box sizes
    /// per frame, and rotating.
    pub fn tumbling(count: usize, speed: f32) -> Self {
        let mut world = Self::packed(format!("{} tumbling, {speed}", thousands(count)), count);
        world.speed = speed;
        world.movers = (0..count).collect();
        world
    }

    /// A pile of `count` boxes, one in a hundred of which moves; the others sleep.
    pub fn resting(count: usize) -> Self {
        let mut world = Self::packed(format!("{} resting, 1 % move", thousands(count)), count);
        world.speed = 0.1;
        world.movers = (0..count).step_by(100).collect();
        world
    }

    /// A pile of `count` boxes, `movers` of which move; the others sleep.
    pub fn asleep(count: usize, movers: usize) -> Self {
        let mut world = Self::packed(format!("{} resting, {movers} move", thousands(count)), count);
        world.speed = 0.1;
        world.movers = (0..count).step_by(count / movers).take(movers).collect();
        world
    }

    /// A level of `count` static boxes of many sizes in which `movers` boxes roam.
    pub fn level(count: usize, movers: usize) -> Self {
        let mut world =
            Self::packed(format!("{} static, {movers} movers", thousands(count)), movers);
        world.speed = 0.1;
        world.side = (count as f32).sqrt() * 2.0;
        world.movers = (count..count + movers).collect();
        world.statics = count;
        let random = &mut world.random;
        let mut statics = Vec::new();
        for index in 0..count {
            let (column, row) = (index % 173, index / 173);
            let center = Point::new(column as f32 * 2.0, row as f32 * 2.0);
            // Tiles, with a platform here and there.
            let wide = if index % 50 == 0 { 6.0 } else { random.within(0.5, 1.0) };
            let half = Vector::new(wide, random.within(0.2, 1.0));
            statics.push(Aabb { min: center - half, max: center + half });
        }
        for center in &mut world.centers {
            let side = world.side;
            *center = Point::new(random.within(0.0, side), random.within(0.0, side));
        }
        statics.append(&mut world.boxes);
        world.boxes = statics;
        world
    }

    /// Boxes that all repeat a recorded motion, frame by frame.
    pub fn recorded(name: String, mut record: Vec<Vec<Aabb>>) -> Self {
        record.reverse();
        let mut world = Self::packed(name, 0);
        world.boxes = record.pop().unwrap_or_default();
        world.movers = (0..world.boxes.len()).collect();
        world.record = record;
        world
    }

    fn packed(name: String, count: usize) -> Self {
        let mut random = Random::new(17);
        let columns = (count as f32).sqrt().ceil() as usize;
        let place = |index: usize| {
            Point::new((index % columns) as f32 * 1.05, (index / columns) as f32 * 1.05)
        };
        let mut world = Self {
            name,
            boxes: Vec::new(),
            statics: 0,
            moves: Vec::new(),
            centers: (0..count).map(place).collect(),
            angles: (0..count).map(|_| random.within(0.0, 0.3)).collect(),
            half: (0..count).map(|_| random.within(0.4, 0.5)).collect(),
            movers: Vec::new(),
            speed: 0.0,
            side: columns as f32 * 1.05,
            random,
            record: Vec::new(),
        };
        world.boxes = (0..count).map(|index| world.aabb(index)).collect();
        world
    }

    /// The box around a rotated square.
    fn aabb(&self, mover: usize) -> Aabb {
        let (sin, cos) = self.angles[mover].sin_cos();
        let reach = self.half[mover] * (sin.abs() + cos.abs());
        let half = Vector::new(reach, reach);
        Aabb { min: self.centers[mover] - half, max: self.centers[mover] + half }
    }

    /// Moves all moving boxes by one frame.
    pub fn advance(&mut self) {
        self.moves.clear();
        if let Some(boxes) = self.record.pop() {
            let by = |index: usize| boxes[index].center() - self.boxes[index].center();
            self.moves.extend(self.movers.iter().map(|&index| (index, by(index))));
            self.boxes = boxes;
            return;
        }
        for &index in &self.movers {
            let mover = index - self.statics;
            let center = self.centers[mover];
            // Whirls keep the boxes as dense as they were, and inside.
            let waves = 4.0 * core::f32::consts::PI / self.side;
            let (x, y) = (center.x * waves, center.y * waves);
            let mut by = Vector::new(x.sin() * y.cos(), -x.cos() * y.sin()) * (1.6 * self.speed);
            let jitter = 0.3 * self.speed;
            by.x += self.random.within(-jitter, jitter);
            by.y += self.random.within(-jitter, jitter);
            let bound = |c: f32| c.clamp(0.0, self.side);
            let next = Point::new(bound(center.x + by.x), bound(center.y + by.y));
            self.centers[mover] = next;
            self.angles[mover] += 0.5 * self.speed;
            self.boxes[index] = self.aabb(mover);
            self.moves.push((index, next - center));
        }
    }
}

/// A number with a comma at the thousands.
pub fn thousands(value: usize) -> String {
    if value < 1000 {
        return value.to_string();
    }
    format!("{},{:03}", value / 1000, value % 1000)
}

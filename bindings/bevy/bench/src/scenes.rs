//! The scenes, without any engine.

/// A shape: a disc by its radius, or a box by its half extents.
#[derive(Clone, Copy)]
pub enum Shape {
    Disc(f32),
    Box(f32, f32),
}

/// A body at a place.
#[derive(Clone, Copy)]
pub struct Body {
    pub at: [f32; 2],
    pub shape: Shape,
    pub is_fixed: bool,
}

/// A scene, and the pairs of bodies that are hinged together, each at a point of the world.
pub struct Scene {
    pub name: &'static str,
    pub bodies: fn() -> Vec<Body>,
    pub hinges: fn() -> Vec<(usize, usize, [f32; 2])>,
}

pub const SCENES: [Scene; 5] = [
    Scene { name: "pyramid", bodies: pyramid, hinges: none },
    Scene { name: "bin", bodies: bin, hinges: none },
    Scene { name: "rain", bodies: rain, hinges: none },
    Scene { name: "chains", bodies: chains, hinges: chain_hinges },
    Scene { name: "20,000 fixed, 100 moving", bodies: level, hinges: none },
];

fn none() -> Vec<(usize, usize, [f32; 2])> {
    Vec::new()
}

fn fixed(at: [f32; 2], hx: f32, hy: f32) -> Body {
    Body { at, shape: Shape::Box(hx, hy), is_fixed: true }
}

fn moving(at: [f32; 2], shape: Shape) -> Body {
    Body { at, shape, is_fixed: false }
}

fn walls(half: f32) -> Vec<Body> {
    vec![
        fixed([0.0, -0.5], half + 1.0, 0.5),
        fixed([-half - 0.5, 50.0], 0.5, 50.0),
        fixed([half + 0.5, 50.0], 0.5, 50.0),
    ]
}

/// 30 rows of boxes: 465.
fn pyramid() -> Vec<Body> {
    let mut bodies = vec![fixed([0.0, -0.5], 40.0, 0.5)];
    for row in 0..30_u8 {
        for column in 0..30 - row {
            let x = f32::from(column) - f32::from(29 - row) * 0.5;
            bodies.push(moving([x * 1.05, 0.5 + f32::from(row)], Shape::Box(0.5, 0.5)));
        }
    }
    bodies
}

fn grid(count: u16, columns: u16, half: f32, from: f32) -> impl Iterator<Item = Body> {
    (0..count).map(move |index| {
        let (row, column) = (index / columns, index % columns);
        let shift = if row % 2 == 0 { 0.0 } else { 0.4 };
        let at = [f32::from(column) * 1.1 - half + 0.6 + shift, from + f32::from(row) * 1.1];
        moving(at, if index % 2 == 0 { Shape::Disc(0.5) } else { Shape::Box(0.45, 0.45) })
    })
}

/// 1,000 discs and boxes in a bin.
fn bin() -> Vec<Body> {
    let mut bodies = walls(12.0);
    bodies.extend(grid(1000, 20, 12.0, 0.6));
    bodies
}

/// 5,000 discs and boxes that fall onto a wide floor.
fn rain() -> Vec<Body> {
    let mut bodies = walls(56.0);
    bodies.extend(grid(5000, 100, 56.0, 3.0));
    bodies
}

const LINKS: u8 = 20;
const CHAINS: u8 = 20;

/// 20 chains of 20 capsule-like boxes that swing from a ceiling.
fn chains() -> Vec<Body> {
    let mut bodies = vec![fixed([0.0, 30.0], 60.0, 0.5)];
    for chain in 0..CHAINS {
        for link in 0..LINKS {
            let at = [f32::from(chain) * 5.0 - 50.0 + f32::from(link) + 0.5, 28.0];
            // Each chain in a plane of its own would need layers: they are thin and far apart.
            bodies.push(moving([at[0], at[1] - f32::from(chain) * 0.5], Shape::Box(0.5, 0.1)));
        }
    }
    bodies
}

fn chain_hinges() -> Vec<(usize, usize, [f32; 2])> {
    let bodies = chains();
    let mut hinges = Vec::new();
    for chain in 0..usize::from(CHAINS) {
        for link in 0..usize::from(LINKS) {
            let body = 1 + chain * usize::from(LINKS) + link;
            let before = if link == 0 { 0 } else { body - 1 };
            let [x, y] = bodies[body].at;
            hinges.push((before, body, [x - 0.5, y]));
        }
    }
    hinges
}

/// 20,000 fixed boxes, and 100 bodies that fall on some of them.
fn level() -> Vec<Body> {
    let mut bodies = Vec::new();
    for index in 0..20_000_u16 {
        let at = [f32::from(index % 400) - 200.0, -0.5 - f32::from(index / 400)];
        bodies.push(fixed(at, 0.5, 0.5));
    }
    bodies.extend(grid(100, 50, 27.0, 1.0));
    bodies
}

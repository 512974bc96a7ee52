//! Bodies that slide, and what they have to do on a floor that counts as one.

use umbra::prelude::*;

use super::DT;

/// Something that slides.
pub struct Slider {
    pub name: &'static str,
    pub body: Body,
    pub colliders: Vec<Collider>,
    /// Height of its origin when it lies on a floor.
    pub height: Real,
}

impl Slider {
    fn new(name: &'static str, body: Body, collider: Collider, height: Real) -> Self {
        Self { name, body, colliders: vec![collider], height }
    }

    /// Slides over a floor of which the surface is at y = 0, from one x to another; or for that
    /// many steps. The floor is the first body, and may move.
    pub fn slide_over(
        &self,
        mut scene: Scene,
        floor: &str,
        speed: Real,
        ends: [Real; 2],
        steps: usize,
    ) -> Result<(), String> {
        let floor_key = scene.bodies().next();
        let carried = floor_key.map_or(Vector::zeros(), |key| scene.body(key).unwrap().velocity());
        let velocity = carried + Vector::new(speed, 0.0);
        let start = self.body.clone().position([ends[0], self.height]).velocity(velocity);
        let key = scene.add_body(start).unwrap();
        for collider in &self.colliders {
            scene.add_collider(key, collider.clone().friction(0.0)).unwrap();
        }
        for step in 0..steps {
            scene.step(DT).unwrap();
            let body = scene.body(key).unwrap();
            let floor_at = floor_key.map(|key| scene.body(key).unwrap().position().coords);
            let place = body.position() - floor_at.unwrap_or_default();
            if place.x > ends[1] {
                break;
            }
            let velocity = body.velocity() - carried;
            let goes_on = (velocity.x / speed - 1.0).abs() < 1e-3
                // The first steps settle it.
                && (step < 20 || velocity.y.abs() < 0.01)
                && body.angular_velocity().abs() < 1e-2
                && (place.y - self.height).abs() < 0.01;
            if !goes_on {
                let turn = body.angular_velocity();
                let (x, y, u, v) = (place.x, place.y, velocity.x, velocity.y);
                let case = format!("{} over {floor} at {speed} m/s", self.name);
                return Err(format!("{case}, step {step}: at {x}, {y}, velocity {u}, {v}, {turn}"));
            }
        }
        scene.validate().unwrap();
        Ok(())
    }
}

pub fn sliders() -> Vec<Slider> {
    let hull = [[-0.3, 0.0], [-0.2, -0.2], [0.2, -0.2], [0.3, 0.0], [0.0, 0.3]];
    let slider = Slider::new;
    let locked = || Body::dynamic().lock_rotation();
    vec![
        slider("ball", Body::dynamic(), Collider::circle(0.3), 0.3),
        slider("box", Body::dynamic(), Collider::cuboid(0.3, 0.3), 0.3),
        slider("rounded box", Body::dynamic(), Collider::rounded_cuboid(0.3, 0.3, 0.1), 0.3),
        slider("hull", Body::dynamic(), Collider::polygon(hull), 0.2),
        slider(
            "lying capsule",
            Body::dynamic(),
            Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2),
            0.2,
        ),
        slider("character", locked(), Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.2), 0.5),
        slider("thin bar", Body::dynamic(), Collider::cuboid(0.3, 0.02), 0.02),
        slider("locked box", locked(), Collider::cuboid(0.3, 0.3), 0.3),
        Slider {
            name: "two boxes",
            body: Body::dynamic(),
            colliders: vec![
                Collider::cuboid(0.2, 0.3).at([-0.3, 0.0]),
                Collider::cuboid(0.2, 0.3).at([0.3, 0.0]),
            ],
            height: 0.3,
        },
    ]
}

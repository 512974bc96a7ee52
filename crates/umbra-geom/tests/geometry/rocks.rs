//! Overlapping rocks hold everything that lies on them, between them and in them.

use crate::common::{between, many};
use proptest::prelude::prop;
use umbra_geom::collide::Seams;
use umbra_geom::math::{dot, pose};
use umbra_geom::{Circle, Manifold, Point, Polygon, Pose, Real, Shape, collide};

const TOLERANCE: Real = 0.005;

/// Random numbers, as many as a case needs.
struct Dice(std::vec::IntoIter<Real>);

impl Dice {
    fn between(&mut self, least: Real, most: Real) -> Real {
        least + (most - least) * self.0.next().unwrap()
    }

    fn below(&mut self, count: u8) -> u8 {
        (self.between(0.0, Real::from(count)) as u8).min(count - 1)
    }
}

fn throws(seed: u64) -> impl Iterator<Item = (usize, Dice)> {
    let numbers = many(seed, 40_000, prop::collection::vec(between(0.0, 1.0), 40));
    numbers.map(|numbers| Dice(numbers.into_iter())).enumerate()
}

/// Two overlapping polygons, each with a pose.
struct Rocks([(Shape, Pose); 2]);

impl Rocks {
    fn new(dice: &mut Dice) -> Self {
        let corners = 3 + dice.below(6);
        let rough = if dice.below(2) == 0 { 0.0 } else { 0.3 };
        let mut rock = || -> Shape {
            let points = (0..corners).map(|corner| {
                let part = (Real::from(corner) + dice.between(-rough, rough)) / Real::from(corners);
                let (sin, cos) = (part * core::f32::consts::TAU).sin_cos();
                [cos, sin]
            });
            Polygon::new(points.collect::<Vec<_>>()).unwrap().into()
        };
        let (first, second) = (rock(), rock());
        let (sin, cos) = dice.between(-3.1, 3.1).sin_cos();
        let apart = dice.between(0.3, 1.9);
        let mut place = |x, y| pose([x, y], dice.between(-3.1, 3.1));
        Self([(first, place(0.0, 0.0)), (second, place(apart * cos, apart * sin))])
    }

    /// Somewhere in them or just beside them.
    fn somewhere(&self, dice: &mut Dice) -> Pose {
        let middle = 0.5 * self.0[1].1.translation.vector;
        let place = [middle.x + dice.between(-1.5, 1.5), middle.y + dice.between(-1.5, 1.5)];
        pose(place, dice.between(-3.1, 3.1))
    }

    /// The contacts of a shape with each as if it stood alone.
    fn alone(&self, shape: &Shape, place: &Pose) -> [Manifold; 2] {
        self.0.each_ref().map(|(rock, here)| collide(rock, here, shape, place, 0.0))
    }

    /// The same contacts, corrected by the seams.
    fn together(&self, alone: &[Manifold; 2], shape: &Shape, place: &Pose) -> [Manifold; 2] {
        let [a, b] = &self.0;
        let right = |manifold: &Manifold, own: &(Shape, Pose), other: &(Shape, Pose)| {
            let seams = Seams::find(&own.0, &own.1, [(&other.0, &other.1)], TOLERANCE);
            let corrected =
                |seams: Seams| seams.correct(manifold, (&own.0, &own.1), (shape, place), 0.0);
            seams.map_or(*manifold, corrected)
        };
        [right(&alone[0], a, b), right(&alone[1], b, a)]
    }

    fn holds(&self, rock: usize, point: &Pose) -> bool {
        let (shape, here) = &self.0[rock];
        let point = Point::from(here.inverse_transform_point(&point.translation.vector.into()));
        let core = shape.core();
        core.normals.iter().zip(core.vertices).all(|(normal, at)| dot(*normal, point - at) <= 0.0)
    }
}

/// The feature nearest to the centre of a disc on both rocks is real: the contact with it must stay
/// unchanged.
#[test]
fn a_disc_on_two_rocks_is_held_by_the_nearer_one() {
    let mut asked = 0;
    for (case, mut dice) in throws(1) {
        let rocks = Rocks::new(&mut dice);
        let place = rocks.somewhere(&mut dice);
        let radius = dice.between(0.05, 0.6);
        let disc: Shape = Circle::new(radius).unwrap().into();
        let alone = rocks.alone(&disc, &place);
        let separation = alone.map(|manifold| manifold.separation().unwrap_or(1.0));
        let near = usize::from(separation[1] < separation[0]);
        if separation[near] > -0.001 || [0, 1].iter().any(|rock| rocks.holds(*rock, &place)) {
            continue;
        }
        // In the hollow between the two, either may answer.
        let touched = alone[near].points()[0].on_a(&rocks.0[near].1);
        let around: Shape = Circle::new(6.0 * TOLERANCE).unwrap().into();
        if !rocks.alone(&around, &pose([touched.x, touched.y], 0.0))[1 - near].is_empty() {
            continue;
        }
        asked += 1;
        let together = rocks.together(&alone, &disc, &place);
        assert_eq!(together[near], alone[near], "case {case}");
    }
    assert!(asked > 4_000, "{asked}");
}

#[test]
fn what_is_in_both_of_two_rocks_is_held_by_one() {
    for (case, mut dice) in throws(2) {
        let rocks = Rocks::new(&mut dice);
        let place = rocks.somewhere(&mut dice);
        let size = dice.between(0.05, 0.3);
        let shape: Shape = match dice.below(2) {
            0 => Circle::new(size).unwrap().into(),
            _ => Polygon::cuboid(size, 0.5 * size).unwrap().into(),
        };
        let alone = rocks.alone(&shape, &place);
        if alone.iter().all(|manifold| !manifold.is_empty()) {
            let together = rocks.together(&alone, &shape, &place);
            assert!(together.iter().any(|manifold| !manifold.is_empty()), "case {case}");
        }
    }
}

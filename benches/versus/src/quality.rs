//! Quality of a scene, computed from the poses and velocities of its bodies.

use std::collections::BTreeSet;

use umbra::prelude::*;
use umbra_scenes::depth::Placed;

use crate::description::{Description, JointDescription};
use crate::engines::BodyState;
use crate::meter::{Member, Overlap, measure};

/// One measurement of a scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// The depths of overlaps.
    pub overlap: Overlap,
    /// Distances by which joints are open.
    pub gaps: Gaps,
    /// The displacement of the marked body from its start.
    pub drift: [f64; 2],
    /// The energy of all dynamic bodies: motion, and height in the field of gravity, in joules.
    pub energy: f64,
    /// The mean height of all dynamic bodies, from the lower edge of the scene's bounds; from 0 if
    /// it has none.
    pub height: f64,
    /// The speed of the fastest body.
    pub top_speed: f64,
    /// The number of bodies outside of the bounds, or at positions that are not finite.
    pub lost: usize,
}

/// The distances between the anchors of joints, in metres.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gaps {
    /// The widest.
    pub widest: f64,
    /// The mean of all joints.
    pub mean: f64,
}

/// The quality of a scene over a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quality {
    /// The measurement at the end.
    pub last: Look,
    /// The deepest overlap of all measurements.
    pub worst: f64,
    /// The worst mean overlap of all measurements.
    pub worst_mean: f64,
    /// The mean of the mean overlaps of all measurements.
    pub mean_overlap: f64,
    /// The widest gap of a joint of all measurements.
    pub widest_gap: f64,
    /// The mean of the mean gaps of all measurements.
    pub mean_gap: f64,
    /// The greatest excess of the energy over that at the start, as a fraction of it.
    pub energy_gained: f64,
    start: f64,
    looks: u32,
}

impl Quality {
    /// The quality of a scene at its start.
    pub fn new(description: &Description, bodies: &[BodyState]) -> Self {
        let mut quality = Self { start: energy(description, bodies), ..Self::default() };
        quality.look(description, bodies);
        quality
    }

    /// Adds one measurement.
    pub fn look(&mut self, description: &Description, bodies: &[BodyState]) {
        self.last = Look::at(description, bodies);
        self.worst = self.worst.max(self.last.overlap.deepest);
        self.worst_mean = self.worst_mean.max(self.last.overlap.mean);
        let Gaps { widest, mean } = self.last.gaps;
        self.widest_gap = self.widest_gap.max(widest);
        self.looks += 1;
        self.mean_gap += (mean - self.mean_gap) / f64::from(self.looks);
        self.mean_overlap += (self.last.overlap.mean - self.mean_overlap) / f64::from(self.looks);
        let gained = (self.last.energy - self.start) / self.start.abs().max(f64::MIN_POSITIVE);
        self.energy_gained = self.energy_gained.max(gained);
    }
}

impl Look {
    /// A measurement of the current state of a scene.
    pub fn at(description: &Description, bodies: &[BodyState]) -> Self {
        let drift = description.marked.map_or([0.0; 2], |index| {
            let start = description.bodies[index].pose.translation.vector;
            let moved = bodies[index].pose.translation.vector - start;
            [f64::from(moved.x), f64::from(moved.y)]
        });
        let dynamic = || {
            let both = description.bodies.iter().zip(bodies);
            both.filter(|(body, _)| body.kind == BodyKind::Dynamic)
        };
        let floor = f64::from(description.bounds.min.y);
        let floor = if floor.is_finite() { floor } else { 0.0 };
        let height = dynamic().map(|(_, state)| f64::from(state.pose.translation.y) - floor);
        let at = |state: &BodyState| Point::from(state.pose.translation.vector);
        let is_lost = |state: &BodyState| !description.bounds.contains_point(at(state));
        Self {
            overlap: measure(members(description, bodies), &joined(description)),
            gaps: gaps(description, bodies),
            drift,
            energy: energy(description, bodies),
            height: height.sum::<f64>() / dynamic().count().max(1) as f64,
            top_speed: dynamic()
                .map(|(_, state)| f64::from(state.velocity.norm()))
                .fold(0.0, f64::max),
            lost: dynamic().filter(|(_, state)| is_lost(state)).count(),
        }
    }
}

fn members(description: &Description, bodies: &[BodyState]) -> Vec<Member> {
    let mut members = Vec::with_capacity(bodies.len());
    for (index, (body, state)) in description.bodies.iter().zip(bodies).enumerate() {
        let is_dynamic = body.kind == BodyKind::Dynamic;
        for collider in &body.colliders {
            members.extend(collider.shapes.iter().map(|(shape, pose)| Member {
                placed: Placed::new(shape, pose, &state.pose),
                body: index,
                is_dynamic,
                filter: collider.filter,
            }));
        }
    }
    members
}

/// The pairs of bodies that do not collide because of joints, in every engine.
pub(crate) fn joined(description: &Description) -> BTreeSet<[usize; 2]> {
    let in_order = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
    description.joints.iter().map(|joint| in_order(joint.bodies)).collect()
}

/// Distances by which joints are open.
pub fn gaps(description: &Description, bodies: &[BodyState]) -> Gaps {
    let of = |joint: &JointDescription| {
        let [a, b] = [0, 1].map(|side| {
            bodies[joint.bodies[side]].pose.cast::<f64>() * joint.anchors[side].cast::<f64>()
        });
        match joint.axes {
            // Only across its axis is a prismatic joint open.
            Some([axis, _]) => {
                let pose = bodies[joint.bodies[0]].pose.cast::<f64>();
                (pose.rotation * axis.cast::<f64>()).perp(&(b - a)).abs()
            }
            None => (b - a).norm(),
        }
    };
    let (mut widest, mut sum) = (0.0_f64, 0.0);
    for gap in description.joints.iter().map(of) {
        widest = widest.max(gap);
        sum += gap;
    }
    Gaps { widest, mean: sum / description.joints.len().max(1) as f64 }
}

fn energy(description: &Description, bodies: &[BodyState]) -> f64 {
    let gravity = description.gravity.cast::<f64>();
    let of = |(body, state): (&crate::description::BodyDescription, &BodyState)| {
        if body.kind != BodyKind::Dynamic {
            return 0.0;
        }
        let velocity = state.velocity.cast::<f64>();
        let spin = f64::from(state.angular_velocity);
        let center = (state.pose * body.local_center).coords.cast::<f64>();
        let motion = 0.5 * (body.mass * velocity.norm_squared() + body.inertia * spin * spin);
        motion - body.mass * f64::from(body.gravity_scale) * gravity.dot(&center)
    };
    description.bodies.iter().zip(bodies).map(of).sum()
}

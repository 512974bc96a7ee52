//! Stage 3: every contact finds its points anew.
//!
//! Contacts are independent of one another here, so they are shared out among threads. What
//! depends on order, dropping contacts and reporting their ends, follows in one walk.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::BroadPhase;
use umbra_geom::math::dot;
use umbra_geom::query::cast_shape;
use umbra_geom::{FeatureId, Manifold, Pose, Real, Shape, Vector, collide};
use umbra_solver::{Body, Contact, ContactPoint};

use crate::Scene;
use crate::store::{Bodies, ContactRecord, Piece};

use super::events;

/// How many contacts a thread takes at least: some 20 us of work.
#[cfg(feature = "parallel")]
const SHARE: usize = 256;

/// What every contact reads.
struct Surroundings<'a> {
    broad: &'a BroadPhase,
    bodies: &'a Bodies,
    pieces: &'a [Piece],
    speculative: Real,
    /// Contacts that approach slower do not bounce.
    bounce_speed: Real,
    dt: Real,
}

/// The points of a contact.
struct Found {
    manifold: Manifold,
    /// How far B comes in this step, seen from A.
    motion: Vector,
    /// How much of that lies before the place where the manifold was found.
    way: Vector,
}

/// Refreshes all contacts and drops those whose boxes have parted.
pub(super) fn refresh(scene: &mut Scene, dt: Real) {
    let surroundings = Surroundings {
        broad: &scene.broad,
        bodies: &scene.bodies,
        pieces: &scene.colliders.pieces,
        speculative: scene.config.speculative_distance(),
        bounce_speed: scene.config.solver.restitution_threshold * scene.config.length_unit,
        dt,
    };
    let contacts = &mut scene.contacts;
    #[cfg(feature = "parallel")]
    let any_gone = {
        let rows = contacts.rows.par_iter_mut().with_min_len(SHARE);
        let each = contacts.records.par_iter_mut().zip(rows);
        each.map(|(record, row)| surroundings.refresh(record, row)).reduce(|| false, |a, b| a | b)
    };
    #[cfg(not(feature = "parallel"))]
    let any_gone = contacts
        .records
        .iter_mut()
        .zip(&mut contacts.rows)
        .fold(false, |any, (record, row)| surroundings.refresh(record, row) | any);
    if any_gone {
        events::report_gone(scene);
        scene.contacts.drop_gone();
        scene.structure_changed = true;
    }
}

impl Surroundings<'_> {
    /// Refreshes one contact; whether it is gone.
    fn refresh(&self, record: &mut ContactRecord, row: &mut Contact) -> bool {
        let [proxy_a, proxy_b] = record.proxies;
        record.gone = !self.broad.touches(proxy_a, proxy_b).unwrap_or(false);
        if record.gone {
            return true;
        }
        let [a, b] = record.pieces.map(|piece| &self.pieces[piece as usize]);
        let found = self.find_points(a, b);
        let manifold = &found.manifold;
        let (old, old_features) = (*row, record.features);
        let old_count = old.points().len();
        let restitution = greater(a.material.restitution, b.material.restitution);
        *row = Contact {
            body_a: self.bodies.solver_index(a.body),
            body_b: self.bodies.solver_index(b.body),
            friction: (a.material.friction * b.material.friction).sqrt(),
            restitution,
            rolling_resistance: greater(
                a.material.rolling_resistance,
                b.material.rolling_resistance,
            ),
            surface_speed: a.material.surface_speed + b.material.surface_speed,
            ..Contact::default()
        };
        if manifold.is_empty() {
            return false;
        }
        row.normal = manifold.normal;
        let shift = self.shift(a, b, &found, restitution);
        let travel = -dot(manifold.normal, found.way);
        row.point_count = manifold.points().len() as u32;
        row.rolling_impulse = old.rolling_impulse;
        for (index, point) in manifold.points().iter().enumerate() {
            let middle = manifold.normal * (0.5 * point.separation);
            let mut fresh = ContactPoint {
                anchor_a: a.arm + point.anchor_a + middle,
                anchor_b: b.arm + point.anchor_b - middle + shift,
                separation: point.separation + travel,
                ..ContactPoint::default()
            };
            if let Some(old) = carried(&old.points[..old_count], &old_features, point.id) {
                fresh.normal_impulse = old.normal_impulse;
                fresh.tangent_impulse = old.tangent_impulse;
            }
            row.points[index] = fresh;
            record.features[index] = point.id;
        }
        false
    }

    /// The contact points of two pieces.
    ///
    /// Pieces that move slowly for their size collide where they are. Faster ones might pass one
    /// another: they collide where their paths first bring them together, with the normal from
    /// there, if they meet within the step at all.
    fn find_points(&self, a: &Piece, b: &Piece) -> Found {
        let [body_a, body_b] = [a, b].map(|piece| &self.bodies.states[piece.body as usize]);
        let motion = self.motion(body_b, b) - self.motion(body_a, a);
        let distance = dot(motion, motion).sqrt();
        let size = smaller_size(&a.shape, &b.shape);
        if distance <= 0.5 * size {
            let turn = self.dt * (turning(body_a, a) + turning(body_b, b));
            let turn = if turn < 0.5 * size { turn } else { 0.5 * size };
            let reach = self.speculative + distance + turn;
            let manifold = collide(&a.shape, &a.pose, &b.shape, &b.pose, reach);
            return Found { manifold, motion, way: Vector::zeros() };
        }
        let met = cast_shape(&a.shape, &a.pose, &b.shape, &b.pose, motion);
        let way = met.map_or(Vector::zeros(), |hit| motion * hit.fraction);
        let there = Pose::from_parts((b.pose.translation.vector + way).into(), b.pose.rotation);
        let manifold = collide(&a.shape, &a.pose, &b.shape, &there, self.speculative);
        Found { manifold, motion, way }
    }

    /// What to add to the lever arms, which belong to where the pieces meet, when a bounce is due.
    ///
    /// A blow between two bodies that yield is struck where they are when they meet. For that the
    /// solver keeps the arms of A and adds to those of B what the two have moved since the step
    /// began: B's have to be as seen from where it started. All other impulses take the arms as
    /// they are given.
    fn shift(&self, a: &Piece, b: &Piece, found: &Found, restitution: Real) -> Vector {
        let approach = -dot(found.manifold.normal, found.motion) / self.dt;
        let pushed = |piece: &Piece| self.bodies.states[piece.body as usize].is_dynamic();
        let bounces = restitution > 0.0 && approach >= self.bounce_speed;
        if bounces && pushed(a) && pushed(b) { found.way } else { Vector::zeros() }
    }

    /// How far the middle of a piece comes in this step, if nothing is in its way.
    fn motion(&self, body: &Body, piece: &Piece) -> Vector {
        let spin = umbra_geom::math::left_of(piece.arm) * body.angular_velocity;
        (body.velocity + spin + body.acceleration * self.dt) * self.dt
    }
}

/// How fast the farthest point of a piece moves by turning.
fn turning(body: &Body, piece: &Piece) -> Real {
    body.angular_velocity.abs() * piece.shape.core().outer_radius
}

/// The smaller of the radii of the largest discs inside; of a shape without an inside, the other's.
fn smaller_size(a: &Shape, b: &Shape) -> Real {
    let [a, b] = [a, b].map(|shape| {
        let core = shape.core();
        core.radius + core.inner_radius
    });
    if a == 0.0 || (b < a && b > 0.0) { b } else { a }
}

fn carried<'a>(
    old: &'a [ContactPoint],
    features: &[FeatureId; 2],
    id: FeatureId,
) -> Option<&'a ContactPoint> {
    old.iter().zip(features).find(|(_, feature)| **feature == id).map(|(point, _)| point)
}

fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}

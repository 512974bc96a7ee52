//! Walking: along the ground, up steps, and down to the ground again.

use umbra_geom::math::{direction, dot};
use umbra_geom::{Pose, Real, Vector};

use super::ground::Found;
use super::report::{HitKind, Hits};
use super::settings::across;
use super::slide::{Mode, Mover, Slid, note};
use umbra_core::BodyKind;
use umbra_core::Surface;

/// Missing part of a path, in skins, below which the character was not stopped.
const NOTHING_LACKS: Real = 0.1;
/// At least so many skins ahead there has to be ground on a step.
const AHEAD: Real = 2.0;

/// Maximum height of steps up and down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) up: Real,
    pub(super) down: Real,
    pub(super) on_dynamic: bool,
}

/// Result of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walked {
    pub(super) slid: Slid,
    /// Height of a step that it was moved up, or down if negative, at once.
    pub(super) stepped: Real,
    /// Ground that it stands on at the end.
    pub(super) ground: Option<Found>,
}

/// Takes back the walls among the hits from an index on.
fn forget_walls(hits: &mut Hits, known: usize) {
    let mut index = known;
    while let Some(hit) = hits.get(index) {
        if hit.kind == HitKind::Wall {
            hits.remove(index);
        } else {
            index += 1;
        }
    }
}

impl Mover<'_> {
    /// Walks, and stays on the ground if that is near enough.
    pub(super) fn walk(
        &self,
        pose: &mut Pose,
        wanted: Vector,
        steps: Steps,
        hits: &mut Hits,
    ) -> Walked {
        let known = hits.len();
        let mut slid = self.slide(pose, wanted, Mode::Walk, hits);
        let mut stepped = 0.0;
        if slid.met_wall {
            let level = across(wanted, self.up);
            let came = across(slid.moved, self.up);
            let (ahead, length) = direction(level).unwrap_or_default();
            let lacks = length - dot(came, ahead);
            // What it only just came to may be a step: the next step of time tells.
            let mut is_free = length > 0.0 && lacks <= NOTHING_LACKS * self.skin();
            if !is_free
                && steps.up > 0.0
                && let Some(rise) = self.step_up(pose, ahead, lacks, steps)
            {
                (stepped, is_free) = (rise, true);
            }
            if is_free {
                slid.met_wall = false;
                forget_walls(hits, known);
            }
        }
        let ground = self.ground_below(pose, steps.down);
        if let Some(found) = &ground {
            pose.translation.vector -= self.up * found.drop;
            // Running down a slope is no step.
            if dot(found.normal, self.up) > 0.999 && found.drop > 2.0 * self.skin() {
                stepped -= found.drop;
            }
            let mut near = found.near;
            near.normal = found.normal;
            note(hits, self.hit(&near));
        }
        Walked { slid, stepped, ground }
    }

    /// Goes up a step if there is one: up, ahead, and down on it. How much higher it stands then.
    fn step_up(&self, pose: &mut Pose, ahead: Vector, lacks: Real, steps: Steps) -> Option<Real> {
        let skin = self.skin();
        let free = |from: &Pose, way: Vector| {
            let (_, length) = direction(way)?;
            let met = self.cast(self.shape, from, way);
            Some(met.map_or(length, |met| (met.hit.fraction * length - skin).max(0.0)))
        };
        let mut at = *pose;
        let raised = free(&at, self.up * (steps.up + 0.5 * skin))?;
        at.translation.vector += self.up * raised;
        let advance = free(&at, ahead * lacks.max(AHEAD * skin))?;
        if advance < skin {
            return None;
        }
        at.translation.vector += ahead * advance;
        let found = self.ground_below(&at, raised)?;
        let is_step = steps.on_dynamic || found.near.kind != BodyKind::Dynamic;
        at.translation.vector -= self.up * found.drop;
        let rise = dot(at.translation.vector - pose.translation.vector, self.up);
        // The foot is a skin above the ground.
        let height = dot(found.near.point.coords, self.up) - self.lowest(pose) + skin;
        if !is_step || rise < NOTHING_LACKS * skin || height > steps.up + 0.5 * skin {
            return None;
        }
        *pose = at;
        Some(rise)
    }

    /// Surface that holds it where it came down: ground, or two slopes between which it is stuck.
    pub(super) fn landing(
        &self,
        pose: &Pose,
        is_stopped: bool,
        mut lands: impl FnMut(&Surface) -> bool,
    ) -> Option<(Surface, Vector)> {
        if let Some(near) = self.best_ground(pose, 1.5)
            && lands(&near)
        {
            return Some((near, near.normal));
        }
        if !is_stopped {
            return None;
        }
        self.wedge(pose).map(|near| (near, self.up))
    }
}

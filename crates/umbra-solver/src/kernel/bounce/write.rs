//! What becomes of bodies and blocks: after the bounces of a substep, other passes go on with them.

use super::meeting::Meeting;
use super::{Bodies, Bounces};
use crate::block::ContactBlock;

impl Bounces {
    /// Writes the bodies that have bounced. Impacts are added to the velocities without constraints, too, so that the
    /// next substep does not replay them.
    pub(super) fn write(&self, bodies: &mut Bodies<'_>) {
        for &number in &self.loaded {
            let (body, watched) = (&self.bodies[number as usize], &self.watched[number as usize]);
            if !body.has_bounced {
                continue;
            }
            for slot in watched.slot as usize..(watched.slot + watched.copies) as usize {
                let (state, base) = (&mut bodies.states[slot], &mut bodies.base[slot]);
                let numbers = state.motion.iter_mut().zip(base).zip(body.velocity);
                for ((motion, base), velocity) in numbers {
                    let velocity = velocity as f32;
                    *base += velocity - *motion;
                    *motion = velocity;
                }
                for (offset, place) in state.offset.iter_mut().zip(body.offset) {
                    *offset = place as f32;
                }
            }
        }
    }
}

impl Meeting {
    /// Updates the block: discs get the normal and the lever arms of where they are, because they may have come around one
    /// another in the step. Takes points that meet in a later substep out of all other passes of this one, and puts those
    /// back that were out.
    ///
    /// What a contact that has bounced gave in the substep before is given again, and the passes take from it what is not
    /// needed. If it were forgotten, a row of bodies that something drives together would begin anew in every substep, and
    /// merge.
    pub(super) fn write(&mut self, bodies: &mut Bodies<'_>, blocks: &mut [ContactBlock]) {
        let block = &mut blocks[self.home[0] as usize];
        let is_early = |k: usize| self.points[k].is_used() && self.points[k].is_early;
        let is_early = [is_early(0), is_early(1)];
        let any_early = is_early[0] || is_early[1];
        if any_early || self.suspended {
            let lane = self.home[1] as usize;
            block.inverse[lane] = if any_early { 1.0 } else { self.inverse };
            for (k, is_early) in is_early.into_iter().enumerate() {
                let own = self.points[k].normal_mass;
                block.points[k].normal_mass[lane] = if is_early { 0.0 } else { own };
                if is_early {
                    self.cancel_replay(k, bodies, block);
                }
            }
        }
        self.suspended = any_early;
        self.write_discs(block);
    }

    /// Keeps this substep from replaying the impulse that a point gave in the substep before.
    fn cancel_replay(&self, k: usize, bodies: &mut Bodies<'_>, block: &mut ContactBlock) {
        let lane = self.home[1] as usize;
        let point = &mut block.points[k];
        let (normal, tangent) = (point.normal_impulse[lane], point.tangent_impulse[lane]);
        if normal == 0.0 && tangent == 0.0 {
            return;
        }
        (point.normal_impulse[lane], point.tangent_impulse[lane]) = (0.0, 0.0);
        let (nx, ny) = (block.normal_x[lane], block.normal_y[lane]);
        let (x, y) = (normal * nx + tangent * ny, normal * ny - tangent * nx);
        let shift = [block.arm_offset_normal[lane], block.arm_offset_tangent[lane]];
        for (slot, sign, shift) in [(self.slots[0], -1.0, [0.0; 2]), (self.slots[1], 1.0, shift)] {
            let state = &bodies.states[slot as usize];
            let ([.., inv_mass], [.., inv_inertia]) = (state.motion, state.offset);
            let turn = (point.arm_normal[lane] + shift[0]) * normal
                + (point.arm_tangent[lane] + shift[1]) * tangent;
            // The replay is the difference between the velocity and this.
            let base = &mut bodies.base[slot as usize];
            base[0] += sign * inv_mass * x;
            base[1] += sign * inv_mass * y;
            base[2] += sign * inv_inertia * turn;
        }
    }

    /// Writes the normal and the lever arms of two discs, or a disc and an edge.
    fn write_discs(&self, block: &mut ContactBlock) {
        let Some(discs) = self.discs else { return };
        let lane = self.home[1] as usize;
        let [nx, ny] = self.normal;
        // From where the normal begins: A's centre, or the nearer end of the edge.
        let along =
            |end: [f64; 2]| (discs.between[0] - end[0]) * nx + (discs.between[1] - end[1]) * ny;
        let [first, second] = [along([0.0; 2]), along(discs.edge)];
        let nearest = if first < second { first } else { second };
        (block.normal_x[lane], block.normal_y[lane]) = (nx as f32, ny as f32);
        (block.arm_offset_normal[lane], block.arm_offset_tangent[lane]) = (0.0, discs.reach as f32);
        let point = &mut block.points[0];
        point.arm_normal[lane] = 0.0;
        point.arm_tangent[lane] = -discs.radius as f32;
        point.separation[lane] = (nearest - discs.reach) as f32;
    }
}

//! Writes the results of bounces to bodies and blocks, for the other passes.

use super::Bounces;
use super::collect::Watched;
use super::meeting::Meeting;
use crate::BodyState;
use crate::block::ContactBlock;
use crate::body::Half;

impl Bounces {
    /// Writes what bounced in this substep. `base` has the velocities before constraints acted.
    pub(crate) fn write(
        &mut self,
        states: &mut [BodyState],
        base: &mut [Half],
        blocks: &mut [ContactBlock],
    ) {
        if !self.watches.is_empty() {
            self.write_bodies(states, base);
            self.write_blocks(states, base, blocks);
        }
    }

    /// Writes the bodies that have bounced. Impacts are added to the velocities without
    /// constraints, too, so that the next substep does not replay them.
    fn write_bodies(&self, states: &mut [BodyState], base: &mut [Half]) {
        for &number in &self.loaded {
            let (body, watched) = (&self.bodies[number as usize], &self.watched[number as usize]);
            if !body.has_bounced {
                continue;
            }
            for slot in watched.slot as usize..(watched.slot + watched.copies) as usize {
                let (state, base) = (&mut states[slot], &mut base[slot]);
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

    /// Writes contacts into their blocks. After a quick test without a close look, discs keep their
    /// state, and other contacts are no longer suspended, unless the test told that they stay so.
    fn write_blocks(
        &mut self,
        states: &[BodyState],
        base: &mut [Half],
        blocks: &mut [ContactBlock],
    ) {
        let Self { meetings, watched, replays, begin, seen, suspended, .. } = self;
        suspended.retain(|index| {
            let meeting = &mut meetings[*index as usize];
            let is_unseen = meeting.looked < *begin;
            let stays = is_unseen && meeting.stayed == *begin;
            if is_unseen && !stays {
                meeting.rest();
                seen.push(*index);
            }
            stays
        });
        replays.clear();
        for &index in &*seen {
            let meeting = &mut meetings[index as usize];
            let early = (0..).zip(meeting.suspend(blocks)).filter(|(_, is_early)| *is_early);
            replays.extend(early.map(|(point, _)| [meeting.contact, index, point]));
            if meeting.suspended && meeting.discs.is_none() {
                suspended.push(index);
            }
        }
        // Several add to one body, in an order that does not depend on what else is in the batch.
        replays.sort_unstable();
        for [_, meeting, point] in &*replays {
            meetings[*meeting as usize].cancel_replay(
                *point as usize,
                watched,
                (states, &mut *base),
                blocks,
            );
        }
        for &index in &*seen {
            meetings[index as usize].write_discs(blocks);
        }
    }
}

impl Meeting {
    /// Removes points that meet in a later substep from all other passes of this one, and puts
    /// earlier ones back. Returns a flag for each removed point: this substep must not replay its
    /// impulse of the one before.
    ///
    /// The impulse of a contact that has bounced is replayed, and the passes reduce it as needed.
    /// Without it, a row of bodies that something drives together would start from zero in every
    /// substep, and merge.
    fn suspend(&mut self, blocks: &mut [ContactBlock]) -> [bool; 2] {
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
            }
        }
        self.suspended = any_early;
        is_early
    }

    /// Keeps this substep from replaying the impulse of a point in the substep before. The copies
    /// of a split body move alike after a pass, so each loses its part.
    fn cancel_replay(
        &self,
        k: usize,
        watched: &[Watched],
        (states, base): (&[BodyState], &mut [Half]),
        blocks: &mut [ContactBlock],
    ) {
        let [block, lane] = self.home.map(|number| number as usize);
        let block = &mut blocks[block];
        let point = &mut block.points[k];
        let (normal, tangent) = (point.normal_impulse[lane], point.tangent_impulse[lane]);
        if normal == 0.0 && tangent == 0.0 {
            return;
        }
        (point.normal_impulse[lane], point.tangent_impulse[lane]) = (0.0, 0.0);
        let (nx, ny) = (block.normal_x[lane], block.normal_y[lane]);
        let (x, y) = (normal * nx + tangent * ny, normal * ny - tangent * nx);
        let shift = [block.arm_offset_normal[lane], block.arm_offset_tangent[lane]];
        for (number, sign, shift) in [(self.a, -1.0, [0.0; 2]), (self.b, 1.0, shift)] {
            let Watched { slot, copies, .. } = watched[number as usize];
            let slots = slot as usize..(slot + copies) as usize;
            let (state, share) = (&states[slots.start], sign / copies as f32);
            let ([.., inv_mass], [.., inv_inertia]) = (state.motion, state.offset);
            let turn = (point.arm_normal[lane] + shift[0]) * normal
                + (point.arm_tangent[lane] + shift[1]) * tangent;
            // The replay is the difference between the velocity and this.
            for base in &mut base[slots] {
                base[0] += share * inv_mass * x;
                base[1] += share * inv_mass * y;
                base[2] += share * inv_inertia * turn;
            }
        }
    }

    /// Writes the current normal and lever arms of two discs, or a disc and an edge, which may have
    /// moved around one another in the step.
    fn write_discs(&self, blocks: &mut [ContactBlock]) {
        let Some(discs) = self.discs else { return };
        let [block, lane] = self.home.map(|number| number as usize);
        let block = &mut blocks[block];
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

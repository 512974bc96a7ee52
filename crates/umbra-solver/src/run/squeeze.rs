//! Squeezed bodies: light bodies between heavy ones, and the impulses that are safe to start from.

use umbra_geom::math::cross;
use umbra_geom::{Real, Vector};

use crate::block::{BlockEntry, ContactBlock};
use crate::run::executor::StepContext;
use crate::structure::{Colour, Slot, Structure};
use crate::{BodyState, Contact};

/// Sums over the contacts of a body, of the step before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Squeeze {
    /// The sum of the impulses, most of which cancel for a body between two others.
    kept: Vector,
    /// The sum of their lengths.
    total: Real,
    /// The sum of the impulses that this step is to start from, and of their torques.
    start: Vector,
    turn: Real,
    /// True if it has joints, which press too, by unknown impulses.
    is_joined: bool,
}

impl Squeeze {
    /// Adds a contact, on its side A or B.
    fn add(&mut self, contact: &Contact, is_b: bool) {
        let sign = if is_b { 1.0 } else { -1.0 };
        let Contact { normal, impulse, .. } = *contact;
        self.kept += normal * (sign * impulse);
        self.total += impulse;
        let tangent = Vector::new(normal.y, -normal.x);
        for point in &contact.points[..usize::from(contact.point_count)] {
            let arm = if is_b { point.anchor_b } else { point.anchor_a };
            let impulse = normal * point.normal_impulse + tangent * point.tangent_impulse;
            self.start += impulse * sign;
            self.turn += cross(arm, impulse) * sign;
        }
    }

    /// The impulse that was passed on from one side to the other.
    pub(crate) fn passed_on(&self) -> Real {
        if self.is_joined {
            return 0.0;
        }
        0.5 * (self.total - self.kept.norm())
    }

    /// The speed of a body by the impulses that the step is to start from: including rotation, as
    /// the speed of the same energy.
    fn start_speed(&self, state: &BodyState) -> Real {
        if self.is_joined {
            return 0.0;
        }
        let (inv_mass, inv_inertia) = (state.motion[3], state.offset[3]);
        let turning = self.turn * self.turn * inv_inertia;
        (inv_mass * (inv_mass * self.start.norm_squared() + turning)).sqrt()
    }
}

/// Writes the squeeze of each slot into `squeezes`, by [loaded](Colour::is_loaded)
/// contacts alone.
///
/// Returns true if there are any. The contacts of a body are visited in the order in which they are
/// solved, so the sum has the same bits however batches are partitioned.
pub(crate) fn squeeze(
    structure: &Structure,
    context: &StepContext<'_>,
    squeezes: &mut Vec<Squeeze>,
) -> bool {
    let StepContext { contacts, joints, .. } = context;
    let is_heavy = |colour: &&Colour| colour.is_loaded();
    if !structure.colours.iter().any(|colour| is_heavy(&colour)) {
        return false;
    }
    squeezes.clear();
    squeezes.resize(structure.slots.len(), Squeeze::default());
    for body in joints.iter().flat_map(|joint| [joint.body_a, joint.body_b]) {
        let Some(&home) = structure.home.get(body as usize) else { continue };
        if let Slot::Own { copies, .. } = structure.slots[home as usize] {
            let copies = &mut squeezes[home as usize..][..copies as usize];
            copies.iter_mut().for_each(|squeeze| squeeze.is_joined = true);
        }
    }
    for batch in &structure.batches {
        let squeezes = &mut squeezes[batch.slots.clone()];
        let entries = &structure.entries[batch.lanes()];
        for colour in structure.colours[batch.colours.clone()].iter().filter(is_heavy) {
            for entry in &entries[colour.entries.clone()] {
                let contact = &contacts[entry.contact as usize];
                squeezes[entry.slot_a as usize].add(contact, entry.flipped);
                squeezes[entry.slot_b as usize].add(contact, !entry.flipped);
            }
        }
    }
    true
}

/// Limits the starting impulses of contacts that are heavily loaded, or were in the step before.
///
/// A chip under a crate passes on thousands of times its weight. When one of its contacts ended or
/// turned, the others' impulses no longer cancelled, and threw it off at hundreds of times the
/// speed of anything near.
#[derive(Clone, Copy)]
pub(crate) struct SafeStart<'a> {
    pub(crate) squeezes: &'a [Squeeze],
    pub(crate) states: &'a [BodyState],
    /// The factor by which the impulses of the step before were multiplied.
    pub(crate) impulse_scale: Real,
    /// The greatest speed that all of them together may give a body.
    pub(crate) most: Real,
}

impl SafeStart<'_> {
    /// Reduces the impulses of a block that has been filled with these contacts of a colour.
    #[cold]
    pub(crate) fn bound(
        &self,
        colour: &Colour,
        block: &mut ContactBlock,
        entries: &[BlockEntry],
        contacts: &[Contact],
    ) {
        for (lane, entry) in entries.iter().enumerate() {
            let slots = [entry.slot_a, entry.slot_b].map(|slot| slot as usize);
            let speed = if colour.is_loaded() {
                let [a, b] = slots.map(|slot| self.squeezes[slot].start_speed(&self.states[slot]));
                let is_joined = slots.iter().any(|slot| self.squeezes[*slot].is_joined);
                if is_joined {
                    0.0
                } else if a > b {
                    a
                } else {
                    b
                }
            } else if contacts[entry.contact as usize].heavily_loaded {
                // The load is gone.
                let [a, b] = slots.map(|slot| self.states[slot].motion[3]);
                let [first, second] = &contacts[entry.contact as usize].points;
                (a + b) * (first.normal_impulse + second.normal_impulse)
            } else {
                0.0
            };
            let part = self.most / (self.impulse_scale * speed);
            if part < 1.0 {
                for point in &mut block.points {
                    point.normal_impulse[lane] *= part;
                    point.tangent_impulse[lane] *= part;
                }
            }
        }
    }
}

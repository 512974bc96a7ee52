//! Impacts cost no more than their contacts account for, and bodies are counted right.

use super::Law;
use crate::watch::Run;

/// Close looks at a contact in a substep. In small crowds, a contact that loses nothing gets nearly
/// as many.
const LOOKS: u64 = 60;
/// The same where so many or more may bounce: racks of balls have twice as many.
const LOOKS_OF_RACK: u64 = 110;
const RACK: u64 = 64;
/// Bounces of a contact in a substep.
const BOUNCES: u64 = 50;

/// The counted work of restitution in a step is bounded by the contacts that may bounce; and no
/// more bodies are awake than move.
pub struct Work;

impl Law for Work {
    fn name(&self) -> &'static str {
        "work"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let scene = run.scene();
        let (stats, substeps) = (scene.stats(), u64::from(scene.config().solver.substeps));
        let bodies = [stats.awake_bodies, stats.moving_bodies, stats.bodies];
        if !bodies.is_sorted() {
            return Err(format!("awake, moving and all bodies: {bodies:?}"));
        }
        let most = |each: u64| substeps * each * (stats.impacts.watched + 1);
        let looks = if stats.impacts.watched < RACK { LOOKS } else { LOOKS_OF_RACK };
        let is_bounded = stats.impacts.looks <= most(looks)
            && stats.impacts.bounces <= most(BOUNCES)
            && stats.impacts.rounds <= most(looks);
        if is_bounded {
            return Ok(());
        }
        Err(format!("{:?}, {} contacts, {substeps} substeps", stats.impacts, stats.solved_contacts))
    }
}

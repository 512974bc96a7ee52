//! Bodies that break by themselves.

use std::collections::BTreeSet;

use umbra_geom::{Point, Real};

use crate::tuning::{LEAST_SHARD, MOST_BREAKS, MOST_SHARDS, SHARDS_PER_BREAK};
use crate::{BodyKey, FractureEvent, Scene};

impl Scene {
    /// Breaks what an impact of the last step was too strong for. At the beginning of the next one,
    /// as if the caller did it, so that the events of the last step name what there was. Bodies
    /// beyond the number that may break in a step wait for the next one.
    pub(crate) fn break_bodies(&mut self) {
        if !self.has_breakable_bodies() {
            return;
        }
        let mut broken = BTreeSet::new();
        for (impact, is_over) in self.take_impacts() {
            let mut late = [BodyKey::default(); 2];
            for (body, late) in impact.bodies.into_iter().zip(&mut late) {
                if broken.contains(&body) {
                    continue;
                }
                let Some(shards) = self.shards_from(body, impact.impulse) else { continue };
                if broken.len() == MOST_BREAKS {
                    *late = body;
                    continue;
                }
                broken.insert(body);
                self.break_body(body, shards, (impact.point, impact.impulse));
            }
            if is_over && late != [BodyKey::default(); 2] {
                let mut late_impact = impact;
                late_impact.bodies = late;
                self.postpone(late_impact);
            }
        }
        self.end_impacts_on_broken_bodies();
    }

    /// Breaks a body around a point into so many pieces, or fewer if a limit says so, because of an
    /// impulse; the next events say so. Returns the pieces, none if it did not break.
    pub(crate) fn break_body(
        &mut self,
        body: BodyKey,
        shards: usize,
        (point, impulse): (Point, Real),
    ) -> Vec<BodyKey> {
        let Ok(told) = self.pieces_left(body) else { return Vec::new() };
        let limits = self.config().fracture;
        let left = told.unwrap_or(limits.pieces_per_body);
        // It may be a piece already.
        let room = limits.pieces_in_scene as usize + usize::from(told.is_some());
        let allowed = (left as usize).min(room.saturating_sub(self.piece_count()));
        if allowed < shards {
            self.note_limited_fracture();
        }
        if allowed < 2 || self.set_pieces_left(body, Some(left)).is_err() {
            return Vec::new();
        }
        // It may have nothing to cut.
        let least = LEAST_SHARD * self.config().length_unit;
        let pieces = self.shatter(body, point, shards.min(allowed), least).unwrap_or_default();
        if pieces.len() < 2 {
            let _ = self.set_pieces_left(body, told);
        }
        let others = pieces.iter().filter(|piece| **piece != body);
        let events = others.map(|piece| FractureEvent::new(body, *piece, point, impulse));
        self.note_fractures(events);
        pieces
    }

    /// Number of pieces into which an impulse breaks a body, if it is more than the body bears: the
    /// stronger, the more, but none too small.
    pub(crate) fn shards_from(&self, body: BodyKey, impulse: Real) -> Option<usize> {
        let toughness = self.body(body).ok()?.fracture().filter(|it| impulse > *it)?;
        let wanted = impulse / toughness * SHARDS_PER_BREAK;
        let least = LEAST_SHARD * self.config().length_unit;
        let most = self.area_of(body).ok()? / (least * least);
        let most = most.min(MOST_SHARDS as Real);
        (most >= 2.0)
            .then(|| wanted.clamp(SHARDS_PER_BREAK, MOST_SHARDS as Real).min(most) as usize)
    }
}

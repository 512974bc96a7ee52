//! Bodies that break by themselves.

use std::collections::BTreeSet;

use umbra_geom::{Point, Real};

use crate::store::{OpenImpact, piece_indices};
use crate::tuning::{LEAST_SHARD, MOST_BREAKS, MOST_SHARDS, SHARDS_PER_BREAK};
use crate::{BodyKey, FractureEvent, ImpactEvent, Scene};

impl Scene {
    /// Breaks what an impact of the last step was too strong for. At the beginning of the next one, as if the caller did it: so what
    /// the last step told names what there was. What is more than may break in a step waits for the next one.
    pub(crate) fn break_bodies(&mut self) {
        if !self.bodies.any_breakable {
            return;
        }
        // What has waited comes first; others that are not over yet are strong enough already.
        let open = &mut self.events.open;
        let waiting = open.extract_if(.., |impact| impact.waits()).map(|impact| impact.event);
        let mut over: Vec<ImpactEvent> = waiting.collect();
        over.extend(self.events.impacts.told.iter().copied());
        let under_way = self.events.open.iter().map(|impact| impact.event);
        let all = over.iter().map(|impact| (*impact, true)).chain(under_way.map(|it| (it, false)));
        let mut broken = BTreeSet::new();
        for (impact, is_over) in all.collect::<Vec<_>>() {
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
                let late = ImpactEvent { bodies: late, ..impact };
                self.events.open.push(OpenImpact::waiting(late));
            }
        }
        let events = &self.events.fractures.coming;
        let is_of_broken = |impact: &OpenImpact| {
            events.iter().any(|event| impact.event.bodies.contains(&event.body))
        };
        let is_ended = |impact: &mut OpenImpact| !impact.waits() && is_of_broken(impact);
        let ended = self.events.open.extract_if(.., is_ended);
        self.events.impacts.coming.extend(ended.map(|impact| impact.event));
    }

    /// Breaks a body around a point into so many pieces, because of an impulse; the next events say so. Returns the pieces, none if it
    /// did not break.
    pub(crate) fn break_body(
        &mut self,
        body: BodyKey,
        shards: usize,
        (point, impulse): (Point, Real),
    ) -> Vec<BodyKey> {
        let least = LEAST_SHARD * self.config.length_unit;
        // It may have nothing to cut.
        let pieces = self.shatter(body, point, shards, least).unwrap_or_default();
        let others = pieces.iter().filter(|piece| **piece != body);
        let events = others.map(|piece| FractureEvent { body, piece: *piece, point, impulse });
        self.events.fractures.coming.extend(events);
        pieces
    }

    /// Into how many pieces an impulse breaks a body, if it bears less: the more, the more often it is what the body bears, but none
    /// too small.
    pub(crate) fn shards_from(&self, body: BodyKey, impulse: Real) -> Option<usize> {
        let info = &self.bodies.infos[self.bodies.index(body).ok()?];
        let toughness = info.toughness.filter(|toughness| impulse > *toughness)?;
        let wanted = impulse / toughness * SHARDS_PER_BREAK;
        let least = LEAST_SHARD * self.config.length_unit;
        let pieces = piece_indices(&self.colliders.infos, info);
        let area = |piece: u32| {
            self.colliders.pieces[piece as usize].substance.shape.area_properties().area
        };
        let most = pieces.map(area).sum::<Real>() / (least * least);
        let most = most.min(MOST_SHARDS as Real);
        (most >= 2.0)
            .then(|| wanted.clamp(SHARDS_PER_BREAK, MOST_SHARDS as Real).min(most) as usize)
    }

    /// Which bodies broke at the beginning of the last step, or by an [explosion](crate::Scene::explode) before it: an event for each
    /// piece that came of it. See [`Body::fracture`](crate::Body::fracture).
    pub fn fracture_events(&self) -> &[FractureEvent] {
        &self.events.fractures.told
    }
}

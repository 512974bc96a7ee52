//! Bodies that break by themselves.

use std::collections::BTreeSet;

use umbra_geom::{Point, Real};

use crate::{BodyKey, FractureEvent, ImpactEvent, Scene};
use umbra_world::store::{OpenImpact, piece_indices};
use umbra_world::tuning::{LEAST_SHARD, MOST_BREAKS, MOST_SHARDS, SHARDS_PER_BREAK};

impl Scene {
    /// Breaks what an impact of the last step was too strong for. At the beginning of the next one, as if the caller did it: so what
    /// the last step told names what there was. What is more than may break in a step waits for the next one.
    pub(crate) fn break_bodies(&mut self) {
        if !self.world.bodies.any_breakable {
            return;
        }
        // What has waited comes first; others that are not over yet are strong enough already.
        let open = &mut self.world.events.open;
        let waiting = open.extract_if(.., |impact| impact.waits()).map(|impact| impact.event);
        let mut over: Vec<ImpactEvent> = waiting.collect();
        over.extend(self.world.events.impacts.current.iter().copied());
        let under_way = self.world.events.open.iter().map(|impact| impact.event);
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
                let mut impact = impact;
                impact.bodies = late;
                let late = impact;
                self.world.events.open.push(OpenImpact::waiting(late));
            }
        }
        let events = &self.world.events.fractures.next;
        let is_of_broken = |impact: &OpenImpact| {
            events.iter().any(|event| impact.event.bodies.contains(&event.body))
        };
        let is_ended = |impact: &mut OpenImpact| !impact.waits() && is_of_broken(impact);
        let ended = self.world.events.open.extract_if(.., is_ended);
        self.world.events.impacts.next.extend(ended.map(|impact| impact.event));
    }

    /// Breaks a body around a point into so many pieces, or fewer if a bound says so, because of an impulse; the next events say
    /// so. Returns the pieces, none if it did not break.
    pub(crate) fn break_body(
        &mut self,
        body: BodyKey,
        shards: usize,
        (point, impulse): (Point, Real),
    ) -> Vec<BodyKey> {
        let Ok(index) = self.world.body(body) else { return Vec::new() };
        let told = self.world.bodies.infos[index].pieces_left;
        let left = told.unwrap_or(self.world.config.fracture.pieces_per_body);
        let allowed = (left as usize).min(self.room_for_pieces(told.is_some()));
        if allowed < shards {
            self.world.events.bounded[1] += 1;
        }
        if allowed < 2 {
            return Vec::new();
        }
        let permit = self.world.generation.change();
        self.world.bodies.infos.write(permit)[index].pieces_left = Some(left);
        // It may have nothing to cut.
        let least = LEAST_SHARD * self.world.config.length_unit;
        let pieces = self.shatter(body, point, shards.min(allowed), least).unwrap_or_default();
        if let (..2, Ok(index)) = (pieces.len(), self.world.body(body)) {
            let permit = self.world.generation.change();
            self.world.bodies.infos.write(permit)[index].pieces_left = told;
        }
        let others = pieces.iter().filter(|piece| **piece != body);
        let events = others.map(|piece| FractureEvent::new(body, *piece, point, impulse));
        self.world.events.fractures.next.extend(events);
        pieces
    }

    /// To how many pieces a body may come until the scene has as many as it may have; it may be one already.
    fn room_for_pieces(&self, is_piece: bool) -> usize {
        let there =
            self.world.bodies.infos.iter().filter(|info| info.pieces_left.is_some()).count();
        let most = self.world.config.fracture.pieces_in_scene as usize;
        (most + usize::from(is_piece)).saturating_sub(there)
    }

    /// Shares out among pieces to how many they may come, by their areas. The first one, which is the heaviest, has what is left over.
    pub(super) fn share_pieces_left(&mut self, left: u32, pieces: &[BodyKey]) {
        let areas: Vec<Real> = pieces.iter().map(|piece| self.area_of(*piece)).collect();
        let total: Real = areas.iter().sum();
        let spare = left.saturating_sub(pieces.len() as u32);
        let share =
            |area: &Real| if total > 0.0 { (spare as Real * (area / total)) as u32 } else { 0 };
        let mut shares: Vec<u32> = areas.iter().map(|area| 1 + share(area)).collect();
        let shared: u32 = shares.iter().sum();
        if let Some(first) = shares.first_mut() {
            *first += left.saturating_sub(shared);
        }
        for (piece, share) in pieces.iter().zip(shares) {
            if let Ok(index) = self.world.body(*piece) {
                let permit = self.world.generation.change();
                self.world.bodies.infos.write(permit)[index].pieces_left = Some(share);
            }
        }
    }

    /// The area of all shapes of a body.
    fn area_of(&self, body: BodyKey) -> Real {
        let Ok(index) = self.world.body(body) else { return 0.0 };
        let pieces = piece_indices(&self.world.colliders.infos, &self.world.bodies.infos[index]);
        let area = |piece: u32| {
            self.world.colliders.pieces[piece as usize].substance.shape.area_properties().area
        };
        pieces.map(area).sum()
    }

    /// Into how many pieces an impulse breaks a body, if it bears less: the more, the more often it is what the body bears, but none
    /// too small.
    pub(crate) fn shards_from(&self, body: BodyKey, impulse: Real) -> Option<usize> {
        let info = &self.world.bodies.infos[self.world.body(body).ok()?];
        let toughness = info.toughness.filter(|toughness| impulse > *toughness)?;
        let wanted = impulse / toughness * SHARDS_PER_BREAK;
        let least = LEAST_SHARD * self.world.config.length_unit;
        let most = self.area_of(body) / (least * least);
        let most = most.min(MOST_SHARDS as Real);
        (most >= 2.0)
            .then(|| wanted.clamp(SHARDS_PER_BREAK, MOST_SHARDS as Real).min(most) as usize)
    }

    /// Fracture events: one for each piece of the bodies that broke at the beginning of the last
    /// step, or by an [explosion](crate::Scene::explode) before it. See
    /// [`Body::fracture`](crate::Body::fracture).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// let vase = Body::dynamic().position([0.0, 1.5]).velocity([0.0, -9.0]).fracture(1.0);
    /// let vase = scene.add(vase, [Collider::cuboid(0.3, 0.5).density(5.0)])?;
    /// let mut shards = Vec::new();
    /// for _ in 0..30 {
    ///     scene.step(1.0 / 60.0)?;
    ///     shards.extend(scene.fracture_events().iter().map(|event| event.piece));
    /// }
    /// assert!(!shards.is_empty() && !shards.contains(&vase)); // the vase is the largest piece
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn fracture_events(&self) -> &[FractureEvent] {
        &self.world.events.fractures.current
    }
}

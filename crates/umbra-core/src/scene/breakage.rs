//! State of bodies that break by themselves: impacts that were too strong, the number
//! of pieces to which a body may come, and events.
//!
//! `fracture` decides what breaks; these are its doors.

use umbra_geom::Real;
use umbra_world::store::OpenImpact;

use crate::{BodyKey, Error, FractureEvent, ImpactEvent, Scene};

impl Scene {
    /// True if a body may break by itself.
    pub(crate) fn has_breakable_bodies(&self) -> bool {
        self.world.bodies.any_breakable
    }

    /// Impacts that may break bodies, each with whether it is over: those that have waited, which
    /// wait no longer, those of the last step, and those under way.
    pub(crate) fn take_impacts(&mut self) -> Vec<(ImpactEvent, bool)> {
        let open = &mut self.world.events.open;
        let waiting = open.extract_if(.., |impact| impact.waits()).map(|impact| impact.event);
        let mut all: Vec<_> = waiting.map(|event| (event, true)).collect();
        all.extend(self.world.events.impacts.current.iter().map(|event| (*event, true)));
        all.extend(self.world.events.open.iter().map(|impact| (impact.event, false)));
        all
    }

    /// Has an impact wait for the next step to break its bodies.
    pub(crate) fn postpone(&mut self, impact: ImpactEvent) {
        self.world.events.open.push(OpenImpact::waiting(impact));
    }

    /// Ends the impacts under way on bodies that have broken since the last step.
    pub(crate) fn end_impacts_on_broken_bodies(&mut self) {
        let events = &self.world.events.fractures.next;
        let is_ended = |impact: &mut OpenImpact| {
            let is_of = |event: &FractureEvent| impact.event.bodies.contains(&event.body);
            !impact.waits() && events.iter().any(is_of)
        };
        let ended = self.world.events.open.extract_if(.., is_ended);
        self.world.events.impacts.next.extend(ended.map(|impact| impact.event));
    }

    /// Has the next step report that a body broke.
    pub(crate) fn note_fractures(&mut self, events: impl Iterator<Item = FractureEvent>) {
        self.world.events.fractures.next.extend(events);
    }

    /// Counts a body that broke into fewer pieces, or not, because of a limit.
    pub(crate) fn note_limited_fracture(&mut self) {
        self.world.events.bounded[1] += 1;
    }

    /// Number of pieces to which a body may come, if it has broken or is about to.
    pub(crate) fn pieces_left(&self, body: BodyKey) -> Result<Option<u32>, Error> {
        Ok(self.world.bodies.infos[self.world.body(body)?].pieces_left)
    }

    pub(crate) fn set_pieces_left(
        &mut self,
        body: BodyKey,
        left: Option<u32>,
    ) -> Result<(), Error> {
        let index = self.world.body(body)?;
        let permit = self.world.generation.change();
        self.world.bodies.infos.write(permit)[index].pieces_left = left;
        Ok(())
    }

    /// Number of bodies that are pieces of others.
    pub(crate) fn piece_count(&self) -> usize {
        self.world.bodies.infos.iter().filter(|info| info.pieces_left.is_some()).count()
    }

    /// Sends pieces of a body that broke in a portal beyond it, if they are past it.
    pub(crate) fn send_past_portals(&mut self, body: BodyKey, pieces: &[BodyKey]) {
        // The body itself last, as it shows where the others are.
        for piece in pieces.iter().rev() {
            self.world.send_past_portals(body, *piece);
        }
    }

    /// Area of all shapes of a body, and of its cells.
    pub(crate) fn area_of(&self, body: BodyKey) -> Result<Real, Error> {
        let mut area = 0.0;
        for key in &self.world.bodies.infos[self.world.body(body)?].colliders {
            for piece in self.world.colliders.pieces_of(*key) {
                area += piece.shape().area_properties().area;
            }
        }
        Ok(area)
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

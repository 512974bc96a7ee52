//! Changing a collider.

use std::sync::Arc;

use umbra_broad::Filter;
use umbra_geom::{Pose, Real, Shape, Vector};

use super::surfaces::check_lines;
use super::{CombineRule, Material, NewPiece, Tile, Weight, masses};
use crate::store::{Change, ColliderInfo, Colliders, Piece};
use crate::{ColliderKey, Error, Scene, check};

/// A collider of a scene, to be changed.
#[derive(Debug)]
pub struct ColliderMut<'a> {
    scene: &'a mut Scene,
    key: ColliderKey,
}

impl<'a> ColliderMut<'a> {
    pub(crate) fn new(scene: &'a mut Scene, key: ColliderKey) -> Self {
        Self { scene, key }
    }

    /// Changes the collider.
    fn change(&mut self, change: impl FnOnce(&mut ColliderInfo)) {
        if let Some(info) = self.scene.colliders.infos.get_mut(self.key) {
            change(info);
        }
    }

    /// Changes every piece.
    fn change_pieces(&mut self, mut change: impl FnMut(&mut Piece)) {
        let Colliders { infos, pieces, outlines, .. } = &mut self.scene.colliders;
        for piece in infos.get(self.key).into_iter().flat_map(|info| &info.pieces) {
            let changed = &mut pieces[*piece as usize];
            change(changed);
            outlines.note_restitution(changed.substance.material.restitution);
            outlines.note_change(*piece, Change::All);
        }
    }

    fn change_material(&mut self, change: impl Fn(&mut Material)) {
        self.scene.disturb_collider(self.key);
        self.change(|info| change(&mut info.material));
        self.change_pieces(|piece| change(&mut Arc::make_mut(&mut piece.substance).material));
        self.scene.pending.materials = true;
    }

    /// How much it resists sliding: all of its shapes, also those that were given a material of their own, but not cells of a
    /// tile map that have one.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_friction(&mut self, friction: Real) -> Result<(), Error> {
        let friction = check::amount("friction", friction)?;
        self.change_material(|material| material.friction = friction);
        Ok(())
    }

    /// How much of an impact's speed it gives back.
    ///
    /// # Errors
    /// When the number is not from 0 to 1.
    pub fn set_restitution(&mut self, restitution: Real) -> Result<(), Error> {
        let restitution = check::range("restitution", restitution, 0.0, 1.0)?;
        self.change_material(|material| material.restitution = restitution);
        Ok(())
    }

    /// How much it resists rolling, as the length of a lever.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_rolling_resistance(&mut self, rolling_resistance: Real) -> Result<(), Error> {
        let length = check::amount("rolling_resistance", rolling_resistance)?;
        self.change_material(|material| material.rolling_resistance = length);
        Ok(())
    }

    /// How fast its surface runs, clockwise around it.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn set_surface_speed(&mut self, surface_speed: Real) -> Result<(), Error> {
        let speed = check::number("surface_speed", surface_speed)?;
        self.change_material(|material| material.surface_speed = speed);
        Ok(())
    }

    /// Mass per area.
    ///
    /// # Errors
    /// When the number is negative, not finite, or so large that the mass overflows.
    pub fn set_density(&mut self, density: Real) -> Result<(), Error> {
        self.set_weight(Weight::Density(check::amount("density", density)?))
    }

    /// The mass, instead of a density.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_mass(&mut self, mass: Real) -> Result<(), Error> {
        self.set_weight(Weight::Mass(check::amount("mass", mass)?))
    }

    fn set_weight(&mut self, weight: Weight) -> Result<(), Error> {
        let shapes = self.scene.colliders.pieces_of(self.key).map(Piece::shape);
        let mut masses = masses(shapes, weight)?.into_iter();
        self.scene.disturb_collider(self.key);
        self.change(|info| info.weight = weight);
        self.change_pieces(|piece| {
            if let Some(mass) = masses.next() {
                Arc::make_mut(&mut piece.substance).mass = mass;
            }
        });
        // A sensor that weighed nothing may have got a mass.
        self.scene.disturb_collider(self.key);
        let body = self.scene.colliders.info(self.key)?.body;
        let index = self.scene.bodies.index(body)?;
        self.scene.refresh_mass(index);
        Ok(())
    }

    /// What it collides with. Takes effect in the next step.
    pub fn set_filter(&mut self, filter: Filter) {
        self.scene.disturb_collider(self.key);
        self.scene.note_seams_of_map(self.key);
        let mut proxies = Vec::new();
        self.change(|info| info.filter = filter);
        self.change_pieces(|piece| proxies.extend(piece.proxy));
        let Colliders { infos, outlines, .. } = &mut self.scene.colliders;
        for piece in infos.get(self.key).into_iter().flat_map(|info| &info.pieces) {
            outlines.note_change(*piece, Change::Placed);
        }
        for proxy in proxies {
            // The proxy is the piece's own, so the broad phase has it.
            let _ = self.scene.broad.set_filter(proxy, filter);
        }
        self.scene.set_filter_of_sensor(self.key, filter);
    }

    /// Whether it is a sensor, which touches nothing and reports what overlaps it: see
    /// [`Collider::sensor`](crate::Collider::sensor). Its mass stays what it is. What it touched, or overlapped as a sensor, ends; what it
    /// overlaps as a sensor begins in the next step.
    ///
    /// # Errors
    /// When it cannot be put among the others because there is no room for more.
    pub fn set_sensor(&mut self, sensor: bool) -> Result<(), Error> {
        self.scene.switch_sensor(self.key, sensor)
    }

    /// Whether it sees other sensors while it is a sensor: see [`Collider::sees_sensors`](crate::Collider::sees_sensors). Takes effect in the next
    /// step.
    pub fn set_sees_sensors(&mut self, sees_sensors: bool) {
        self.change(|info| info.sees_sensors = sees_sensors);
        // The next step looks at it again.
        self.change_pieces(|_| ());
        self.scene.sensors.any_see_sensors |= sees_sensors;
    }

    /// How its friction and that of what it meets make one.
    pub fn set_friction_rule(&mut self, rule: CombineRule) {
        self.change_material(|material| material.friction_rule = rule);
    }

    /// How its restitution and that of what it meets make one.
    pub fn set_restitution_rule(&mut self, rule: CombineRule) {
        self.change_material(|material| material.restitution_rule = rule);
    }

    /// What one of its shapes is made of, by its index in [`shapes`](crate::ColliderRef::shapes): of a chain, that of a link.
    ///
    /// # Errors
    /// When there is no such shape, or a number is one that the builder would refuse.
    pub fn set_shape_material(&mut self, index: usize, material: Material) -> Result<(), Error> {
        let info = self.scene.colliders.info(self.key)?;
        let count = if info.tiles.is_some() { 0 } else { info.pieces.len() };
        let Some(&piece) = info.pieces.get(index).filter(|_| index < count) else {
            return Err(Error::NoSuchShape { collider: self.key, index, count });
        };
        material.check()?;
        self.scene.disturb_collider(self.key);
        let Colliders { pieces, outlines, .. } = &mut self.scene.colliders;
        Arc::make_mut(&mut pieces[piece as usize].substance).material = material;
        outlines.note_restitution(material.restitution);
        outlines.note_change(piece, Change::All);
        self.scene.pending.materials = true;
        Ok(())
    }

    /// Makes it a one-way platform, or solid again: see [`Collider::one_way`](crate::Collider::one_way). A body that is in it by then passes
    /// if it is a platform, and is pushed out if it is solid.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// let hatch = scene.add_collider(level, Collider::cuboid(2.0, 0.1))?;
    /// let body = scene.add_body(Body::dynamic().position([0.0, 2.5]))?;
    /// scene.add_collider(body, Collider::circle(0.4))?;
    /// scene.step(1.0 / 60.0)?;
    /// assert_eq!(scene.body(body).unwrap().contacts().count(), 1);
    /// // From now on it lets through what comes from above.
    /// scene.collider_mut(hatch).unwrap().set_one_way(Some(Vector::new(0.0, -1.0)))?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(body).unwrap().position().y < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the direction is zero or not finite.
    pub fn set_one_way(&mut self, direction: Option<Vector>) -> Result<(), Error> {
        let way =
            direction.map(|direction| check::direction("direction", direction)).transpose()?;
        let one_sided = self.scene.colliders.info(self.key)?.one_sided;
        self.scene.change_sides(self.key, way, one_sided)
    }

    /// Whether only the left sides of its lines hold: see [`Collider::one_sided`](crate::Collider::one_sided).
    ///
    /// # Errors
    /// When it has shapes that are no lines.
    pub fn set_one_sided(&mut self, one_sided: bool) -> Result<(), Error> {
        let info = self.scene.colliders.info(self.key)?;
        let (is_map, one_way) = (info.tiles.is_some(), info.one_way);
        let shapes = self.scene.colliders.pieces_of(self.key).map(Piece::shape);
        check_lines(shapes, is_map, one_sided)?;
        self.scene.change_sides(self.key, one_way, one_sided)
    }

    /// Gives it another shape, in the same place on its body. A density stays, and so does a mass that was given. What
    /// it touches ends, and begins again in the next step if the new shape touches it. Materials of single shapes are gone.
    ///
    /// # Errors
    /// When the mass overflows, or a [one-sided](crate::Collider::one_sided) collider gets what is no line. The collider is unchanged
    /// then.
    pub fn set_shape(&mut self, shape: impl Into<Shape>) -> Result<(), Error> {
        let (shape, info) = (shape.into(), self.scene.colliders.info(self.key)?);
        let offset = info.offset;
        check_lines(core::iter::once(&shape), false, info.one_sided)?;
        let mass = masses(core::iter::once(&shape), info.weight)?;
        let new = |mass| NewPiece { offset, shape: shape.clone(), mass, material: None };
        let pieces = mass.into_iter().map(new).collect();
        self.scene.replace_pieces(self.key, pieces)
    }

    /// Puts it elsewhere on its body.
    ///
    /// # Errors
    /// When the pose is not finite or absurdly far away.
    pub fn set_offset(&mut self, offset: Pose) -> Result<(), Error> {
        let offset = check::pose("offset", offset)?;
        self.scene.place_collider(self.key, offset)
    }

    /// Whether it collides and is found by queries. A disabled collider keeps its mass.
    ///
    /// # Errors
    /// When it cannot be put back because there is no room for more.
    pub fn set_enabled(&mut self, enabled: bool) -> Result<(), Error> {
        if self.scene.colliders.info(self.key)?.enabled == enabled {
            return Ok(());
        }
        if !enabled {
            self.scene.hide_collider(self.key)?;
        }
        if let Some(info) = self.scene.colliders.infos.get_mut(self.key) {
            info.enabled = enabled;
        }
        if enabled {
            self.scene.show_collider(self.key)?;
            self.scene.disturb_collider(self.key);
        }
        Ok(())
    }

    /// Fills a cell of a [tile map](crate::Collider::tiles), and wakes what stood on it. Cells outside of the map may be
    /// filled too: it grows.
    ///
    /// # Errors
    /// When it is no tile map, the cell is more than 8 million cells from the origin, or a number of a material makes
    /// no sense.
    pub fn set_cell(&mut self, at: [i32; 2], tile: impl Into<Tile>) -> Result<(), Error> {
        self.scene.set_cell(self.key, at, tile.into())
    }

    /// Whether its impacts are reported.
    pub fn set_hit_events(&mut self, hit_events: bool) {
        self.change(|info| info.hit_events = hit_events);
    }

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.change(|info| info.user_data = user_data);
    }
}

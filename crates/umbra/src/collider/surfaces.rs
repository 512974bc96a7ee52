//! Surfaces that differ along a collider, and from side to side.

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Point, Real, Shape, Vector};

use super::{Collider, CombineRule, Material};
use crate::{Error, check};

impl Collider {
    /// What each of its shapes is made of: of a [`chain`](Self::chain) or a [`heightfield`](Self::heightfield), one for each
    /// link, in the order of its points. There have to be as many as shapes.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let land = scene.add_body(Body::fixed())?;
    /// let ice = Material { friction: 0.0, ..Material::default() };
    /// let road = Collider::chain([[-20.0, 0.0], [0.0, 0.0], [20.0, 0.0]]);
    /// scene.add_collider(land, road.materials([ice, Material::default()]))?;
    /// let crates = [-15.0, 1.0].map(|x| {
    ///     let body = scene.add_body(Body::dynamic().position([x, 0.5]).velocity([5.0, 0.0])).unwrap();
    ///     scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
    ///     body
    /// });
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let [on_ice, on_stone] = crates.map(|it| scene.body(it).unwrap().velocity().x);
    /// assert!(on_ice > 4.99 && on_stone < 0.1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn materials(mut self, materials: impl IntoIterator<Item = Material>) -> Self {
        let materials: Vec<Material> = materials.into_iter().collect();
        let checked = materials.iter().try_for_each(Material::check);
        if check::keep_first(&mut self.refused, checked).is_some() {
            self.materials = Some(materials);
        }
        self
    }

    /// Of a line, a [`chain`](Self::chain) say, only the left side holds, as seen on the way from point to point: ground
    /// that is drawn from the left to the right holds what comes from above. From the other side, bodies pass, as with
    /// [`one_way`](Self::one_way).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let land = scene.add_body(Body::fixed())?;
    /// let roof = Collider::chain([[-5.0, 2.0], [0.0, 3.0], [5.0, 2.0]]).one_sided(true);
    /// scene.add_collider(land, roof)?;
    /// let [above, below] = [6.0, 0.0].map(|y| {
    ///     let body = Body::dynamic().position([0.5, y]).velocity([0.0, if y > 3.0 { -5.0 } else { 15.0 }]);
    ///     let body = scene.add_body(body).unwrap();
    ///     scene.add_collider(body, Collider::circle(0.2).friction(0.0)).unwrap();
    ///     body
    /// });
    /// for _ in 0..30 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let [above, below] = [above, below].map(|it| scene.body(it).unwrap().position().y);
    /// assert!(above > 2.5 && below > 4.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn one_sided(mut self, one_sided: bool) -> Self {
        self.one_sided = one_sided;
        self
    }

    /// Whether the surfaces fit the shapes.
    pub(super) fn check_surfaces(&self) -> Result<(), Error> {
        let expected = self.shapes.len();
        if let Some(count) =
            self.materials.as_ref().map(Vec::len).filter(|count| *count != expected)
        {
            return Err(Error::WrongCount { parameter: "materials", count, expected });
        }
        let shapes = self.shapes.iter().map(|(_, shape)| shape);
        check_lines(shapes, self.tiles.is_some(), self.one_sided)
    }
}

/// Whether shapes, of a map perhaps, can be one-sided if they are to be.
pub(crate) fn check_lines<'a>(
    mut shapes: impl Iterator<Item = &'a Shape>,
    is_map: bool,
    one_sided: bool,
) -> Result<(), Error> {
    let other = if is_map { Some(0) } else { shapes.position(|shape| front_of(shape).is_none()) };
    match other {
        Some(index) if one_sided => Err(Error::NotALine { index }),
        _ => Ok(()),
    }
}

/// What tells materials apart to the last bit.
pub(crate) type MaterialBits = ([u32; 4], [CombineRule; 2]);

impl Material {
    pub(crate) fn bits(&self) -> MaterialBits {
        let Self {
            friction,
            restitution,
            rolling_resistance,
            surface_speed,
            friction_rule,
            restitution_rule,
        } = *self;
        let numbers = [friction, restitution, rolling_resistance, surface_speed];
        (numbers.map(Real::to_bits), [friction_rule, restitution_rule])
    }

    pub(crate) fn check(&self) -> Result<(), umbra_geom::Error> {
        check::amount("friction", self.friction)?;
        check::restitution(self.restitution)?;
        check::amount("rolling_resistance", self.rolling_resistance)?;
        check::number("surface_speed", self.surface_speed)?;
        Ok(())
    }
}

/// The way out of the left side of a line.
pub(crate) fn front_of(shape: &Shape) -> Option<Vector> {
    match shape {
        Shape::Segment(segment) => Some(left_of(segment.direction())),
        Shape::ChainSegment(link) => Some(left_of(link.segment().direction())),
        _ => None,
    }
}

/// Whether a point is on the left side of a line, as the line sees it.
///
/// Beyond an end, the next link of a chain counts as well: where the chain turns to the left, the left side is what is to the
/// left of both, else what is to the left of either.
pub(crate) fn is_in_front(shape: &Shape, point: Point) -> bool {
    let (line, before, after) = match shape {
        Shape::Segment(segment) => (segment, None, None),
        Shape::ChainSegment(link) => (link.segment(), link.before(), link.after()),
        _ => return true,
    };
    let (a, b, way) = (line.a(), line.b(), line.direction());
    let is_left_of = |from: Point, way: Vector| cross(way, point - from) > 0.0;
    let next = if dot(point - b, way) > 0.0 {
        after.map(|after| (b, after - b, cross(way, after - b)))
    } else if dot(point - a, way) < 0.0 {
        before.map(|before| (before, a - before, cross(a - before, way)))
    } else {
        None
    };
    let is_left = is_left_of(a, way);
    match next {
        Some((from, way, turn)) if turn > 0.0 => is_left && is_left_of(from, way),
        Some((from, way, _)) => is_left || is_left_of(from, way),
        None => is_left,
    }
}

//! Bodies that are cut, shattered and carved, and that break by themselves.
//!
//! - `mod.rs`: the calls;
//! - `cut_body.rs`: solids of a body, and their division by a cut;
//! - `polygons.rs`: shapes as polygons, and what holes leave of them;
//! - `boxes.rs`: which boxes are where;
//! - `pieces.rs`: which fragments hang together;
//! - `plan.rs`: how they become bodies;
//! - `cells.rs`: cells of tile maps that are carved;
//! - `carve.rs`: what is taken out of all bodies;
//! - `breaking.rs`: bodies that break by themselves.
//!
//! All of it is planned on copies of the shapes first, so that a call that is refused has changed
//! nothing. A plan reads the scene by public calls and is carried out by edits: nothing here knows
//! how the world is stored (`.ci/arrows` checks that).

mod boxes;
mod breaking;
mod carve;
mod cells;
mod cut_body;
mod pieces;
mod plan;
mod polygons;

use umbra_geom::{Point, Pose, Real, Vector, cut, math};

use crate::tuning::MOST_PIECES;
use crate::{BodyKey, BodyRef, ColliderKey, Edit, Error, Scene, check};
use cells::cells_in;
use cut_body::{Cut, CutBody};
use plan::Plan;

impl Scene {
    /// Cuts a body in two along the line through two points of the world. Returns the pieces: the
    /// heaviest one first, which is the body itself and keeps its key, then the new ones. If the
    /// line misses, only the body is returned.
    ///
    /// Pieces keep the material, filter, user data, damping and all other settings of the body.
    /// They move on as the body did, and have its mass together. They keep its frame, too: a
    /// picture drawn for the body still fits, and the location of a piece is its
    /// [`center_of_mass`](crate::BodyRef::center_of_mass). Joints stay with the piece that holds
    /// their anchor, and parts that do not touch become bodies of their own.
    ///
    /// Shapes that the line misses stay as they are, and the remains of a collider stay one
    /// collider. Discs and capsules that are cut become polygons of the same area. Segments,
    /// chains, tile maps and sensors are not cut, and stay on the heaviest piece.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let plank = scene.add(Body::dynamic(), [Collider::cuboid(2.0, 0.1).mass(8.0)])?;
    /// let pieces = scene.split_body(plank, [[1.0, -1.0], [1.0, 1.0]])?;
    /// let mass = |piece: &BodyKey| scene.body(*piece).unwrap().mass();
    /// let masses: Vec<_> = pieces.iter().map(mass).collect();
    /// assert_eq!(masses, [6.0, 2.0]);
    /// assert_eq!(pieces[0], plank);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, it has nothing to cut, or the points are not finite or the same.
    #[doc(alias("slice", "cut"))]
    pub fn split_body(
        &mut self,
        body: BodyKey,
        line: [impl Into<Point>; 2],
    ) -> Result<Vec<BodyKey>, Error> {
        let [a, b] = line.map(Into::into);
        check::position("line", a)?;
        check::position("line", b)?;
        let whole = self.body(body)?;
        let (pose, (foot, along)) = (whole.pose(), line_near(whole.center_of_mass(), a, b));
        let along = check::direction("line", pose.inverse_transform_vector(&along))?;
        let cut = Cut::Line(pose.inverse_transform_point(&foot), math::right_of(along));
        let planned = Planned::new(self, whole, &CutBody::new(self, whole)?, &cut)?;
        self.do_cut(planned, || Edit::SplitBody(body, [a, b]))
    }

    /// Shatters a body into about this many pieces around a point of the world; pieces near the
    /// point are smaller. Returns them as [`split_body`](Self::split_body) does.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let pane = scene.add(Body::dynamic().velocity([0.0, 3.0]), [Collider::cuboid(1.0, 1.0)])?;
    /// let shards = scene.shatter_body(pane, [0.2, 0.1], 30)?;
    /// assert!((20..=40).contains(&shards.len()));
    /// assert!(shards.iter().all(|shard| scene.body(*shard).unwrap().velocity().y > 2.99));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, it has nothing to cut, the point is not finite, or the number of
    /// pieces is less than 2 or more than 10,000.
    #[doc(alias("break", "destruction", "voronoi"))]
    pub fn shatter_body(
        &mut self,
        body: BodyKey,
        point: impl Into<Point>,
        pieces: usize,
    ) -> Result<Vec<BodyKey>, Error> {
        self.shatter(body, point.into(), pieces, 0.0)
    }

    /// [`shatter_body`](Self::shatter_body) with the seeds of pieces at least so far apart: where
    /// they crowd, there are fewer. Where there is room for one only, the body stays whole.
    fn shatter(
        &mut self,
        body: BodyKey,
        point: Point,
        pieces: usize,
        apart: Real,
    ) -> Result<Vec<BodyKey>, Error> {
        let point = check::position("point", point)?;
        let whole = self.body(body)?;
        check::range("pieces", pieces as Real, 2.0, MOST_PIECES as Real)?;
        let around = whole.pose().inverse_transform_point(&point);
        let material = CutBody::new(self, whole)?;
        let mut seeds = material.seeds(around, pieces)?;
        if apart > 0.0 {
            let mut kept: Vec<Point> = Vec::new();
            seeds.retain(|seed| {
                let is_apart = kept.iter().all(|other| (seed - other).norm() >= apart);
                kept.extend(is_apart.then_some(*seed));
                is_apart
            });
            if seeds.len() < 2 {
                return Ok(vec![body]);
            }
        }
        let planned = Planned::new(self, whole, &material, &Cut::Cells(seeds))?;
        self.do_cut(planned, || Edit::ShatterBody(body, point, pieces as u32))
    }

    /// Carves an outline out of a body. The outline is given in the world and may be concave. Cells
    /// of tile maps whose centres lie within it are emptied. Returns the remaining pieces as
    /// [`split_body`](Self::split_body) does; if nothing remains, the list is empty and the body is
    /// removed.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let hill = scene.add(Body::fixed(), [Collider::cuboid(5.0, 1.0)])?;
    /// let hole = Polygon::regular(16, 0.8)?.vertices().to_vec(); // a crater
    /// scene.carve_body(hill, hole.iter().map(|at| at + Vector::new(0.0, 1.0)))?;
    /// let ray = scene.cast_ray([0.0, 5.0], [0.0, -10.0], QueryFilter::default()).unwrap();
    /// assert!((ray.point.y - 0.2).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, it has nothing to cut, or the outline is invalid: too few
    /// points, points that are not finite, or edges that cross.
    #[doc(alias("destructible terrain", "subtract", "boolean"))]
    pub fn carve_body<P: Into<Point>>(
        &mut self,
        body: BodyKey,
        outline: impl IntoIterator<Item = P>,
    ) -> Result<Vec<BodyKey>, Error> {
        let outline: Vec<Point> = outline.into_iter().map(Into::into).collect();
        let planned = Planned::carving(self, body, &outline)?;
        self.do_cut(planned, || Edit::CarveBody(body, outline))
    }

    /// Carries out a plan, and notes it if it changes anything.
    fn do_cut(
        &mut self,
        planned: Planned,
        edit: impl FnOnce() -> Edit,
    ) -> Result<Vec<BodyKey>, Error> {
        if planned.changes_nothing() {
            return Ok(vec![planned.body]);
        }
        let Planned { body, cells, plan } = planned;
        self.noted(edit, |scene| {
            for (key, cell) in cells {
                scene.empty_cell(key, cell)?;
            }
            match plan {
                Some(plan) => plan.carry_out(scene, body),
                None => Ok(vec![body]),
            }
        })
    }
}

/// A cut of a body that can be done.
struct Planned {
    body: BodyKey,
    /// Cells of tile maps that become empty.
    cells: Vec<(ColliderKey, [i32; 2])>,
    /// `None` if its shapes stay as they are.
    plan: Option<Plan>,
}

impl Planned {
    fn new(scene: &Scene, body: BodyRef, material: &CutBody, cut: &Cut) -> Result<Self, Error> {
        let cells = match cut {
            Cut::Out(polygons) => cells_in(scene, body, polygons)?,
            Cut::Line(..) | Cut::Cells(_) => Vec::new(),
        };
        let plan = material.cut(cut)?.map(|them| Plan::new(scene, body, material, them));
        Ok(Self { body: body.key(), cells, plan: plan.transpose()? })
    }

    /// Plans to take an outline of the world out of a body.
    fn carving(scene: &Scene, body: BodyKey, outline: &[Point]) -> Result<Self, Error> {
        let body = scene.body(body)?;
        let pose = body.pose();
        let local: Vec<_> = outline.iter().map(|at| pose.inverse_transform_point(at)).collect();
        let holes = cut::decompose(&local, &[])?.into_iter();
        let cut = Cut::Out(holes.map(|it| (it.clone(), it.aabb(&Pose::identity()))).collect());
        Self::new(scene, body, &CutBody::new(scene, body)?, &cut)
    }

    fn changes_nothing(&self) -> bool {
        self.plan.is_none() && self.cells.is_empty()
    }
}

/// The point of a line that is nearest to a place, and the direction of the line: without the
/// rounding of points far away.
fn line_near(place: Point, a: Point, b: Point) -> (Point, Vector) {
    let wide = |it: Point| [f64::from(it.x), f64::from(it.y)];
    let ([px, py], [ax, ay], [bx, by]) = (wide(place), wide(a), wide(b));
    let (x, y) = (bx - ax, by - ay);
    let square = x * x + y * y;
    if square == 0.0 {
        return (a, Vector::zeros());
    }
    let part = ((px - ax) * x + (py - ay) * y) / square;
    let length = square.sqrt();
    let foot = Point::new((ax + part * x) as Real, (ay + part * y) as Real);
    (foot, Vector::new((x / length) as Real, (y / length) as Real))
}

//! Move and slide for things that are no characters.

use umbra_geom::{Pose, Shape, Vector};

use super::check_shape;
use super::report::{Hit, Hits};
use super::slide::{Mode, Mover};
use crate::check;
use umbra_core::MoverRules;
use umbra_core::{Error, Predicate, QueryFilter, Scene};

/// Result of a slide.
#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// Pose of the shape at the end.
    pub pose: Pose,
    /// Distance and direction that it moved.
    pub translation: Vector,
    hits: Hits,
}

impl Slide {
    /// Surfaces that it pressed on: at most 16.
    ///
    /// ```
    /// use umbra::character::move_and_slide;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// scene.add(Body::fixed().position([2.0, 0.0]), [Collider::cuboid(0.5, 3.0)])?;
    /// # let sword = Shape::from(Capsule::new([0.0, 0.0], [0.8, 0.0], 0.05)?);
    /// let all = QueryFilter::default();
    /// let thrust = move_and_slide(&scene, &sword, Pose::identity(), [2.0, 0.0], all)?;
    /// assert_eq!(thrust.hits()[0].normal, Vector::new(-1.0, 0.0)); // sparks fly back
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }
}

/// Moves a shape by a translation, sliding along the surfaces in its path. It keeps half a
/// hundredth of a length unit away from solid surfaces, and is moved out of overlaps. A surface
/// counts as ground in hits if it is flatter than 50 degrees, with y upwards.
///
/// ```
/// use umbra::character::move_and_slide;
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed().position([3.0, 0.0]), [Collider::cuboid(1.0, 5.0)])?;
/// let drone = Shape::from(Circle::new(0.5)?);
/// let all = QueryFilter::default();
/// let slide = move_and_slide(&scene, &drone, Pose::identity(), [4.0, 1.0], all)?;
/// // The wall stops it at x = 1.5, but not its way up.
/// assert!((slide.translation.x - 1.495).abs() < 1e-4 && slide.translation.y == 1.0);
/// assert_eq!(slide.hits().len(), 1);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When the shape is a line, or a number is not finite or too large.
pub fn move_and_slide(
    scene: &Scene,
    shape: &Shape,
    pose: Pose,
    translation: impl Into<Vector>,
    filter: QueryFilter<impl Predicate>,
) -> Result<Slide, Error> {
    check_shape("shape", shape)?;
    let pose = check::pose("pose", pose)?;
    let translation = check::vector("translation", translation.into())?;
    let end = check::position("translation", (pose.translation.vector + translation).into());
    end?;
    let filter = filter.as_dyn();
    let up = Vector::new(0.0, 1.0);
    let around = MoverRules::default();
    let mover = Mover { scene, filter, around, shape, up, least_up: LEAST_UP };
    let (mut to, mut hits) = (pose, Hits::new());
    let slid = mover.slide(&mut to, translation, Mode::Free, &mut hits);
    Ok(Slide { pose: to, translation: slid.moved, hits })
}

/// The cosine of 50 degrees.
const LEAST_UP: umbra_geom::Real = 0.642_787_6;

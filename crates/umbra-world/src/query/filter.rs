//! Filters of queries.

use umbra_broad::Filter;

use crate::world::Part;
use crate::{BodyKey, BodyKind, ColliderKey};

/// Filter of a query: it decides which colliders are found. By default all but sensors.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let wall = scene.add_body(Body::fixed().position([2.0, 0.0]))?;
/// scene.add_collider(wall, Collider::cuboid(0.5, 0.5))?;
/// let target = scene.add_body(Body::dynamic().position([4.0, 0.0]))?;
/// let ball = scene.add_collider(target, Collider::circle(0.5).user_data(7))?;
///
/// let ray = |filter| scene.cast_ray([0.0, 0.0], [8.0, 0.0], filter).unwrap().body;
/// let all = QueryFilter::default();
/// assert_eq!(ray(all), wall);
/// assert_eq!(ray(all.only(BodyKind::Dynamic)), target);
/// assert_eq!(ray(all.exclude(wall)), target);
/// let sevens = all.predicate(|key| scene.collider(key).is_ok_and(|it| it.user_data() == 7));
/// assert_eq!(scene.colliders_at([4.0, 0.0], sevens), [ball]);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryFilter<P = Everything> {
    /// The query counts as an object with this filter: it finds the colliders that such an object
    /// would collide with.
    pub filter: Filter,
    /// This body is not found: mostly the one for which the query is made.
    pub exclude: Option<BodyKey>,
    /// The kinds of bodies that are found.
    pub kinds: BodyKinds,
    /// True if sensors are found too. False by default.
    pub sensors: bool,
    /// Treatment of one-way platforms.
    pub platforms: Platforms,
    /// True if rays and moving shapes go through portals. True by default.
    pub portals: bool,
    /// A last question about each collider that would be found: see [`predicate`](Self::predicate).
    pub predicate: P,
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self {
            filter: Filter::ALL,
            exclude: None,
            kinds: BodyKinds::ALL,
            sensors: false,
            platforms: Platforms::Passable,
            portals: true,
            predicate: Everything,
        }
    }
}

impl<P> QueryFilter<P> {
    /// Does not find this body.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let shooter = Body::dynamic().position([0.0, 0.0]);
    /// # let shooter = scene.add(shooter, [Collider::circle(0.5)])?;
    /// # let target = Body::dynamic().position([5.0, 0.0]);
    /// # let target = scene.add(target, [Collider::circle(0.5)])?;
    /// let all = QueryFilter::default();
    /// let shot = |filter| scene.cast_ray([0.0, 0.0], [9.0, 0.0], filter).unwrap().body;
    /// assert_eq!((shot(all), shot(all.exclude(shooter))), (shooter, target));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn exclude(mut self, body: BodyKey) -> Self {
        self.exclude = Some(body);
        self
    }

    /// Finds only bodies of a kind, as in `only(BodyKind::Dynamic)`, or of some:
    /// `only([BodyKind::Fixed, BodyKind::Kinematic])`.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let stone = Body::dynamic().position([0.0, 0.2]);
    /// # let stone = scene.add(stone, [Collider::circle(0.5)])?;
    /// // What could be picked up here?
    /// let movable = QueryFilter::default().only([BodyKind::Dynamic, BodyKind::Kinematic]);
    /// let found = scene.colliders_at([0.0, 0.3], movable);
    /// assert_eq!(found.len(), 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn only(mut self, kinds: impl Into<BodyKinds>) -> Self {
        self.kinds = kinds.into();
        self
    }

    /// Finds sensors too, or solid colliders only.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let zone = scene.add(Body::fixed(), [Collider::circle(3.0).sensor(true)])?;
    /// let all = QueryFilter::default();
    /// assert!(scene.colliders_at([1.0, 0.0], all).is_empty());
    /// assert_eq!(scene.colliders_at([1.0, 0.0], all.sensors(true)).len(), 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn sensors(mut self, sensors: bool) -> Self {
        self.sensors = sensors;
        self
    }

    /// Sets the treatment of one-way platforms.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// scene.add_collider(level, Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0]))?;
    /// let all = QueryFilter::default();
    /// assert!(scene.cast_ray([0.0, 4.0], [0.0, -3.0], all).is_some()); // from above
    /// assert!(scene.cast_ray([0.0, 0.0], [0.0, 3.0], all).is_none()); // from below
    /// assert!(scene.cast_ray([0.0, 0.0], [0.0, 3.0], all.platforms(Platforms::Solid)).is_some());
    /// assert_eq!(scene.colliders_at([0.0, 2.0], all).len(), 1);
    /// assert_eq!(scene.colliders_at([0.0, 2.0], all.platforms(Platforms::Overlooked)).len(), 0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn platforms(mut self, platforms: Platforms) -> Self {
        self.platforms = platforms;
        self
    }

    /// Lets rays and moving shapes through portals, or not.
    #[must_use]
    pub fn portals(mut self, portals: bool) -> Self {
        self.portals = portals;
        self
    }

    /// Finds only colliders for which `accepts` returns true. It is called last, and only for
    /// colliders near by. How often and in which order it is called is not fixed.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let friend = Body::dynamic().position([2.0, 0.0]);
    /// # let friend = scene.add(friend, [Collider::circle(0.5)])?;
    /// # let enemy = Body::dynamic().position([5.0, 0.0]);
    /// # let enemy = scene.add(enemy, [Collider::circle(0.5)])?;
    /// let friends = [friend]; // kept by the game
    /// let foes = QueryFilter::default()
    ///     .predicate(|key| scene.collider(key).is_ok_and(|it| !friends.contains(&it.body())));
    /// assert_eq!(scene.cast_ray([0.0, 0.0], [9.0, 0.0], foes).unwrap().body, enemy);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn predicate<F: Fn(ColliderKey) -> bool>(self, accepts: F) -> QueryFilter<F> {
        let Self { filter, exclude, kinds, sensors, platforms, portals, predicate: _ } = self;
        QueryFilter { filter, exclude, kinds, sensors, platforms, portals, predicate: accepts }
    }
}

impl<P: Predicate> QueryFilter<P> {
    /// The filter with its predicate behind a reference: one type, whatever the predicate.
    pub fn as_dyn(&self) -> DynFilter<'_> {
        let Self { filter, exclude, kinds, sensors, platforms, portals, .. } = *self;
        let predicate = self.predicate.question();
        QueryFilter { filter, exclude, kinds, sensors, platforms, portals, predicate }
    }
}

/// Treatment of one-way platforms by a query.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let ledge = Collider::cuboid(3.0, 0.1).one_way([0.0, 1.0]);
/// scene.add(Body::fixed().position([0.0, 2.0]), [ledge])?;
/// let sight = QueryFilter::default().platforms(Platforms::Solid);
/// assert!(scene.cast_ray([0.0, 0.0], [0.0, 5.0], sight).is_some()); // not seen through
/// let jump = QueryFilter::default();
/// assert!(scene.cast_ray([0.0, 0.0], [0.0, 5.0], jump).is_none()); // but jumped through
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Platforms {
    /// Rays and moving shapes pass them as bodies do: they hit a platform only from its solid side.
    /// They pass a platform in which they start, unless they stand on it, no deeper than a
    /// hundredth of a length unit. A character that looks for the ground below it or the ceiling
    /// above thus finds what would stop it. Overlaps and nearest points find platforms like all
    /// other colliders: a click on a platform selects it.
    #[default]
    Passable,
    /// All queries take them for solid, as a line of sight may have to.
    Solid,
    /// Rays and moving shapes treat them as [`Passable`](Self::Passable); overlaps and nearest
    /// points do not find them. Use it to ask if there is room for a character.
    Overlooked,
}

/// A [`QueryFilter`] with its predicate behind a reference: what all queries work with.
pub type DynFilter<'a> = QueryFilter<Option<&'a dyn Fn(ColliderKey) -> bool>>;

impl DynFilter<'_> {
    /// True if overlaps and nearest points do not find a part.
    #[inline]
    pub(super) fn overlooks(&self, target: &Part<'_>) -> bool {
        target.sides.one_way.is_some() && self.platforms == Platforms::Overlooked
    }
}

/// Predicate of a [`QueryFilter`]: [`Everything`], or a closure.
pub trait Predicate {
    /// The question to be asked, if there is one.
    fn question(&self) -> Option<&dyn Fn(ColliderKey) -> bool>;
}

/// The predicate that accepts every collider, and costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Everything;

impl Predicate for Everything {
    fn question(&self) -> Option<&dyn Fn(ColliderKey) -> bool> {
        None
    }
}

impl Predicate for Option<&dyn Fn(ColliderKey) -> bool> {
    fn question(&self) -> Option<&dyn Fn(ColliderKey) -> bool> {
        *self
    }
}

impl<F: Fn(ColliderKey) -> bool> Predicate for F {
    fn question(&self) -> Option<&dyn Fn(ColliderKey) -> bool> {
        Some(self)
    }
}

/// Some of the kinds of bodies.
///
/// ```
/// # use umbra::prelude::*;
/// use umbra::BodyKinds;
///
/// let movable = BodyKinds::from([BodyKind::Kinematic, BodyKind::Dynamic]);
/// assert!(movable.contains(BodyKind::Dynamic) && !movable.contains(BodyKind::Fixed));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyKinds(u8);

impl BodyKinds {
    /// Fixed, kinematic and dynamic bodies.
    pub const ALL: Self = Self(0b111);

    /// True if the set contains a kind.
    pub fn contains(self, kind: BodyKind) -> bool {
        self.0 & Self::from(kind).0 != 0
    }
}

impl From<BodyKind> for BodyKinds {
    fn from(kind: BodyKind) -> Self {
        Self(match kind {
            BodyKind::Fixed => 0b001,
            BodyKind::Kinematic => 0b010,
            BodyKind::Dynamic => 0b100,
        })
    }
}

impl<const N: usize> From<[BodyKind; N]> for BodyKinds {
    fn from(kinds: [BodyKind; N]) -> Self {
        Self(kinds.into_iter().fold(0, |all, kind| all | Self::from(kind).0))
    }
}

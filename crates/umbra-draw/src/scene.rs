//! The walk over a scene that is to be drawn.

use umbra_geom::{Aabb, Point, Real, Vector};

use super::{DebugColor, DebugDraw, DebugOptions, DebugPalette};
use umbra_core::{BodyKey, BodyKind, BodyRef, ColliderRef, ContactRef, Error, Scene};

/// Draws scenes: [`Scene`] implements it.
pub trait DrawScene {
    /// Draws the scene as the last step left it: shapes first, then what `options` ask for on
    /// top, always in the same order.
    ///
    /// # Errors
    /// When a number of the options is negative or not finite, or their view is no rectangle.
    /// Nothing is drawn then.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let ground = scene.add_body(Body::fixed())?;
    /// scene.add_collider(ground, Collider::cuboid(5.0, 0.5))?;
    /// let ball = scene.add_body(Body::dynamic().position([0.0, 3.0]))?;
    /// scene.add_collider(ball, Collider::circle(0.5))?;
    ///
    /// let mut picture = SvgDraw::new();
    /// scene.debug_draw(&mut picture, DebugOptions { velocities: true, ..Default::default() })?;
    /// assert!(picture.to_string().starts_with("<svg"));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    fn debug_draw(&self, drawer: &mut impl DebugDraw, options: DebugOptions) -> Result<(), Error>;
}

impl DrawScene for Scene {
    fn debug_draw(&self, drawer: &mut impl DebugDraw, options: DebugOptions) -> Result<(), Error> {
        let scene = self;
        options.validate()?;
        let palette = &options.palette;
        if options.fields {
            super::fields::draw_fields(scene, drawer, &options);
        }
        if options.portals {
            super::portals::draw_portals(scene, drawer, &options);
        }
        draw_colliders(scene, drawer, &options);
        if options.islands {
            draw_islands(scene, drawer, &options);
        }
        if options.joints {
            super::joints::draw_joints(scene, drawer, &options);
        }
        if options.contacts || options.normals || options.impulses {
            for contact in scene.contacts() {
                draw_contact(scene, drawer, &contact, &options);
            }
        }
        if !(options.velocities || options.centers_of_mass) {
            return Ok(());
        }
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
            let velocity = body.velocity_at(body.center_of_mass());
            let center = options.point_on(&body, body.center_of_mass());
            if body.kind() == BodyKind::Fixed || !is_in_view(&options, center) {
                continue;
            }
            if options.velocities {
                let length = options.velocity_length * scene.config().length_unit;
                draw_arrow(drawer, center, velocity * length, palette.velocity);
            }
            if options.centers_of_mass {
                drawer.point(center, palette.center_of_mass);
            }
        }
        Ok(())
    }
}

/// Shapes and boxes of the colliders in view: sensors behind what never moves, and that behind the
/// rest.
fn draw_colliders(scene: &Scene, drawer: &mut impl DebugDraw, options: &DebugOptions) {
    if !(options.shapes || options.boxes) {
        return;
    }
    let seen = |aabb: &Aabb| options.view.is_none_or(|view| view.overlaps(aabb));
    let layer_of = |collider: &ColliderRef<'_>, body: &BodyRef<'_>| match body.kind() {
        _ if collider.is_sensor() => 0,
        BodyKind::Fixed => 1,
        BodyKind::Kinematic | BodyKind::Dynamic => 2,
    };
    // What is on its way through a portal is in two places.
    let images: Vec<_> = scene.images().collect();
    for layer in 0..3 {
        for collider in scene.colliders().filter_map(|key| scene.collider(key).ok()) {
            let Ok(body) = scene.body(collider.body()) else { continue };
            if layer_of(&collider, &body) != layer {
                continue;
            }
            if options.shapes {
                let is_sensor = layer == 0 && body.is_enabled();
                let palette = &options.palette;
                let color = if is_sensor { palette.sensor } else { color_of(&body, palette) };
                let images = images.iter().filter(|(of, _)| *of == body.key());
                let images = images.map(|(_, pose)| *pose);
                for pose_of_body in core::iter::once(options.pose_of(&body)).chain(images) {
                    for (shape, offset) in collider.shapes_on_body(options.view) {
                        let pose = pose_of_body * offset;
                        if seen(&shape.aabb(&pose)) {
                            drawer.shape(shape, &pose, color);
                        }
                    }
                }
            }
            if options.boxes && seen(&collider.aabb()) {
                drawer.outline(&collider.aabb(), options.palette.bounds);
            }
        }
    }
}

fn draw_contact(
    scene: &Scene,
    drawer: &mut impl DebugDraw,
    contact: &ContactRef<'_>,
    options: &DebugOptions,
) {
    let palette = &options.palette;
    let normal = contact.normal();
    // Impulses act along the normal and along the normal turned clockwise.
    let tangent = Vector::new(normal.y, -normal.x);
    let unit = scene.config().length_unit;
    for point in contact.points().filter(|point| is_in_view(options, point.position)) {
        let at = point.position;
        if options.normals {
            draw_arrow(drawer, at, normal * (options.normal_length * unit), palette.normal);
        }
        if options.impulses {
            let impulse = normal * point.normal_impulse + tangent * point.tangent_impulse;
            draw_arrow(drawer, at, impulse * (options.impulse_length * unit), palette.impulse);
        }
        if options.contacts {
            let touching = contact.is_touching();
            drawer.point(at, if touching { palette.touching } else { palette.near });
        }
    }
}

/// A box around every group of bodies that touch, with their number.
fn draw_islands(scene: &Scene, drawer: &mut impl DebugDraw, options: &DebugOptions) {
    let colliders_of = |body: BodyKey| {
        let body = scene.body(body).ok();
        let keys = body.into_iter().flat_map(|body| body.colliders());
        keys.filter_map(|key| scene.collider(key).ok())
    };
    let boxes = scene.islands().into_iter().map(|bodies| {
        let colliders = bodies.iter().flat_map(|body| colliders_of(*body));
        let aabb = colliders.fold(Aabb::EMPTY, |aabb, collider| aabb.union(&collider.aabb()));
        (aabb, bodies.len())
    });
    // A body that touches nobody is no group, and one without colliders has no box.
    for (aabb, count) in boxes.filter(|(aabb, count)| *count > 1 && aabb.is_valid()) {
        if options.view.is_none_or(|view| view.overlaps(&aabb)) {
            drawer.outline(&aabb, options.palette.island);
            let above = Point::new(aabb.center().x, aabb.max.y);
            drawer.text(above, &format!("{count} bodies"), options.palette.island);
        }
    }
}

fn is_in_view(options: &DebugOptions, point: Point) -> bool {
    options.view.is_none_or(|view| view.contains_point(point))
}

/// An arrow, unless it would have no length.
fn draw_arrow(drawer: &mut impl DebugDraw, from: Point, along: Vector, color: DebugColor) {
    const SHORTEST: Real = 1e-12;
    if along.norm_squared() > SHORTEST {
        drawer.arrow(from, along, color);
    }
}

/// The colour that tells the state of a body.
fn color_of(body: &BodyRef<'_>, palette: &DebugPalette) -> DebugColor {
    match body.kind() {
        _ if !body.is_enabled() => palette.disabled,
        BodyKind::Fixed => palette.fixed,
        _ if !body.is_awake() => palette.asleep,
        BodyKind::Kinematic => palette.kinematic,
        BodyKind::Dynamic => palette.awake,
    }
}

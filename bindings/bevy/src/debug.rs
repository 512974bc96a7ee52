//! Drawing of colliders, contacts and joints with gizmos.
use bevy_app::prelude::*;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_time::{Fixed, Time};
use umbra::geom::math;
use umbra::prelude::{Point, Real, Rotation, Vector};
use umbra::{DebugColor, DebugDraw, DebugOptions, DrawScene};

use crate::PhysicsScene;
use crate::convert::{position, vec2};
use crate::interpolation::ShowsBetween;
use crate::time::Physics;

/// Draws the physics with gizmos, after `Update`. It needs `GizmoPlugin`, which `DefaultPlugins`
/// has.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhysicsDebugPlugin;

/// What is drawn.
#[derive(Resource, Clone, Debug)]
pub struct PhysicsDebug {
    /// False draws nothing.
    pub enabled: bool,
    /// What is drawn, and in which colours.
    pub options: DebugOptions,
}

impl Default for PhysicsDebug {
    fn default() -> Self {
        Self { enabled: true, options: DebugOptions::default() }
    }
}

/// The group of the gizmos of physics: width and depth are set in its `GizmoConfig`.
#[derive(GizmoConfigGroup, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Default)]
pub struct PhysicsGizmos;

impl Plugin for PhysicsDebugPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PhysicsDebug>()
            .init_gizmo_group::<PhysicsGizmos>()
            .add_systems(PostUpdate, draw);
    }
}

fn draw(
    physics: Res<PhysicsScene>,
    debug: Res<PhysicsDebug>,
    clock: Res<Time<Physics>>,
    fixed: Option<Res<Time<Fixed>>>,
    shows_between: Option<Res<ShowsBetween>>,
    mut gizmos: Gizmos<PhysicsGizmos>,
) {
    if !debug.enabled {
        return;
    }
    // Outlines are drawn where the transforms are: between two steps only if those are blended.
    let blends = shows_between.is_some() && !clock.delta().is_zero();
    let interpolation = fixed.filter(|_| blends).map_or(1.0, |fixed| fixed.overstep_fraction());
    let options = DebugOptions { interpolation, ..debug.options };
    let dot = 0.05 * physics.config().length_unit;
    let mut lines = Lines { gizmos: &mut gizmos, dot };
    if let Err(error) = physics.scene.debug_draw(&mut lines, options) {
        log::error!("drawing of the physics: {error}");
    }
}

/// Sides of a whole circle.
const SIDES: u16 = 24;

struct Lines<'a, 'w, 's> {
    gizmos: &'a mut Gizmos<'w, 's, PhysicsGizmos>,
    dot: f32,
}

impl Lines<'_, '_, '_> {
    /// A part of a circle from one angle over some sides of it.
    fn arc(center: Vec2, radius: f32, from: f32, sides: u16) -> impl Iterator<Item = Vec2> {
        (0..=sides).map(move |side| {
            let angle = from + std::f32::consts::TAU * f32::from(side) / f32::from(SIDES);
            center + Vec2::from_angle(angle) * radius
        })
    }
}

impl DebugDraw for Lines<'_, '_, '_> {
    fn circle(&mut self, center: Point, radius: Real, rotation: Rotation, color: DebugColor) {
        let at = position(center);
        self.gizmos.linestrip_2d(Self::arc(at, radius, 0.0, SIDES), shade(color));
        let rim = at + vec2(rotation * Vector::new(radius, 0.0));
        self.gizmos.line_2d(at, rim, shade(color));
    }

    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        let [a, b] = [position(a), position(b)];
        let from = (b - a).to_angle() + std::f32::consts::FRAC_PI_2;
        let ends = Self::arc(a, radius, from, SIDES / 2).chain(Self::arc(
            b,
            radius,
            from + std::f32::consts::PI,
            SIDES / 2,
        ));
        self.gizmos.lineloop_2d(ends, shade(color));
    }

    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor) {
        let corners: Vec<_> = vertices.iter().map(|vertex| position(*vertex)).collect();
        if radius == 0.0 {
            return self.gizmos.lineloop_2d(corners, shade(color));
        }
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        let grown = edges.flat_map(|(a, b)| {
            let normal = -(b - a).perp().normalize_or_zero() * radius;
            [a + normal, b + normal]
        });
        self.gizmos.lineloop_2d(grown.collect::<Vec<_>>(), shade(color));
    }

    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        self.gizmos.line_2d(position(a), position(b), shade(color));
    }

    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor) {
        let tip = from + along;
        self.segment(from, tip, color);
        for turn in [2.6, -2.6] {
            self.segment(tip, tip + math::rotation(turn) * along * 0.25, color);
        }
    }

    fn point(&mut self, at: Point, color: DebugColor) {
        let (x, y) = (Vector::new(self.dot, 0.0), Vector::new(0.0, self.dot));
        self.segment(at - x, at + x, color);
        self.segment(at - y, at + y, color);
    }

    /// Gizmos have strokes for text in some versions only: numbers of islands are left out.
    fn text(&mut self, _: Point, _: &str, _: DebugColor) {}
}

fn shade(color: DebugColor) -> Color {
    Color::srgb_u8(color.red, color.green, color.blue)
}

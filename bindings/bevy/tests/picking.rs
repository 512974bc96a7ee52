//! Pointers find colliders: the whole of `bevy_picking`, with a window and a camera that draw
//! nothing.
#![cfg(feature = "picking")]
mod common;

use bevy_camera::{Camera, ComputedCameraValues, NormalizedRenderTarget, RenderTargetInfo};
use bevy_ecs::prelude::*;
use bevy_math::{Mat4, Quat, UVec2, Vec2, Vec3};
use bevy_picking::backend::{HitData, PointerHits};
use bevy_picking::hover::HoverMap;
use bevy_picking::pointer::{Location, PointerId, PointerLocation};
use bevy_picking::{InteractionPlugin, Pickable, PickingPlugin, PickingSettings};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use bevy_window::{PrimaryWindow, WindowRef};
use common::{Game, game_with_more};

/// A window of 800 x 600, seen by a camera that shows a metre as a pixel, y up.
struct Screen {
    game: Game,
    camera: Entity,
    pointer: Entity,
    window: Entity,
}

fn screen() -> Screen {
    let plugin = UmbraPlugin::default().with_gravity(Vec2::ZERO);
    let mut game = game_with_more(plugin.without_interpolation(), |app| {
        app.add_plugins((PickingPlugin, InteractionPlugin, PhysicsPickingPlugin)).insert_resource(
            PickingSettings { is_window_picking_enabled: false, ..PickingSettings::default() },
        );
    });
    let window = game.add(PrimaryWindow);
    let camera = game.add((camera(0), Transform::default()));
    let pointer = game.add((PointerId::Mouse, PointerLocation::default()));
    Screen { game, camera, pointer, window }
}

/// Depths as those of Bevy's cameras: the near plane, at z = 1000, at 1, the far one, at z = -1000,
/// at 0.
fn camera(order: isize) -> Camera {
    let size = UVec2::new(800, 600);
    let target = RenderTargetInfo { physical_size: size, scale_factor: 1.0 };
    let clip_from_view = Mat4::from_scale_rotation_translation(
        Vec3::new(1.0 / 400.0, 1.0 / 300.0, 1.0 / 2000.0),
        Quat::IDENTITY,
        Vec3::new(0.0, 0.0, 0.5),
    );
    let computed = ComputedCameraValues {
        clip_from_view,
        target_info: Some(target),
        ..ComputedCameraValues::default()
    };
    Camera { order, computed, ..Camera::default() }
}

impl Screen {
    /// Points at a place of the world, seen by a camera that did not move.
    fn point_at(&mut self, x: f32, y: f32) -> Vec<PointerHits> {
        let window = WindowRef::Primary.normalize(Some(self.window)).expect("there is a window");
        let position = Vec2::new(400.0 + x, 300.0 - y);
        let location = Location { target: NormalizedRenderTarget::Window(window), position };
        self.game.insert(self.pointer, PointerLocation::new(location));
        self.game.messages::<PointerHits>();
        self.game.steps(1);
        self.game.messages()
    }

    /// Entities at a place.
    fn entities_at(&mut self, x: f32, y: f32) -> Vec<Entity> {
        self.picks_at(x, y).into_iter().map(|(entity, _)| entity).collect()
    }

    fn picks_at(&mut self, x: f32, y: f32) -> Vec<(Entity, HitData)> {
        self.point_at(x, y).into_iter().flat_map(|hits| hits.picks).collect()
    }

    /// The entity on top, as `bevy_picking` sees it.
    fn hovered(&self) -> Vec<Entity> {
        let map = self.game.app.world().resource::<HoverMap>();
        map.get(&PointerId::Mouse).into_iter().flat_map(|found| found.keys().copied()).collect()
    }

    fn ball(&mut self, x: f32, z: f32) -> Entity {
        let ball =
            (RigidBody::Dynamic, Collider::circle(10.0), Sensor, Transform::from_xyz(x, 0.0, z));
        let ball = self.game.add(ball);
        self.game.steps(2);
        ball
    }
}

#[test]
fn the_pointer_finds_what_it_is_over() {
    let mut screen = screen();
    let ball = screen.ball(100.0, 0.0);
    let hits = screen.point_at(105.0, 5.0);
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].pointer, hits[0].order), (PointerId::Mouse, 0.0));
    let [(entity, hit)] = &hits[0].picks[..] else { panic!("one collider: {hits:?}") };
    assert_eq!((*entity, hit.camera), (ball, screen.camera));
    let at = hit.position.expect("there is a position");
    assert!(at.distance(Vec3::new(105.0, 5.0, 0.0)) < 1e-2, "{at}");
    assert!((hit.depth - 1000.0).abs() < 1e-2, "{}", hit.depth);
    assert_eq!(screen.hovered(), [ball]);
    // The corner of its box is outside of the circle.
    assert!(screen.entities_at(109.0, 9.0).is_empty());
    assert!(screen.hovered().is_empty());
    // It moves, and the pointer stays.
    screen.game.change::<Transform>(ball, |transform| transform.translation.x = 109.0);
    screen.game.steps(1);
    assert_eq!(screen.entities_at(109.0, 9.0), [ball]);
}

#[test]
fn the_one_in_front_comes_first() {
    let mut screen = screen();
    let [back, front, middle] = [1.0, 7.0, 3.0].map(|z| screen.ball(0.0, z));
    let mut picks = screen.picks_at(1.0, 1.0);
    picks.sort_by(|(_, a), (_, b)| a.depth.total_cmp(&b.depth));
    let order: Vec<_> = picks.iter().map(|(entity, _)| *entity).collect();
    assert_eq!(order, [front, middle, back]);
    assert_eq!(screen.hovered(), [front]);
}

#[test]
fn ignored_entities_are_not_found() {
    let mut screen = screen();
    let ball = screen.ball(0.0, 0.0);
    screen.game.insert(ball, Pickable::IGNORE);
    assert!(screen.entities_at(0.0, 0.0).is_empty());
    screen.game.insert(ball, Pickable::default());
    assert_eq!(screen.entities_at(0.0, 0.0), [ball]);
    screen.game.despawn(ball);
    assert!(screen.entities_at(0.0, 0.0).is_empty());
}

#[test]
fn colliders_of_children_are_found_themselves() {
    let mut screen = screen();
    let ball = screen.ball(0.0, 0.0);
    let ear = (Collider::circle(5.0), ChildOf(ball), Transform::from_xyz(20.0, 0.0, 0.0));
    let ear = screen.game.add(ear);
    screen.game.steps(1);
    assert_eq!(screen.entities_at(20.0, 0.0), [ear]);
}

#[test]
fn each_camera_has_its_own_rays() {
    let mut screen = screen();
    let ball = screen.ball(0.0, 0.0);
    let second = screen.game.add((camera(3), Transform::from_xyz(50.0, 0.0, 0.0)));
    screen.game.steps(1);
    // The second camera is 50 to the right, so its ball is 50 to the left on the screen.
    let hits = screen.point_at(-50.0, 0.0);
    let found: Vec<_> =
        hits.iter().filter(|hits| !hits.picks.is_empty()).map(|hits| hits.order).collect();
    assert_eq!(found, [3.0]);
    let pick = hits.iter().flat_map(|hits| &hits.picks).next().expect("there is a hit");
    assert_eq!((pick.0, pick.1.camera), (ball, second));
}

#[test]
fn cameras_that_look_along_the_plane_find_nothing() {
    let mut screen = screen();
    screen.ball(0.0, 0.0);
    let aside = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    screen.game.change::<Transform>(screen.camera, |transform| transform.rotation = aside);
    screen.game.steps(1);
    assert!(screen.entities_at(0.0, 0.0).is_empty());
}

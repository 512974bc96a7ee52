//! Bodies in a window: a ball on a chain swings into a tower of crates. Bevy draws bodies as
//! meshes; the debug plugin draws outlines and joints over them.
//!
//! `cargo run --features window --example window`, with Rust 1.97.1 or `--ignore-rust-version`.
//! A click drops a ball, `D` switches the lines, `P` pauses. With the name of a file and a number
//! of frames, it saves a picture of that frame and exits: `-- window.png 132`.
use bevy::camera::ScalingMode;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::PrimaryWindow;
use bevy_umbra::prelude::*;

const CRATE: Color = Color::srgb(0.78, 0.55, 0.30);
const STEEL: Color = Color::srgb(0.42, 0.47, 0.55);
const GROUND: Color = Color::srgb(0.24, 0.30, 0.24);
const BALL: Color = Color::srgb(0.85, 0.30, 0.25);

/// File and frame of the picture.
#[derive(Resource)]
struct Picture(String, u32);

fn main() -> AppExit {
    let window =
        Window { title: "bevy_umbra".into(), resolution: (800, 450).into(), ..Window::default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((UmbraPlugin::default(), PhysicsDebugPlugin))
        .insert_resource(ClearColor(Color::srgb(0.09, 0.10, 0.12)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (drop_ball, press));
    let mut arguments = std::env::args().skip(1);
    if let Some(file) = arguments.next() {
        let frame = arguments.next().and_then(|frame| frame.parse().ok()).unwrap_or(132);
        // One step in each frame: the picture is the same however long a frame takes.
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .insert_resource(Picture(file, frame))
            .add_systems(Update, take_picture);
    }
    app.run()
}

/// Spawns bodies with a mesh in the same shape.
#[derive(SystemParam)]
struct Spawner<'w, 's> {
    commands: Commands<'w, 's>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<ColorMaterial>>,
}

impl Spawner<'_, '_> {
    fn spawn(
        &mut self,
        body: RigidBody,
        (collider, mesh): (Collider, Mesh),
        color: Color,
        [x, y]: [f32; 2],
    ) -> Entity {
        let looks = (
            Mesh2d(self.meshes.add(mesh)),
            MeshMaterial2d(self.materials.add(ColorMaterial::from(color))),
        );
        self.commands.spawn((body, collider, looks, Transform::from_xyz(x, y, 0.0))).id()
    }
}

fn rectangle(width: f32, height: f32) -> (Collider, Mesh) {
    (Collider::rectangle(width, height), Rectangle::new(width, height).into())
}

fn disc(radius: f32) -> (Collider, Mesh) {
    (Collider::circle(radius), Circle::new(radius).into())
}

fn spawn(mut spawner: Spawner) {
    let scaling_mode = ScalingMode::FixedVertical { viewport_height: 13.5 };
    let projection =
        OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    let camera = (Camera2d, Projection::Orthographic(projection));
    spawner.commands.spawn((camera, Transform::from_xyz(0.0, 5.75, 0.0)));

    spawner.spawn(RigidBody::Static, rectangle(30.0, 1.0), GROUND, [0.0, -0.5]);
    for row in 0..8_u8 {
        for column in 0..3_u8 {
            let at = [4.0 + 0.82 * f32::from(column), 0.4 + 0.8 * f32::from(row)];
            spawner.spawn(RigidBody::Dynamic, rectangle(0.8, 0.8), CRATE, at);
        }
    }
    // The chain hangs to the left at first, level with its hook.
    let hook = spawner.spawn(RigidBody::Static, rectangle(0.6, 0.3), STEEL, [0.0, 10.5]);
    let (mut above, mut end) = (hook, 0.0);
    for _ in 0..8 {
        let link =
            spawner.spawn(RigidBody::Dynamic, rectangle(0.9, 0.2), STEEL, [end - 0.45, 10.5]);
        join(&mut spawner.commands, above, link, end);
        (above, end) = (link, end - 0.9);
    }
    let ball = spawner.spawn(RigidBody::Dynamic, disc(1.0), BALL, [end - 0.9, 10.5]);
    spawner.commands.entity(ball).insert(ColliderDensity(3.0));
    join(&mut spawner.commands, above, ball, end);
}

fn join(commands: &mut Commands, above: Entity, below: Entity, x: f32) {
    commands.spawn(Joint::revolute(above, below).anchor(Vec2::new(x, 10.5)));
}

/// Drops a ball where the mouse is.
fn drop_ball(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut spawner: Spawner,
) {
    let (camera, placed) = *camera;
    let at = window.cursor_position().and_then(|at| camera.viewport_to_world_2d(placed, at).ok());
    if let Some(at) = at.filter(|_| buttons.just_pressed(MouseButton::Left)) {
        spawner.spawn(RigidBody::Dynamic, disc(0.4), BALL, at.to_array());
    }
}

fn press(
    keys: Res<ButtonInput<KeyCode>>,
    mut debug: ResMut<PhysicsDebug>,
    mut clock: ResMut<Time<Physics>>,
) {
    if keys.just_pressed(KeyCode::KeyD) {
        debug.enabled = !debug.enabled;
    }
    if keys.just_pressed(KeyCode::KeyP) {
        if clock.is_paused() { clock.unpause() } else { clock.pause() }
    }
}

/// Saves the picture in its frame, and exits once it is saved.
fn take_picture(mut commands: Commands, picture: Res<Picture>, mut frame: Local<u32>) {
    *frame += 1;
    if *frame == picture.1 {
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_to_disk(picture.0.clone()))
            .observe(|_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            });
    }
}

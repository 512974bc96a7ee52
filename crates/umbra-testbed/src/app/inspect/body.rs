//! All that a body is.

use egui::Ui;
use umbra::geom::math::pose;
use umbra::prelude::*;

use super::{Sheet, body_name, choice, contacts, count, fact, grid, number, pair, switch, vector};
use crate::session::Target;

pub(super) fn show(ui: &mut Ui, scene: &Scene, key: BodyKey, sheet: &mut Sheet) {
    let Ok(body) = scene.body(key) else { return };
    ui.heading(body_name(scene, key));
    grid(ui, "body", |ui| motion(ui, &body, sheet));
    ui.separator();
    grid(ui, "weight", |ui| weight(ui, &body, sheet));
    ui.separator();
    grid(ui, "part", |ui| part(ui, &body, sheet));
    ui.separator();
    for collider in body.colliders() {
        let count = scene.collider(collider).map_or(0, |it| it.shapes().count());
        let is_sensor = scene.collider(collider).is_ok_and(|it| it.is_sensor());
        let name = if is_sensor { "Sensor" } else { "Collider" };
        let text = if count == 1 { name.to_owned() } else { format!("{name} of {count} shapes") };
        sheet.link(ui, text, Target::Collider(collider));
    }
    for joint in body.joints().filter_map(|key| scene.joint(key).ok()) {
        let other = if joint.body_a() == key { joint.body_b() } else { joint.body_a() };
        let text = format!("{:?} to {}", joint.kind(), body_name(scene, other).to_lowercase());
        sheet.link(ui, text, Target::Joint(joint.key()));
    }
    contacts::show(ui, scene, key, None, sheet);
}

fn motion(ui: &mut Ui, body: &BodyRef<'_>, sheet: &mut Sheet) {
    let edit = |edit| Edit::Body(body.key(), edit);
    let kinds = [
        (BodyKind::Fixed, "fixed"),
        (BodyKind::Kinematic, "kinematic"),
        (BodyKind::Dynamic, "dynamic"),
    ];
    sheet.edit(choice(ui, "Kind", &kinds, body.kind()), |kind| edit(BodyEdit::Kind(kind)));
    let (at, angle) = (body.position(), body.angle());
    sheet.edit(pair(ui, "Position", " m", at.into()), |at| {
        edit(BodyEdit::Pose(Pose::from_parts(Point::from(at).into(), body.rotation())))
    });
    sheet.edit(number(ui, "Angle", "°", angle.to_degrees()), |angle| {
        edit(BodyEdit::Pose(pose(at, angle.to_radians())))
    });
    sheet.edit(pair(ui, "Velocity", " m/s", body.velocity().into()), |velocity| {
        edit(BodyEdit::Velocity(velocity.into()))
    });
    sheet.edit(number(ui, "Turns at", " rad/s", body.angular_velocity()), |velocity| {
        edit(BodyEdit::AngularVelocity(velocity))
    });
    fact(ui, "Speed", format!("{:.3} m/s", body.velocity().norm()));
    fact(ui, "Kinetic energy", format!("{:.4} J", body.kinetic_energy()));
}

fn weight(ui: &mut Ui, body: &BodyRef<'_>, sheet: &mut Sheet) {
    let edit = |edit| Edit::Body(body.key(), edit);
    fact(ui, "Mass", format!("{:.4} kg", body.mass()));
    fact(ui, "Inertia", format!("{:.4} kg m²", body.inertia()));
    fact(ui, "Centre of mass", vector(body.center_of_mass().coords));
    sheet.edit(number(ui, "Additional mass", " kg", body.additional_mass()), |mass| {
        edit(BodyEdit::AdditionalMass(mass))
    });
    let given = body.mass_properties();
    sheet.edit(switch(ui, "Mass given by hand", given.is_some()), |on| {
        let present = MassProperties {
            mass: body.mass(),
            center: body.local_point(body.center_of_mass()),
            inertia: body.inertia(),
        };
        edit(BodyEdit::MassProperties(on.then_some(present)))
    });
    if let Some(given) = given {
        let with = |given| edit(BodyEdit::MassProperties(Some(given)));
        sheet.edit(number(ui, "  mass", " kg", given.mass), |mass| {
            with(MassProperties { mass, ..given })
        });
        sheet.edit(number(ui, "  inertia", " kg m²", given.inertia), |inertia| {
            with(MassProperties { inertia, ..given })
        });
        sheet.edit(pair(ui, "  centre", " m", given.center.into()), |center| {
            with(MassProperties { center: center.into(), ..given })
        });
    }
    sheet.edit(number(ui, "Gravity scale", "", body.gravity_scale()), |scale| {
        edit(BodyEdit::GravityScale(scale))
    });
    let (force, torque) = body.constant_force();
    sheet.edit(pair(ui, "Constant force", " N", force.into()), |force| {
        edit(BodyEdit::ConstantForce(force.into(), torque))
    });
    sheet.edit(number(ui, "Constant torque", " N m", torque), |torque| {
        edit(BodyEdit::ConstantForce(force, torque))
    });
    sheet.edit(number(ui, "Linear damping", "", body.linear_damping()), |damping| {
        edit(BodyEdit::LinearDamping(damping))
    });
    sheet.edit(number(ui, "Angular damping", "", body.angular_damping()), |damping| {
        edit(BodyEdit::AngularDamping(damping))
    });
}

fn part(ui: &mut Ui, body: &BodyRef<'_>, sheet: &mut Sheet) {
    let edit = |edit| Edit::Body(body.key(), edit);
    sheet.edit(switch(ui, "Enabled", body.is_enabled()), |on| edit(BodyEdit::Enabled(on)));
    sheet.edit(switch(ui, "Awake", body.is_awake()), |on| {
        edit(if on { BodyEdit::Wake } else { BodyEdit::Sleep })
    });
    sheet.edit(switch(ui, "May sleep", body.can_sleep()), |on| edit(BodyEdit::CanSleep(on)));
    sheet.edit(switch(ui, "Bullet", body.is_bullet()), |on| edit(BodyEdit::Bullet(on)));
    sheet.edit(switch(ui, "Drops through", body.drops_through()), |on| {
        edit(BodyEdit::DropThrough(on))
    });
    sheet.edit(switch(ui, "Rotation locked", body.is_rotation_locked()), |on| {
        edit(BodyEdit::LockRotation(on))
    });
    let [x, y] = body.is_translation_locked();
    sheet.edit(switch(ui, "x locked", x), |x| edit(BodyEdit::LockTranslation([x, y])));
    sheet.edit(switch(ui, "y locked", y), |y| edit(BodyEdit::LockTranslation([x, y])));
    sheet.edit(count(ui, "User data", body.user_data()), |data| edit(BodyEdit::UserData(data)));
}

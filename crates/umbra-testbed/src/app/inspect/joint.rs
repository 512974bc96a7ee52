//! All that a joint is.

use egui::Ui;
use umbra::geom::math::pose;
use umbra::prelude::*;

use super::{Sheet, body_name, count, drag, fact, grid, number, option, pair, switch, vector};
use crate::session::Target;

pub(super) fn show(ui: &mut Ui, scene: &Scene, key: JointKey, sheet: &mut Sheet) {
    let Ok(joint) = scene.joint(key) else { return };
    ui.heading(format!("{:?} joint", joint.kind()));
    for body in [joint.body_a(), joint.body_b()] {
        sheet.link(ui, body_name(scene, body), Target::Body(body));
    }
    grid(ui, "measured", |ui| measured(ui, &joint));
    ui.separator();
    grid(ui, "places", |ui| places(ui, scene, &joint, sheet));
    ui.separator();
    grid(ui, "settings", |ui| settings(ui, &joint, sheet));
    ui.separator();
    grid(ui, "strength", |ui| strength(ui, scene, &joint, sheet));
}

fn measured(ui: &mut Ui, joint: &JointRef<'_>) {
    fact(ui, "Angle", format!("{:.2}°", joint.angle().to_degrees()));
    fact(ui, "Translation", format!("{:.4} m", joint.translation()));
    fact(ui, "Length", format!("{:.4} m", joint.length()));
    fact(ui, "Speed", format!("{:.4}", joint.speed()));
    fact(ui, "Force", format!("{} N", vector(joint.reaction_force())));
    fact(ui, "Torque", format!("{:.4} N m", joint.reaction_torque()));
    fact(ui, "Gives way by", format!("{:.4} mm", 1000.0 * joint.separation()));
    fact(ui, "Angle error", format!("{:.4}°", joint.angular_separation().to_degrees()));
}

/// Anchors and axis, in the world and as the bodies have them. Only the latter can be edited.
fn places(ui: &mut Ui, scene: &Scene, joint: &JointRef<'_>, sheet: &mut Sheet) {
    use JointKind::{Filter, Gear, Groove, Motor, Prismatic, Ratchet, Target, Wheel};
    let kind = joint.kind();
    let (Ok(a), Ok(b)) = (scene.body(joint.body_a()), scene.body(joint.body_b())) else {
        return;
    };
    if matches!(kind, Gear | Filter | Motor | Ratchet) {
        return;
    }
    fact(ui, "Anchor A", vector(joint.anchor_a().coords));
    fact(ui, "Anchor B", vector(joint.anchor_b().coords));
    // What a target draws to is a point of the world.
    let in_a = if kind == Target { joint.anchor_a() } else { a.local_point(joint.anchor_a()) };
    let in_b = b.local_point(joint.anchor_b());
    let edit = |edit| Edit::Joint(joint.key(), edit);
    if kind != Target {
        sheet.edit(pair(ui, "Anchor on A", " m", in_a.into()), |at| {
            edit(JointEdit::LocalAnchors([at.into(), in_b]))
        });
    }
    sheet.edit(pair(ui, "Anchor on B", " m", in_b.into()), |at| {
        edit(JointEdit::LocalAnchors([in_a, at.into()]))
    });
    if matches!(kind, Prismatic | Wheel | Groove) {
        fact(ui, "Axis", vector(joint.axis()));
        let axis = a.local_vector(joint.axis());
        sheet.edit(pair(ui, "Axis on A", "", axis.into()), |axis| {
            edit(JointEdit::LocalAxis(axis.into()))
        });
    }
}

/// What this kind may have. The engine refuses the rest, so it is not offered.
fn settings(ui: &mut Ui, joint: &JointRef<'_>, sheet: &mut Sheet) {
    use JointKind::{
        Distance, Gear, Groove, Motor, Prismatic, Pulley, Revolute, Rope, Spring, Target, Weld,
        Wheel,
    };
    let kind = joint.kind();
    let edit = |edit| Edit::Joint(joint.key(), edit);
    if matches!(kind, Revolute | Prismatic | Wheel | Distance | Spring | Pulley) {
        let usual = if matches!(kind, Revolute | Prismatic | Wheel) {
            [-1.0, 1.0]
        } else {
            [0.5 * joint.length(), 1.5 * joint.length()]
        };
        let limits = option(ui, "Limits", joint.limits(), usual);
        sheet.edit(limits, |limits| edit(JointEdit::Limits(limits)));
    }
    if matches!(kind, Revolute | Prismatic | Wheel | Groove | Distance) {
        let motor = option(ui, "Motor: speed, force", joint.motor(), [1.0, 100.0]);
        sheet.edit(motor, |motor| edit(JointEdit::Motor(motor)));
    }
    let with_spring = [Revolute, Prismatic, Wheel, Groove, Weld, Distance, Spring, Motor, Target];
    if with_spring.contains(&kind) {
        spring(ui, "Spring: Hz, damping", joint.spring(), sheet, |it| edit(JointEdit::Spring(it)));
    }
    if matches!(kind, Weld | Motor) {
        let name = "Angular spring";
        spring(ui, name, joint.angular_spring(), sheet, |it| edit(JointEdit::AngularSpring(it)));
    }
    if matches!(kind, Revolute | Prismatic | Wheel | Groove) {
        let rest = number(ui, "Rest", "", joint.rest().unwrap_or(0.0));
        sheet.edit(rest, |rest| edit(JointEdit::Rest(rest)));
    }
    if matches!(kind, Distance | Rope | Spring | Pulley) {
        let length = number(ui, "Held length", " m", joint.rest().unwrap_or(joint.length()));
        sheet.edit(length, |length| edit(JointEdit::Length(length)));
    }
    if matches!(kind, Gear | Pulley) {
        sheet.edit(number(ui, "Ratio", "", joint.ratio()), |ratio| edit(JointEdit::Ratio(ratio)));
    }
    if kind == Target {
        sheet.edit(pair(ui, "Draws to", " m", joint.anchor_a().into()), |to| {
            edit(JointEdit::TargetPoint(to.into()))
        });
    }
    if kind == Motor {
        motor(ui, joint, sheet);
    }
}

fn spring(
    ui: &mut Ui,
    name: &str,
    value: Option<Softness>,
    sheet: &mut Sheet,
    set: impl Fn(Option<Softness>) -> Edit,
) {
    let pair = value.map(|it| [it.hertz, it.damping_ratio]);
    let changed = option(ui, name, pair, [2.0, 0.5]);
    sheet.edit(changed, |changed| {
        set(changed.map(|[hertz, damping_ratio]| Softness { hertz, damping_ratio }))
    });
}

/// Where a motor joint brings its body, and how fast.
fn motor(ui: &mut Ui, joint: &JointRef<'_>, sheet: &mut Sheet) {
    let edit = |edit| Edit::Joint(joint.key(), edit);
    let place = |target: Pose| -> [Real; 2] { target.translation.vector.into() };
    let target = option(ui, "Target", joint.target().map(place), [0.0, 0.0]);
    let turn = joint.target().map_or(0.0, |it| libm::atan2f(it.rotation.im, it.rotation.re));
    sheet.edit(target, |target| edit(JointEdit::Target(target.map(|at| pose(at, turn)))));
    if let Some(target) = joint.target() {
        sheet.edit(number(ui, "Target angle", "°", turn.to_degrees()), |turn| {
            edit(JointEdit::Target(Some(pose(place(target), turn.to_radians()))))
        });
    }
    let velocity = joint.velocity().unwrap_or_default();
    sheet.edit(pair(ui, "Velocity", " m/s", velocity.into()), |velocity| {
        edit(JointEdit::Velocity(velocity.into()))
    });
    let turning = number(ui, "Turns at", " rad/s", joint.angular_velocity().unwrap_or(0.0));
    sheet.edit(turning, |velocity| edit(JointEdit::AngularVelocity(velocity)));
}

fn strength(ui: &mut Ui, scene: &Scene, joint: &JointRef<'_>, sheet: &mut Sheet) {
    use JointKind::{Friction, Motor, Target};
    let edit = |edit| Edit::Joint(joint.key(), edit);
    let force = 2.0 * joint.reaction_force().norm().max(1.0);
    let torque = 2.0 * joint.reaction_torque().abs().max(1.0);
    if matches!(joint.kind(), Motor | Target | Friction) {
        sheet.edit(bound(ui, "Largest force, N", joint.max_force(), force), |force| {
            edit(JointEdit::MaxForce(force))
        });
    }
    if matches!(joint.kind(), Motor | Friction) {
        sheet.edit(bound(ui, "Largest torque, N m", joint.max_torque(), torque), |torque| {
            edit(JointEdit::MaxTorque(torque))
        });
    }
    sheet.edit(bound(ui, "Breaks at, N", joint.break_force(), force), |force| {
        edit(JointEdit::BreakForce(force))
    });
    sheet.edit(bound(ui, "Breaks at, N m", joint.break_torque(), torque), |torque| {
        edit(JointEdit::BreakTorque(torque))
    });
    let softness = joint.softness();
    let shown = softness.unwrap_or(scene.config().solver.joint_softness);
    let name = if softness.is_some() { "Softness: Hz, damping" } else { "Softness (the scene's)" };
    sheet.edit(pair(ui, name, "", [shown.hertz, shown.damping_ratio]), |[hertz, damping_ratio]| {
        edit(JointEdit::Softness(Softness { hertz, damping_ratio }))
    });
    if softness.is_some() && ui.button("The scene's softness").clicked() {
        sheet.edit(Some(()), |()| edit(JointEdit::SceneSoftness));
    }
    sheet.edit(switch(ui, "Enabled", joint.is_enabled()), |on| edit(JointEdit::Enabled(on)));
    sheet.edit(switch(ui, "Bodies collide", joint.collide_connected()), |on| {
        edit(JointEdit::CollideConnected(on))
    });
    sheet.edit(count(ui, "User data", joint.user_data()), |data| edit(JointEdit::UserData(data)));
}

/// A force or a torque that need not be bounded: infinity is no bound.
fn bound(ui: &mut Ui, name: &str, value: Option<Real>, usual: Real) -> Option<Real> {
    let label = ui.label(name);
    let (mut on, mut number) = (value.is_some(), value.unwrap_or(usual));
    let changed = ui.horizontal(|ui| {
        let mut changed = ui.checkbox(&mut on, "").labelled_by(label.id).changed();
        if on {
            let speed = 0.01 * f64::from(number.abs().max(0.5));
            changed |= ui.add(drag(&mut number, speed)).labelled_by(label.id).changed();
        }
        changed
    });
    ui.end_row();
    changed.inner.then_some(if on { number } else { Real::INFINITY })
}

//! A world printed as a program, to be pasted into a test.

use std::fmt::{self, Write};

use umbra::prelude::*;

use super::plan::{
    BodyPlan, ColliderPlan, Edit, FieldPlan, Form, JointForm, JointPlan, Part, Plan,
};

impl Plan {
    /// The program that fills this world and steps it.
    pub fn program(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let Self { config, dt, steps, .. } = self;
        let solver = config.solver;
        writeln!(out, "use umbra::geom::math::pose;\nuse umbra::prelude::*;\n")?;
        writeln!(out, "let mut config = SceneConfig::default();")?;
        let [x, y] = [config.gravity.x, config.gravity.y];
        writeln!(out, "config.gravity = Vector::new({x:?}, {y:?});")?;
        if config.length_unit != 1.0 {
            writeln!(out, "config.length_unit = {:?};", config.length_unit)?;
        }
        if !config.sleep.enabled {
            writeln!(out, "config.sleep.enabled = false;")?;
        }
        if config.continuous != Continuous::Fixed {
            writeln!(out, "config.continuous = Continuous::{:?};", config.continuous)?;
        }
        let usual = SolverConfig::default();
        for (name, number, usual) in [
            ("substeps", solver.substeps, usual.substeps),
            ("velocity_iterations", solver.velocity_iterations, usual.velocity_iterations),
            ("position_iterations", solver.position_iterations, usual.position_iterations),
        ] {
            if number != usual {
                writeln!(out, "config.solver.{name} = {number};")?;
            }
        }
        if solver.correction != usual.correction {
            writeln!(out, "config.solver.correction = Correction::{:?};", solver.correction)?;
        }
        if solver.restitution_threshold != usual.restitution_threshold {
            let threshold = solver.restitution_threshold;
            writeln!(out, "config.solver.restitution_threshold = {threshold:?};")?;
        }
        if solver.joints != usual.joints {
            writeln!(out, "config.solver.joints = JointSolving::{:?};", solver.joints)?;
        }
        writeln!(out, "let mut scene = Scene::new(config).unwrap();")?;
        for (index, plan) in self.bodies.iter().enumerate() {
            if !self.is_empty(index) {
                body(out, index, plan)?;
            }
        }
        for (index, plan) in self.joints.iter().enumerate() {
            joint(out, index, plan)?;
        }
        if self.edits.is_empty() {
            writeln!(out, "for _ in 0..{steps} {{\n    scene.step({dt:?}).unwrap();\n}}")?;
            return Ok(());
        }
        writeln!(out, "for step in 0..{steps} {{")?;
        for (step, edit) in self.edits.iter().filter(|(step, _)| step < steps) {
            writeln!(out, "    if step == {step} {{")?;
            change(out, edit)?;
            writeln!(out, "    }}")?;
        }
        writeln!(out, "    scene.step({dt:?}).unwrap();\n}}")
    }

    /// True if the body can be left out of the program.
    fn is_empty(&self, index: usize) -> bool {
        let body = &self.bodies[index];
        let is_joined = self.joints.iter().any(|joint| joint.bodies.contains(&index));
        body.part == Part::Anchor && body.colliders.is_empty() && !is_joined
    }
}

fn body(out: &mut String, index: usize, plan: &BodyPlan) -> fmt::Result {
    let kind = match plan.kind {
        BodyKind::Fixed => "fixed",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    };
    let [x, y, angle] = plan.place;
    write!(out, "let body_{index} = scene.add_body(Body::{kind}().position([{x:?}, {y:?}])")?;
    if angle != 0.0 {
        write!(out, ".angle({angle:?})")?;
    }
    if plan.velocity != [0.0; 2] {
        write!(out, ".velocity({:?})", plan.velocity)?;
    }
    if plan.spin != 0.0 {
        write!(out, ".angular_velocity({:?})", plan.spin)?;
    }
    if plan.gravity_scale != 1.0 {
        write!(out, ".gravity_scale({:?})", plan.gravity_scale)?;
    }
    if plan.damping != [0.0; 2] {
        let [linear, angular] = plan.damping;
        write!(out, ".linear_damping({linear:?}).angular_damping({angular:?})")?;
    }
    for (name, on) in ["translation_x", "translation_y", "rotation"].iter().zip(plan.locks) {
        if on {
            write!(out, ".lock_{name}()")?;
        }
    }
    if plan.bullet {
        write!(out, ".bullet(true)")?;
    }
    writeln!(out, ").unwrap();")?;
    for plan in &plan.colliders {
        write!(out, "scene.add_collider(body_{index}, ")?;
        collider(out, plan)?;
        writeln!(out, ").unwrap();")?;
    }
    Ok(())
}

fn collider(out: &mut String, plan: &ColliderPlan) -> fmt::Result {
    form(out, &plan.form)?;
    let [x, y, angle] = plan.at;
    if plan.at != [0.0; 3] {
        write!(out, ".at_pose([{x:?}, {y:?}], {angle:?})")?;
    }
    for (name, number, usual) in [
        ("density", plan.density, 1.0),
        ("friction", plan.friction, 0.6),
        ("restitution", plan.restitution, 0.0),
        ("rolling_resistance", plan.rolling, 0.0),
        ("surface_speed", plan.belt, 0.0),
    ] {
        if number != usual {
            write!(out, ".{name}({number:?})")?;
        }
    }
    if let Some(way) = plan.one_way {
        write!(out, ".one_way({way:?})")?;
    }
    if plan.sensor {
        write!(out, ".sensor(true)")?;
    }
    if plan.hits {
        write!(out, ".hit_events(true)")?;
    }
    if plan.group != 0 {
        write!(out, ".filter(Filter {{ group: {}, ..Filter::default() }})", plan.group)?;
    }
    Ok(())
}

/// The expression of a shape alone.
fn shape(form: &Form) -> String {
    match form {
        Form::Circle(radius) => format!("Circle::new({radius:?}).unwrap()"),
        Form::Cuboid([x, y], radius) if *radius > 0.0 => {
            format!("Polygon::rounded_cuboid({x:?}, {y:?}, {radius:?}).unwrap()")
        }
        Form::Cuboid([x, y], _) => format!("Polygon::cuboid({x:?}, {y:?}).unwrap()"),
        Form::Capsule(a, b, radius) => format!("Capsule::new({a:?}, {b:?}, {radius:?}).unwrap()"),
        Form::Segment(a, b) => format!("Segment::new({a:?}, {b:?}).unwrap()"),
        Form::Polygon(points, radius) if *radius > 0.0 => {
            format!("Polygon::new({points:?}).unwrap().rounded({radius:?}).unwrap()")
        }
        Form::Polygon(points, _) => format!("Polygon::new({points:?}).unwrap()"),
        other => format!("{other:?}"),
    }
}

fn form(out: &mut String, form: &Form) -> fmt::Result {
    match form {
        Form::Concave(points) => write!(out, "Collider::concave({points:?})"),
        Form::Chain(points, closed, one_sided) => {
            let name = if *closed { "chain_loop" } else { "chain" };
            write!(out, "Collider::{name}({points:?}).one_sided({one_sided})")
        }
        Form::Heights(heights, width) => {
            write!(out, "Collider::heightfield({heights:?}, {width:?})")
        }
        // Letters as `umbra_scenes::meetings::plan::cell` reads them.
        Form::Tiles(size, rows) => {
            write!(out, "Collider::tiles({size:?}, {rows:?}.map(|row| row.chars().map(cell)))")
        }
        Form::Compound(parts) => {
            write!(out, "Collider::compound([")?;
            for ([x, y, angle], part) in parts {
                let part = shape(part);
                write!(out, "(pose([{x:?}, {y:?}], {angle:?}), Shape::from({part})), ")?;
            }
            write!(out, "])")
        }
        other => write!(out, "Collider::new({})", shape(other)),
    }
}

fn joint(out: &mut String, index: usize, plan: &JointPlan) -> fmt::Result {
    let [a, b] = plan.bodies.map(|body| format!("body_{body}"));
    let both = format!("{a}, {b}");
    let new = match plan.form {
        JointForm::Revolute(at) => format!("revolute({both}, {at:?})"),
        JointForm::Prismatic(at, axis) => format!("prismatic({both}, {at:?}, {axis:?})"),
        JointForm::Wheel(at, axis) => format!("wheel({both}, {at:?}, {axis:?})"),
        JointForm::Groove(from, to, at) => format!("groove({both}, {from:?}, {to:?}, {at:?})"),
        JointForm::Weld(at) => format!("weld({both}, {at:?})"),
        JointForm::Distance(from, to) => format!("distance({both}, {from:?}, {to:?})"),
        JointForm::Rope(from, to, most) => format!("rope({both}, {from:?}, {to:?}, {most:?})"),
        JointForm::Spring(from, to, [hertz, ratio]) => {
            format!("spring({both}, {from:?}, {to:?}, {hertz:?}, {ratio:?})")
        }
        JointForm::Motor => format!("motor({both})"),
        JointForm::Target(at) => format!("target({b}, {at:?})"),
        JointForm::Friction(at) => format!("friction({both}, {at:?})"),
        JointForm::Gear(ratio) => format!("gear({both}, {ratio:?})"),
        JointForm::Pulley([g, h, at, to], ratio) => {
            format!("pulley({both}, {g:?}, {h:?}, {at:?}, {to:?}, {ratio:?})")
        }
        JointForm::Ratchet(phase, step) => format!("ratchet({both}, {phase:?}, {step:?})"),
        JointForm::Filter => format!("filter({both})"),
    };
    write!(out, "let joint_{index} = scene.add_joint(Joint::{new}")?;
    for (name, pair) in [
        ("limits", plan.limits),
        ("motor", plan.motor),
        ("spring", plan.spring),
        ("angular_spring", plan.angular_spring),
    ] {
        if let Some([first, second]) = pair {
            write!(out, ".{name}({first:?}, {second:?})")?;
        }
    }
    for (name, number) in [
        ("max_force", plan.max_force),
        ("max_torque", plan.max_torque),
        ("break_force", plan.break_force),
    ] {
        if let Some(number) = number {
            write!(out, ".{name}({number:?})")?;
        }
    }
    writeln!(out, ").unwrap();")
}

fn change(out: &mut String, edit: &Edit) -> fmt::Result {
    let of = |index: &usize| format!("scene.body_mut(body_{index}).unwrap()");
    let first = |index: &usize| {
        format!(
            "let first = scene.body(body_{index}).unwrap().colliders().next().unwrap(); \
             scene.collider_mut(first).unwrap()"
        )
    };
    let line = match edit {
        Edit::Remove(index) => format!("scene.remove_body(body_{index}).unwrap();"),
        Edit::RemoveJoint(index) => format!("scene.remove_joint(joint_{index}).unwrap();"),
        Edit::Limits(index, lower, upper) => format!(
            "let _ = scene.joint_mut(joint_{index}).unwrap().set_limits({lower:?}, {upper:?});"
        ),
        Edit::Teleport(index, [x, y, angle]) => {
            format!("{}.set_pose(pose([{x:?}, {y:?}], {angle:?})).unwrap();", of(index))
        }
        Edit::Kind(index, kind) => format!("{}.set_kind(BodyKind::{kind:?}).unwrap();", of(index)),
        Edit::Velocity(index, velocity, spin) => format!(
            "let mut body = {}; body.set_velocity({velocity:?}).unwrap(); \
             body.set_angular_velocity({spin:?}).unwrap();",
            of(index)
        ),
        Edit::Impulse(index, impulse) => {
            // Refused where the body is not dynamic.
            format!("let _ = {}.apply_impulse({impulse:?});", of(index))
        }
        Edit::Enable(index, on) => format!("{}.set_enabled({on}).unwrap();", of(index)),
        Edit::Sleep(index, true) => format!("{}.sleep();", of(index)),
        Edit::Sleep(index, false) => format!("{}.wake();", of(index)),
        Edit::LockRotation(index, on) => format!("{}.set_lock_rotation({on});", of(index)),
        Edit::Shape(index, form) => {
            format!("{}.set_shape({}).unwrap();", first(index), shape(form))
        }
        Edit::Group(index, group) => {
            let filter = format!("Filter {{ group: {group}, ..Filter::default() }}");
            format!("{}.set_filter({filter}); // all of its colliders", first(index))
        }
        Edit::Sensor(index, on) => format!("{}.set_sensor({on}).unwrap();", first(index)),
        Edit::Offset(index, [x, y, angle]) => {
            format!("{}.set_offset(pose([{x:?}, {y:?}], {angle:?})).unwrap();", first(index))
        }
        Edit::Density(index, density) => {
            format!("{}.set_density({density:?}).unwrap();", first(index))
        }
        Edit::Material(index, friction, restitution) => format!(
            "{}.set_friction({friction:?}).unwrap(); // restitution {restitution:?}",
            first(index)
        ),
        Edit::Gravity([x, y]) => format!("scene.config_mut().gravity = Vector::new({x:?}, {y:?});"),
        Edit::Add(plan) => {
            let mut text = String::new();
            body(&mut text, 999, plan)?;
            text.trim_end().replace('\n', "\n        ")
        }
        Edit::AddField(plan) => {
            let FieldPlan { kind, place: [x, y, angle], half: [width, height], on } = plan;
            let on = on.map_or(String::new(), |body| format!(".on(body_{body})"));
            let place =
                format!(".cuboid({width:?}, {height:?}).at_pose([{x:?}, {y:?}], {angle:?})");
            format!("let field = scene.add_field({}{place}{on}).unwrap();", field(kind))
        }
        Edit::Guest(plan) => format!("// a guest of `umbra_scenes::meetings::guests`: {plan:?}"),
        Edit::RemoveField => "scene.remove_field(field).unwrap();".to_owned(),
        Edit::AddPortal { from, to, one_way } => format!(
            "let portal = Portal::new({from:?}, {to:?}).one_way({one_way}); \
             scene.add_portal(portal).unwrap();"
        ),
        Edit::RemovePortal => "let first = scene.portals().next().unwrap(); \
             scene.remove_portal(first).unwrap();"
            .to_owned(),
        Edit::Split(index, line) => format!("let _ = scene.split_body(body_{index}, {line:?});"),
        Edit::Shatter(index, at, pieces) => {
            format!("let _ = scene.shatter_body(body_{index}, {at:?}, {pieces});")
        }
        Edit::Toughness(index, toughness) => {
            format!("{}.set_fracture(Some({toughness:?})).unwrap();", of(index))
        }
        Edit::Explode { at, reach, impulse, shielded } => format!(
            "let explosion = Explosion::new({at:?}, {reach:?}).impulse({impulse:?}); \
             scene.explode(explosion.shielded({shielded})).unwrap();"
        ),
    };
    writeln!(out, "        {line}")
}

/// The expression of a field, without its place.
fn field(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Gravity { acceleration: a } => format!("Field::gravity([{:?}, {:?}])", a.x, a.y),
        FieldKind::Attraction { acceleration, radius } => {
            format!("Field::attraction({acceleration:?}, {radius:?})")
        }
        FieldKind::Magnet { force, range } => format!("Field::magnet({force:?}, {range:?})"),
        FieldKind::Wind { velocity: v, density, drag, lift } => format!(
            "Field::wind([{:?}, {:?}]).density({density:?}).drag({drag:?}).lift({lift:?})",
            v.x, v.y
        ),
        FieldKind::Water { density, drag, velocity: v } => {
            format!("Field::water({density:?}).drag({drag:?}).velocity([{:?}, {:?}])", v.x, v.y)
        }
        other => format!("{other:?}"),
    }
}

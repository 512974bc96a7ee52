//! All that a collider is.

use egui::Ui;
use umbra::geom::math::pose;
use umbra::prelude::*;

use super::{Sheet, body_name, contacts, count, fact, grid, number, pair, rule, switch, visitors};
use crate::session::Target;

pub(super) fn show(ui: &mut Ui, scene: &Scene, key: ColliderKey, sheet: &mut Sheet) {
    let Ok(collider) = scene.collider(key) else { return };
    ui.heading(if collider.is_sensor() { "Sensor" } else { "Collider" });
    sheet.link(ui, body_name(scene, collider.body()), Target::Body(collider.body()));
    grid(ui, "shape", |ui| shape(ui, &collider, sheet));
    ui.separator();
    grid(ui, "material", |ui| material(ui, &collider, sheet));
    ui.separator();
    grid(ui, "filter", |ui| filter(ui, &collider, sheet));
    visitors::show(ui, scene, &collider, sheet);
    if !collider.is_sensor() {
        contacts::show(ui, scene, collider.body(), Some(key), sheet);
    }
}

fn shape(ui: &mut Ui, collider: &ColliderRef<'_>, sheet: &mut Sheet) {
    let key = collider.key();
    let edit = |edit| Edit::Collider(key, edit);
    let shapes: Vec<(&Shape, Pose)> = collider.local_shapes().collect();
    if let Some(size) = collider.cell_size() {
        fact(ui, "Shape", format!("tile map, cells of {size:.3} m"));
        fact(ui, "Rows of cells", shapes.len().to_string());
    } else if let [(shape, _)] = shapes[..] {
        single(ui, key, shape, sheet);
    } else {
        fact(ui, "Shapes", shapes.len().to_string());
    }
    let offset = collider.offset();
    let turn = libm::atan2f(offset.rotation.im, offset.rotation.re);
    let at: [Real; 2] = offset.translation.vector.into();
    sheet.edit(pair(ui, "Offset", " m", at), |at| edit(ColliderEdit::Offset(pose(at, turn))));
    sheet.edit(number(ui, "Offset angle", "°", turn.to_degrees()), |turn| {
        edit(ColliderEdit::Offset(pose(at, turn.to_radians())))
    });
    sheet.edit(number(ui, "Density", " kg/m²", collider.density()), |density| {
        edit(ColliderEdit::Density(density))
    });
    sheet.edit(number(ui, "Mass", " kg", collider.mass()), |mass| edit(ColliderEdit::Mass(mass)));
}

/// The measures of one shape. What makes no shape is refused by the shape itself and changes
/// nothing.
fn single(ui: &mut Ui, key: ColliderKey, shape: &Shape, sheet: &mut Sheet) {
    let mut become_shape = |shape: Option<Shape>| {
        sheet.edit(shape, |shape| Edit::Collider(key, ColliderEdit::Shape(shape)));
    };
    match shape {
        Shape::Circle(circle) => {
            fact(ui, "Shape", "circle");
            let radius = number(ui, "Radius", " m", circle.radius());
            become_shape(radius.and_then(|radius| Some(Circle::new(radius).ok()?.into())));
        }
        Shape::Capsule(capsule) => {
            fact(ui, "Shape", "capsule");
            let (a, b) = (capsule.segment().a(), capsule.segment().b());
            let made = |a, b, radius| Some(Capsule::new(a, b, radius).ok()?.into());
            let radius = number(ui, "Radius", " m", capsule.radius());
            become_shape(radius.and_then(|radius| made(a, b, radius)));
            let from = pair(ui, "From", " m", a.into());
            become_shape(from.and_then(|a| made(a.into(), b, capsule.radius())));
            let to = pair(ui, "To", " m", b.into());
            become_shape(to.and_then(|b| made(a, b.into(), capsule.radius())));
        }
        Shape::Polygon(polygon) => {
            let radius = polygon.radius();
            if let Some(half) = polygon.half_extents() {
                fact(ui, "Shape", "box");
                let made = |[x, y]: [Real; 2], radius: Real| {
                    let sharp = Polygon::cuboid(x, y).ok()?;
                    Some(if radius > 0.0 { sharp.grown(radius).ok()? } else { sharp }.into())
                };
                let half: [Real; 2] = half.into();
                let extents = pair(ui, "Half extents", " m", half);
                become_shape(extents.and_then(|half| made(half, radius)));
                let rounding = number(ui, "Rounding", " m", radius);
                become_shape(rounding.and_then(|radius| made(half, radius)));
            } else {
                fact(ui, "Shape", format!("polygon of {} corners", polygon.vertices().len()));
                fact(ui, "Rounding", format!("{radius:.3} m"));
            }
        }
        _ => {
            let is_link = matches!(shape, Shape::ChainSegment(_));
            let line = if is_link { "link of a chain" } else { "segment" };
            fact(ui, "Shape", if shape.line().is_some() { line } else { "convex shape" });
            if let Some(line) = shape.line() {
                fact(ui, "Length", format!("{:.3} m", line.length()));
            }
        }
    }
}

fn material(ui: &mut Ui, collider: &ColliderRef<'_>, sheet: &mut Sheet) {
    let edit = |edit| Edit::Collider(collider.key(), edit);
    sheet.edit(number(ui, "Friction", "", collider.friction()), |it| {
        edit(ColliderEdit::Friction(it))
    });
    sheet.edit(rule(ui, "Friction rule", collider.friction_rule()), |rule| {
        edit(ColliderEdit::FrictionRule(rule))
    });
    sheet.edit(number(ui, "Restitution", "", collider.restitution()), |it| {
        edit(ColliderEdit::Restitution(it))
    });
    sheet.edit(rule(ui, "Restitution rule", collider.restitution_rule()), |rule| {
        edit(ColliderEdit::RestitutionRule(rule))
    });
    sheet.edit(number(ui, "Rolling resistance", " m", collider.rolling_resistance()), |it| {
        edit(ColliderEdit::RollingResistance(it))
    });
    sheet.edit(number(ui, "Surface speed", " m/s", collider.surface_speed()), |it| {
        edit(ColliderEdit::SurfaceSpeed(it))
    });
}

fn filter(ui: &mut Ui, collider: &ColliderRef<'_>, sheet: &mut Sheet) {
    let edit = |edit| Edit::Collider(collider.key(), edit);
    let filter = collider.filter();
    sheet.edit(count(ui, "Category", filter.category), |category| {
        edit(ColliderEdit::Filter(Filter { category, ..filter }))
    });
    sheet.edit(count(ui, "Mask", filter.mask), |mask| {
        edit(ColliderEdit::Filter(Filter { mask, ..filter }))
    });
    let label = ui.label("Group");
    let mut group = filter.group;
    let changed = ui.add(egui::DragValue::new(&mut group)).labelled_by(label.id).changed();
    ui.end_row();
    sheet.edit(changed.then_some(group), |group| {
        edit(ColliderEdit::Filter(Filter { group, ..filter }))
    });
    sheet.edit(switch(ui, "Enabled", collider.is_enabled()), |on| edit(ColliderEdit::Enabled(on)));
    sheet.edit(switch(ui, "Sensor", collider.is_sensor()), |on| edit(ColliderEdit::Sensor(on)));
    sheet.edit(switch(ui, "Sees sensors", collider.sees_sensors()), |on| {
        edit(ColliderEdit::SeesSensors(on))
    });
    let way = collider.one_way();
    sheet.edit(switch(ui, "One way", way.is_some()), |on| {
        edit(ColliderEdit::OneWay(on.then(Vector::y)))
    });
    if let Some(way) = way {
        let angle = libm::atan2f(way.y, way.x).to_degrees();
        sheet.edit(number(ui, "Solid side", "°", angle), |angle| {
            let (y, x) = libm::sincosf(angle.to_radians());
            edit(ColliderEdit::OneWay(Some(Vector::new(x, y))))
        });
    }
    sheet.edit(switch(ui, "One-sided", collider.is_one_sided()), |on| {
        edit(ColliderEdit::OneSided(on))
    });
    sheet.edit(switch(ui, "Hit events", collider.hit_events()), |on| {
        edit(ColliderEdit::HitEvents(on))
    });
    sheet.edit(count(ui, "User data", collider.user_data()), |data| {
        edit(ColliderEdit::UserData(data))
    });
}

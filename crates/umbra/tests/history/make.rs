//! Makes a call.

use std::cell::RefCell;

use umbra::Error;
use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

use super::call::Call;
use super::hooks::{Panics, Picky};
use super::ledger::{Ledger, step};
use super::parts::{cell, field, is_map, joint, kind, shape};
use crate::common::{DT, setters};

pub fn make(scene: &mut Scene, call: Call, ledger: &mut Ledger) {
    let bodies: Vec<_> = scene.bodies().collect();
    let colliders: Vec<_> = scene.colliders().collect();
    let joints: Vec<_> = scene.joints().collect();
    let body = |which: usize| (!bodies.is_empty()).then(|| bodies[which % bodies.len()]);
    let collider =
        |which: usize| (!colliders.is_empty()).then(|| colliders[which % colliders.len()]);
    let edit = |scene: &mut Scene, which, change: &dyn Fn(&mut BodyMut<'_>)| {
        if let Some(key) = body(which) {
            change(&mut scene.body_mut(key).unwrap());
        }
    };
    match call {
        Call::AddBody { kind, shape: which, x, y, asleep, bullet } => {
            let body = match kind {
                0 => Body::fixed(),
                1 => Body::kinematic(),
                _ => Body::dynamic(),
            };
            let body =
                scene.add_body(body.position([x, y]).sleeping(asleep).bullet(bullet)).unwrap();
            let added = scene.add_collider(body, shape(which));
            let is_dynamic = scene.body(body).unwrap().is_dynamic();
            assert_eq!(added.is_err(), is_dynamic && is_map(which), "{added:?}");
            if added.is_err() {
                scene.body_mut(body).unwrap().set_kind(BodyKind::Kinematic).unwrap();
                scene.add_collider(body, shape(which)).unwrap();
            }
        }
        Call::Part(which, copies) => {
            if let Some(key) = body(which) {
                let island = scene.island_of(key).unwrap();
                let part = if copies { scene.part_of(&island) } else { scene.extract(&island) };
                let mut part = part.unwrap();
                if copies {
                    part.shift([0.5, 2.0]);
                }
                let inserted = scene.insert(&part).unwrap();
                assert_eq!(inserted.bodies.len(), island.len());
            }
        }
        Call::RemoveBody(which) => {
            if let Some(key) = body(which) {
                scene.remove_body(key).unwrap();
            }
        }
        Call::Cut { which, how, at } => {
            let Some(key) = body(which) else { return };
            let place = scene.body(key).unwrap().position();
            let [x, y] = [place.x + 0.1 * at[0], place.y + 0.1 * at[1]];
            let pieces = match how {
                0 | 1 => scene.split_body(key, [[x, y], [x + at[1] + 0.1, y + at[0]]]),
                2 => scene.shatter_body(key, [x, y], 4),
                3 => scene.carve_body(key, [[x, y], [x + 0.3, y], [x, y + 0.3]]),
                _ => {
                    let toughness = (how < 7).then_some(0.5 + at[1]);
                    scene.body_mut(key).unwrap().set_fracture(toughness).unwrap();
                    return;
                }
            };
            match pieces {
                Ok(pieces) => assert!(pieces.iter().all(|piece| scene.body(*piece).is_ok())),
                Err(error) => assert_eq!(error, Error::NothingToCut(key)),
            }
        }
        Call::Exchange { which, kept, added, x } => {
            let Some(key) = collider(which) else { return };
            let it = scene.collider(key).unwrap();
            let (body, is_map) = (it.body(), it.cell_size().is_some());
            let (count, one_sided) = (it.shapes().count(), it.is_one_sided());
            let kept = (0..count.min(8)).filter(|index| !is_map && kept >> index & 1 > 0);
            let mut shapes = NewShapes::new(key).keep(kept);
            for number in 0..added {
                let place = pose([x, 0.3 * number as Real], x);
                shapes = shapes.add(place, Polygon::cuboid(0.2, 0.15).unwrap());
            }
            let done = scene.exchange_shapes(body, [shapes]);
            assert_eq!(done.is_err(), one_sided && added > 0, "{done:?}");
        }
        Call::Bind(which, [a, b]) => {
            let ends = body(a).zip(body(b));
            if let Some((ends, joint)) = ends.zip(joints.get(which % joints.len().max(1))) {
                // Some are refused: a body with itself, gears.
                let before = scene.state_hash();
                let refused = scene.joint_mut(*joint).unwrap().set_bodies(ends.into()).is_err();
                assert!(!refused || scene.state_hash() == before);
            }
        }
        Call::Explode(at, impulse, shielded) => {
            let explosion = Explosion::new(at, 3.0).impulse(impulse).shielded(shielded);
            let blown = scene.explode(explosion).unwrap();
            assert!(blown.iter().all(|it| scene.body(it.body).unwrap().is_awake()));
        }
        Call::Field { what, kind, which, at } => {
            let fields: Vec<_> = scene.fields().collect();
            let old = (!fields.is_empty()).then(|| fields[which % fields.len()]);
            let new = field(kind).at(at);
            match (what, old, body(which)) {
                (0, Some(old), _) => scene.remove_field(old).unwrap(),
                (1, Some(old), _) => scene.field_mut(old).unwrap().set(new).unwrap(),
                (2, Some(old), _) => scene.field_mut(old).unwrap().set_enabled(at[0] > 0.0),
                (3, Some(old), _) => scene.field_mut(old).unwrap().set_position(at).unwrap(),
                (4 | 5, _, Some(body)) => drop(scene.add_field(new.on(body)).unwrap()),
                _ => drop(scene.add_field(new).unwrap()),
            }
        }
        Call::Portal { what, which, ends: [[x, y], to], turn } => {
            let portals: Vec<_> = scene.portals().collect();
            let old = (!portals.is_empty()).then(|| portals[which % portals.len()]);
            let along = [turn.cos() * 2.0, turn.sin() * 2.0];
            let from = [[x, y], [x, y + 2.0]];
            let new = Portal::new(from, [to, [to[0] + along[0], to[1] + along[1]]]);
            let new = new.one_way(turn > 4.0);
            match (what, old) {
                (0 | 1, Some(old)) => scene.remove_portal(old).unwrap(),
                (2, Some(old)) => scene.portal_mut(old).unwrap().set(new).unwrap(),
                (3, Some(old)) => scene.portal_mut(old).unwrap().set_enabled(turn < 3.0),
                _ if portals.len() < 4 => drop(scene.add_portal(new).unwrap()),
                _ => {}
            }
        }
        Call::AddCollider(which, x) => {
            if let Some(key) = body(which) {
                scene.add_collider(key, Collider::circle(0.2).at([x, 0.0])).unwrap();
            }
        }
        Call::RemoveCollider(which) => {
            if let Some(key) = collider(which) {
                scene.remove_collider(key).unwrap();
            }
        }
        Call::Push(which, x, y) => edit(scene, which, &|b| {
            assert_eq!(b.apply_impulse([x, y]).is_ok(), b.view().is_dynamic());
        }),
        Call::Place(which, x, y) => edit(scene, which, &|b| b.set_position([x, y]).unwrap()),
        Call::PlaceAsleep(which, x, y) => edit(scene, which, &|b| {
            b.set_position([x, y]).unwrap();
            b.sleep();
        }),
        Call::ConstantForce(which, x, y) => edit(scene, which, &|b| {
            b.set_constant_force([x, y], 0.3 * x).unwrap();
            assert_eq!(b.view().constant_force(), (Vector::new(x, y), 0.3 * x));
        }),
        Call::Blow(which, x, y) => {
            if let Some(key) = body(which) {
                let was_awake = scene.body(key).unwrap().is_awake();
                let mut body = scene.body_mut(key).unwrap().without_waking();
                let is_dynamic = body.view().is_dynamic();
                assert_eq!(body.apply_force([x, y]).is_ok(), is_dynamic);
                assert_eq!(body.apply_angular_impulse(0.1 * x).is_ok(), is_dynamic);
                assert_eq!(body.apply_impulse_at([0.1 * x, 0.0], [x, y]).is_ok(), is_dynamic);
                assert_eq!(body.view().is_awake(), was_awake);
            }
        }
        Call::MoveTo(which, x) => {
            edit(scene, which, &|b| {
                let is_kinematic = b.view().kind() == BodyKind::Kinematic;
                assert_eq!(b.move_to(pose([x, 1.0], 0.1 * x), 0.5).is_ok(), is_kinematic);
            });
        }
        Call::SetPose(which, place, angle) => {
            edit(scene, which, &|b| b.set_pose(pose(place, angle)).unwrap());
        }
        Call::Turn(which, turn) => edit(scene, which, &|b| {
            b.set_angle(0.1 * turn).unwrap();
            b.set_angular_velocity(turn).unwrap();
        }),
        Call::HitEvents(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_hit_events(on);
                assert_eq!(scene.collider(key).unwrap().hit_events(), on);
            }
        }
        Call::SetKind(which, other) => {
            let Some(key) = body(which) else { return };
            let body = scene.body(key).unwrap();
            let has_map =
                body.colliders().any(|it| scene.collider(it).unwrap().cell_size().is_some());
            let to = kind(other);
            let set = scene.body_mut(key).unwrap().set_kind(to);
            let is_refused = has_map && to == BodyKind::Dynamic;
            assert_eq!(set, if is_refused { Err(Error::MapOnDynamicBody(key)) } else { Ok(()) });
        }
        Call::Enable(which, on) => edit(scene, which, &|b| b.set_enabled(on).unwrap()),
        Call::Wake(which) => edit(scene, which, &|b| b.wake()),
        Call::Sleep(which) => edit(scene, which, &|b| b.sleep()),
        Call::CanSleep(which, on) => edit(scene, which, &|b| b.set_can_sleep(on)),
        Call::Filter(which, on) => {
            if let Some(key) = collider(which) {
                let mask = if on { u64::MAX } else { 0 };
                let filter = Filter { mask, ..Filter::default() };
                scene.collider_mut(key).unwrap().set_filter(filter);
            }
        }
        Call::Material(which, what, number) => {
            if let Some(key) = collider(which) {
                let is_map = scene.collider(key).unwrap().cell_size().is_some();
                let mut collider = scene.collider_mut(key).unwrap();
                match what {
                    0 => collider.set_friction(5.0 * number).unwrap(),
                    1 => collider.set_restitution(number).unwrap(),
                    2 => collider.set_rolling_resistance(number).unwrap(),
                    3 => {
                        let material = Material { friction: number, ..Material::default() };
                        assert_eq!(collider.set_shape_material(0, material).is_err(), is_map);
                    }
                    _ => collider.set_surface_speed(8.0 * number - 4.0).unwrap(),
                }
            }
        }
        Call::Rule(which, is_friction, rule) => {
            if let Some(key) = collider(which) {
                let mut collider = scene.collider_mut(key).unwrap();
                if is_friction {
                    collider.set_friction_rule(rule);
                } else {
                    collider.set_restitution_rule(rule);
                }
            }
        }
        Call::SceneRule(true, rule) => scene.config_mut().friction_rule = rule,
        Call::SceneRule(false, rule) => scene.config_mut().restitution_rule = rule,
        Call::UserData(which, data) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_user_data(data);
            }
        }
        Call::OneWay(which, way) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_one_way(way.map(Into::into)).unwrap();
            }
        }
        Call::OneSided(which, on) => {
            if let Some(key) = collider(which) {
                let it = scene.collider(key).unwrap();
                let is_line = |(shape, _): (&Shape, Pose)| {
                    matches!(shape, Shape::Segment(_) | Shape::ChainSegment(_))
                };
                let can_be = it.cell_size().is_none() && it.shapes().all(is_line);
                let done = scene.collider_mut(key).unwrap().set_one_sided(on);
                assert_eq!(done.is_ok(), !on || can_be);
            }
        }
        Call::DropThrough(which, on) => {
            edit(scene, which, &|b| b.drop_through(on));
            let is_said = |key| scene.body(key).unwrap().drops_through() == on;
            assert!(body(which).is_none_or(is_said));
        }
        Call::Bullet(which, on) => {
            edit(scene, which, &|b| b.set_bullet(on));
            assert!(body(which).is_none_or(|key| scene.body(key).unwrap().is_bullet() == on));
        }
        Call::Continuous(continuous) => scene.config_mut().continuous = continuous,
        Call::Shape(which, is_box) => {
            if let Some(key) = collider(which) {
                let one_sided = scene.collider(key).unwrap().is_one_sided();
                let mut collider = scene.collider_mut(key).unwrap();
                let done = if is_box {
                    collider.set_shape(Polygon::cuboid(0.3, 0.2).unwrap())
                } else {
                    collider.set_shape(Circle::new(0.35).unwrap())
                };
                assert_eq!(done.is_err(), one_sided);
            }
        }
        Call::Offset(which, x) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_offset(pose([x, 0.1], x)).unwrap();
            }
        }
        Call::EnableCollider(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_enabled(on).unwrap();
            }
        }
        Call::Join { kind, bodies: [a, b], at } => {
            if let (Some(a), Some(b)) = (body(a), body(b)) {
                // Some are refused: a body with itself, gears between what has no angle.
                let before = scene.state_hash();
                let refused = scene.add_joint(joint(kind, [a, b], &joints, at)).is_err();
                assert!(!refused || scene.state_hash() == before);
            }
        }
        Call::EditJoint(which, what, x) if !joints.is_empty() => {
            let mut joint = scene.joint_mut(joints[which % joints.len()]).unwrap();
            let _ = match what {
                0 => joint.set_motor(x, 5.0),
                1 => joint.set_limits(-x.abs(), x.abs()),
                2 => joint.set_spring(x.abs(), 0.5),
                3 => joint.set_velocity([x, 0.0]),
                4 => joint.set_target_point([x, 1.0]),
                5 => joint.set_break_force(10.0 * x.abs()),
                _ => Ok(()),
            };
            match what {
                6 => joint.set_enabled(x < 1.0),
                7 => joint.set_collide_connected(x < 1.0),
                8 => joint.remove_limits(),
                _ => {}
            }
        }
        Call::EditJoint(..) => {}
        Call::RemoveJoint(which) => {
            if !joints.is_empty() {
                scene.remove_joint(joints[which % joints.len()]).unwrap();
            }
        }
        Call::SetAgain(seed) => {
            let mut dice = Dice::new(seed);
            let Some(target) = setters::Target::drawn(scene, &mut dice) else { return };
            for edit in target.edits(&mut dice) {
                // Some are refused: of what does not have it, or with a number below zero.
                let before = scene.state_hash();
                let refused = setters::make(scene, edit).is_err();
                assert!(!refused || scene.state_hash() == before);
            }
        }
        Call::Gravity(gravity) => scene.config_mut().gravity.y = gravity,
        Call::SleepEnabled(on) => scene.config_mut().sleep.enabled = on,
        Call::JointSolving(solving) => scene.config_mut().solver.joints = solving,
        Call::AddSensor(which, shape_of, x) => {
            if let Some(key) = body(which) {
                let sensor = shape(shape_of).sensor(true).sees_sensors(x > 0.5);
                let is_dynamic = scene.body(key).unwrap().is_dynamic();
                let added = scene.add_collider(key, sensor.at_pose([x, 0.0], x));
                assert_eq!(added.is_err(), is_dynamic && is_map(shape_of), "{added:?}");
            }
        }
        Call::Sensor(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_sensor(on).unwrap();
            }
        }
        Call::SeesSensors(which, on) => {
            if let Some(key) = collider(which) {
                scene.collider_mut(key).unwrap().set_sees_sensors(on);
            }
        }
        Call::SetCell(which, place, kind) => {
            let is_map = |key: &ColliderKey| scene.collider(*key).unwrap().cell([0, 0]).is_some();
            let maps: Vec<_> = colliders.iter().copied().filter(is_map).collect();
            if !maps.is_empty() {
                let map = maps[which % maps.len()];
                scene.collider_mut(map).unwrap().set_cell(place, cell(kind)).unwrap();
            }
        }
        Call::Clear => scene.clear(),
        Call::ShiftOrigin(by) => {
            scene.shift_origin(by).unwrap();
            scene.shift_origin(by.map(|it| -it)).unwrap();
        }
        Call::Clone | Call::Refused(..) | Call::Ask { .. } => {}
        Call::StepOf(milliseconds) => {
            scene.step(0.001 * Real::from(milliseconds)).unwrap();
            // A step of no time leaves the events of the step before.
            if milliseconds > 0 {
                ledger.listen(scene);
            }
        }
        Call::Step(steps) => (0..steps).for_each(|_| step(scene, ledger)),
        Call::StepWithHooks(edit) => {
            let picky = Picky { edit, refused: RefCell::default() };
            scene.step_with(DT, &picky).unwrap();
            ledger.refused.append(&mut picky.refused.borrow_mut());
            ledger.listen(scene);
        }
        Call::StepWithPanic(calls) => {
            match scene.step_with(DT, &Panics(calls.into())) {
                // Nothing has moved, and what ended is told by the next step.
                Err(Error::HookPanicked { hook: "should_collide" | "modify_contact", .. }) => {}
                Ok(()) | Err(_) => ledger.listen(scene),
            }
        }
    }
}

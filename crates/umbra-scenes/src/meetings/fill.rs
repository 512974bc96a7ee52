//! A world as a scene, and its edits.

use umbra::geom::math;
use umbra::prelude::*;
use umbra::{Error, Joint, JointBuilder};

use super::guests::Guest;
use super::more;
use super::plan::{BodyPlan, ColliderPlan, Edit, Form, JointForm, JointPlan, Place, Plan, cell};

/// A world that can be stepped.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The scene.
    pub scene: Scene,
    /// Keys of the bodies of the plan; some may be gone.
    pub bodies: Vec<BodyKey>,
    /// Keys of their colliders.
    pub colliders: Vec<Vec<ColliderKey>>,
    /// Keys of the joints; some may be gone.
    pub joints: Vec<JointKey>,
    /// The guests, which are driven from step to step.
    pub guests: Vec<Guest>,
}

impl Plan {
    /// Fills a scene.
    ///
    /// # Errors
    /// When a part of the plan is refused.
    pub fn fill(&self) -> Result<Filled, Error> {
        let scene = Scene::new(self.config)?;
        let (bodies, colliders, joints, guests) = (vec![], vec![], vec![], vec![]);
        let mut filled = Filled { scene, bodies, colliders, joints, guests };
        for body in &self.bodies {
            filled.add(body)?;
        }
        for joint in &self.joints {
            let builder = joint.builder(joint.bodies.map(|body| filled.bodies[body]));
            filled.joints.push(filled.scene.add_joint(builder)?);
        }
        Ok(filled)
    }
}

fn pose([x, y, angle]: Place) -> Pose {
    math::pose([x, y], angle)
}

impl Filled {
    fn add(&mut self, plan: &BodyPlan) -> Result<(), Error> {
        let key = self.scene.add_body(plan.body())?;
        let mut colliders = vec![];
        for collider in &plan.colliders {
            colliders.push(self.scene.add_collider(key, collider.collider()?)?);
        }
        self.bodies.push(key);
        self.colliders.push(colliders);
        Ok(())
    }

    /// A step of the scene, and of the driven guests in it.
    ///
    /// # Errors
    /// When the scene refuses it, or a character does.
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        let Self { scene, guests, .. } = self;
        guests.iter_mut().for_each(|guest| guest.drive(scene, dt));
        scene.step(dt)?;
        guests.iter_mut().try_for_each(|guest| guest.play(scene, dt))
    }

    /// Edits the scene. An edit of a body or a joint that is gone does nothing.
    ///
    /// # Errors
    /// When the scene refuses it.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), Error> {
        let Self { scene, bodies, colliders, joints, .. } = self;
        let live: Vec<BodyKey> = scene.bodies().collect();
        let of = |index: usize| bodies.get(index).copied().filter(|key| live.contains(key));
        let joined: Vec<JointKey> = scene.joints().collect();
        let joint_of =
            |index: &usize| joints.get(*index).copied().filter(|key| joined.contains(key));
        more::apply(scene, edit, of)?;
        if let Edit::Add(plan) = edit {
            return self.add(plan);
        }
        if let Edit::Guest(plan) = edit {
            let Some(guest) = plan.add(scene)? else { return Ok(()) };
            bodies.extend(guest.bodies());
            colliders.resize(bodies.len(), vec![]);
            self.guests.push(guest);
            return Ok(());
        }
        if let Edit::Gravity(gravity) = edit {
            scene.config_mut().gravity = (*gravity).into();
            return Ok(());
        }
        if let Edit::RemoveJoint(joint) | Edit::Limits(joint, ..) = edit {
            let Some(key) = joint_of(joint) else { return Ok(()) };
            return match edit {
                Edit::Limits(_, lower, upper) => match scene.joint_mut(key) {
                    Ok(mut joint) => joint.set_limits(*lower, *upper),
                    Err(_) => Ok(()),
                },
                _ => scene.remove_joint(key),
            };
        }
        let Some(index) = edit.body() else { return Ok(()) };
        let Some(key) = of(index) else { return Ok(()) };
        if let Edit::Remove(_) = edit {
            return scene.remove_body(key);
        }
        edit_collider(scene, &colliders[index], edit)?;
        edit_body(scene, key, edit)
    }
}

fn edit_collider(scene: &mut Scene, keys: &[ColliderKey], edit: &Edit) -> Result<(), Error> {
    if let Edit::Group(_, group) = edit {
        for key in keys {
            if let Ok(mut collider) = scene.collider_mut(*key) {
                collider.set_filter(Filter { group: *group, ..Filter::default() });
            }
        }
        return Ok(());
    }
    let Some(mut collider) = keys.first().and_then(|key| scene.collider_mut(*key).ok()) else {
        return Ok(());
    };
    match edit {
        Edit::Shape(_, form) => collider.set_shape(form.shape()?),
        Edit::Sensor(_, on) => collider.set_sensor(*on),
        Edit::Offset(_, at) => collider.set_offset(pose(*at)),
        Edit::Density(_, density) => collider.set_density(*density),
        Edit::Material(_, friction, restitution) => {
            collider.set_friction(*friction)?;
            collider.set_restitution(*restitution)
        }
        _ => Ok(()),
    }
}

fn edit_body(scene: &mut Scene, key: BodyKey, edit: &Edit) -> Result<(), Error> {
    let Ok(mut body) = scene.body_mut(key) else { return Ok(()) };
    match edit {
        Edit::Teleport(_, place) => body.set_pose(pose(*place))?,
        Edit::Kind(_, kind) => body.set_kind(*kind)?,
        Edit::Velocity(_, velocity, spin) => {
            body.set_velocity(*velocity)?;
            body.set_angular_velocity(*spin)?;
        }
        Edit::Impulse(_, impulse) if body.view().is_dynamic() => {
            body.apply_impulse(*impulse)?;
        }
        Edit::Enable(_, on) => body.set_enabled(*on)?,
        Edit::Sleep(_, true) => body.sleep(),
        Edit::Sleep(_, false) => body.wake(),
        Edit::LockRotation(_, on) => body.set_lock_rotation(*on),
        _ => {}
    }
    Ok(())
}

impl BodyPlan {
    fn body(&self) -> Body {
        let body = match self.kind {
            BodyKind::Fixed => Body::fixed(),
            BodyKind::Kinematic => Body::kinematic(),
            BodyKind::Dynamic => Body::dynamic(),
        };
        let [x, y, angle] = self.place;
        let mut body = body
            .position([x, y])
            .angle(angle)
            .velocity(self.velocity)
            .angular_velocity(self.spin)
            .gravity_scale(self.gravity_scale)
            .linear_damping(self.damping[0])
            .angular_damping(self.damping[1])
            .bullet(self.bullet);
        if self.locks[0] {
            body = body.lock_translation_x();
        }
        if self.locks[1] {
            body = body.lock_translation_y();
        }
        if self.locks[2] {
            body = body.lock_rotation();
        }
        body
    }
}

impl ColliderPlan {
    fn collider(&self) -> Result<Collider, Error> {
        let collider = self
            .form
            .collider()?
            .offset(pose(self.at))
            .friction(self.friction)
            .restitution(self.restitution)
            .rolling_resistance(self.rolling)
            .surface_speed(self.belt)
            .density(self.density)
            .sensor(self.sensor)
            .hit_events(self.hits)
            .filter(Filter { group: self.group, ..Filter::default() });
        Ok(match self.one_way {
            Some(way) => collider.one_way(way),
            None => collider,
        })
    }
}

impl Form {
    /// The form as a single shape.
    fn shape(&self) -> Result<Shape, Error> {
        Ok(match self {
            Self::Circle(radius) => Circle::new(*radius)?.into(),
            Self::Cuboid([x, y], radius) if *radius > 0.0 => {
                Polygon::rounded_cuboid(*x, *y, *radius)?.into()
            }
            Self::Cuboid([x, y], _) => Polygon::cuboid(*x, *y)?.into(),
            Self::Capsule(a, b, radius) => Capsule::new(*a, *b, *radius)?.into(),
            Self::Segment(a, b) => Segment::new(*a, *b)?.into(),
            Self::Polygon(points, radius) if *radius > 0.0 => {
                Polygon::new(points.iter().copied())?.rounded(*radius)?.into()
            }
            Self::Polygon(points, _) => Polygon::new(points.iter().copied())?.into(),
            // Only single shapes take the place of others.
            _ => Circle::new(0.1)?.into(),
        })
    }

    fn collider(&self) -> Result<Collider, Error> {
        Ok(match self {
            Self::Concave(points) => Collider::concave(points.iter().copied()),
            Self::Chain(points, closed, one_sided) => {
                let points = points.iter().copied();
                let chain =
                    if *closed { Collider::chain_loop(points) } else { Collider::chain(points) };
                chain.one_sided(*one_sided)
            }
            Self::Heights(heights, width) => Collider::heightfield(heights.iter().copied(), *width),
            Self::Tiles(size, rows) => {
                Collider::tiles(*size, rows.iter().map(|row| row.chars().map(cell)))
            }
            Self::Compound(parts) => {
                let parts = parts.iter().map(|(at, form)| Ok((pose(*at), form.shape()?)));
                Collider::compound(parts.collect::<Result<Vec<_>, Error>>()?)
            }
            _ => Collider::new(self.shape()?),
        })
    }
}

/// An optional setting of a joint, and the method that sets it.
type Setting<T> = (Option<T>, fn(JointBuilder, T) -> JointBuilder);

impl JointPlan {
    fn builder(&self, [a, b]: [BodyKey; 2]) -> JointBuilder {
        let joint = match self.form {
            JointForm::Revolute(at) => Joint::revolute(a, b, at),
            JointForm::Prismatic(at, axis) => Joint::prismatic(a, b, at, axis),
            JointForm::Wheel(at, axis) => Joint::wheel(a, b, at, axis),
            JointForm::Groove(from, to, at) => Joint::groove(a, b, from, to, at),
            JointForm::Weld(at) => Joint::weld(a, b, at),
            JointForm::Distance(from, to) => Joint::distance(a, b, from, to),
            JointForm::Rope(from, to, most) => Joint::rope(a, b, from, to, most),
            JointForm::Spring(from, to, [hertz, ratio]) => {
                Joint::spring(a, b, from, to, hertz, ratio)
            }
            JointForm::Motor => Joint::motor(a, b),
            JointForm::Target(at) => Joint::target(b, at),
            JointForm::Friction(at) => Joint::friction(a, b, at),
            JointForm::Gear(ratio) => Joint::gear(a, b, ratio),
            JointForm::Pulley([from, to, at_a, at_b], ratio) => {
                Joint::pulley(a, b, from, to, at_a, at_b, ratio)
            }
            JointForm::Ratchet(phase, step) => Joint::ratchet(a, b, phase, step),
            JointForm::Filter => Joint::filter(a, b),
        };
        let options: [Setting<[Real; 2]>; 4] = [
            (self.limits, |joint, [lower, upper]| joint.limits(lower, upper)),
            (self.motor, |joint, [speed, most]| joint.motor(speed, most)),
            (self.spring, |joint, [hertz, ratio]| joint.spring(hertz, ratio)),
            (self.angular_spring, |joint, [hertz, ratio]| joint.angular_spring(hertz, ratio)),
        ];
        let joint = options.into_iter().fold(joint, |joint, (option, set)| match option {
            Some(numbers) => set(joint, numbers),
            None => joint,
        });
        let options: [Setting<Real>; 3] = [
            (self.max_force, JointBuilder::max_force),
            (self.max_torque, JointBuilder::max_torque),
            (self.break_force, JointBuilder::break_force),
        ];
        options.into_iter().fold(joint, |joint, (option, set)| match option {
            Some(number) => set(joint, number),
            None => joint,
        })
    }
}

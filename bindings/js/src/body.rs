//! Bodies.
use umbra::prelude::*;
use umbra::{BodyMut, BodyRef};
use wasm_bindgen::prelude::*;

use crate::error::Answer;
use crate::table::{self, Options};
use crate::wire::{Key, Value, Values, numbers};
use crate::world::{RawWorld, write_contact};

const KINDS: [BodyKind; 3] = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];

/// A kind of body from its number.
pub(crate) fn kind(values: Values<'_>) -> BodyKind {
    KINDS.get(values.index(0)).copied().unwrap_or(BodyKind::Dynamic)
}

/// The number of a kind of body.
pub(crate) fn kind_number(kind: BodyKind) -> usize {
    KINDS.iter().position(|&it| it == kind).unwrap_or_default()
}

fn mass_properties(v: Values<'_>) -> MassProperties {
    MassProperties { mass: v.real(0), inertia: v.real(1), center: v.point(2) }
}

/// Options of a new body. Its kind is given apart.
pub const OPTIONS: &Options<Body> = &[
    ("position:v", |it, v| it.position(v.point(0))),
    ("angle:n", |it, v| it.angle(v.real(0))),
    ("velocity:v", |it, v| it.velocity(v.vector(0))),
    ("angularVelocity:n", |it, v| it.angular_velocity(v.real(0))),
    ("linearDamping:n", |it, v| it.linear_damping(v.real(0))),
    ("angularDamping:n", |it, v| it.angular_damping(v.real(0))),
    ("gravityScale:n", |it, v| it.gravity_scale(v.real(0))),
    ("additionalMass:n", |it, v| it.additional_mass(v.real(0))),
    ("massProperties:m", |it, v| it.mass_properties(mass_properties(v))),
    ("constantForce:w", |it, v| it.constant_force(v.vector(0), v.real(2))),
    ("bullet:b", |it, v| it.bullet(v.flag(0))),
    ("canSleep:b", |it, v| it.can_sleep(v.flag(0))),
    ("sleeping:b", |it, v| it.sleeping(v.flag(0))),
    ("sleepTolerance:n", |it, v| it.sleep_tolerance(v.real(0))),
    ("enabled:b", |it, v| it.enabled(v.flag(0))),
    ("lockRotation:b", |it, v| if v.flag(0) { it.lock_rotation() } else { it }),
    ("lockX:b", |it, v| if v.flag(0) { it.lock_translation_x() } else { it }),
    ("lockY:b", |it, v| if v.flag(0) { it.lock_translation_y() } else { it }),
    ("fracture:n", |it, v| it.fracture(v.real(0))),
    ("userData:u", |it, v| it.user_data(v.bits(0))),
];

type Get = fn(&BodyRef<'_>) -> Value;
/// What can be read of a body.
pub const GETTERS: &[(&str, Get)] = &[
    ("type:e(fixed,kinematic,dynamic)", |it| Value::choice(kind_number(it.kind()))),
    ("position", |it| it.position().into()),
    ("angle", |it| it.angle().into()),
    ("unwrappedAngle", |it| it.unwrapped_angle().into()),
    ("pose", |it| it.pose().into()),
    ("velocity", |it| it.velocity().into()),
    ("angularVelocity", |it| it.angular_velocity().into()),
    ("linearDamping", |it| it.linear_damping().into()),
    ("angularDamping", |it| it.angular_damping().into()),
    ("gravityScale", |it| it.gravity_scale().into()),
    ("mass", |it| it.mass().into()),
    ("inertia", |it| it.inertia().into()),
    ("centerOfMass", |it| it.center_of_mass().into()),
    ("additionalMass", |it| it.additional_mass().into()),
    ("massProperties", |it| it.mass_properties().into()),
    ("constantForce", |it| it.constant_force().into()),
    ("appliedForce", |it| it.applied_force().into()),
    ("kineticEnergy", |it| it.kinetic_energy().into()),
    ("aabb", |it| it.aabb().into()),
    ("bullet", |it| it.is_bullet().into()),
    ("awake", |it| it.is_awake().into()),
    ("canSleep", |it| it.can_sleep().into()),
    ("sleepTolerance", |it| it.sleep_tolerance().into()),
    ("enabled", |it| it.is_enabled().into()),
    ("lockRotation", |it| it.is_rotation_locked().into()),
    ("lockTranslation", |it| Value::flags(it.is_translation_locked())),
    ("dropThrough", |it| it.drops_through().into()),
    ("fracture", |it| it.fracture().into()),
    ("userData", |it| it.user_data().into()),
];

type Set = fn(&mut BodyMut<'_>, Values<'_>) -> Result<(), umbra::Error>;
/// What can be changed of a body.
pub const SETTERS: &[(&str, Set)] = &[
    ("type:e(fixed,kinematic,dynamic)", |it, v| it.set_kind(kind(v))),
    ("position:v", |it, v| it.set_position(v.point(0))),
    ("angle:n", |it, v| it.set_angle(v.real(0))),
    ("pose:p", |it, v| it.set_pose(v.pose(0))),
    ("velocity:v", |it, v| it.set_velocity(v.vector(0))),
    ("angularVelocity:n", |it, v| it.set_angular_velocity(v.real(0))),
    ("linearDamping:n", |it, v| it.set_linear_damping(v.real(0))),
    ("angularDamping:n", |it, v| it.set_angular_damping(v.real(0))),
    ("gravityScale:n", |it, v| it.set_gravity_scale(v.real(0))),
    ("additionalMass:n", |it, v| it.set_additional_mass(v.real(0))),
    ("massProperties:m?", |it, v| {
        it.set_mass_properties((!v.is_null()).then(|| mass_properties(v)))
    }),
    ("constantForce:w", |it, v| it.set_constant_force(v.vector(0), v.real(2))),
    ("bullet:b", |it, v| {
        it.set_bullet(v.flag(0));
        Ok(())
    }),
    ("awake:b", |it, v| {
        if v.flag(0) {
            it.wake()
        } else {
            it.sleep()
        }
        Ok(())
    }),
    ("canSleep:b", |it, v| {
        it.set_can_sleep(v.flag(0));
        Ok(())
    }),
    ("sleepTolerance:n", |it, v| it.set_sleep_tolerance(v.real(0))),
    ("enabled:b", |it, v| it.set_enabled(v.flag(0))),
    ("lockRotation:b", |it, v| {
        it.set_lock_rotation(v.flag(0));
        Ok(())
    }),
    ("lockTranslation:bb", |it, v| {
        it.set_lock_translation(v.flag(0), v.flag(1));
        Ok(())
    }),
    ("dropThrough:b", |it, v| {
        it.drop_through(v.flag(0));
        Ok(())
    }),
    ("fracture:n?", |it, v| it.set_fracture(v.optional())),
    ("userData:u", |it, v| {
        it.set_user_data(v.bits(0));
        Ok(())
    }),
];

/// A body from its kind and options.
pub(crate) fn build(kind: u32, options: &[f64]) -> Body {
    let body = match KINDS.get(kind as usize) {
        Some(BodyKind::Fixed) => Body::fixed(),
        Some(BodyKind::Kinematic) => Body::kinematic(),
        _ => Body::dynamic(),
    };
    table::apply(OPTIONS, body, options)
}

/// What is done to a body with a vector, and perhaps at a point, in the order of `js/body.ts`.
#[derive(Clone, Copy)]
enum Push {
    Force,
    ForceAt,
    Impulse,
    ImpulseAt,
    Torque,
    AngularImpulse,
}
const PUSHES: [Push; 6] = [
    Push::Force,
    Push::ForceAt,
    Push::Impulse,
    Push::ImpulseAt,
    Push::Torque,
    Push::AngularImpulse,
];

#[wasm_bindgen]
impl RawWorld {
    /// Adds a body.
    #[wasm_bindgen(js_name = bodyAdd)]
    pub fn body_add(&mut self, kind: u32, options: &[f64]) -> Answer<f64> {
        let key = self.scene.add_body(build(kind, options))?;
        let pose = self.scene.body(key)?.pose();
        self.poses.write(key, &pose);
        Ok(key.to_number())
    }

    /// Adds a body with colliders: of each two lists behind their lengths, shape and options.
    #[wasm_bindgen(js_name = bodyAddWith)]
    pub fn body_add_with(&mut self, kind: u32, options: &[f64], parts: &[f64]) -> Answer<f64> {
        let mut colliders = Vec::new();
        let mut lists = Values(parts).lists();
        while let (Some(shape), Some(options)) = (lists.next(), lists.next()) {
            colliders.push(crate::collider::build(shape.0, options.0)?);
        }
        let key = self.scene.add(build(kind, options), colliders)?;
        let pose = self.scene.body(key)?.pose();
        self.poses.write(key, &pose);
        Ok(key.to_number())
    }

    /// Removes a body with its colliders and joints.
    #[wasm_bindgen(js_name = bodyRemove)]
    pub fn body_remove(&mut self, body: f64) -> Answer {
        let key = BodyKey::of_number(body);
        self.scene.remove_body(key)?;
        self.poses.remove(key);
        Ok(())
    }

    /// True if there is such a body.
    #[wasm_bindgen(js_name = bodyHas)]
    pub fn body_has(&self, body: f64) -> bool {
        self.scene.body(BodyKey::of_number(body)).is_ok()
    }

    /// Reads a property.
    #[wasm_bindgen(js_name = bodyGet)]
    pub fn body_get(&self, body: f64, property: u32) -> Answer<u32> {
        let it = self.scene.body(BodyKey::of_number(body))?;
        let value = table::row(GETTERS, property).map_or(Value::NULL, |get| get(&it));
        Ok(self.give(value))
    }

    /// Changes a property.
    #[wasm_bindgen(js_name = bodySet)]
    pub fn body_set(&mut self, body: f64, property: u32, values: &[f64]) -> Answer {
        let key = BodyKey::of_number(body);
        let mut it = self.scene.body_mut(key)?;
        table::row(SETTERS, property).map_or(Ok(()), |set| set(&mut it, Values(values)))?;
        let pose = it.view().pose();
        self.poses.write(key, &pose);
        Ok(())
    }

    /// Applies a force, an impulse, a torque or an angular impulse.
    #[wasm_bindgen(js_name = bodyPush)]
    pub fn body_push(
        &mut self,
        body: f64,
        push: u32,
        x: f32,
        y: f32,
        at_x: f32,
        at_y: f32,
        wakes: bool,
    ) -> Answer {
        let mut it = self.scene.body_mut(BodyKey::of_number(body))?;
        if !wakes {
            it = it.without_waking();
        }
        let (vector, point) = ([x, y], [at_x, at_y]);
        match PUSHES.get(push as usize).copied().unwrap_or(Push::AngularImpulse) {
            Push::Force => it.apply_force(vector),
            Push::ForceAt => it.apply_force_at(vector, point),
            Push::Impulse => it.apply_impulse(vector),
            Push::ImpulseAt => it.apply_impulse_at(vector, point),
            Push::Torque => it.apply_torque(x),
            Push::AngularImpulse => it.apply_angular_impulse(x),
        }?;
        Ok(())
    }

    /// Has a kinematic body come to a pose within a time.
    #[wasm_bindgen(js_name = bodyMoveTo)]
    pub fn body_move_to(&mut self, body: f64, x: f32, y: f32, angle: f32, dt: f32) -> Answer {
        self.scene.body_mut(BodyKey::of_number(body))?.move_to(pose([x, y], angle), dt)?;
        Ok(())
    }

    /// A pose between the last two steps.
    #[wasm_bindgen(js_name = bodyInterpolated)]
    pub fn body_interpolated(&self, body: f64, alpha: f32) -> Answer<u32> {
        let pose = self.scene.body(BodyKey::of_number(body))?.interpolated_pose(alpha);
        Ok(self.give(pose))
    }

    /// A point or vector in another frame, in the order of `js/body.ts`.
    #[wasm_bindgen(js_name = bodyFrame)]
    pub fn body_frame(&self, body: f64, what: u32, x: f32, y: f32) -> Answer<u32> {
        let it = self.scene.body(BodyKey::of_number(body))?;
        let value: Value = match what {
            0 => it.local_point([x, y]).into(),
            1 => it.world_point([x, y]).into(),
            2 => it.local_vector([x, y]).into(),
            3 => it.world_vector([x, y]).into(),
            _ => it.velocity_at([x, y]).into(),
        };
        Ok(self.give(value))
    }

    /// Keys of the colliders of a body, or of its joints.
    #[wasm_bindgen(js_name = bodyKeys)]
    pub fn body_keys(&self, body: f64, joints: bool) -> Answer<Vec<f64>> {
        let it = self.scene.body(BodyKey::of_number(body))?;
        Ok(if joints { numbers(it.joints()) } else { numbers(it.colliders()) })
    }

    /// Touching contacts of a body.
    #[wasm_bindgen(js_name = bodyContacts)]
    pub fn body_contacts(&self, body: f64) -> Answer<Vec<f64>> {
        let mut all = Vec::new();
        let it = self.scene.body(BodyKey::of_number(body))?;
        for contact in it.contacts().filter(ContactRef::is_touching) {
            write_contact(&mut all, &contact);
        }
        Ok(all)
    }

    /// Bodies in the island of a body.
    #[wasm_bindgen(js_name = bodyIsland)]
    pub fn body_island(&self, body: f64) -> Answer<Vec<f64>> {
        Ok(numbers(self.scene.island_of(BodyKey::of_number(body))?))
    }
}

//! Transformed worlds: in other units, mirrored, and shifted.

use umbra::prelude::*;

use super::guests::GuestPlan;
use super::plan::{
    BodyPlan, ColliderPlan, Edit, FieldPlan, Form, JointForm, JointPlan, Place, Plan,
};

/// The largest force or torque that scenes accept.
const MOST: Real = 1e15;

/// The transformation of numbers of each kind.
#[derive(Clone, Copy)]
struct Change {
    /// The factor on lengths, and that on lengths along x.
    length: Real,
    side: Real,
    /// The offset of positions in the world.
    shift: [Real; 2],
    /// Factors on speeds, angular speeds, forces and torques, frequencies.
    speed: Real,
    spin: Real,
    force: Real,
    torque: Real,
    hertz: Real,
}

impl Plan {
    /// The same world with every length multiplied by `length`. Gravity is scaled too, unless it is
    /// that of the earth.
    #[must_use]
    pub fn scaled(&self, length: Real, on_earth: bool) -> Self {
        let pull = if on_earth { 1.0 } else { length };
        let speed = (length * pull).sqrt();
        let force = length * length * pull;
        let (spin, torque) = (speed / length, force * length);
        let change =
            Change { length, side: 1.0, shift: [0.0; 2], speed, spin, force, torque, hertz: spin };
        let mut plan = change.plan(self);
        plan.config.gravity *= pull / length;
        plan.config.length_unit = length;
        (plan.length, plan.speed) = (length, speed);
        plan
    }

    /// The same world with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let one = Change::none();
        Change { side: -1.0, ..one }.plan(self)
    }

    /// The same world, shifted.
    #[must_use]
    pub fn shifted(&self, shift: [Real; 2]) -> Self {
        Change { shift, ..Change::none() }.plan(self)
    }
}

impl Change {
    fn none() -> Self {
        Self {
            length: 1.0,
            side: 1.0,
            shift: [0.0; 2],
            speed: 1.0,
            spin: 1.0,
            force: 1.0,
            torque: 1.0,
            hertz: 1.0,
        }
    }

    fn vector(&self, [x, y]: [Real; 2]) -> [Real; 2] {
        [self.side * self.length * x, self.length * y]
    }

    fn direction(&self, [x, y]: [Real; 2]) -> [Real; 2] {
        [self.side * x, y]
    }

    fn velocity(&self, [x, y]: [Real; 2]) -> [Real; 2] {
        [self.side * self.speed * x, self.speed * y]
    }

    fn point(&self, point: [Real; 2]) -> [Real; 2] {
        let [x, y] = self.vector(point);
        [x + self.shift[0], y + self.shift[1]]
    }

    fn place(&self, [x, y, angle]: Place) -> Place {
        let [x, y] = self.point([x, y]);
        [x, y, self.side * angle]
    }

    fn local(&self, [x, y, angle]: Place) -> Place {
        let [x, y] = self.vector([x, y]);
        [x, y, self.side * angle]
    }

    fn plan(&self, plan: &Plan) -> Plan {
        let gravity = self.vector(plan.config.gravity.into());
        let config = SceneConfig { gravity: gravity.into(), ..plan.config };
        let room = plan.room.map(|room| {
            let [a, b] = [room.min, room.max].map(|p| Point::from(self.vector(p.into())));
            Aabb { min: a.inf(&b), max: a.sup(&b) }
        });
        Plan {
            config,
            bodies: plan.bodies.iter().map(|body| self.body(body)).collect(),
            joints: plan.joints.iter().map(|joint| self.joint(joint)).collect(),
            edits: plan
                .edits
                .iter()
                .map(|(step, edit)| (*step, self.edit(edit, &plan.joints)))
                .collect(),
            room,
            ..plan.clone()
        }
    }

    fn body(&self, body: &BodyPlan) -> BodyPlan {
        BodyPlan {
            place: self.place(body.place),
            velocity: self.velocity(body.velocity),
            spin: self.side * self.spin * body.spin,
            damping: body.damping.map(|damping| self.spin * damping),
            colliders: body.colliders.iter().map(|collider| self.collider(collider)).collect(),
            ..body.clone()
        }
    }

    fn collider(&self, collider: &ColliderPlan) -> ColliderPlan {
        // A map begins at its lower left corner, which is the right one in a mirror.
        let at = match &collider.form {
            Form::Tiles(size, rows) if self.side < 0.0 => {
                let width =
                    size * rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as Real;
                let [x, y, angle] = collider.at;
                [x + width, y, angle]
            }
            _ => collider.at,
        };
        ColliderPlan {
            form: self.form(&collider.form),
            at: self.local(at),
            rolling: self.length * collider.rolling,
            belt: self.side * self.speed * collider.belt,
            one_way: collider.one_way.map(|way| self.direction(way)),
            ..collider.clone()
        }
    }

    fn form(&self, form: &Form) -> Form {
        let length = |it: Real| self.length * it;
        let points = |points: &[[Real; 2]]| {
            let mut points: Vec<_> = points.iter().map(|point| self.vector(*point)).collect();
            if self.side < 0.0 {
                points.reverse();
            }
            points
        };
        match form {
            Form::Circle(radius) => Form::Circle(length(*radius)),
            Form::Cuboid(half, radius) => Form::Cuboid(half.map(length), length(*radius)),
            Form::Capsule(a, b, radius) => {
                Form::Capsule(self.vector(*a), self.vector(*b), length(*radius))
            }
            Form::Segment(a, b) if self.side < 0.0 => {
                Form::Segment(self.vector(*b), self.vector(*a))
            }
            Form::Segment(a, b) => Form::Segment(self.vector(*a), self.vector(*b)),
            Form::Polygon(corners, radius) => Form::Polygon(points(corners), length(*radius)),
            Form::Concave(corners) => Form::Concave(points(corners)),
            Form::Chain(corners, closed, one_sided) => {
                Form::Chain(points(corners), *closed, *one_sided)
            }
            Form::Heights(heights, width) => {
                let mut heights: Vec<_> = heights.iter().map(|height| length(*height)).collect();
                if self.side < 0.0 {
                    heights.reverse();
                }
                Form::Heights(heights, length(*width))
            }
            Form::Tiles(size, rows) => {
                let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
                let turned = |row: &String| -> String {
                    let row = format!("{row:width$}");
                    let swap = |letter| match letter {
                        '/' => '\\',
                        '\\' => '/',
                        other => other,
                    };
                    row.chars().rev().map(swap).collect()
                };
                let rows =
                    if self.side < 0.0 { rows.iter().map(turned).collect() } else { rows.clone() };
                Form::Tiles(length(*size), rows)
            }
            Form::Compound(parts) => Form::Compound(
                parts.iter().map(|(at, form)| (self.local(*at), self.form(form))).collect(),
            ),
        }
    }

    /// The limits of a joint: of an angle, or of a length.
    fn limits(&self, form: JointForm, [lower, upper]: [Real; 2]) -> [Real; 2] {
        match form {
            JointForm::Revolute(_) if self.side < 0.0 => [-upper, -lower],
            JointForm::Revolute(_) => [lower, upper],
            _ => [lower, upper].map(|limit| self.length * limit),
        }
    }

    fn joint(&self, joint: &JointPlan) -> JointPlan {
        let point = |it| self.point(it);
        let form = match joint.form {
            JointForm::Revolute(at) => JointForm::Revolute(point(at)),
            JointForm::Prismatic(at, axis) => JointForm::Prismatic(point(at), self.direction(axis)),
            JointForm::Wheel(at, axis) => JointForm::Wheel(point(at), self.direction(axis)),
            JointForm::Groove(from, to, at) => JointForm::Groove(point(from), point(to), point(at)),
            JointForm::Weld(at) => JointForm::Weld(point(at)),
            JointForm::Distance(a, b) => JointForm::Distance(point(a), point(b)),
            JointForm::Rope(a, b, most) => JointForm::Rope(point(a), point(b), self.length * most),
            JointForm::Spring(a, b, [hertz, ratio]) => {
                JointForm::Spring(point(a), point(b), [self.hertz * hertz, ratio])
            }
            JointForm::Target(at) => JointForm::Target(point(at)),
            JointForm::Friction(at) => JointForm::Friction(point(at)),
            JointForm::Pulley(points, ratio) => JointForm::Pulley(points.map(point), ratio),
            JointForm::Ratchet(phase, step) => {
                JointForm::Ratchet(self.side * phase, self.side * step)
            }
            other @ (JointForm::Motor | JointForm::Gear(_) | JointForm::Filter) => other,
        };
        let turns = matches!(form, JointForm::Revolute(_) | JointForm::Wheel(..));
        let motor = |[speed, most]: [Real; 2]| {
            if turns {
                [self.side * self.spin * speed, (self.torque * most).min(MOST)]
            } else {
                [self.speed * speed, (self.force * most).min(MOST)]
            }
        };
        let spring = |[hertz, ratio]: [Real; 2]| [self.hertz * hertz, ratio];
        JointPlan {
            form,
            limits: joint.limits.map(|limits| self.limits(form, limits)),
            motor: joint.motor.map(motor),
            spring: joint.spring.map(spring),
            angular_spring: joint.angular_spring.map(spring),
            max_force: joint.max_force.map(|force| (self.force * force).min(MOST)),
            max_torque: joint.max_torque.map(|torque| (self.torque * torque).min(MOST)),
            break_force: joint.break_force.map(|force| self.force * force),
            ..joint.clone()
        }
    }

    fn field(&self, field: &FieldPlan) -> FieldPlan {
        let pull = self.speed * self.spin;
        let vector = |v: Vector, by: Real| Vector::new(self.side * by * v.x, by * v.y);
        let kind = match field.kind {
            FieldKind::Gravity { acceleration } => {
                FieldKind::Gravity { acceleration: vector(acceleration, pull) }
            }
            FieldKind::Attraction { acceleration, radius } => FieldKind::Attraction {
                acceleration: pull * acceleration,
                radius: self.length * radius,
            },
            FieldKind::Magnet { force, range } => {
                FieldKind::Magnet { force: self.force * force, range: self.length * range }
            }
            FieldKind::Wind { velocity, density, drag, lift } => {
                FieldKind::Wind { velocity: vector(velocity, self.speed), density, drag, lift }
            }
            FieldKind::Water { density, drag, velocity } => FieldKind::Water {
                density,
                drag: self.spin * drag,
                velocity: vector(velocity, self.speed),
            },
            other => other,
        };
        let place =
            if field.on.is_some() { self.local(field.place) } else { self.place(field.place) };
        FieldPlan { kind, place, half: field.half.map(|half| self.length * half), ..*field }
    }

    fn guest(&self, guest: &GuestPlan) -> GuestPlan {
        GuestPlan {
            places: guest.places.map(|place| self.point(place)),
            length: self.length * guest.length,
            mirrored: guest.mirrored != (self.side < 0.0),
            ..*guest
        }
    }

    fn edit(&self, edit: &Edit, joints: &[JointPlan]) -> Edit {
        match edit {
            Edit::Teleport(body, place) => Edit::Teleport(*body, self.place(*place)),
            Edit::Shape(body, form) => Edit::Shape(*body, self.form(form)),
            Edit::Offset(body, at) => Edit::Offset(*body, self.local(*at)),
            Edit::Velocity(body, velocity, spin) => {
                Edit::Velocity(*body, self.velocity(*velocity), self.side * self.spin * spin)
            }
            Edit::Impulse(body, [x, y]) => {
                let mass = self.length * self.length;
                Edit::Impulse(*body, self.velocity([mass * x, mass * y]))
            }
            Edit::Limits(joint, lower, upper) => {
                let form = joints.get(*joint).map_or(JointForm::Filter, |joint| joint.form);
                let [lower, upper] = self.limits(form, [*lower, *upper]);
                Edit::Limits(*joint, lower, upper)
            }
            Edit::Gravity(gravity) => {
                let [x, y] = self.direction(*gravity);
                let pull = self.speed * self.spin;
                Edit::Gravity([pull * x, pull * y])
            }
            Edit::Add(body) => Edit::Add(self.body(body)),
            Edit::AddField(field) => Edit::AddField(self.field(field)),
            Edit::AddPortal { from, to, one_way } => {
                // In a mirror, what was on the left of a segment is on its right.
                let ends = |[a, b]: [[Real; 2]; 2]| {
                    let [a, b] = [a, b].map(|at| self.point(at));
                    if self.side < 0.0 { [b, a] } else { [a, b] }
                };
                let [from, to] = [*from, *to].map(ends);
                Edit::AddPortal { from, to, one_way: *one_way }
            }
            Edit::Guest(guest) => Edit::Guest(self.guest(guest)),
            Edit::Split(body, line) => Edit::Split(*body, line.map(|at| self.point(at))),
            Edit::Shatter(body, at, pieces) => Edit::Shatter(*body, self.point(*at), *pieces),
            Edit::Toughness(body, toughness) => {
                Edit::Toughness(*body, self.length * self.length * self.speed * toughness)
            }
            Edit::Explode { at, reach, impulse, shielded } => Edit::Explode {
                at: self.point(*at),
                reach: self.length * reach,
                impulse: self.length * self.speed * impulse,
                shielded: *shielded,
            },
            other => other.clone(),
        }
    }
}

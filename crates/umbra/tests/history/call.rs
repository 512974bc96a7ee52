//! The calls, and how they are drawn.

use proptest::prelude::*;
use umbra::prelude::*;

use super::parts::{CELLS, SHAPES};
use super::refused::REFUSALS;

/// A call. Numbers choose among what there is, and where things go.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    AddBody {
        kind: u8,
        shape: u8,
        x: Real,
        y: Real,
        asleep: bool,
        bullet: bool,
    },
    RemoveBody(usize),
    /// Takes an island out and puts it in again, or puts a copy of it beside it.
    Part(usize, bool),
    AddCollider(usize, Real),
    RemoveCollider(usize),
    Push(usize, Real, Real),
    Place(usize, Real, Real),
    /// Does the same as `Place`, and puts the body to sleep there.
    PlaceAsleep(usize, Real, Real),
    ConstantForce(usize, Real, Real),
    /// Without waking.
    Blow(usize, Real, Real),
    MoveTo(usize, Real),
    SetPose(usize, [Real; 2], Real),
    Turn(usize, Real),
    HitEvents(usize, bool),
    SetKind(usize, u8),
    Enable(usize, bool),
    Wake(usize),
    Sleep(usize),
    CanSleep(usize, bool),
    Filter(usize, bool),
    Material(usize, u8, Real),
    Rule(usize, bool, CombineRule),
    Shape(usize, bool),
    Offset(usize, Real),
    EnableCollider(usize, bool),
    AddSensor(usize, u8, Real),
    Sensor(usize, bool),
    SeesSensors(usize, bool),
    SetCell(usize, [i32; 2], u8),
    OneWay(usize, Option<[Real; 2]>),
    OneSided(usize, bool),
    DropThrough(usize, bool),
    Bullet(usize, bool),
    /// Sets which fast bodies are swept from now on.
    Continuous(Continuous),
    SceneRule(bool, CombineRule),
    UserData(usize, u64),
    /// Everything is seen from another origin, and from the old one again.
    ShiftOrigin([Real; 2]),
    /// A call with a number that makes no sense.
    Refused(usize, u8, Real),
    /// Queries from somewhere to somewhere.
    Ask {
        from: [Real; 2],
        to: [Real; 2],
        turn: Real,
        options: u8,
    },
    Gravity(Real),
    SleepEnabled(bool),
    JointSolving(JointSolving),
    Join {
        kind: u8,
        bodies: [usize; 2],
        at: [Real; 2],
    },
    EditJoint(usize, u8, Real),
    RemoveJoint(usize),
    /// Setters of one thing with no step between them: a seed draws what, and which.
    SetAgain(u64),
    /// Cuts, shatters or carves a body, or has it break by itself.
    Cut {
        which: usize,
        how: u8,
        at: [Real; 2],
    },
    /// Takes shapes from a collider and gives it others: a bit says whether one is kept.
    Exchange {
        which: usize,
        kept: u8,
        added: u8,
        x: Real,
    },
    /// Has a joint hold other bodies.
    Bind(usize, [usize; 2]),
    /// Adds a field, changes one, puts one on a body, or removes one.
    Field {
        what: u8,
        kind: u8,
        which: usize,
        at: [Real; 2],
    },
    /// Adds a portal between two places, turned so far, or removes, changes or closes one.
    Portal {
        what: u8,
        which: usize,
        ends: [[Real; 2]; 2],
        turn: Real,
    },
    /// Lets something explode: where, how strongly, and whether walls shield from it.
    Explode([Real; 2], Real, bool),
    Clear,
    Clone,
    Step(u8),
    /// Of so many milliseconds.
    StepOf(u8),
    StepWithHooks(u8),
    /// With hooks that panic when they are asked so many times.
    StepWithPanic(usize),
}

pub fn call() -> impl Strategy<Value = Call> {
    let which = 0_usize..40;
    let (x, y) = (-4.0_f32..4.0, 0.0_f32..5.0);
    let body = (0_u8..6, 0..SHAPES, x.clone(), y.clone(), any::<bool>(), 0_u8..4);
    let from = [-6.0_f32..6.0, -2.0_f32..6.0];
    prop_oneof![
        6 => body.prop_map(|(kind, shape, x, y, asleep, bullet)| {
            Call::AddBody { kind, shape, x, y, asleep, bullet: bullet == 0 }
        }),
        2 => which.clone().prop_map(Call::RemoveBody),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, copies)| Call::Part(i, copies)),
        1 => (which.clone(), x.clone()).prop_map(|(i, x)| Call::AddCollider(i, x)),
        1 => which.clone().prop_map(Call::RemoveCollider),
        2 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::Push(i, x, y)),
        // Hard enough to be swept.
        1 => (which.clone(), x.clone(), -4.0_f32..4.0)
            .prop_map(|(i, x, y)| Call::Push(i, 40.0 * x, 40.0 * y)),
        2 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::Place(i, x, y)),
        1 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::PlaceAsleep(i, x, y)),
        1 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::ConstantForce(i, x, y)),
        1 => (which.clone(), x.clone(), y.clone()).prop_map(|(i, x, y)| Call::Blow(i, x, y)),
        1 => (which.clone(), x.clone()).prop_map(|(i, x)| Call::MoveTo(i, x)),
        1 => (which.clone(), [x.clone(), y.clone()], -4.0_f32..4.0)
            .prop_map(|(i, place, angle)| Call::SetPose(i, place, angle)),
        1 => (which.clone(), -20.0_f32..20.0).prop_map(|(i, turn)| Call::Turn(i, turn)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::HitEvents(i, on)),
        1 => (0_u8..50).prop_map(Call::StepOf),
        1 => (which.clone(), 0_u8..3).prop_map(|(i, kind)| Call::SetKind(i, kind)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Enable(i, on)),
        2 => which.clone().prop_map(Call::Wake),
        3 => which.clone().prop_map(Call::Sleep),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::CanSleep(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Filter(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, box_)| Call::Shape(i, box_)),
        1 => (which.clone(), -1.0_f32..1.0).prop_map(|(i, x)| Call::Offset(i, x)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::EnableCollider(i, on)),
        3 => (which.clone(), 0..SHAPES, -1.0_f32..1.0)
            .prop_map(|(i, shape, x)| Call::AddSensor(i, shape, x)),
        2 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Sensor(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::SeesSensors(i, on)),
        1 => (1_usize..30).prop_map(Call::StepWithPanic),
        2 => (which.clone(), [-2_i32..6, -1_i32..4], 0..CELLS)
            .prop_map(|(i, place, cell)| Call::SetCell(i, place, cell)),
        1 => (which.clone(), 0_u8..5, 0.0_f32..1.0)
            .prop_map(|(i, what, number)| Call::Material(i, what, number)),
        1 => (which.clone(), any::<bool>(), rule()).prop_map(|(i, which, rule)| Call::Rule(i, which, rule)),
        2 => (which.clone(), one_way_direction()).prop_map(|(i, way)| Call::OneWay(i, way)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::OneSided(i, on)),
        2 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::DropThrough(i, on)),
        1 => (which.clone(), any::<bool>()).prop_map(|(i, on)| Call::Bullet(i, on)),
        1 => prop_oneof![Just(Continuous::Off), Just(Continuous::Fixed), Just(Continuous::All)]
            .prop_map(Call::Continuous),
        1 => (any::<bool>(), rule()).prop_map(|(which, rule)| Call::SceneRule(which, rule)),
        1 => (which.clone(), 0_u64..3).prop_map(|(i, data)| Call::UserData(i, data)),
        3 => (which.clone(), 0..REFUSALS, nonsense()).prop_map(|(i, what, x)| Call::Refused(i, what, x)),
        3 => (from.clone(), from, prop_oneof![Just(0.0), -7.0_f32..7.0], any::<u8>())
            .prop_map(|(from, to, turn, options)| Call::Ask { from, to, turn, options }),
        1 => (-10.0_f32..0.0).prop_map(Call::Gravity),
        1 => any::<bool>().prop_map(Call::SleepEnabled),
        1 => prop_oneof![
            Just(JointSolving::Auto),
            Just(JointSolving::Rows),
            Just(JointSolving::Trees)
        ]
        .prop_map(Call::JointSolving),
        4 => (0_u8..20, [which.clone(), which.clone()], [x.clone(), y.clone()])
            .prop_map(|(kind, bodies, at)| Call::Join { kind, bodies, at }),
        2 => (which.clone(), 0_u8..9, -1.0_f32..4.0).prop_map(|(i, what, x)| Call::EditJoint(i, what, x)),
        1 => which.clone().prop_map(Call::RemoveJoint),
        8 => any::<u64>().prop_map(Call::SetAgain),
        2 => (which.clone(), 0_u8..8, [x.clone(), y.clone()])
            .prop_map(|(which, how, at)| Call::Cut { which, how, at }),
        2 => (which.clone(), any::<u8>(), 0_u8..3, -1.0_f32..1.0)
            .prop_map(|(which, kept, added, x)| Call::Exchange { which, kept, added, x }),
        1 => (which.clone(), [which.clone(), which.clone()]).prop_map(|(i, bodies)| Call::Bind(i, bodies)),
        3 => (0_u8..8, 0_u8..16, which.clone(), [x.clone(), y.clone()])
            .prop_map(|(what, kind, which, at)| Call::Field { what, kind, which, at }),
        1 => (0_u8..8, which.clone(), [[x.clone(), y.clone()], [x.clone(), y.clone()]], 0.0..6.0_f32)
            .prop_map(|(what, which, ends, turn)| Call::Portal { what, which, ends, turn }),
        1 => ([x.clone(), y.clone()], -3.0..6.0_f32, any::<bool>())
            .prop_map(|(at, impulse, shielded)| Call::Explode(at, impulse, shielded)),
        1 => Just(Call::Clone),
        1 => [-900.0..900.0_f32, -300.0..300.0_f32].prop_map(Call::ShiftOrigin),
        8 => (1_u8..40).prop_map(Call::Step),
        2 => (0_u8..8).prop_map(Call::StepWithHooks),
        1 => prop_oneof![9 => Just(Call::Clone), 1 => Just(Call::Clear)],
    ]
}

fn rule() -> impl Strategy<Value = CombineRule> {
    prop_oneof![
        Just(CombineRule::Usual),
        Just(CombineRule::GeometricMean),
        Just(CombineRule::Average),
        Just(CombineRule::Minimum),
        Just(CombineRule::Multiply),
        Just(CombineRule::Maximum),
    ]
}

fn one_way_direction() -> impl Strategy<Value = Option<[Real; 2]>> {
    prop_oneof![Just(None), Just(Some([0.0, 1.0])), Just(Some([0.5, -1.0]))]
}

/// Numbers that no call may take.
fn nonsense() -> impl Strategy<Value = Real> {
    prop_oneof![Just(Real::NAN), Just(Real::INFINITY), Just(Real::NEG_INFINITY), Just(-Real::MAX)]
}

//! Run of a prediction: steps its branch, and notes the path of each body.

use umbra_geom::{Real, Vector};

use super::answer::{Inexact, Prediction, Touch};
use super::ask::Predict;
use super::branch::Branch;
use super::gather::{Candidate, Gathered};
use super::near::Near;
use super::terrain::Terrain;
use umbra_core::{
    BodyKey, BodyKind, BodyRef, ColliderKey, ContactEvent, ContactRef, Edit, Error, Scene,
};

/// Number of times that a prediction may begin anew with more bodies.
const MOST_STARTS: u32 = 32;
/// Number of bodies, and of parts added on the way, above which a branch takes longer than a copy
/// of the whole scene.
const FEW_BODIES: usize = 48;
const FEW_PARTS: u32 = 6;
/// Number of awake bodies above which the whole scene takes long to step.
const FEW_AWAKE: usize = 64;
/// Bodies slower than so many times the speed of sleep may have been still for some time.
const SLOW: Real = 4.0;

/// A prediction that is made.
pub(super) struct Run<'a> {
    scene: &'a Scene,
    ask: &'a Predict,
    prediction: &'a mut Prediction,
    branch: &'a mut Option<Branch>,
    gathered: Gathered,
    near: Near,
    /// Number of times that the branch was made.
    starts: u32,
    /// Number of parts that were added to it on the way.
    parts: u32,
    /// True if a body of the branch moves that nobody asked for and that nothing ties to those.
    others_move: bool,
}

/// Outcome of an attempt.
pub(super) enum Stepped {
    /// All steps are done.
    Done,
    /// The branch lacks something that cannot be added on the way.
    Again,
    /// A copy of the whole scene costs less.
    Whole,
}

/// The bodies asked for, as the branch has them, in the order of the answer.
type Followed = Vec<BodyKey>;

impl<'a> Run<'a> {
    pub(super) fn new(
        scene: &'a Scene,
        ask: &'a Predict,
        prediction: &'a mut Prediction,
        branch: &'a mut Option<Branch>,
    ) -> Self {
        let (gathered, near) = (Gathered::default(), Near::default());
        Self {
            scene,
            ask,
            prediction,
            branch,
            gathered,
            near,
            starts: 0,
            parts: 0,
            others_move: false,
        }
    }

    /// Predicts with a copy of the whole scene.
    pub(super) fn whole(
        &mut self,
        step: &impl Fn(&mut Scene) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self { scene, ask, prediction, branch, .. } = self;
        prediction.forget();
        let branch = Branch::copy(branch, scene, true);
        let followed = change(ask, branch)?;
        begin(ask, prediction, branch, &followed);
        for number in 1..=ask.steps {
            step(&mut branch.scene)?;
            note(scene, prediction, branch, &followed, number);
            if fill_if_all_sleep(ask, prediction, &branch.scene, number) {
                break;
            }
        }
        end(prediction, branch, &followed);
        Ok(())
    }

    /// Predicts with what is near the path.
    pub(super) fn surroundings(
        &mut self,
        terrain: &mut Terrain,
        step: &impl Fn(&mut Scene) -> Result<(), Error>,
    ) -> Result<Stepped, Error> {
        let followed = self.start(terrain)?;
        for number in 1..=self.ask.steps {
            let extended = self.extend(terrain, number == 1)?;
            if !matches!(extended, Stepped::Done) {
                return Ok(extended);
            }
            let Some(branch) = self.branch.as_mut() else { break };
            step(&mut branch.scene)?;
            note(self.scene, self.prediction, branch, &followed, number);
            note_company(self.prediction, &branch.scene, &followed);
            if fill_if_all_sleep(self.ask, self.prediction, &branch.scene, number) {
                break;
            }
        }
        if let Some(branch) = self.branch {
            end(self.prediction, branch, &followed);
        }
        if self.gathered.too_many {
            self.prediction.note(Inexact::TooMany);
        }
        Ok(Stepped::Done)
    }

    /// Makes a branch of what is known so far.
    fn start(&mut self, terrain: &mut Terrain) -> Result<Followed, Error> {
        let Self { scene, ask, prediction, gathered, near, .. } = self;
        if self.starts == 0 {
            terrain.follow(scene)?;
            let edited = ask.edits.iter().map(|(body, _)| *body);
            let owner = |key| scene.field(key).ok()?.body();
            let on_fields: Vec<BodyKey> = scene.fields().filter_map(owner).collect();
            let is_other = |key: &&BodyKey| !ask.bodies.contains(key);
            let mut others = on_fields.iter().filter(is_other);
            self.others_move = others.any(|key| scene.body(*key).is_ok_and(moves));
            let all = ask.bodies.iter().copied().chain(edited).chain(on_fields);
            let seeds = all.map(Candidate::bound).collect();
            gathered.add(scene, terrain, ask.most_bodies, seeds)?;
        }
        self.starts += 1;
        let large = gathered.take_large();
        if !large.is_empty() {
            terrain.add(scene, &large)?;
        }
        gathered.start_again();
        prediction.forget();
        // The first branch only shows what is near the start.
        let mut own = ask.bodies.iter().chain(ask.edits.iter().map(|(body, _)| body));
        let is_probe = self.starts == 1 && ask.steps > 0 && !own.any(|key| terrain.contains(*key));
        let Some(branch) = terrain.start(self.branch, is_probe)? else {
            return Err(Error::Corrupt("a prediction has no terrain".into()));
        };
        branch.insert(scene, &gathered.take_new(scene))?;
        let is_copied = gathered.bodies().iter().all(|key| is_alike(scene, branch, terrain, *key));
        let followed = change(ask, branch)?;
        branch.insert_fields(scene)?;
        near.start(scene, gathered, ask.dt * ask.steps as Real);
        if !is_copied || followed.iter().any(|key| may_doze(scene, branch, *key)) {
            prediction.note(Inexact::Start);
        }
        if self.others_move || scene.field_count() > 0 && near.has_others() {
            prediction.note(Inexact::OthersMove);
        }
        begin(ask, prediction, branch, &followed);
        Ok(followed)
    }

    /// Puts into the branch what it lacks for its next step.
    fn extend(&mut self, terrain: &mut Terrain, is_first: bool) -> Result<Stepped, Error> {
        let Self { scene, ask, prediction, gathered, near, .. } = self;
        let Some(branch) = self.branch.as_mut() else { return Ok(Stepped::Done) };
        loop {
            let found = near.find(scene, &branch.scene, ask.dt, self.starts);
            if found.others_move {
                prediction.note(Inexact::OthersMove);
            }
            gathered.add(scene, terrain, ask.most_bodies, found.candidates)?;
            if gathered.has_new_that(scene, moves) {
                self.others_move = true;
                prediction.note(Inexact::OthersMove);
            }
            let few_awake = scene.awake_bodies().nth(FEW_AWAKE).is_none();
            if is_first && self.starts == 1 {
                let is_large = gathered.bodies().len() > FEW_BODIES;
                return Ok(if is_large && few_awake { Stepped::Whole } else { Stepped::Again });
            }
            let large = gathered.take_large();
            if !large.is_empty() {
                terrain.add(scene, &large)?;
            } else if !gathered.has_new() {
                return Ok(Stepped::Done);
            }
            self.parts += u32::from(!is_first);
            let is_large = gathered.bodies().len() > FEW_BODIES || self.parts > FEW_PARTS;
            if is_large && few_awake {
                return Ok(Stepped::Whole);
            }
            // Sleeping bodies can be added on the way. Of all others, order and time count.
            let has_wakeful = gathered.has_new_that(scene, |body| !is_asleep(body));
            let is_late = !large.is_empty() || has_wakeful || gathered.has_joint_across(scene);
            if is_first || is_late {
                if self.starts < MOST_STARTS {
                    return Ok(Stepped::Again);
                }
                prediction.note(Inexact::TooFar);
            }
            branch.insert(scene, &gathered.take_new(scene))?;
        }
    }
}

/// Makes the changes asked for, and names the bodies asked for.
fn change(ask: &Predict, branch: &mut Branch) -> Result<Followed, Error> {
    for (key, edit) in &ask.edits {
        let own = branch.in_branch(*key).ok_or(Error::NoSuchBody(*key))?;
        branch.scene.edit(Edit::Body(own, *edit)).map_err(|error| match error {
            Error::NotDynamic(_) => Error::NotDynamic(*key),
            Error::MapOnDynamicBody(_) => Error::MapOnDynamicBody(*key),
            other => other,
        })?;
    }
    let own = |key: &BodyKey| branch.in_branch(*key).ok_or(Error::NoSuchBody(*key));
    let mut followed: Followed = ask.bodies.iter().map(own).collect::<Result<_, _>>()?;
    for (body, colliders) in &ask.added {
        let map = colliders.iter().cloned();
        followed.push(branch.scene.add(body.clone(), map)?);
    }

    Ok(followed)
}

/// True if a body of the branch has the bits of the one that it stands for, and nothing of it is
/// lost.
fn is_alike(scene: &Scene, branch: &Branch, terrain: &Terrain, key: BodyKey) -> bool {
    let own = branch.in_branch(key).and_then(|own| branch.scene.body(own).ok());
    let (Some(own), Ok(body)) = (own, scene.body(key)) else { return false };
    if body.kind() == BodyKind::Fixed {
        return own.pose() == body.pose();
    }
    let motion = |body: BodyRef<'_>| (body.velocity(), body.angular_velocity());
    let is_same = own.pose() == body.pose()
        && own.center_of_mass() == body.center_of_mass()
        && motion(own) == motion(body);
    // Impulses from terrain are not copied, nor the side from which a body entered a platform.
    let is_platform = |key: ColliderKey| {
        scene.collider(key).is_ok_and(|it| it.one_way().is_some() || it.cell_size().is_some())
    };
    let is_lost = |contact: ContactRef<'_>| {
        let on_terrain = contact.bodies().iter().any(|it| terrain.contains(*it));
        on_terrain && contact.is_touching() || contact.colliders().into_iter().any(is_platform)
    };
    is_same && !body.contacts().any(is_lost)
}

/// True if a body may have been still for a part of the time after which it falls asleep. A copy
/// begins with all of it.
fn may_doze(scene: &Scene, branch: &Branch, own: BodyKey) -> bool {
    let Ok(body) = branch.scene.body(own) else { return false };
    let stands_for = branch.in_scene(scene, own).and_then(|key| scene.body(key).ok());
    if !stands_for.is_some_and(|it| it.is_awake()) || !body.can_sleep() {
        return false;
    }
    let config = scene.config();
    let size = body.aabb().map_or(0.0, |aabb| aabb.half_extents().norm());
    let speed = body.velocity().norm() + body.angular_velocity().abs() * size;
    let limit = SLOW * config.sleep.speed * config.length_unit.max(1.0) * body.sleep_tolerance();
    config.sleep.enabled && speed < limit
}

/// True if a body is awake and moves or may be moved.
fn moves(body: BodyRef<'_>) -> bool {
    let goes = body.velocity() != Vector::zeros() || body.angular_velocity() != 0.0;
    body.is_awake() && (body.is_dynamic() || goes)
}

/// Notes that a body is awake that is not alone: one that is not asked for, that a joint holds,
/// that touches a dynamic one, or that touches at several points.
fn note_company(prediction: &mut Prediction, branch: &Scene, followed: &[BodyKey]) {
    let is_dynamic = |key: BodyKey| branch.body(key).is_ok_and(|body| body.is_dynamic());
    let awake = branch.awake_bodies().filter_map(|key| branch.body(key).ok());
    for body in awake.filter(BodyRef::is_dynamic) {
        if prediction.reasons.contains(&Inexact::Tied) {
            return;
        }
        let (mut points, mut is_tied) = (0, body.joints().next().is_some());
        for contact in body.contacts() {
            // What gives no impulse leaves no trace, in whatever order it is looked at.
            let mut given = contact.points();
            let is_felt = given.any(|it| it.normal_impulse != 0.0 || it.tangent_impulse != 0.0);
            points += if is_felt { contact.points().count() } else { 0 };
            is_tied |= contact.is_touching() && contact.bodies().into_iter().all(is_dynamic);
        }
        if is_tied || !followed.contains(&body.key()) {
            prediction.note(Inexact::Tied);
        } else if points > 1 {
            prediction.note(Inexact::Order);
        }
    }
}

/// Begins the answer.
fn begin(ask: &Predict, prediction: &mut Prediction, branch: &Branch, followed: &[BodyKey]) {
    let keys = ask.bodies.iter().copied().map(Some).chain(core::iter::repeat(None));
    for (own, key) in followed.iter().zip(keys) {
        let path = prediction.begin(key);
        let Ok(body) = branch.scene.body(*own) else { continue };
        path.poses.push(body.pose());
        path.rest = is_asleep(body).then_some(0);
    }
}

fn is_asleep(body: BodyRef<'_>) -> bool {
    body.is_enabled() && body.kind() != BodyKind::Fixed && !body.is_awake()
}

/// Notes poses and touches after a step.
fn note(
    scene: &Scene,
    prediction: &mut Prediction,
    branch: &Branch,
    followed: &[BodyKey],
    number: u32,
) {
    for (own, path) in followed.iter().zip(&mut prediction.bodies) {
        let Ok(body) = branch.scene.body(*own) else { continue };
        path.poses.push(body.pose());
        path.rest = if is_asleep(body) { path.rest.or(Some(number)) } else { None };
    }
    for event in branch.scene.contact_events() {
        let ContactEvent::Begin { colliders, bodies } = *event else { continue };
        for (own, path) in followed.iter().zip(&mut prediction.bodies) {
            let Some(side) = bodies.iter().position(|body| body == own) else { continue };
            let pair = [colliders[side], colliders[1 - side]];
            let [collider, other] = pair.map(|it| branch.collider_in_scene(scene, it));
            if number == 1 && touched_before(scene, collider, other) {
                continue;
            }
            let Some((point, normal)) = place_of(&branch.scene, *own, pair) else { continue };
            path.touches.push(Touch {
                step: number,
                time: number as Real * prediction.dt,
                collider,
                other,
                other_body: branch.in_scene(scene, bodies[1 - side]),
                point,
                normal,
            });
        }
    }
}

/// True if two colliders of the scene touch now.
fn touched_before(scene: &Scene, a: Option<ColliderKey>, b: Option<ColliderKey>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let body = scene.collider(a).and_then(|collider| scene.body(collider.body()));
    body.is_ok_and(|body| {
        let is_it = |contact: &ContactRef<'_>| [[a, b], [b, a]].contains(&contact.colliders());
        body.contacts().any(|contact| is_it(&contact) && contact.is_touching())
    })
}

/// Point at which a collider of a body touches another one, and the normal from that one.
fn place_of(
    branch: &Scene,
    body: BodyKey,
    [own, other]: [ColliderKey; 2],
) -> Option<(umbra_geom::Point, Vector)> {
    let contacts = branch.body(body).ok()?.contacts();
    let mut contacts = contacts.filter(ContactRef::is_touching);
    let found = contacts.find(|contact| {
        let is_it = [[own, other], [other, own]].contains(&contact.colliders());
        is_it && contact.points().next().is_some()
    })?;
    let is_first = found.colliders()[0] == own;
    let normal = if is_first { -found.normal() } else { found.normal() };
    Some((found.points().next()?.position, normal))
}

/// Repeats the last poses if nothing is awake any more. Returns true then.
fn fill_if_all_sleep(
    ask: &Predict,
    prediction: &mut Prediction,
    branch: &Scene,
    number: u32,
) -> bool {
    let all_sleep = branch.awake_bodies().next().is_none();
    if all_sleep {
        let left = (ask.steps - number) as usize;
        for path in &mut prediction.bodies {
            let last = path.poses.last().copied();
            path.poses.extend(last.into_iter().flat_map(|pose| core::iter::repeat_n(pose, left)));
        }
    }
    all_sleep
}

/// Notes the velocities in the end.
fn end(prediction: &mut Prediction, branch: &Branch, followed: &[BodyKey]) {
    for (own, path) in followed.iter().zip(&mut prediction.bodies) {
        let Ok(body) = branch.scene.body(*own) else { continue };
        (path.velocity, path.angular_velocity) = (body.velocity(), body.angular_velocity());
    }
}

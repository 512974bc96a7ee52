//! State of a scene in files: the data that steps have made. A scene loaded with it continues with
//! the same bits.

use std::collections::BTreeSet;
use umbra_geom::sort::Arrange;

use serde::{Deserialize, Serialize};
use umbra_broad::{BroadPhase, Proxy, ProxyId, ProxyKind};
use umbra_geom::collide::Seams;
use umbra_geom::{Aabb, Point, Real};

use crate::contacts::{ContactState, SleepingState};
use crate::fields::FieldsState;
use crate::record::{List, Number, Pair, PoseRecord, of_rotation, pair, record};
use crate::slots::{KeyParts, SlotsRecord, parts_of};
use crate::state3::OldConfig;
use crate::{
    BodyEvent, BodyKey, BodyKind, ColliderKey, ContactEvent, Filter, FractureEvent, ImpactEvent,
    JointEvent, JointKey, SensorEvent, SolvedAs,
};
use umbra_world::World;
use umbra_world::step::concerned_by_seams;
use umbra_world::store::{
    BodyMarks, CandidatePair, Change, ColliderInfo, Colliders, ContactInfo, JointInfo, JointMotion,
    OpenImpact, Pending, Placement, Sensors, Streams, piece_indices,
};
use umbra_world::world::MapView;

/// All of it, in the order of what the file describes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateRecord {
    /// Hash of the world; 0 if that is not compared.
    pub(crate) hash: u64,
    /// The configuration in effect, if the one that is described was not yet looked at.
    pub(crate) applied: Option<OldConfig>,
    pub(crate) search_pause: Real,
    /// The length of the last substep, and how many of that make a second.
    pub(crate) last_substep: Real,
    pub(crate) substeps_per_second: Real,
    pub(crate) bodies: List<BodyState>,
    pub(crate) body_slots: SlotsRecord,
    pub(crate) colliders: List<KeyParts>,
    pub(crate) collider_slots: SlotsRecord,
    pub(crate) pieces: List<PieceState>,
    pub(crate) free_pieces: List<u32>,
    /// Boxes of pieces that were removed, if the next step has to search around them.
    pub(crate) left: List<(u32, [Number; 4])>,
    pub(crate) free_proxies: List<[u32; 2]>,
    pub(crate) maps: List<MapState>,
    pub(crate) most_blocks: usize,
    pub(crate) any_lively: bool,
    /// Pieces that changed, and maps.
    pub(crate) changed: List<(u32, Change)>,
    pub(crate) changed_maps: List<ColliderKey>,
    pub(crate) contacts: List<ContactState>,
    pub(crate) candidates: List<PairState>,
    pub(crate) sleeping: SleepingState,
    /// Number of touching pairs of pieces per pair of colliders, if it is more than one.
    pub(crate) shared: List<([ColliderKey; 2], u32)>,
    pub(crate) joints: List<JointState>,
    pub(crate) joint_slots: SlotsRecord,
    pub(crate) sensors: Option<SensorsState>,
    pub(crate) pending: PendingState,
    pub(crate) events: EventsState,
}

record! {
    #[derive(PartialEq)]
    pub(crate) struct BodyState {
        key: KeyParts = [0, 0],
        center: Pair = pair([0.0, 0.0]),
        turns: i32 = 0,
        acceleration: Pair = pair([0.0, 0.0]),
        angular_acceleration: Number = Number(0.0),
        /// Before the last step, if it was elsewhere.
        previous_center: Option<Pair> = None,
        previous_rotation: Option<Pair> = None,
        force: Pair = pair([0.0, 0.0]),
        torque: Number = Number(0.0),
        /// Seconds for which it has been still.
        still: Number = Number(0.0),
        in_vain: bool = false,
        stands: bool = false,
        added_asleep: bool = false,
        /// Indices of its joints in the file, in the order in which they were added.
        joints: List<u32> = List::default(),
    }
}

record! {
    #[derive(PartialEq)]
    pub(crate) struct PieceState {
        index: u32 = 0,
        proxy: Option<[u32; 2]> = None,
        /// Its fat box, if that is not the tight one.
        fat: Option<[Number; 4]> = None,
        before: Before = Before::Same,
        was: Option<(ProxyKind, Filter)> = None,
        /// Predicted displacement and turn in the last step.
        displacement: Pair = pair([0.0, 0.0]),
        turn: Number = Number(0.0),
        /// Box of the piece when its neighbours were last searched for.
        placed: Option<[Number; 4]> = None,
        /// Of one that moves: its neighbours as they were when it began to. Of others, if the next
        /// step looks at them.
        seams: Option<Seams> = None,
    }
}

/// Two pieces whose fat boxes overlap. Of one that is gone, or was put elsewhere, also what it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PairState(pub(crate) [u32; 2], pub(crate) Option<[[u32; 2]; 2]>);

/// Fat box as the last search for pairs knew it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Before {
    Same,
    Nothing,
    Was([Number; 4]),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MapState {
    pub(crate) range: Option<[[i32; 2]; 2]>,
    pub(crate) placed: Option<PoseRecord>,
    pub(crate) has_grown: bool,
    /// Blocks that have pieces: where, which pieces, and which of the block's rows each is.
    pub(crate) blocks: List<([i32; 2], List<[u32; 2]>)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JointState {
    pub(crate) key: KeyParts,
    pub(crate) motion: JointMotion,
    pub(crate) solved_as: SolvedAs,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SensorsState {
    pub(crate) list: List<(ColliderKey, List<ColliderKey>)>,
    pub(crate) any_see_sensors: bool,
    pub(crate) remade: List<u32>,
    pub(crate) remade_maps: List<ColliderKey>,
    pub(crate) free_proxies: List<[u32; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PendingState {
    pub(crate) redirected: List<BodyKey>,
    pub(crate) seams: List<[Number; 4]>,
    pub(crate) materials: bool,
    pub(crate) edited: bool,
    pub(crate) to_wake: List<BodyKey>,
    pub(crate) added_asleep: List<BodyKey>,
    pub(crate) all_pairs: bool,
    pub(crate) joints: bool,
    pub(crate) structure: bool,
    pub(crate) removed: List<(ColliderKey, BodyKey)>,
}

/// Events of the last step, and those pending for the next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventsState {
    pub(crate) contacts: [List<ContactEvent>; 2],
    pub(crate) bodies: [List<BodyEvent>; 2],
    pub(crate) sensors: [List<SensorEvent>; 2],
    pub(crate) joints: [List<JointEvent>; 2],
}

/// State that came with version 2 of the format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct StateSince2 {
    pub(crate) fields: FieldsState,
    pub(crate) impacts: [List<ImpactEvent>; 2],
    pub(crate) open: List<OpenImpact>,
    /// Events of the last step. If any are pending for the next step, they follow after an event
    /// with a null body.
    pub(crate) fractures: List<FractureEvent>,
}

impl StateSince2 {
    /// Fracture events of the last step, and those pending for the next one.
    pub(crate) fn fractures(&self) -> [Vec<FractureEvent>; 2] {
        let mut parts = self.fractures.splitn(2, |event| event.body == BodyKey::default());
        [(); 2].map(|()| parts.next().unwrap_or_default().to_vec())
    }

    pub(crate) fn from_world(world: &World) -> Self {
        let Streams { impacts, open, fractures, .. } = &world.events;
        let coming = fractures.next.iter().copied();
        let gap = coming.clone().next().map(|_| gap());
        Self {
            fields: crate::fields::records_of(world).1,
            impacts: [List(impacts.current.clone()), List(impacts.next.clone())],
            open: List(open.clone()),
            fractures: fractures.current.iter().copied().chain(gap).chain(coming).collect(),
        }
    }
}

/// Stands between the events of the last step and those that are coming.
fn gap() -> FractureEvent {
    FractureEvent::new(BodyKey::default(), BodyKey::default(), Point::origin(), 0.0)
}

pub(crate) fn sides_of(aabb: &Aabb) -> [Number; 4] {
    [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y].map(Number)
}

pub(crate) fn box_of([a, b, c, d]: [Number; 4]) -> Aabb {
    Aabb { min: Point::new(a.0, b.0), max: Point::new(c.0, d.0) }
}

impl StateRecord {
    /// Of a scene that is given up for it.
    pub(crate) fn from_world(mut world: World, joints: &[JointKey]) -> Self {
        let hash = world.state_hash();
        world.joints.unlist_all(&world.structure);
        world.broad.refresh();
        world.sensors.broad.refresh();
        let mut state = Self {
            hash,
            applied: (world.applied != world.config).then_some(OldConfig(world.applied)),
            search_pause: world.search_pause,
            last_substep: world.solver.last_substep(),
            // Steps of no length have endless ones, which JSON cannot hold.
            substeps_per_second: world.joints.inv_h.min(Real::MAX),
            bodies: (0..world.bodies.infos.len())
                .map(|index| body(&world, index, joints))
                .collect(),
            body_slots: SlotsRecord::default(),
            colliders: keys_in_order(&world).map(parts_of).collect(),
            collider_slots: SlotsRecord::default(),
            pieces: List::default(),
            free_pieces: List(world.colliders.free.to_vec()),
            left: List::default(),
            free_proxies: free_of(&world.broad),
            maps: List::default(),
            most_blocks: world.colliders.most_blocks,
            any_lively: world.colliders.outlines.any_lively,
            changed: List::default(),
            changed_maps: List(world.colliders.maps.changed.clone()),
            contacts: contacts(&world),
            candidates: candidates(&world),
            sleeping: SleepingState::from_world(&world),
            shared: List::default(),
            joints: joints.iter().filter_map(|key| joint(&world, *key)).collect(),
            joint_slots: SlotsRecord::default(),
            sensors: None,
            pending: pending(&world),
            events: events(&world.events),
        };
        let mut shared: Vec<_> =
            world.contacts.shared.iter().map(|(pair, count)| (*pair, *count)).collect();
        shared.arrange();
        state.shared = List(shared);
        let (mut changed, mut marks, mut remade) = (Vec::new(), Vec::new(), Vec::new());
        world.colliders.outlines.save_changes(&mut changed, &mut marks, &mut remade);
        state.changed = changed.into_iter().map(|(index, change, _)| (index, change)).collect();
        let concerned = concerned_by_seams(&world);
        for index in 0..world.bodies.infos.len() {
            let pieces = piece_indices(&world.colliders.infos, &world.bodies.infos[index]);
            state.pieces.0.extend(pieces.map(|piece| self::piece(&world, piece, &concerned)));
        }
        let seams = &world.colliders.seams;
        let left = |index: &u32| Some((*index, sides_of(&seams.placed(*index)?)));
        state.left = world.colliders.free.iter().filter_map(left).collect();
        for key in keys_in_order(&world) {
            state.maps.0.extend(map(&world, key));
        }
        let Sensors { broad, list, any_see_sensors, .. } = &world.sensors;
        let never_had_any = list.is_empty() && broad.free_slots().is_empty();
        if !never_had_any || *any_see_sensors {
            let visitors =
                |sensor: &umbra_world::store::Sensor| (sensor.key, List(sensor.visitors.clone()));
            state.sensors = Some(SensorsState {
                list: list.iter().map(visitors).collect(),
                any_see_sensors: *any_see_sensors,
                remade: List(remade),
                remade_maps: List(world.colliders.maps.remade.clone()),
                free_proxies: free_of(broad),
            });
        }
        let permit = world.generation.change();
        let World { bodies, colliders, joints, .. } = &mut world;
        state.body_slots = SlotsRecord::from_map(&bodies.slots, &mut bodies.keys, || 0);
        state.collider_slots = SlotsRecord::from_map(
            &colliders.slots,
            colliders.infos.write(permit),
            ColliderInfo::vacant,
        );
        state.joint_slots =
            SlotsRecord::from_map(&joints.slots, &mut joints.infos, JointInfo::vacant);
        state
    }
}

/// The keys of colliders in the order of bodies.
pub(crate) fn keys_in_order(world: &World) -> impl Iterator<Item = ColliderKey> {
    world.bodies.infos.iter().flat_map(|body| body.colliders.iter().copied())
}

fn free_of(broad: &BroadPhase) -> List<[u32; 2]> {
    broad.free_slots().into_iter().map(ProxyId::parts).collect()
}

fn body(world: &World, index: usize, joints: &[JointKey]) -> BodyState {
    let bodies = &world.bodies;
    let (state, info) = (&bodies.states[index], &bodies.infos[index]);
    let Placement { center, rotation } = bodies.previous[index];
    let (center, rotation) = (pair(center.coords.into()), of_rotation(rotation));
    let now = [pair(state.center.coords.into()), of_rotation(state.rotation)];
    let (forces, timer) = (&bodies.forces[index], &bodies.sleep_timers[index]);
    let BodyMarks { stands, added_asleep, .. } = bodies.marks[index];
    BodyState {
        key: parts_of(info.key),
        center: now[0],
        turns: state.turns,
        acceleration: pair(state.acceleration.into()),
        angular_acceleration: Number(state.angular_acceleration),
        previous_center: (center != now[0]).then_some(center),
        previous_rotation: (rotation != now[1]).then_some(rotation),
        force: pair(forces.force.into()),
        torque: Number(forces.torque),
        still: Number(timer.time),
        in_vain: timer.in_vain,
        stands,
        added_asleep,
        joints: info.joints.iter().map(|key| number_in(joints, *key)).collect(),
    }
}

/// The number of a key in a list in ascending order.
pub(crate) fn number_in(keys: &[JointKey], key: JointKey) -> u32 {
    keys.binary_search_by_key(&parts_of(key)[0], |key| parts_of(*key)[0]).unwrap_or(usize::MAX)
        as u32
}

fn piece(world: &World, index: u32, concerned: &BTreeSet<u32>) -> PieceState {
    let piece = &world.colliders.pieces[index as usize];
    let proxy = proxy_of(world, index);
    let tight = sides_of(&piece.shape_aabb());
    let fat = proxy.map(|proxy| sides_of(&proxy.fat)).filter(|fat| *fat != tight);
    let before = match proxy.and_then(|proxy| proxy.before) {
        None => Before::Same,
        Some(before) if before == Aabb::EMPTY => Before::Nothing,
        Some(before) => Before::Was(sides_of(&before)),
    };
    let Colliders { seams, outlines, .. } = &world.colliders;
    let cache = &outlines.poses[index as usize];
    // Others are found anew, but for those that the next step compares with what it finds.
    let moves = world.bodies.infos[piece.body as usize].kind == BodyKind::Kinematic;
    let is_told = moves || concerned.contains(&index);
    PieceState {
        index,
        proxy: proxy.map(|proxy| proxy.id.parts()),
        fat,
        before,
        was: proxy.and_then(|proxy| proxy.was),
        displacement: pair(cache.displacement.into()),
        turn: Number(cache.turn),
        placed: seams.placed(index).map(|placed| sides_of(&placed)),
        seams: seams.get(index).filter(|_| is_told).cloned(),
    }
}

/// Proxy of a piece in its broad phase.
fn proxy_of(world: &World, index: u32) -> Option<Proxy> {
    let piece = &world.colliders.pieces[index as usize];
    let info = world.colliders.infos.get(piece.collider)?;
    let Some(sensor) = info.sensor else { return world.broad.proxy(piece.proxy?) };
    let number = info.pieces.iter().position(|place| *place == index)?;
    let proxy = world.sensors.list[sensor as usize].proxies.get(number)?;
    world.sensors.broad.proxy(*proxy)
}

fn map(world: &World, key: ColliderKey) -> Option<MapState> {
    let MapView { map, info, .. } = world.map(key)?;
    let placed = world.colliders.maps.placed.get(key);
    let blocks = map.blocks.iter().map(|(at, pieces)| {
        let rows = world.rows_of_block(info, *at, pieces);
        (*at, pieces.iter().copied().zip(rows).map(|(piece, row)| [piece, row]).collect())
    });
    Some(MapState {
        range: map.range(),
        placed: placed.map(PoseRecord::from_pose),
        has_grown: map.has_grown,
        blocks: blocks.collect(),
    })
}

fn contacts(world: &World) -> List<ContactState> {
    let infos = world.contacts.infos.iter().enumerate();
    let state = |(index, info): (usize, &ContactInfo)| {
        ContactState::from_contact(world, info, &world.contact(index))
    };
    infos.map(state).collect()
}

fn candidates(world: &World) -> List<PairState> {
    let state = |pair: &CandidatePair| {
        let is_gone = !pair.is_alive(&world.colliders.pieces);
        PairState(pair.pieces, is_gone.then(|| pair.proxies.map(ProxyId::parts)))
    };
    world.contacts.candidates.iter().map(state).collect()
}

fn joint(world: &World, key: JointKey) -> Option<JointState> {
    let info = world.joints.infos.get(key)?;
    Some(JointState {
        key: parts_of(key),
        motion: JointMotion::from_info(&world.joints, info),
        solved_as: info.solved_as,
    })
}

fn pending(world: &World) -> PendingState {
    let Pending { redirected, seams, to_wake, added_asleep, removed, .. } = &world.pending;
    let Pending { materials, edited, all_pairs, joints, structure, .. } = world.pending;
    // A place that holds nothing has endless sides.
    let is_finite = |side: &Number| side.0.is_finite();
    // If the next step has to find out which contacts there are, it lists joints as well.
    let finds_out = joints || structure || world.colliders.outlines.any_changed();
    let (joints, structure) = (finds_out, finds_out);
    PendingState {
        redirected: List(redirected.clone()),
        seams: seams.iter().map(sides_of).filter(|place| place.iter().all(is_finite)).collect(),
        materials,
        edited,
        to_wake: List(to_wake.clone()),
        added_asleep: List(added_asleep.clone()),
        all_pairs,
        joints,
        structure,
        removed: removed.iter().map(|(collider, body)| (*collider, *body)).collect(),
    }
}

fn events(events: &Streams) -> EventsState {
    let Streams { contacts, bodies, sensors, joints, .. } = events;
    EventsState {
        contacts: [List(contacts.current.clone()), List(contacts.next.clone())],
        bodies: [List(bodies.current.clone()), List(bodies.next.clone())],
        sensors: [List(sensors.current.clone()), List(sensors.next.clone())],
        joints: [List(joints.current.clone()), List(joints.next.clone())],
    }
}

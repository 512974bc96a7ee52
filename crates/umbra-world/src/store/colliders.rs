//! Colliders and the pieces they are made of.

use std::sync::Arc;

use slotmap::SlotMap;
use umbra_broad::{Filter, ProxyId};
use umbra_geom::mass::Mass;
use umbra_geom::{Aabb, Pose, Shape, Vector};
use umbra_solver::Body as SolverBody;

use crate::collider::{Material, Weight};
use crate::{BodyKey, ColliderKey, Error};

use crate::clone_by_field;

use super::sleeping::NO_END;
use super::{
    Bodies, BodyInfo, Few, Fixed, IS_SEEN, Maps, Permit, PieceCache, Placement, SeamList, Slots,
    TileMap,
};

/// Number of earlier pieces with which a new one is compared, to share equal data.
const KINDS_IN_TURN: usize = 8;

/// Cold data of a collider.
#[derive(Clone, Debug)]
pub struct ColliderInfo {
    pub body: BodyKey,
    pub offset: Pose,
    pub weight: Weight,
    pub filter: Filter,
    /// Of pieces that have none of their own.
    pub material: Material,
    /// Its cells, if it is a tile map. Those near dynamic bodies are pieces as well.
    pub tiles: Option<Box<TileMap>>,
    pub user_data: u64,
    pub hit_events: bool,
    /// The direction out of a platform, as the collider sees it.
    pub one_way: Option<Vector>,
    /// True if only the left side of its lines holds.
    pub one_sided: bool,
    /// True if it collides with anything.
    pub enabled: bool,
    /// Its index in the list of sensors, if it is one.
    pub sensor: Option<u32>,
    /// True if, as a sensor, it sees other sensors too.
    pub sees_sensors: bool,
    /// One piece for each shape; of a tile map, those that are needed.
    pub pieces: Few<u32>,
}

impl ColliderInfo {
    /// Fills a slot for a moment.
    pub fn vacant() -> Self {
        Self {
            body: BodyKey::default(),
            offset: Pose::identity(),
            weight: Weight::Density(1.0),
            filter: Filter::default(),
            material: Material::default(),
            tiles: None,
            user_data: 0,
            hit_events: false,
            one_way: None,
            one_sided: false,
            enabled: true,
            sensor: None,
            sees_sensors: false,
            pieces: Few::default(),
        }
    }
}

/// One shape of a collider in the world.
///
/// A chain or a compound is one collider for the caller and many pieces for the engine, each with
/// its own proxy.
#[derive(Debug)]
#[repr(C)]
pub struct Piece {
    // Everything that moving a box needs comes first.
    /// The index of its body.
    pub body: u32,
    /// Its proxy in the broad phase; `None` while disabled, for a sensor, or when the slot is free.
    pub proxy: Option<ProxyId>,
    /// The lever arm from the centre of mass, in body coordinates.
    pub(crate) local_arm: Vector,
    /// The pose in body coordinates.
    pub offset: Pose,
    /// The pose in the world.
    pub pose: Pose,
    /// The lever arm from the centre of mass, in world directions. Not the difference of two
    /// positions, which loses digits far from the origin.
    pub(crate) arm: Vector,
    // The rest is read for shapes other than boxes, and more rarely.
    pub substance: Fixed<Arc<PieceMaterial>>,
    pub collider: ColliderKey,
    /// The end of its first sleeping contact: see
    /// [`SleepingContacts`](super::sleeping::SleepingContacts).
    pub(crate) first_sleeping: u32,
    /// Its collider is a sensor. False when the slot is free.
    pub is_sensor: bool,
    /// It is made of cells of a tile map.
    pub is_cell: bool,
    /// The slot is free.
    pub is_free: bool,
    /// Its number among the pieces of its collider: see [`number_of`](Colliders::number_of). Here
    /// is no room for large ones.
    pub(crate) number: u16,
}

/// The shape, material and mass of a piece. Equal pieces, and pieces of cloned scenes, share it: in
/// place it would make a piece 320 bytes long, all of which every clone would copy.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceMaterial {
    pub shape: Shape,
    pub material: Material,
    pub mass: Mass,
    /// The way out of a one-way platform, or of the left side of a one-sided line, as the piece
    /// sees it.
    pub one_way: Option<Vector>,
    /// It is a line that holds what is on its left side.
    pub one_sided: bool,
}

impl Piece {
    /// A piece that has no place yet.
    pub(crate) fn new(
        collider: ColliderKey,
        body: usize,
        offset: Pose,
        substance: Arc<PieceMaterial>,
    ) -> Self {
        Self {
            collider,
            body: body as u32,
            offset,
            substance: Fixed::new(substance),
            pose: Pose::identity(),
            local_arm: Vector::zeros(),
            arm: Vector::zeros(),
            proxy: None,
            first_sleeping: NO_END,
            is_sensor: false,
            is_cell: false,
            is_free: false,
            number: 0,
        }
    }

    /// A free place.
    pub fn free() -> Result<Self, umbra_geom::Error> {
        let shape: Shape = umbra_geom::Circle::new(1.0)?.into();
        let (material, mass) = (Material::default(), Mass::NONE);
        let substance = PieceMaterial { shape, material, mass, one_way: None, one_sided: false };
        let nothing = Self::new(ColliderKey::default(), 0, Pose::identity(), Arc::new(substance));
        Ok(Self { is_free: true, ..nothing })
    }

    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.substance.shape
    }

    /// Updates the piece after the centre of mass of its body may have changed.
    pub fn place(&mut self, body: &SolverBody, local_center: umbra_geom::Point) {
        self.local_arm = self.offset.translation.vector - local_center.coords;
        self.follow(body);
    }

    /// Moves the piece with its body. Returns the new pose and arm, because reading back what was
    /// just written in parts is slow.
    #[inline]
    pub(crate) fn follow(&mut self, body: &SolverBody) -> (Pose, Vector) {
        let arm = body.rotation * self.local_arm;
        let rotation = body.rotation * self.offset.rotation;
        let pose = Pose::from_parts((body.center.coords + arm).into(), rotation);
        (self.pose, self.arm) = (pose, arm);
        (pose, arm)
    }

    /// Pose of the piece with its body in another placement.
    #[inline]
    pub(crate) fn pose_with(&self, body: &Placement) -> Pose {
        body.carried(self.local_arm, self.offset.rotation)
    }

    /// The box of the shape where it is now.
    pub fn shape_aabb(&self) -> Aabb {
        self.shape().aabb(&self.pose)
    }
}

/// All colliders. Pieces keep their index for life, because proxies and contacts refer to it; free
/// indices are reused, the last one freed first.
#[derive(Debug, Default)]
pub struct Colliders {
    pub infos: Fixed<SlotMap<ColliderKey, ColliderInfo>>,
    pub slots: Fixed<Slots>,
    pub pieces: Vec<Piece>,
    /// Data that the narrow phase reads of each piece.
    pub outlines: PieceCache,
    /// Neighbours of the pieces that stand still.
    pub seams: SeamList,
    /// The colliders that are tile maps.
    pub maps: Maps,
    /// Number of their blocks that have pieces, and the number that may have them before unused
    /// ones are dropped.
    pub blocks: usize,
    pub most_blocks: usize,
    pub free: Fixed<Vec<u32>>,
}

impl Colliders {
    pub fn info(&self, key: ColliderKey) -> Result<&ColliderInfo, Error> {
        self.infos.get(key).ok_or(Error::NoSuchCollider(key))
    }

    pub(crate) fn insert_piece(&mut self, permit: Permit, mut piece: Piece, is_swept: bool) -> u32 {
        // Games add many equal pieces in a row, or a few kinds in turn. Shared substance stays in the
        // cache.
        let mut latest = self.pieces.iter().rev().take(KINDS_IN_TURN);
        if let Some(like) = latest.find(|other| other.substance == piece.substance) {
            piece.substance = like.substance.clone();
        }
        let index = self.free.write(permit).pop().unwrap_or(self.pieces.len() as u32);
        self.outlines.set(index, &piece, is_swept);
        match self.pieces.get_mut(index as usize) {
            Some(place) => *place = piece,
            None => self.pieces.push(piece),
        }
        self.outlines.make_cores_for(index, &self.pieces);
        index
    }

    /// The pieces of a collider; none when there is no such collider.
    pub fn pieces_of(&self, key: ColliderKey) -> impl Iterator<Item = &Piece> {
        let indices = self.infos.get(key).map_or(&[][..], |info| &info.pieces[..]);
        indices.iter().map(|&index| &self.pieces[index as usize])
    }

    /// Calls `change` for every piece of the body at `index`.
    pub(crate) fn change_pieces_of(
        &mut self,
        bodies: &Bodies,
        index: usize,
        mut change: impl FnMut(u32, &mut Piece),
    ) {
        for piece in piece_indices(&self.infos, &bodies.infos[index]) {
            change(piece, &mut self.pieces[piece as usize]);
            self.outlines.update(piece, &self.pieces[piece as usize]);
        }
    }

    /// Notes on the pieces of a collider whether it overlaps a sensor.
    pub fn mark_seen(&mut self, key: ColliderKey, is_seen: bool) {
        let Some(info) = self.infos.get(key) else { return };
        for &piece in &info.pieces {
            self.outlines.mark(piece, IS_SEEN, is_seen);
        }
    }

    /// Updates the body index of the pieces of a body.
    pub(crate) fn renumber_body(&mut self, bodies: &Bodies, index: usize) {
        for piece in piece_indices(&self.infos, &bodies.infos[index]) {
            self.pieces[piece as usize].body = index as u32;
            self.outlines.poses[piece as usize].body = index as u32;
        }
    }
}

impl Colliders {
    /// The solid pieces of a body that feel something with this filter.
    pub fn affected_pieces<'a>(
        &'a self,
        body: &'a BodyInfo,
        filter: &'a Filter,
    ) -> impl Iterator<Item = &'a Piece> {
        piece_indices(&self.infos, body).filter_map(move |index| {
            let piece = &self.pieces[index as usize];
            let info = self.infos.get(piece.collider)?;
            let accepts = info.enabled && info.filter.accepts(filter);
            (accepts && !piece.is_sensor).then_some(piece)
        })
    }
}

/// The indices of the pieces of a body.
pub fn piece_indices<'a>(
    infos: &'a SlotMap<ColliderKey, ColliderInfo>,
    body: &'a BodyInfo,
) -> impl Iterator<Item = u32> + use<'a> {
    let infos = body.colliders.iter().filter_map(|key| infos.get(*key));
    infos.flat_map(|info| info.pieces.iter().copied())
}

/// The pieces of awake bodies, in ascending order.
#[derive(Debug, Default)]
pub struct AwakePieces {
    list: Vec<u32>,
    known: bool,
}

/// The list is gathered from awake bodies when they are fewer than one for this many pieces.
const FEW: usize = 16;

impl AwakePieces {
    /// Invalidates the list: other bodies are awake, or they have other pieces.
    pub(crate) fn forget(&mut self) {
        self.known = false;
    }

    pub fn list(
        &mut self,
        bodies: &Bodies,
        infos: &SlotMap<ColliderKey, ColliderInfo>,
        pieces: &[Piece],
    ) -> &[u32] {
        if !self.known {
            self.known = true;
            self.list.clear();
            if bodies.awake * FEW < pieces.len() {
                let awake = &bodies.infos[..bodies.awake];
                self.list.extend(awake.iter().flat_map(|body| piece_indices(infos, body)));
                self.list.sort_unstable();
            } else {
                let awake = |piece: &Piece| !piece.is_free && (piece.body as usize) < bodies.awake;
                let each = (0..).zip(pieces);
                self.list.extend(each.filter(|(_, piece)| awake(piece)).map(|(index, _)| index));
            }
        }
        &self.list
    }
}

impl Clone for Piece {
    fn clone(&self) -> Self {
        Self { substance: self.substance.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten. To count the sharers would
        // take longer than all the rest.
        let Self {
            body,
            proxy,
            local_arm,
            offset,
            pose,
            arm,
            substance,
            collider,
            first_sleeping,
            is_sensor,
            is_cell,
            is_free,
            number,
        } = source;
        if !Arc::ptr_eq(&self.substance, substance) {
            self.substance = substance.clone();
        }
        (self.body, self.proxy, self.collider) = (*body, *proxy, *collider);
        (self.local_arm, self.offset, self.arm) = (*local_arm, *offset, *arm);
        (self.pose, self.first_sleeping) = (*pose, *first_sleeping);
        (self.is_sensor, self.is_cell) = (*is_sensor, *is_cell);
        (self.is_free, self.number) = (*is_free, *number);
    }
}

clone_by_field!(AwakePieces { list, known });

clone_by_field!(Colliders {
    infos,
    slots,
    pieces,
    outlines,
    seams,
    maps,
    blocks,
    most_blocks,
    free
});

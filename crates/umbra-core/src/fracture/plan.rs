//! Fracture of a body: planned from what the scene tells, so that a refused one leaves it
//! unchanged, and then carried out by edits.

use umbra_geom::math::left_of;
use umbra_geom::{Point, Pose, Real, Shape, Vector, query};

use super::cut_body::{CutBody, Fragment, Solid};
use super::pieces::{Piece, hanging_together};
use crate::edit::Exchange;
use crate::tuning::FRAGMENTS_TOUCH;
use crate::value::CheckedCollider;
use crate::{
    Body, BodyEdit, BodyKey, BodyKind, BodyRef, Collider, ColliderKey, Error, JointKey, JointKind,
    NewShapes, Scene, check,
};

/// Planned fracture of a body.
pub(super) struct Plan {
    /// `None` if nothing is left of it, and it is removed.
    pieces: Option<Pieces>,
}

/// Bodies into which a body breaks. The heaviest one comes first, and is the body itself.
struct Pieces {
    /// The others, without their colliders.
    template: Body,
    /// The colliders of the others.
    made: Vec<Vec<CheckedCollider>>,
    /// Shapes of the body itself.
    left: Exchange,
    /// Joints that go to others, with their number.
    joints: Vec<(JointKey, usize)>,
    /// True if fragments take a share of the mass that was set for the body, which then loses that
    /// setting.
    is_weighed_anew: bool,
}

impl Plan {
    /// Plans the pieces into which fragments divide a body.
    pub(super) fn new(
        scene: &Scene,
        body: BodyRef,
        material: &CutBody,
        fragments: Vec<Fragment>,
    ) -> Result<Self, Error> {
        // Pieces are added where it is, and move as it does: steps may have brought it beyond what can be told.
        let mut template = body.to_builder();
        template.clone().checked().map(drop)?;
        let apart = FRAGMENTS_TOUCH * scene.config().length_unit;
        let mut pieces = hanging_together(material, fragments, apart);
        check_speeds(body, &pieces)?;
        let factor = weight_factor(body, material);
        for fragment in pieces.iter_mut().flat_map(|piece| &mut piece.fragments) {
            fragment.mass *= factor.unwrap_or(1.0);
        }
        let is_weighed_anew = factor.is_some();
        let new_colliders = |piece: &Piece| {
            let of_one = |a: &Fragment, b: &Fragment| a.collider(material) == b.collider(material);
            let colliders = piece.fragments.chunk_by(of_one).map(|fragments| {
                collider_of(scene, material, fragments, is_weighed_anew)?.checked()
            });
            colliders.collect::<Result<Vec<_>, Error>>()
        };
        let made = pieces.iter().skip(1).map(new_colliders).collect::<Result<_, _>>()?;
        let kept = pieces.first().map_or(&[][..], |piece| &piece.fragments);
        let left = shapes_left(scene, material, kept, is_weighed_anew)?;
        if left.iter().filter(|it| it.is_empty()).count() == body.colliders().count() {
            return Ok(Self { pieces: None });
        }
        let left = scene.plan_exchange(body.key(), &left)?;
        let joints = joints_elsewhere(scene, body, &pieces, material)?;
        // What drives a body stays with its heaviest piece.
        template = template.constant_force(Vector::zeros(), 0.0).sleeping(false);
        if body.is_dynamic() {
            template = template.velocity(Vector::zeros());
        }
        Ok(Self { pieces: Some(Pieces { template, made, left, joints, is_weighed_anew }) })
    }

    /// Has a body become the pieces that are planned, and returns them.
    pub(super) fn carry_out(self, scene: &mut Scene, key: BodyKey) -> Result<Vec<BodyKey>, Error> {
        let Some(pieces) = self.pieces else {
            scene.remove_body(key)?;
            return Ok(Vec::new());
        };
        let Pieces { mut template, made, left, joints, is_weighed_anew } = pieces;
        let body = scene.body(key)?;
        let (center, velocity) = (body.center_of_mass(), body.velocity());
        let (spin, drops_through) = (body.angular_velocity(), body.drops_through());
        let moving = move |at: Point| velocity + left_of(at - center) * spin;
        if is_weighed_anew {
            scene.edit_body(key, BodyEdit::AdditionalMass(0.0))?;
            scene.edit_body(key, BodyEdit::MassProperties(None))?;
            (template.def.additional_mass, template.def.mass_properties) = (0.0, None);
        }
        let mut keys = vec![key];
        for colliders in made {
            let new = scene.add_body(template.clone())?;
            if drops_through {
                scene.edit_body(new, BodyEdit::DropThrough(true))?;
            }
            scene.add_checked(new, colliders)?;
            keys.push(new);
        }
        scene.do_exchange(key, left)?;
        for key in &keys {
            let piece = scene.body(*key)?;
            if piece.is_dynamic() {
                let velocity = moving(piece.center_of_mass());
                scene.edit_body(*key, BodyEdit::Velocity(velocity))?;
                scene.edit_body(*key, BodyEdit::AngularVelocity(spin))?;
            }
        }
        for (joint, piece) in joints {
            let it = scene.joint(joint)?;
            let moved = |body: BodyKey| if body == key { keys[piece] } else { body };
            let bodies = [it.body_a(), it.body_b()].map(moved);
            scene.bind_joint(joint, bodies)?;
        }
        scene.send_past_portals(key, &keys);
        share_pieces_left(scene, &keys)?;
        Ok(keys)
    }
}

/// Refuses a body of which a piece would have a speed that none can have.
fn check_speeds(body: BodyRef, pieces: &[Piece]) -> Result<(), Error> {
    let spin = check::number("angular_velocity", body.angular_velocity())?;
    let center = body.local_point(body.center_of_mass());
    let corner = |fragment: &Fragment| {
        let around = fragment.bounds;
        (around.center() - center).norm() + around.half_extents().norm()
    };
    let reaches = pieces.iter().flat_map(|piece| &piece.fragments).map(corner);
    let reach = reaches.fold(0.0, Real::max);
    check::amount("velocity", body.velocity().norm() + spin.abs() * reach)?;
    Ok(())
}

/// Factor between the mass of the fragments and that of their shapes: the pieces of a body have
/// its mass together, also if it was set by hand.
fn weight_factor(body: BodyRef, material: &CutBody) -> Option<Real> {
    let of_solids: Real = material.solids.iter().map(|solid| solid.mass).sum();
    let is_told = body.additional_mass() != 0.0 || body.mass_properties().is_some();
    let is_weighed = is_told && body.kind() == BodyKind::Dynamic && of_solids > 0.0;
    is_weighed.then(|| body.mass() / of_solids)
}

/// Mass of a collider of these fragments, if it is not that of the same density as before.
fn mass_of(
    scene: &Scene,
    key: ColliderKey,
    fragments: &[Fragment],
    is_weighed_anew: bool,
) -> Result<Option<Real>, Error> {
    if scene.collider(key)?.has_density() && !is_weighed_anew {
        return Ok(None);
    }
    let mass = fragments.iter().map(|fragment| fragment.mass).sum();
    Ok(Some(check::amount("mass", mass)?))
}

/// A collider of these fragments of one.
fn collider_of(
    scene: &Scene,
    material: &CutBody,
    fragments: &[Fragment],
    is_weighed_anew: bool,
) -> Result<Collider, Error> {
    let key = fragments[0].collider(material);
    let like = scene.collider(key)?;
    let whole = fragments.iter().filter(|fragment| fragment.part.is_none());
    let whole = whole.map(|fragment| material.solids[fragment.solid].index);
    let mut collider = like.builder_of(whole);
    for fragment in fragments {
        if let Some(part) = part_in(fragment, &like.offset())? {
            let surface = material.solids[fragment.solid].material;
            collider = collider.with_part(Pose::identity(), part, surface);
        }
    }
    let mass = mass_of(scene, key, fragments, is_weighed_anew)?;
    Ok(mass.into_iter().fold(collider, Collider::mass))
}

/// What the body itself keeps of the colliders that change.
fn shapes_left(
    scene: &Scene,
    material: &CutBody,
    kept: &[Fragment],
    is_weighed_anew: bool,
) -> Result<Vec<NewShapes>, Error> {
    let mut left = Vec::new();
    let mut from = 0;
    for solids in material.solids.chunk_by(|a, b| a.collider == b.collider) {
        let key = solids[0].collider;
        let of_it = kept[from..].iter().take_while(|it| it.collider(material) == key);
        let fragments = &kept[from..from + of_it.count()];
        from += fragments.len();
        let collider = scene.collider(key)?;
        let all = collider.parts().count();
        let stays = shapes_that_stay(all, solids, fragments, material);
        if stays.len() == all && !is_weighed_anew {
            continue;
        }
        let mut shapes = NewShapes::new(key).keep(stays);
        for fragment in fragments {
            if let Some(part) = part_in(fragment, &collider.offset())? {
                let surface = material.solids[fragment.solid].material;
                shapes = shapes.add_with(Pose::identity(), part, surface);
            }
        }
        if !shapes.is_empty() {
            let mass = mass_of(scene, key, fragments, is_weighed_anew)?;
            shapes = mass.into_iter().fold(shapes, NewShapes::mass);
        }
        left.push(shapes);
    }
    Ok(left)
}

/// Indices of those shapes of a collider that stay on the body as they are: that were not cut, or
/// cannot be.
fn shapes_that_stay(
    all: usize,
    solids: &[Solid],
    fragments: &[Fragment],
    material: &CutBody,
) -> Vec<usize> {
    let whole = fragments.iter().filter(|fragment| fragment.part.is_none());
    let mut whole = whole.map(|fragment| material.solids[fragment.solid].index).peekable();
    // Both are in the order of the shapes.
    let mut solids = solids.iter().map(|solid| solid.index).peekable();
    let stays =
        |index: &usize| solids.next_if_eq(index).is_none() || whole.next_if_eq(index).is_some();
    (0..all).filter(stays).collect()
}

/// Joints of a body whose anchors are nearest to another piece than the first one, with its number.
fn joints_elsewhere(
    scene: &Scene,
    body: BodyRef,
    pieces: &[Piece],
    material: &CutBody,
) -> Result<Vec<(JointKey, usize)>, Error> {
    let mut elsewhere = Vec::new();
    for key in body.joints() {
        let joint = scene.joint(key)?;
        if matches!(joint.kind(), JointKind::Motor | JointKind::Gear | JointKind::Filter) {
            continue;
        }
        let anchor = joint.local_anchor_on(body.key());
        let distance = |piece: &Piece| {
            let each = piece.fragments.iter().map(|fragment| {
                let (shape, place) = fragment.shape(material);
                query::project_point(shape, &place, anchor).signed_distance
            });
            each.fold(Real::INFINITY, Real::min)
        };
        let mut best = (Real::INFINITY, 0);
        for (number, piece) in pieces.iter().enumerate() {
            let distance = distance(piece);
            if distance < best.0 {
                best = (distance, number);
            }
        }
        if best.1 > 0 {
            elsewhere.push((key, best.1));
        }
    }
    Ok(elsewhere)
}

/// A part of a solid as its collider sees it, which is there on its body.
fn part_in(fragment: &Fragment, offset: &Pose) -> Result<Option<Shape>, Error> {
    let Some(Shape::Polygon(part)) = &fragment.part else { return Ok(None) };
    Ok(Some(part.transformed(&offset.inverse())?.into()))
}

/// Shares out among the pieces of a body, which come first, to how many each may come, by their
/// areas. The first one, which is the heaviest, has what is left over.
fn share_pieces_left(scene: &mut Scene, pieces: &[BodyKey]) -> Result<(), Error> {
    let Some(left) = scene.pieces_left(pieces[0])? else { return Ok(()) };
    let areas = pieces.iter().map(|piece| scene.area_of(*piece));
    let areas: Vec<Real> = areas.collect::<Result<_, _>>()?;
    let total: Real = areas.iter().sum();
    let spare = left.saturating_sub(pieces.len() as u32);
    let share = |area: &Real| if total > 0.0 { (spare as Real * (area / total)) as u32 } else { 0 };
    let mut shares: Vec<u32> = areas.iter().map(|area| 1 + share(area)).collect();
    let shared: u32 = shares.iter().sum();
    if let Some(first) = shares.first_mut() {
        *first += left.saturating_sub(shared);
    }
    pieces.iter().zip(shares).try_for_each(|(piece, it)| scene.set_pieces_left(*piece, Some(it)))
}

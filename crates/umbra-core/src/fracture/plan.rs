//! Fracture of a body, planned on copies first, so that a refused one leaves the scene unchanged,
//! and then carried out.

use umbra_geom::math::left_of;
use umbra_geom::{Point, Pose, Real, Shape, Vector, query};

use super::cut_body::{CutBody, Fragment, Solid};
use super::pieces::{Piece, hanging_together};
use crate::edit::Exchange;
use crate::{
    Body, BodyEdit, BodyKey, BodyKind, Collider, ColliderKey, Error, JointKey, JointKind,
    NewShapes, Scene, check,
};
use umbra_world::body::Push;
use umbra_world::collider::{NewPiece, Weight};
use umbra_world::tuning::FRAGMENTS_TOUCH;
use umbra_world::world::ColliderDef;

/// Planned fracture of a body.
pub(super) struct Plan {
    /// The heaviest comes first, and is the body itself.
    pieces: Vec<Piece>,
    /// The colliders of the others.
    made: Vec<Vec<(Collider, Vec<NewPiece>)>>,
    /// Shapes of the body itself.
    left: Exchange,
    /// True if fragments take a share of the mass that was set for the body, which then loses that
    /// setting.
    is_weighed_anew: bool,
}

impl Scene {
    /// Plans the pieces into which fragments divide a body.
    pub(super) fn plan_pieces(
        &self,
        key: BodyKey,
        material: &CutBody,
        fragments: Vec<Fragment>,
    ) -> Result<Plan, Error> {
        let index = self.world.body(key)?;
        // Pieces are added where it is, and move as it does: steps may have brought it beyond what can be told.
        Body::copy_of(&self.world.bodies, index).checked().map(drop)?;
        let (state, reach) =
            (&self.world.bodies.states[index], self.world.bodies.sleep_timers[index].extent);
        let spin = check::number("angular_velocity", state.angular_velocity)?;
        check::amount("velocity", state.velocity.norm() + spin.abs() * reach)?;
        let apart = FRAGMENTS_TOUCH * self.world.config.length_unit;
        let mut pieces = hanging_together(material, fragments, apart);
        let factor = self.weight_factor(index, material);
        for fragment in pieces.iter_mut().flat_map(|piece| &mut piece.fragments) {
            fragment.mass *= factor.unwrap_or(1.0);
        }
        let is_weighed_anew = factor.is_some();
        let mut made = Vec::new();
        for piece in pieces.iter().skip(1) {
            let of_one = |a: &Fragment, b: &Fragment| a.collider(material) == b.collider(material);
            let colliders = piece.fragments.chunk_by(of_one).map(|fragments| {
                let collider = self.collider_of(material, fragments, is_weighed_anew)?;
                let pieces = collider.pieces()?;
                Ok((collider, pieces))
            });
            made.push(colliders.collect::<Result<_, Error>>()?);
        }
        let mut left = Vec::new();
        let kept = pieces.first().map_or(&[][..], |piece| &piece.fragments);
        let mut from = 0;
        for solids in material.solids.chunk_by(|a, b| a.collider == b.collider) {
            let collider = solids[0].collider;
            let of_it = kept[from..].iter().take_while(|it| it.collider(material) == collider);
            let fragments = &kept[from..from + of_it.count()];
            from += fragments.len();
            let all = &self.world.collider(collider)?.pieces;
            let stays = pieces_that_stay(all, solids, fragments, material);
            if stays.len() < all.len() || is_weighed_anew {
                let shapes = NewShapes::new(collider).keep(stays);
                left.push(self.with_fragments(shapes, material, fragments, is_weighed_anew)?);
            }
        }
        let left = self.plan_exchange(key, &left)?;
        Ok(Plan { pieces, made, left, is_weighed_anew })
    }

    /// Weight to set for a collider so that its fragments keep their mass.
    fn weight_of(
        &self,
        key: ColliderKey,
        fragments: &[Fragment],
        is_weighed_anew: bool,
    ) -> Result<Weight, Error> {
        let weight = self.world.collider(key)?.weight;
        if let (Weight::Density(_), false) = (weight, is_weighed_anew) {
            return Ok(weight);
        }
        let mass = fragments.iter().map(|fragment| fragment.mass).sum();
        Ok(Weight::Mass(check::amount("mass", mass)?))
    }

    /// A collider of these fragments of one.
    fn collider_of(
        &self,
        material: &CutBody,
        fragments: &[Fragment],
        is_weighed_anew: bool,
    ) -> Result<Collider, Error> {
        let key = fragments[0].collider(material);
        let info = self.world.collider(key)?;
        let whole = fragments.iter().filter(|fragment| fragment.part.is_none());
        let whole = whole.map(|fragment| material.solids[fragment.solid].piece);
        let whole = whole.map(|piece| &self.world.colliders.pieces[piece as usize]);
        let mut collider = ColliderDef::like(info, whole);
        for fragment in fragments {
            if let Some(part) = part_in(fragment, &info.offset)? {
                collider.shapes.push((Pose::identity(), part));
                let surface = material.solids[fragment.solid].substance.material;
                collider.materials.get_or_insert_default().push(surface);
            }
        }
        collider.weight = Some(self.weight_of(key, fragments, is_weighed_anew)?);
        Ok(Collider::from_def(collider))
    }

    /// Adds fragments to the shapes that are left of a collider.
    fn with_fragments(
        &self,
        mut shapes: NewShapes,
        material: &CutBody,
        fragments: &[Fragment],
        is_weighed_anew: bool,
    ) -> Result<NewShapes, Error> {
        if shapes.is_empty() && fragments.is_empty() {
            return Ok(shapes);
        }
        let offset = self.world.collider(shapes.collider)?.offset;
        for fragment in fragments {
            if let Some(part) = part_in(fragment, &offset)? {
                let surface = material.solids[fragment.solid].substance.material;
                shapes = shapes.add_with(Pose::identity(), part, surface);
            }
        }
        shapes.weight = Some(self.weight_of(shapes.collider, fragments, is_weighed_anew)?);
        Ok(shapes)
    }

    /// Has a body become the pieces that are planned.
    pub(super) fn become_pieces(
        &mut self,
        key: BodyKey,
        material: &CutBody,
        plan: Plan,
    ) -> Result<Vec<BodyKey>, Error> {
        let index = self.world.body(key)?;
        let Plan { pieces, made, left, is_weighed_anew } = plan;
        if left.gone.len() == self.world.bodies.infos[index].colliders.len() {
            self.remove_body(key)?;
            return Ok(Vec::new());
        }
        let (center, spin) = (
            self.world.bodies.states[index].center,
            self.world.bodies.states[index].angular_velocity,
        );
        let velocity = self.world.bodies.states[index].velocity;
        let moving = move |at: Point| velocity + left_of(at - center) * spin;
        let pieces_left = self.world.bodies.infos[index].pieces_left;
        let drops_through = self.world.bodies.marks[index].drops_through;
        if is_weighed_anew {
            self.edit_body(key, BodyEdit::AdditionalMass(0.0))?;
            self.edit_body(key, BodyEdit::MassProperties(None))?;
        }
        let joints = self.joint_places(key, &pieces, material);
        let mut keys = vec![key];
        let mut template = Body::copy_of(&self.world.bodies, self.world.body(key)?);
        // What drives a body stays with its heaviest piece.
        (template.def.constant_force, template.def.sleeping) = (Push::NONE, false);
        if template.def.kind == BodyKind::Dynamic {
            template.def.velocity = Vector::zeros();
        }
        for colliders in made {
            let new = self.add_body(template.clone())?;
            if drops_through {
                self.edit_body(new, BodyEdit::DropThrough(true))?;
            }
            let to_insert = |(collider, pieces): (Collider, _)| collider.def.to_insert(pieces);
            self.world.insert_colliders(new, colliders.into_iter().map(to_insert))?;
            keys.push(new);
        }
        self.do_exchange(key, left)?;
        for key in &keys {
            let index = self.world.body(*key)?;
            if self.world.bodies.is_dynamic(index) {
                let velocity = moving(self.world.bodies.states[index].center);
                self.edit_body(*key, BodyEdit::Velocity(velocity))?;
                self.edit_body(*key, BodyEdit::AngularVelocity(spin))?;
            }
        }
        for (joint, piece) in joints {
            if piece > 0 {
                self.world.bind_joint_elsewhere(joint, key, keys[piece]);
            }
        }
        if let Some(left) = pieces_left {
            self.share_pieces_left(left, &keys);
        }
        Ok(keys)
    }

    /// Factor between the mass of the fragments and that of their shapes: the pieces of a body have
    /// its mass together, also if it was set by hand.
    fn weight_factor(&self, index: usize, material: &CutBody) -> Option<Real> {
        let info = &self.world.bodies.infos[index];
        let of_solids: Real = material.solids.iter().map(|it| it.substance.mass.mass).sum();
        let is_told = info.additional_mass != 0.0 || info.mass_properties.is_some();
        let is_weighed = is_told && info.kind == BodyKind::Dynamic && of_solids > 0.0;
        is_weighed.then(|| info.mass / of_solids)
    }

    /// Piece that holds the anchor of each joint of a body.
    fn joint_places(
        &self,
        key: BodyKey,
        pieces: &[Piece],
        material: &CutBody,
    ) -> Vec<(JointKey, usize)> {
        let Ok(index) = self.world.body(key) else { return Vec::new() };
        let place = |joint: &JointKey| {
            let info = self.world.joints.infos.get(*joint)?;
            let kind = info.settings.kind;
            if matches!(
                kind,
                JointKind::Motor | JointKind::Gear | JointKind::Filter | JointKind::Image
            ) {
                return None;
            }
            let side = usize::from(info.bodies[1] == key);
            let anchor = info.settings.anchors[side];
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
            Some((*joint, best.1))
        };
        self.world.bodies.infos[index].joints.iter().filter_map(place).collect()
    }
}

/// Numbers of those pieces of a collider that stay on the body as they are: that were not cut, or cannot be.
fn pieces_that_stay(
    all: &[u32],
    solids: &[Solid],
    fragments: &[Fragment],
    material: &CutBody,
) -> Vec<usize> {
    let whole = fragments.iter().filter(|fragment| fragment.part.is_none());
    let mut whole = whole.map(|fragment| material.solids[fragment.solid].piece).peekable();
    // Both are in the order of the pieces.
    let mut solids = solids.iter().map(|solid| solid.piece).peekable();
    let mut stays =
        |piece: &u32| solids.next_if_eq(piece).is_none() || whole.next_if_eq(piece).is_some();
    (0..).zip(all).filter(|(_, piece)| stays(piece)).map(|(number, _)| number).collect()
}

/// A part of a solid as its collider sees it, which is there on its body.
fn part_in(fragment: &Fragment, offset: &Pose) -> Result<Option<Shape>, Error> {
    let Some(Shape::Polygon(part)) = &fragment.part else { return Ok(None) };
    Ok(Some(part.transformed(&offset.inverse())?.into()))
}

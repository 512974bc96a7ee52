//! Which fragments hang together, and how they become bodies.

use umbra_geom::math::left_of;
use umbra_geom::{Point, Polygon, Pose, Real, Shape, Vector, query};

use super::material::{Fragment, Material};
use crate::body::Push;
use crate::collider::NewPiece;
use crate::tuning::FRAGMENTS_TOUCH;
use crate::{
    Body, BodyEdit, BodyKey, BodyKind, Cell, Collider, ColliderEdit, ColliderKey, Error, JointKey,
    JointKind, Scene, Tile, check,
};

/// What becomes of a body: all that could be refused is worked out before anything is changed.
pub(super) struct Plan {
    /// The heaviest comes first.
    pieces: Vec<Piece>,
    /// Whether fragments weigh what the body was told, and the body is to be told no more.
    is_weighed_anew: bool,
}

/// What hangs together.
struct Piece {
    fragments: Vec<Fragment>,
    mass: Real,
    /// What the fragments are as colliders, in their order.
    made: Vec<Made>,
}

/// A fragment as a collider.
struct Made {
    collider: Collider,
    pieces: Vec<NewPiece>,
    /// As the collider sees it that is there, if that may become it.
    kept: Option<Polygon>,
}

impl Scene {
    /// Cells of the tile maps of a body of which the middle lies in one of these, in the frame of the body.
    pub(super) fn cells_in(
        &self,
        index: usize,
        polygons: &[Polygon],
    ) -> Vec<(ColliderKey, [i32; 2])> {
        let mut cells = Vec::new();
        for key in &self.bodies.infos[index].colliders {
            let Some(info) = self.colliders.infos.get(*key) else { continue };
            let Some(map) = info.tiles.as_deref() else { continue };
            let Some([least, most]) = map.range() else { continue };
            for shape in polygons.iter().cloned().map(Shape::from) {
                let around = shape.aabb(&info.offset.inverse());
                let size = map.cell_size();
                let column = |x: Real| (x / size).floor() as i32;
                let columns = |axis: usize| {
                    let [from, to] = [around.min[axis], around.max[axis]].map(column);
                    from.max(least[axis])..=to.min(most[axis])
                };
                for (y, x) in columns(1).flat_map(|y| columns(0).map(move |x| (y, x))) {
                    let middle = Point::new(x as Real + 0.5, y as Real + 0.5) * size;
                    let is_in =
                        query::contains_point(&shape, &Pose::identity(), info.offset * middle);
                    if is_in && map.get([x, y]).cell != Cell::Empty {
                        cells.push((*key, [x, y]));
                    }
                }
            }
        }
        cells
    }

    pub(super) fn empty_cell(&mut self, key: ColliderKey, at: [i32; 2]) -> Result<(), Error> {
        self.edit_collider(key, &ColliderEdit::Cell(at, Tile::from(Cell::Empty)))
    }

    /// Which pieces fragments make of a body.
    pub(super) fn plan_pieces(
        &self,
        key: BodyKey,
        material: &Material,
        fragments: Vec<Fragment>,
    ) -> Result<Plan, Error> {
        let index = self.bodies.index(key)?;
        // Pieces are added where it is, and move as it does: steps may have brought it beyond what can be told.
        Body::like(&self.bodies, index).checked().map(drop)?;
        let (state, reach) = (&self.bodies.states[index], self.bodies.sleep_timers[index].extent);
        let spin = check::number("angular_velocity", state.angular_velocity)?;
        check::amount("velocity", state.velocity.norm() + spin.abs() * reach)?;
        let apart = FRAGMENTS_TOUCH * self.config.length_unit;
        let mut pieces = hanging_together(material, fragments, apart);
        let factor = self.weight_factor(index, material);
        for fragment in pieces.iter_mut().flat_map(|piece| &mut piece.fragments) {
            fragment.mass *= factor.unwrap_or(1.0);
        }
        let models = self.models(material);
        for (number, piece) in pieces.iter_mut().enumerate() {
            for fragment in &piece.fragments {
                let solid = &material.solids[fragment.solid];
                let model = models[fragment.solid].clone();
                let collider = model.with_polygon(fragment.polygon.clone(), solid.surface);
                let collider = collider.mass(fragment.mass);
                let back = self.colliders.info(solid.collider)?.offset.inverse();
                let kept =
                    (number == 0).then(|| fragment.polygon.transformed(&back)).transpose()?;
                piece.made.push(Made { pieces: collider.pieces()?, collider, kept });
            }
        }
        Ok(Plan { pieces, is_weighed_anew: factor.is_some() })
    }

    /// Has a body become the pieces that are planned.
    pub(super) fn become_pieces(
        &mut self,
        key: BodyKey,
        material: &Material,
        plan: Plan,
    ) -> Result<Vec<BodyKey>, Error> {
        let index = self.bodies.index(key)?;
        let Plan { mut pieces, is_weighed_anew } = plan;
        let is_cut = |key: &ColliderKey| material.solids.iter().any(|solid| solid.collider == *key);
        if pieces.is_empty() && self.bodies.infos[index].colliders.iter().all(is_cut) {
            self.remove_body(key)?;
            return Ok(Vec::new());
        }
        let (center, spin) =
            (self.bodies.states[index].center, self.bodies.states[index].angular_velocity);
        let velocity = self.bodies.states[index].velocity;
        let moving = move |at: Point| velocity + left_of(at - center) * spin;
        if is_weighed_anew {
            self.edit_body(key, BodyEdit::AdditionalMass(0.0))?;
            self.edit_body(key, BodyEdit::MassProperties(None))?;
        }
        let joints = self.joint_places(key, &pieces);
        let mut keys = vec![key];
        let mut template = Body::like(&self.bodies, self.bodies.index(key)?);
        // What drives a body stays with its heaviest piece.
        template.constant_force = Push::NONE;
        (template.velocity, template.sleeping) = (Vector::zeros(), false);
        for piece in pieces.iter_mut().skip(1) {
            let new = self.add_body(template.clone())?;
            for Made { collider, pieces, .. } in piece.made.drain(..) {
                self.insert_collider(new, &collider, pieces)?;
            }
            keys.push(new);
        }
        self.keep_fragments(key, material, pieces.into_iter().next())?;
        for key in &keys {
            let index = self.bodies.index(*key)?;
            if self.bodies.is_dynamic(index) {
                let velocity = moving(self.bodies.states[index].center);
                self.edit_body(*key, BodyEdit::Velocity(velocity))?;
                self.edit_body(*key, BodyEdit::AngularVelocity(spin))?;
            }
        }
        for (joint, piece) in joints {
            if piece > 0 {
                self.rebind_joint(joint, key, keys[piece]);
            }
        }
        Ok(keys)
    }

    /// How many times as much the fragments weigh as their shapes say: the pieces of a body weigh what it weighed, also if it was
    /// told how much that is. They have no more of that than of mass.
    fn weight_factor(&self, index: usize, material: &Material) -> Option<Real> {
        let info = &self.bodies.infos[index];
        let of_solids: Real = material.solids.iter().map(|solid| solid.mass).sum();
        let is_told = info.additional_mass != 0.0 || info.mass_properties.is_some();
        let is_weighed = is_told && info.kind == BodyKind::Dynamic && of_solids > 0.0;
        is_weighed.then(|| info.mass / of_solids)
    }

    /// Which piece holds the anchor of each joint of a body.
    fn joint_places(&self, key: BodyKey, pieces: &[Piece]) -> Vec<(JointKey, usize)> {
        let Ok(index) = self.bodies.index(key) else { return Vec::new() };
        let place = |joint: &JointKey| {
            let info = self.joints.infos.get(*joint)?;
            let kind = info.settings.kind;
            if matches!(kind, JointKind::Motor | JointKind::Gear | JointKind::Filter) {
                return None;
            }
            let side = usize::from(info.bodies[1] == key);
            let anchor = info.settings.anchors[side];
            let distance = |piece: &Piece| {
                let each = piece.fragments.iter().map(|fragment| {
                    let shape = Shape::from(fragment.polygon.clone());
                    query::project_point(&shape, &Pose::identity(), anchor).signed_distance
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
        self.bodies.infos[index].joints.iter().filter_map(place).collect()
    }

    /// For each solid, its collider without shapes.
    fn models(&self, material: &Material) -> Vec<Collider> {
        let model = |key: ColliderKey| {
            let info = &self.colliders.infos[key];
            Collider::like(info, core::iter::empty())
        };
        material.solids.iter().map(|solid| model(solid.collider)).collect()
    }

    /// The body itself keeps the colliders of which it keeps fragments, each with the largest of them, and loses the others.
    fn keep_fragments(
        &mut self,
        key: BodyKey,
        material: &Material,
        piece: Option<Piece>,
    ) -> Result<(), Error> {
        let (fragments, made) = piece.map_or_else(Default::default, |it| (it.fragments, it.made));
        let mut parts: Vec<(Fragment, Made)> = fragments.into_iter().zip(made).collect();
        parts.sort_by(|(a, _), (b, _)| b.mass.total_cmp(&a.mass));
        let mut done = Vec::new();
        for solid in &material.solids {
            if done.contains(&solid.collider) {
                continue;
            }
            done.push(solid.collider);
            let mut own = parts.extract_if(.., |(fragment, _)| {
                material.solids[fragment.solid].collider == solid.collider
            });
            let Some((largest, Made { kept: Some(polygon), .. })) = own.next() else {
                self.remove_collider(solid.collider)?;
                continue;
            };
            self.edit_collider(solid.collider, &ColliderEdit::Shape(polygon.into()))?;
            self.edit_collider(solid.collider, &ColliderEdit::Mass(largest.mass))?;
            let surface = material.solids[largest.solid].surface;
            self.edit_collider(solid.collider, &ColliderEdit::ShapeMaterial(0, surface))?;
            for (_, Made { collider, pieces, .. }) in own {
                self.insert_collider(key, &collider, pieces)?;
            }
        }
        Ok(())
    }
}

/// Fragments of one side that touch make a piece; so do those that are as far apart as their shapes were before the cut. The
/// heaviest piece comes first.
fn hanging_together(material: &Material, fragments: Vec<Fragment>, apart: Real) -> Vec<Piece> {
    let shapes: Vec<Shape> = fragments.iter().map(|it| it.polygon.clone().into()).collect();
    let touch = |a: &Shape, b: &Shape| {
        let place = Pose::identity();
        query::distance(a, &place, b, &place, &mut query::DistanceCache::default()).distance
            <= apart
    };
    let mut groups = Groups::new(fragments.len());
    let mut order: Vec<_> = (0..fragments.len()).collect();
    order.sort_by_key(|index| fragments[*index].side);
    for (place, &a) in order.iter().enumerate() {
        let same_side =
            order[place + 1..].iter().take_while(|b| fragments[**b].side == fragments[a].side);
        for &b in same_side {
            if groups.root(a) != groups.root(b) && touch(&shapes[a], &shapes[b]) {
                groups.join(a, b);
            }
        }
    }
    join_what_was_apart(material, &fragments, &mut groups, touch);
    let mut pieces: Vec<(usize, Piece)> = Vec::new();
    for (index, fragment) in fragments.into_iter().enumerate() {
        let root = groups.root(index);
        let found = match pieces.iter().position(|(of, _)| *of == root) {
            Some(found) => found,
            None => {
                pieces.push((root, Piece { fragments: Vec::new(), mass: 0.0, made: Vec::new() }));
                pieces.len() - 1
            }
        };
        let piece = &mut pieces[found].1;
        piece.mass += if fragment.mass > 0.0 {
            fragment.mass
        } else {
            fragment.polygon.area_properties().area
        };
        piece.fragments.push(fragment);
    }
    pieces.sort_by(|(_, a), (_, b)| b.mass.total_cmp(&a.mass));
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// Shapes of a body that did not touch belong together all the same: on each side of a cut, the largest fragments of such parts do.
fn join_what_was_apart(
    material: &Material,
    fragments: &[Fragment],
    groups: &mut Groups,
    touch: impl Fn(&Shape, &Shape) -> bool,
) {
    let solids: Vec<Shape> = material.solids.iter().map(|it| it.polygon.clone().into()).collect();
    let mut parts = Groups::new(solids.len());
    for a in 0..solids.len() {
        for b in a + 1..solids.len() {
            if parts.root(a) != parts.root(b) && touch(&solids[a], &solids[b]) {
                parts.join(a, b);
            }
        }
    }
    if (1..solids.len()).all(|solid| parts.root(solid) == parts.root(0)) {
        return;
    }
    // For each side and part, its largest fragment.
    let mut largest = std::collections::BTreeMap::<(usize, usize), usize>::new();
    for (index, fragment) in fragments.iter().enumerate() {
        let key = (fragment.side, parts.root(fragment.solid));
        let best = largest.entry(key).or_insert(index);
        if fragment.mass > fragments[*best].mass {
            *best = index;
        }
    }
    let all: Vec<_> = largest.into_iter().collect();
    for pair in all.windows(2) {
        let [((side, _), a), ((other, _), b)] = [pair[0], pair[1]];
        if side == other {
            groups.join(a, b);
        }
    }
}

/// Sets that are joined; the root of one is its least member.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

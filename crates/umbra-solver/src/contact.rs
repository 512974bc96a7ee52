//! Contacts as they cross the boundary of this crate: the numbers from the narrow phase, and the
//! results of the solver.

use umbra_geom::{Real, Vector};

/// The index of a body that never moves, in [`Contact::body_a`] or [`Contact::body_b`].
pub const FIXED: u32 = u32::MAX;

/// Two bodies that touch, or may touch before the step is over.
///
/// At least one of the two should be able to move; contacts between two immovable bodies are
/// ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Contact {
    /// The index of the first body in the slice of bodies, or [`FIXED`].
    pub body_a: u32,
    /// The index of the second body, or [`FIXED`].
    pub body_b: u32,
    /// The unit normal, from A to B.
    pub normal: Vector,
    /// Coulomb's coefficient: the greatest ratio of tangential to normal force.
    pub friction: Real,
    /// The fraction of the approach speed that a bounce returns, from 0 to
    /// [`MOST_RESTITUTION`](crate::MOST_RESTITUTION).
    pub restitution: Real,
    /// The greatest torque against rolling, as a fraction of the normal force: a length.
    pub rolling_resistance: Real,
    /// The speed at which A's surface moves past B's, along the normal turned clockwise: a conveyor
    /// belt. B is carried in that direction.
    pub surface_speed: Real,
    /// The impulse of the torque against rolling; kept by the caller to start the next step from.
    pub rolling_impulse: Real,
    /// Written: the approach speed of the bodies when the step began, at the point where they met
    /// in it, or 0 if they exchanged no impulse.
    pub approach_speed: Real,
    /// Written: the sliding speed at that time, with the same rule.
    pub tangent_speed: Real,
    /// Written: the normal impulse of all points, summed over all substeps and bounces of the step.
    pub impulse: Real,
    /// True if both are discs around the centres of their bodies, with the point between their
    /// centres. Their impacts act along the line between the centres where the discs meet; others
    /// keep the `normal`.
    pub round: bool,
    /// True for each shape that is a disc: the point goes with a disc that slides along something
    /// else.
    pub discs: [bool; 2],
    /// True for a speculative contact that only an impact can close within this step. Such a
    /// contact is `round`, and takes part in impacts, or once the two touch. If one of the two is
    /// an edge of an immovable body, the anchors of the second point are the ends of the edge
    /// relative to the disc's centre, and `point_count` is 1.
    pub reserve: bool,
    /// True if the points are those at which two fast bodies meet, rather than those of the step's
    /// start.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub swept: bool,
    /// True if the two are known to touch. The solver neither reads nor writes this: it is for the
    /// caller, who mostly reads it together with the impulses.
    pub touching: bool,
    /// True if a hit of the two was reported in the step before. For the caller, too.
    pub was_hit: bool,
    /// Written: true if it bore far heavier bodies than its own, or a tree of joints, in the step.
    pub heavily_loaded: bool,
    /// A number that stays with the contact while it lasts, such as a hash of the ids of its two
    /// shapes. The order in which contacts are solved depends on it; those of equal numbers are
    /// solved in the order of the slice. See [`priority_of`](Self::priority_of).
    pub priority: u16,
    /// For a meeting later in the step: its time, in parts of 65,535 of the step. Then A's anchors
    /// are those at the meeting, and B's anchors are the same positions relative to B's start.
    /// Otherwise zero, and all anchors are those of the step's start.
    pub ahead: u16,
    /// Written: the index of the point that hit.
    pub striker: u8,
    /// Written: the place in the graph of contacts; kept by the caller while the contact has
    /// points.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub in_graph: GraphPlace,
    /// The number of `points` in use.
    pub point_count: u8,
    /// The contact points.
    pub points: [ContactPoint; 2],
}

/// The place of a contact in the graph of contacts: a colour, and the copies of bodies that touch
/// many others. It decides in which order contacts are solved, so a contact keeps it from its first
/// point to its last, and a caller who stores contacts stores it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct GraphPlace {
    /// One more than the colour; 0 for a contact that has none yet.
    pub(crate) colour: u8,
    /// One more than the copy of A's and of B's body; 0 if it is not known.
    pub(crate) copies: [u16; 2],
}

/// One of at most two points in which two bodies touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ContactPoint {
    /// The vector from A's centre of mass to the point, midway between the two surfaces.
    pub anchor_a: Vector,
    /// The vector from B's centre of mass to the same point.
    pub anchor_b: Vector,
    /// The gap between the surfaces; negative when they overlap.
    pub separation: Real,
    /// The impulse along the normal in the last substep; kept by the caller to start the next step
    /// from.
    pub normal_impulse: Real,
    /// The impulse along the normal turned clockwise; also kept by the caller.
    pub tangent_impulse: Real,
}

impl Default for Contact {
    fn default() -> Self {
        Self { normal: Vector::new(0.0, 1.0), friction: 0.6, ..Self::EMPTY }
    }
}

impl GraphPlace {
    /// A contact without points has this.
    pub const NONE: Self = Self { colour: 0, copies: [0; 2] };
}

impl ContactPoint {
    const EMPTY: Self = Self {
        anchor_a: Vector::new(0.0, 0.0),
        anchor_b: Vector::new(0.0, 0.0),
        separation: 0.0,
        normal_impulse: 0.0,
        tangent_impulse: 0.0,
    };
}

impl Contact {
    /// All zero, without bodies.
    pub(crate) const EMPTY: Self = Self {
        body_a: FIXED,
        body_b: FIXED,
        normal: Vector::new(0.0, 0.0),
        friction: 0.0,
        restitution: 0.0,
        rolling_resistance: 0.0,
        surface_speed: 0.0,
        rolling_impulse: 0.0,
        approach_speed: 0.0,
        tangent_speed: 0.0,
        impulse: 0.0,
        round: false,
        discs: [false; 2],
        reserve: false,
        swept: false,
        touching: false,
        was_hit: false,
        heavily_loaded: false,
        priority: 0,
        ahead: 0,
        striker: 0,
        in_graph: GraphPlace::NONE,
        point_count: 0,
        points: [ContactPoint::EMPTY; 2],
    };

    /// A [`priority`](Self::priority) for the contact of two shapes with these numbers of the
    /// caller: a hash of both.
    pub fn priority_of(shapes: [u32; 2]) -> u16 {
        // The finalizer of MurmurHash3, by Austin Appleby.
        let mut mixed = u64::from(shapes[0]) << 32 | u64::from(shapes[1]);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        (mixed ^ mixed >> 33) as u16
    }

    /// All numbers of the contact that steps or materials determine: in a valid contact they are
    /// finite.
    pub fn numbers(&self) -> impl Iterator<Item = Real> + use<> {
        let Self { normal, points, .. } = *self;
        let of_point = |point: ContactPoint| {
            let ContactPoint { anchor_a, anchor_b, .. } = point;
            let impulses = [point.normal_impulse, point.tangent_impulse];
            [anchor_a.x, anchor_a.y, anchor_b.x, anchor_b.y, point.separation]
                .into_iter()
                .chain(impulses)
        };
        let materials =
            [self.friction, self.restitution, self.rolling_resistance, self.surface_speed];
        let made = [self.rolling_impulse, self.approach_speed, self.tangent_speed, self.impulse];
        let all = [normal.x, normal.y].into_iter().chain(materials).chain(made);
        all.chain(points.into_iter().flat_map(of_point))
    }

    /// The separations of both points.
    #[inline]
    pub fn separations(&self) -> [Real; 2] {
        self.points.each_ref().map(|point| point.separation)
    }

    /// Sets the separations of the points in use, and those of others to zero.
    #[inline]
    pub fn set_separations(&mut self, separations: [Real; 2]) {
        // Without branches: how many there are cannot be predicted.
        for (index, (point, new)) in (0..).zip(self.points.iter_mut().zip(separations)) {
            point.separation = if self.point_count > index { new } else { 0.0 };
        }
    }

    /// The points in use.
    #[inline]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.point_count.min(2) as usize]
    }

    /// Clears the results of the solver: it is not solved.
    pub(crate) fn leave(&mut self) {
        (self.impulse, self.approach_speed, self.tangent_speed) = (0.0, 0.0, 0.0);
        if self.point_count == 0 {
            for point in &mut self.points {
                (point.normal_impulse, point.tangent_impulse) = (0.0, 0.0);
            }
        }
        self.in_graph = GraphPlace::NONE;
    }

    /// True if it is an event candidate although it is not solved: it has points, or it had.
    pub(crate) fn is_candidate(&self) -> bool {
        self.point_count > 0 || self.touching || self.was_hit
    }

    /// True if rolling resistance or a surface speed needs a cold block.
    pub(crate) fn needs_cold(&self) -> bool {
        self.rolling_resistance != 0.0 || self.surface_speed != 0.0
    }
}

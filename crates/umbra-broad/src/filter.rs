//! Filters and kinds: the rules for which proxies may form a pair.

/// Collision filter: categories, a mask of the categories to collide with, and an override for
/// groups.
///
/// ```
/// use umbra_broad::Filter;
///
/// let bullet = Filter { category: 0b01, mask: 0b10, group: 0 };
/// let wall = Filter { category: 0b10, ..Filter::default() };
/// assert!(bullet.accepts(&wall) && wall.accepts(&bullet));
/// assert!(!bullet.accepts(&bullet));
/// let limb = Filter { group: -7, ..Filter::default() };
/// assert!(!limb.accepts(&limb), "parts of one ragdoll pass through one another");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// The categories that the object belongs to. 1 by default.
    pub category: u64,
    /// The categories that the object collides with. All by default.
    pub mask: u64,
    /// Two objects of the same group, other than 0, always collide when it is positive and never
    /// when it is negative, whatever their categories.
    pub group: i32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { category: 1, mask: u64::MAX, group: 0 }
    }
}

impl Filter {
    /// Accepts everything that has a category and a mask: for queries that are not objects.
    ///
    /// ```
    /// use umbra_broad::Filter;
    ///
    /// let ghost = Filter { category: 2, mask: 2, ..Filter::default() };
    /// assert!(Filter::ALL.accepts(&ghost) && !Filter::default().accepts(&ghost));
    /// ```
    pub const ALL: Self = Self { category: u64::MAX, mask: u64::MAX, group: 0 };

    /// True if two objects may collide. Symmetric.
    ///
    /// ```
    /// use umbra_broad::Filter;
    ///
    /// const PLAYER: u64 = 0b001;
    /// const WATER: u64 = 0b010;
    /// let player = Filter { category: PLAYER, mask: !WATER, group: 0 };
    /// let lake = Filter { category: WATER, ..Filter::default() };
    /// assert!(!player.accepts(&lake) && !lake.accepts(&player)); // one that refuses is enough
    /// ```
    #[inline]
    pub fn accepts(&self, other: &Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        (self.mask & other.category != 0) & (other.mask & self.category != 0)
    }
}

/// The kind of motion of an object, which decides its pairs: a pair needs a dynamic one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum ProxyKind {
    /// Never moves, or hardly ever: it has no margin and is kept in a separate tree.
    Static,
    /// Moves as it is set to and is not pushed.
    Kinematic,
    /// Moves and is pushed.
    Dynamic,
}

impl ProxyKind {
    /// True if proxies of these two kinds may form a pair.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        (self == Self::Dynamic) | (other == Self::Dynamic)
    }
}

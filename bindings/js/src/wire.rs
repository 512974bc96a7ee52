//! Numbers across the border: keys, values that come in, values that go out.
use umbra::prelude::*;

/// Bits of a key's number that tell its slot. The rest tells how often the slot was used before.
const SLOT_BITS: u32 = 22;

/// Keys of the engine, which are whole numbers in JavaScript.
///
/// A key has 32 bits for its slot and 32 for its version, which is odd. Of the slot 22 bits fit
/// (four million bodies, more than memory has room for), of the version all but its lowest bit:
/// 53 bits together, which is what a number of JavaScript holds. The first use of slot 1 is 1.
pub trait Key: Sized + Copy {
    /// The key as the engine numbers it.
    fn bits(self) -> u64;
    /// The key of a number; of a wrong number, one that names nothing.
    fn of_bits(bits: u64) -> Self;

    /// The key as a number of JavaScript.
    fn to_number(self) -> f64 {
        let bits = self.bits();
        let (slot, version) = (bits & u64::from(u32::MAX), bits >> 33);
        (version << SLOT_BITS | slot) as f64
    }

    /// The key of a number. What is no whole number in range names nothing.
    fn of_number(number: f64) -> Self {
        let bits = number as u64;
        if bits as f64 != number || bits >> 53 != 0 {
            return Self::of_bits(0);
        }
        let (slot, version) = (bits & ((1 << SLOT_BITS) - 1), bits >> SLOT_BITS);
        Self::of_bits((version << 1 | 1) << 32 | slot)
    }
}

macro_rules! keys {
    ($($key:ident)*) => {$(
        impl Key for $key {
            fn bits(self) -> u64 {
                self.to_bits()
            }
            fn of_bits(bits: u64) -> Self {
                Self::from_bits(bits)
            }
        }
    )*};
}
keys!(BodyKey ColliderKey JointKey FieldKey PortalKey);

/// The numbers of keys.
pub fn numbers<K: Key>(keys: impl IntoIterator<Item = K>) -> Vec<f64> {
    keys.into_iter().map(Key::to_number).collect()
}

/// Keys from numbers.
#[cfg(feature = "play")]
pub fn keys<K: Key>(numbers: &[f64]) -> Vec<K> {
    numbers.iter().map(|&it| K::of_number(it)).collect()
}

/// Numbers that came in, read by their index. A missing one is NaN, which the engine refuses.
#[derive(Clone, Copy)]
pub struct Values<'a>(pub &'a [f64]);

impl<'a> Values<'a> {
    fn get(self, index: usize) -> f64 {
        self.0.get(index).copied().unwrap_or(f64::NAN)
    }
    /// True if nothing was given: JavaScript's `null`.
    pub fn is_null(self) -> bool {
        self.0.is_empty()
    }
    /// A number.
    pub fn real(self, index: usize) -> Real {
        self.get(index) as Real
    }
    /// A number, unless `null` was given.
    pub fn optional(self) -> Option<Real> {
        (!self.is_null()).then(|| self.real(0))
    }
    /// A whole number. Too large ones become the largest.
    pub fn count(self, index: usize) -> u32 {
        self.get(index) as u32
    }
    /// An index or a length.
    pub fn index(self, index: usize) -> usize {
        self.get(index) as usize
    }
    /// A cell.
    pub fn cell(self, index: usize) -> [i32; 2] {
        [self.get(index) as i32, self.get(index + 1) as i32]
    }
    /// A whole number of up to 53 bits.
    pub fn bits(self, index: usize) -> u64 {
        self.get(index) as u64
    }
    /// True or false.
    pub fn flag(self, index: usize) -> bool {
        self.get(index) == 1.0
    }
    /// A vector, from two numbers.
    pub fn vector(self, index: usize) -> Vector {
        Vector::new(self.real(index), self.real(index + 1))
    }
    /// A point, from two numbers.
    pub fn point(self, index: usize) -> Point {
        Point::from(self.vector(index))
    }
    /// A pose: a position and an angle.
    pub fn pose(self, index: usize) -> Pose {
        pose(self.point(index), self.real(index + 2))
    }
    /// A key.
    pub fn key<K: Key>(self, index: usize) -> K {
        K::of_number(self.get(index))
    }
    /// A filter: halves of its category and mask, and the group.
    pub fn filter(self, index: usize) -> Filter {
        let wide = |at| self.bits(at) | self.bits(at + 1) << 32;
        let (category, mask) = (wide(index), wide(index + 2));
        Filter { category, mask, group: self.get(index + 4) as i32 }
    }
    /// A frequency and a damping ratio.
    pub fn softness(self, index: usize) -> Softness {
        Softness { hertz: self.real(index), damping_ratio: self.real(index + 1) }
    }
    /// All numbers from an index on.
    pub fn from(self, index: usize) -> Self {
        Self(self.0.get(index..).unwrap_or_default())
    }
    /// So many numbers from an index on, or those that are there.
    pub fn part(self, index: usize, count: usize) -> Self {
        let rest = self.from(index).0;
        Self(&rest[..count.min(rest.len())])
    }
    /// All numbers as points.
    pub fn points(self) -> impl ExactSizeIterator<Item = Point> + use<'a> {
        self.0.chunks_exact(2).map(|it| Point::new(it[0] as Real, it[1] as Real))
    }
    /// All numbers.
    pub fn reals(self) -> impl Iterator<Item = Real> + use<'a> {
        self.0.iter().map(|&it| it as Real)
    }
    /// Lists one after the other, each behind its length.
    pub fn lists(self) -> impl Iterator<Item = Values<'a>> + use<'a> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_null() {
                return None;
            }
            let list = rest.part(1, rest.index(0));
            rest = rest.from(1 + list.0.len());
            Some(list)
        })
    }
}

/// A value that goes out: a mark of its kind, and its numbers.
#[derive(Clone, Copy)]
pub struct Value(pub u32, pub [f64; 5]);

impl Value {
    /// JavaScript's `null`.
    pub const NULL: Self = Self(0, [0.0; 5]);

    fn new<const N: usize>(mark: u32, numbers: [f64; N]) -> Self {
        let mut all = [0.0; 5];
        all[..N].copy_from_slice(&numbers);
        Self(mark, all)
    }
    /// A choice, by its index in a list of names.
    pub fn choice(index: usize) -> Self {
        (index as f64).into()
    }
    /// A key.
    pub fn key(key: impl Key) -> Self {
        key.to_number().into()
    }
    /// Two booleans.
    pub fn flags([a, b]: [bool; 2]) -> Self {
        Self::new(11, [f64::from(u8::from(a)), f64::from(u8::from(b))])
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::new(1, [number])
    }
}
impl From<Real> for Value {
    fn from(number: Real) -> Self {
        f64::from(number).into()
    }
}
impl From<u64> for Value {
    fn from(number: u64) -> Self {
        (number as f64).into()
    }
}
impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::new(2, [f64::from(u8::from(flag))])
    }
}
impl From<Vector> for Value {
    fn from(it: Vector) -> Self {
        Self::new(3, [it.x, it.y].map(f64::from))
    }
}
impl From<Point> for Value {
    fn from(it: Point) -> Self {
        it.coords.into()
    }
}
impl From<Pose> for Value {
    fn from(it: Pose) -> Self {
        let (position, angle) = (it.translation.vector, it.rotation.angle());
        Self::new(4, [position.x, position.y, angle].map(f64::from))
    }
}
impl From<[Real; 2]> for Value {
    fn from(pair: [Real; 2]) -> Self {
        Self::new(5, pair.map(f64::from))
    }
}
impl From<Aabb> for Value {
    fn from(it: Aabb) -> Self {
        Self::new(6, [it.min.x, it.min.y, it.max.x, it.max.y].map(f64::from))
    }
}
impl From<Softness> for Value {
    fn from(it: Softness) -> Self {
        Self::new(7, [it.hertz, it.damping_ratio].map(f64::from))
    }
}
impl From<Filter> for Value {
    fn from(it: Filter) -> Self {
        let half = |bits: u64| f64::from(bits as u32);
        let halves = [it.category, it.category >> 32, it.mask, it.mask >> 32].map(half);
        Self::new(8, [halves[0], halves[1], halves[2], halves[3], f64::from(it.group)])
    }
}
impl From<(Vector, Real)> for Value {
    fn from((force, torque): (Vector, Real)) -> Self {
        Self::new(9, [force.x, force.y, torque].map(f64::from))
    }
}
impl From<MassProperties> for Value {
    fn from(it: MassProperties) -> Self {
        Self::new(10, [it.mass, it.inertia, it.center.x, it.center.y].map(f64::from))
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(it: Option<T>) -> Self {
        it.map_or(Self::NULL, Into::into)
    }
}

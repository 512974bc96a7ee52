//! Keys: the names of bodies, colliders, joints, fields and portals.

slotmap::new_key_type! {
    /// Names a body of a scene. Never used again for another one of that scene; in another scene,
    /// it may name another body.
    pub struct BodyKey;
    /// Names a collider of a scene. Never used again for another one of that scene; in another
    /// scene, it may name another collider.
    pub struct ColliderKey;
    /// Names a joint of a scene. Never used again for another one of that scene; in another scene,
    /// it may name another joint.
    pub struct JointKey;
    /// Names a field of a scene. Never used again for another one of that scene; in another scene,
    /// it may name another field.
    pub struct FieldKey;
    /// Names a portal of a scene. Never used again for another one of that scene; in another scene,
    /// it may name another portal.
    pub struct PortalKey;
}

/// The number of a key's slot.
pub(crate) fn slot_of(key: impl slotmap::Key) -> u32 {
    key.data().as_ffi() as u32
}

macro_rules! keys_have_numbers {
    ($($key:ident),*) => {$(
        impl $key {
            /// The key of the one that was added as this one of its kind, counted from one.
            #[doc(hidden)]
            pub fn numbered(number: u32) -> Self {
                slotmap::KeyData::from_ffi(1 << 32 | u64::from(number)).into()
            }

            /// 1-based insertion number.
            #[doc(hidden)]
            pub fn number(self) -> u32 {
                self.to_bits() as u32
            }
        }
    )*};
}

macro_rules! keys_have_bits {
    ($($key:ident),*) => {$(
        impl $key {
            /// The key as a number, for languages and files that know no keys. Never 0.
            pub fn to_bits(self) -> u64 {
                slotmap::Key::data(&self).as_ffi()
            }

            /// Key for a number that [`to_bits`](Self::to_bits) returned. Any other number makes a
            /// key that names nothing.
            pub fn from_bits(bits: u64) -> Self {
                let key = Self::from(slotmap::KeyData::from_ffi(bits));
                if key.to_bits() == bits { key } else { Self::default() }
            }
        }
    )*};
}

macro_rules! keys_have_places {
    ($($key:ident),*) => {$(
        impl $key {
            /// Index for an array beside the scene. No two things of this kind that exist at the
            /// same time share one, and none exceeds the largest number that ever existed at once.
            /// The index of a removed thing is reused.
            pub fn index(self) -> usize {
                (slot_of(self) as usize).saturating_sub(1)
            }
        }
    )*};
}

keys_have_bits!(BodyKey, ColliderKey, JointKey, FieldKey, PortalKey);
keys_have_numbers!(FieldKey, PortalKey);
keys_have_places!(BodyKey, ColliderKey, JointKey);

//! Export and import of all proxies, for files. Trees are rebuilt.

use super::{BroadPhase, MOVING, NONE, ProxyId, Refiltered, STATIC, Slot, tree_of};
use crate::error::checked;
use crate::sweep::FatBox;
use crate::{Error, Filter, ProxyKind, Tree};
use umbra_geom::Aabb;

/// All data of a proxy in a [`BroadPhase`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proxy {
    /// Its identifier.
    pub id: ProxyId,
    /// Its kind.
    pub kind: ProxyKind,
    /// Its filter.
    pub filter: Filter,
    /// The caller's data.
    pub data: u32,
    /// Its fat box.
    pub fat: Aabb,
    /// The box at the last search, if that was another one; [`Aabb::EMPTY`] if there was none.
    pub before: Option<Aabb>,
    /// The kind and filter at the last search, if they have changed since.
    pub was: Option<(ProxyKind, Filter)>,
}

impl ProxyId {
    /// The slot, and its generation: the number of times that it was taken and freed.
    pub fn parts(self) -> [u32; 2] {
        [self.index, self.generation]
    }

    /// The identifier of a proxy, or a free slot, from its [`parts`](Self::parts).
    pub fn from_parts([index, generation]: [u32; 2]) -> Self {
        Self { index, generation }
    }
}

impl BroadPhase {
    /// All data of a proxy; `None` if it was removed.
    ///
    /// ```
    /// use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, ProxyKind};
    /// use umbra_geom::Aabb;
    ///
    /// let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
    /// let aabb = Aabb::new([0.0, 0.0], [1.0, 1.0])?;
    /// let ball = broad.add(aabb, ProxyKind::Dynamic, Filter::default(), 7)?;
    /// let proxy = broad.proxy(ball).unwrap();
    /// assert_eq!((proxy.data, proxy.before), (7, Some(Aabb::EMPTY)));
    ///
    /// let empty = BroadPhase::new(broad.config())?;
    /// let copy = empty.with_proxies(&[proxy], &broad.free_slots())?;
    /// assert_eq!(copy.proxy(ball), Some(proxy));
    /// # Ok::<(), umbra_broad::Error>(())
    /// ```
    pub fn proxy(&self, id: ProxyId) -> Option<Proxy> {
        let Slot { kind, data, moved, refiltered, .. } = *self.slot(id).ok()?;
        let index = id.index as usize;
        let FatBox { now, before } = self.boxes[index];
        let was = |known: &Refiltered| (known.old_kind, known.old_filter);
        let mut changed = self.refiltered.iter().filter(|_| refiltered);
        Some(Proxy {
            id,
            kind,
            filter: self.filters[index],
            data,
            fat: now,
            before: (moved != NONE).then_some(before),
            was: changed.find(|known| known.index == id.index).map(was),
        })
    }

    /// True if two proxies were a pair at the last search, so that the next one does not report
    /// them.
    ///
    /// # Errors
    /// When one of them was removed.
    pub fn are_known(&self, a: ProxyId, b: ProxyId) -> Result<bool, Error> {
        self.slot(a)?;
        self.slot(b)?;
        Ok(self.was_pair(a.index, b.index))
    }

    /// The free slots in the order in which new proxies will reuse them.
    pub fn free_slots(&self) -> Vec<ProxyId> {
        let mut free = Vec::new();
        let mut next = self.free_slot;
        while let Some(slot) = self.slots.get(next as usize) {
            free.push(ProxyId { index: next, generation: slot.generation });
            next = slot.data;
        }
        free
    }

    /// This broad phase with these proxies instead of its own: it continues from the state that
    /// another one had.
    ///
    /// # Errors
    /// When a slot is missing, named twice or counted wrongly, a box is not finite, inverted or
    /// beyond [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn with_proxies(self, proxies: &[Proxy], free: &[ProxyId]) -> Result<Self, Error> {
        let mut broad = Self::empty(self.config, self.level).with_simd_level(self.level);
        let count = proxies.len() + free.len();
        let nothing = Slot {
            generation: 0,
            data: NONE,
            moved: NONE,
            kind: ProxyKind::Static,
            pending: false,
            refiltered: false,
            batch: 0,
        };
        let mut is_named = vec![false; count];
        let mut name = |id: &ProxyId, parity: u32| {
            let named = is_named.get_mut(id.index as usize);
            let is_new = named.is_some_and(|named| !core::mem::replace(named, true));
            let rule = "a slot is named once, and counts whether it is taken";
            let holds = is_new && id.generation & 1 == parity;
            if holds { Ok(()) } else { Err(Error::Corrupt { node: id.index, rule }) }
        };
        proxies.iter().try_for_each(|proxy| name(&proxy.id, 1))?;
        free.iter().try_for_each(|id| name(id, 0))?;
        broad.slots.resize(count, nothing);
        broad.boxes.resize(count, FatBox { now: Aabb::EMPTY, before: Aabb::EMPTY });
        broad.filters.resize(count, Filter::default());
        broad.leaves.resize(count, NONE);
        for id in free.iter().rev() {
            let slot = &mut broad.slots[id.index as usize];
            (slot.generation, slot.data) = (id.generation, broad.free_slot);
            broad.free_slot = id.index;
        }
        proxies.iter().try_for_each(|proxy| broad.put_back(proxy))?;
        broad.build_trees(proxies)?;
        Ok(broad)
    }

    fn put_back(&mut self, proxy: &Proxy) -> Result<(), Error> {
        let Proxy { id, kind, filter, data, fat, before, was } = *proxy;
        let index = id.index as usize;
        let before = before.filter(|before| *before != Aabb::EMPTY);
        before.map(|before| checked("before", &before)).transpose()?;
        let moved = if proxy.before.is_some() { self.moved.len() as u32 } else { NONE };
        if moved != NONE {
            self.moved.push(id.index);
        }
        if let Some((old_kind, old_filter)) = was {
            self.refiltered.push(Refiltered { index: id.index, old_filter, old_kind });
        }
        let before = if moved == NONE { fat } else { before.unwrap_or(Aabb::EMPTY) };
        let refiltered = was.is_some();
        self.slots[index] = Slot {
            generation: id.generation,
            data,
            moved,
            kind,
            pending: false,
            refiltered,
            batch: 0,
        };
        self.boxes[index] = FatBox { now: fat, before };
        self.filters[index] = filter;
        let was_plain = was.is_none_or(|(_, filter)| filter == Filter::default());
        self.plain_filters &= was_plain && filter == Filter::default();
        Ok(())
    }

    fn build_trees(&mut self, proxies: &[Proxy]) -> Result<(), Error> {
        for which in [STATIC, MOVING] {
            let here: Vec<_> =
                proxies.iter().filter(|proxy| tree_of(proxy.kind) == which).collect();
            let leaf = |proxy: &&Proxy| (proxy.fat, proxy.id.index, proxy.filter.category);
            let (tree, leaves) = Tree::from_boxes(&here.iter().map(leaf).collect::<Vec<_>>())?;
            for (proxy, leaf) in here.iter().zip(leaves) {
                self.leaves[proxy.id.index as usize] = leaf.index;
            }
            self.trees[which] = tree;
            self.trees[which].set_simd_level(self.level);
        }
        Ok(())
    }
}

//! Tile maps: which of their cells have pieces.
//!
//! Cells have pieces where a dynamic body is so near that it may touch them in the next step, block
//! by block. Bodies whose fat boxes changed are looked at when they change; a map that moves looks
//! around itself in every step.

use core::ops::ControlFlow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use umbra_geom::sort::Arrange;

use umbra_geom::mass::Mass;
use umbra_geom::{Aabb, Real};
use umbra_solver::Body;

use crate::collider::Tile;
use crate::features::{TILES, need_tiles};
use crate::store::{
    Change, ColliderInfo, Few, Piece, PieceMaterial, Run, TileMap, blocks_of, moves, piece_indices,
};
use crate::world::{MapView, placed, proxy_kind};
use crate::{BodyKind, ColliderKey, Error, World};

/// So many blocks may have pieces before those that nobody needs are looked for.
const FEW_BLOCKS: usize = 64;

/// A box with all that comes to it from somewhere on a body, or from it to somewhere, in a time.
fn grown_by_motion(around: Aabb, body: &Body, dt: Real) -> Aabb {
    if !moves(body) {
        return around;
    }
    let Body { center, velocity, angular_velocity: spin, .. } = body;
    let farthest = (around.min - center).abs().sup(&(around.max - center).abs());
    around.grown((velocity.norm() + spin.abs() * farthest.norm()) * dt)
}

impl World {
    /// Fills a cell of a tile map, and wakes what stood on it.
    pub fn set_cell(&mut self, key: ColliderKey, at: [i32; 2], tile: Tile) -> Result<(), Error> {
        let info = self.colliders.info(key)?;
        need_tiles()?;
        let Some(map) = &info.tiles else { return Err(Error::NoTiles(key)) };
        if *map.get(at) == tile {
            return Ok(());
        }
        let Some(map) = self.map_mut(key) else { return Ok(()) };
        map.set(at, tile)?;
        let cell = map.cell_box(at);
        // What adjoins the cell may have other seams.
        let around = [at.map(|place| place - 1), at.map(|place| place + 1)];
        for block in blocks_of(around).collect::<Vec<_>>() {
            self.rebuild_block(key, block);
        }
        let place = self.map(key).filter(MapView::is_solid).map(|map| placed(&cell, &map.frame));
        self.pending.seams.extend(place);
        self.note_map(key);
        Ok(())
    }

    /// Notes that a collider came or was changed, if it is a tile map, and where it is found from
    /// now on.
    pub fn note_map(&mut self, key: ColliderKey) {
        let Some(map) = self.map(key) else { return };
        let stands = self.bodies.infos[map.body as usize].kind == BodyKind::Fixed;
        // Queries leave some room around themselves.
        let grown = |bounds: Aabb| {
            let size = Real::max(bounds.min.coords.amax(), bounds.max.coords.amax());
            bounds.grown(0.01 * map.map.size() + 64.0 * Real::EPSILON * size)
        };
        let place = map.bounds().filter(|_| stands).map(grown);
        self.generation.change();
        let maps = &mut self.colliders.maps;
        maps.put(key, place);
        let most = 2 * self.colliders.infos.len();
        let lists =
            [Some(&mut maps.changed), (!self.sensors.is_empty()).then_some(&mut maps.remade)];
        for list in lists.into_iter().flatten() {
            list.push(key);
            // Editors may change much before the next step.
            if list.len() > most {
                list.arrange();
                list.dedup();
                list.retain(|key| self.colliders.infos.contains_key(*key));
            }
        }
    }

    /// Has the next step look for the seams around a map of which the filter or the kind of body
    /// changes: cells without pieces do not tell of it.
    pub(crate) fn note_seams_of_map(&mut self, key: ColliderKey) {
        let bounds = self.map(key).and_then(|map| map.map.bounds());
        let pose = self.colliders.maps.placed.get(key);
        let place = pose.zip(bounds).map(|(frame, bounds)| placed(&bounds, frame));
        self.pending.seams.extend(place);
    }

    /// Makes pieces for the cells that dynamic bodies are near, after maps came or changed, and of
    /// maps that move: those that may come to a body in a step of this length.
    pub(crate) fn follow_tile_maps(&mut self, dt: Real) {
        if !TILES {
            return;
        }
        let mut keys = core::mem::take(&mut self.colliders.maps.changed);
        if !keys.is_empty() {
            self.generation.change();
        }
        keys.extend_from_slice(self.colliders.maps.loose());
        keys.arrange();
        keys.dedup();
        for &key in &keys {
            let Some(map) = self.map(key) else { continue };
            let (frame, is_solid, body) =
                (map.frame, map.is_solid(), self.bodies.states[map.body as usize]);
            let place = is_solid.then_some(frame);
            let (bounds, had_grown) = (map.map.bounds(), map.map.has_grown);
            let before = self.colliders.maps.placed.get(key).copied();
            if before == place && !had_grown && !moves(&body) {
                continue;
            }
            self.colliders.maps.place(key, place);
            if had_grown && let Some(map) = self.map_mut(key) {
                map.has_grown = false;
            }
            let Some(bounds) = bounds else { continue };
            if before != place {
                let places = [before, place].into_iter().flatten();
                let stale = places.map(|frame| placed(&bounds, &frame));
                self.pending.seams.extend(stale);
            }
            if !is_solid {
                continue;
            }
            let bounds = placed(&bounds, &frame);
            let bounds = grown_by_motion(bounds, &body, dt);
            let mut near = Vec::new();
            let _ = self.broad.query_aabb(&bounds, u64::MAX, |_, piece| {
                near.push(piece);
                ControlFlow::<()>::Continue(())
            });
            near.sort_unstable();
            for piece in near {
                self.activate_blocks(key, piece, dt);
            }
        }
        keys.clear();
        self.colliders.maps.changed = keys;
    }

    /// Makes pieces for the cells near these pieces, of which the fat boxes changed.
    pub(crate) fn activate_near(&mut self, pieces: &[u32], dt: Real) {
        if self.colliders.maps.is_empty() {
            return;
        }
        for &piece in pieces {
            for key in self.maps_near(piece) {
                self.activate_blocks(key, piece, dt);
            }
        }
        if self.colliders.blocks > self.colliders.most_blocks.max(FEW_BLOCKS) {
            self.drop_unused_blocks(dt);
        }
    }

    /// Makes pieces for the cells in a box that a piece may touch.
    pub(crate) fn activate_in(&mut self, piece: u32, around: &Aabb) {
        for key in self.colliders.maps.near(around) {
            let range = self.cells_for(key, piece, around);
            range.into_iter().for_each(|range| self.make_blocks(key, range));
        }
    }

    /// The maps that a piece of a dynamic body may touch in the next step.
    fn maps_near(&self, piece: u32) -> Few<ColliderKey> {
        let piece = &self.colliders.pieces[piece as usize];
        let proxy = piece.proxy.filter(|_| self.bodies.is_dynamic(piece.body as usize));
        let fat = proxy.and_then(|proxy| self.broad.fat_aabb(proxy));
        fat.map(|fat| self.colliders.maps.near(&fat)).unwrap_or_default()
    }

    /// Makes pieces for the cells of a map near a piece.
    fn activate_blocks(&mut self, key: ColliderKey, piece: u32, dt: Real) {
        let range = self.cells_near(key, piece, dt);
        range.into_iter().for_each(|range| self.make_blocks(key, range));
    }

    fn make_blocks(&mut self, key: ColliderKey, range: [[i32; 2]; 2]) {
        for block in blocks_of(range) {
            let Some(MapView { map, .. }) = self.map(key) else { break };
            if !map.blocks.contains_key(&block) {
                let runs = map.runs(block);
                let made = self.make_pieces(key, &runs);
                if let Some(map) = self.map_mut(key) {
                    map.blocks.insert(block, made);
                }
                self.colliders.blocks += 1;
            }
        }
    }

    /// The cells of a map that a piece may touch in the next step, if that is as long as this.
    fn cells_near(&self, key: ColliderKey, piece: u32, dt: Real) -> Option<[[i32; 2]; 2]> {
        let proxy = self.colliders.pieces[piece as usize].proxy?;
        let fat = self.broad.fat_aabb(proxy)?;
        let around = grown_by_motion(fat, &self.bodies.states[self.map(key)?.body as usize], dt);
        self.cells_for(key, piece, &around)
    }

    /// The cells of a map that a piece may touch in a box.
    fn cells_for(&self, key: ColliderKey, piece: u32, around: &Aabb) -> Option<[[i32; 2]; 2]> {
        let piece = &self.colliders.pieces[piece as usize];
        let is_dynamic = self.bodies.infos[piece.body as usize].kind == BodyKind::Dynamic;
        let map = self.map(key).filter(MapView::is_solid)?;
        if !is_dynamic || piece.collider == key {
            return None;
        }
        map.range_in(around)
    }

    /// Makes the pieces of all blocks anew where they changed.
    pub fn rebuild_blocks(&mut self, key: ColliderKey) {
        let Some(map) = self.map_mut(key) else { return };
        for block in map.blocks.keys().copied().collect::<Vec<_>>() {
            self.rebuild_block(key, block);
        }
    }

    /// Makes the pieces of a block anew where they changed.
    fn rebuild_block(&mut self, key: ColliderKey, block: [i32; 2]) {
        let Some(map) = self.map_mut(key) else { return };
        let Some(old) = map.blocks.get(&block).cloned() else { return };
        let mut runs = map.runs(block);
        let Some(info) = self.colliders.infos.get(key) else { return };
        let (mut kept, mut gone) = (Few::<u32>::default(), Few::<u32>::default());
        for index in old {
            let piece = &self.colliders.pieces[index as usize];
            match runs.iter().position(|run| is_made_of(piece, info, run)) {
                Some(run) => {
                    runs.swap_remove(run);
                    kept.push(index);
                }
                None => gone.push(index),
            }
        }
        for index in &kept {
            self.colliders.outlines.note_change(*index, Change::All);
        }
        self.free_tile_pieces(key, &gone);
        kept.extend(self.make_pieces(key, &runs));
        if let Some(map) = self.map_mut(key) {
            map.blocks.insert(block, kept);
        }
    }

    /// Puts the pieces of a tile map where its cells are, after it was put somewhere else on its
    /// body.
    pub fn place_cells(&mut self, key: ColliderKey) {
        let Some(MapView { map, info, .. }) = self.map(key) else { return };
        let mut places = Vec::new();
        for (block, pieces) in &map.blocks {
            let runs = map.runs(*block);
            // Rounding has moved them by far less than a cell.
            let near = |index: &u32| {
                let at = info.offset.inverse() * self.colliders.pieces[*index as usize].offset;
                let way = |run: &Run| (run.pose.translation.vector - at.translation.vector).norm();
                runs.iter().min_by(|a, b| way(a).total_cmp(&way(b))).map(|run| run.pose)
            };
            places.extend(pieces.iter().filter_map(|index| Some((*index, near(index)?))));
        }
        let offset = info.offset;
        for (index, place) in places {
            self.colliders.pieces[index as usize].offset = offset * place;
        }
    }

    /// Row of a block to which each of its pieces belongs.
    pub fn rows_of_block(&self, info: &ColliderInfo, block: [i32; 2], pieces: &[u32]) -> Vec<u32> {
        let runs = info.tiles.as_deref().map(|map| map.runs(block)).unwrap_or_default();
        let row = |piece: &u32| {
            let piece = &self.colliders.pieces[*piece as usize];
            runs.iter().position(|run| is_made_of(piece, info, run)).unwrap_or(runs.len()) as u32
        };
        pieces.iter().map(row).collect()
    }

    /// A piece of a map that has no place yet.
    pub fn piece_of_row(key: ColliderKey, info: &ColliderInfo, body: usize, run: &Run) -> Piece {
        let mut piece = Piece::new(key, body, info.offset * run.pose, substance(info, run));
        piece.is_cell = true;
        piece
    }

    fn make_pieces(&mut self, key: ColliderKey, runs: &[Run]) -> Few<u32> {
        let mut made = Few::default();
        for run in runs {
            let Some(info) = self.colliders.infos.get(key) else { break };
            let Ok(body) = self.bodies.index(info.body) else { break };
            let (kind, filter) = (proxy_kind(self.bodies.infos[body].kind), info.filter);
            let mut piece = Self::piece_of_row(key, info, body, run);
            piece.place(&self.bodies.states[body], self.bodies.infos[body].local_center);
            let aabb = piece.shape_aabb();
            let is_swept = self.is_swept(body);
            let permit = self.generation.change();
            let index = self.colliders.insert_piece(permit, piece, is_swept);
            made.push(index);
            if let Some(info) = self.colliders.infos.write(permit).get_mut(key) {
                info.pieces.push(index);
            }
            // Only when there is no room for more proxies: what has none touches nothing.
            let proxy = self.broad.add(aabb, kind, filter, index);
            self.colliders.pieces[index as usize].proxy = proxy.ok();
            // The box of one that moves has to be predicted.
            self.note_redirected(body);
        }
        self.awake_pieces.forget();
        made
    }

    fn free_tile_pieces(&mut self, key: ColliderKey, gone: &Few<u32>) {
        if gone.is_empty() {
            return;
        }
        let permit = self.generation.change();
        if let Some(info) = self.colliders.infos.write(permit).get_mut(key) {
            info.pieces.retain(|piece| !gone.contains(piece));
        }
        self.free_pieces(gone);
        self.awake_pieces.forget();
    }

    /// Drops the pieces of blocks that no dynamic body is near.
    fn drop_unused_blocks(&mut self, dt: Real) {
        let mut used = BTreeMap::<_, BTreeSet<_>>::new();
        for piece in 0..self.colliders.pieces.len() as u32 {
            for key in self.maps_near(piece) {
                let blocks = self.cells_near(key, piece, dt).into_iter().flat_map(blocks_of);
                used.entry(key).or_default().extend(blocks);
            }
        }
        let needed = used.values().map(BTreeSet::len).sum::<usize>();
        let mut keys: Vec<_> = self.colliders.maps.all().collect();
        keys.arrange();
        for key in keys {
            let used = used.get(&key);
            self.drop_blocks(key, |block| !used.is_some_and(|used| used.contains(block)));
        }
        self.colliders.most_blocks = 2 * needed;
    }

    /// Drops the pieces of these blocks of a map.
    pub(crate) fn drop_blocks(&mut self, key: ColliderKey, goes: impl Fn(&[i32; 2]) -> bool) {
        let Some(map) = self.map_mut(key) else { return };
        let mut gone = Few::default();
        let before = map.blocks.len();
        map.blocks.retain(|block, pieces| {
            let goes = goes(block);
            if goes {
                gone.extend(pieces.iter().copied());
            }
            !goes
        });
        let dropped = before - map.blocks.len();
        self.colliders.blocks -= dropped;
        self.free_tile_pieces(key, &gone);
    }

    /// Refuses a tile map on a dynamic body.
    pub(crate) fn check_map_may_lie_on(
        &self,
        body: usize,
        info: &ColliderInfo,
    ) -> Result<(), Error> {
        let is_refused = info.tiles.is_some() && self.bodies.is_dynamic(body);
        if is_refused { Err(Error::MapOnDynamicBody(self.bodies.infos[body].key)) } else { Ok(()) }
    }

    /// Makes a collider that may be a tile map one no more.
    pub(crate) fn forget_map(&mut self, key: ColliderKey) {
        self.drop_blocks(key, |_| true);
        let pose = self.colliders.maps.placed.get(key).copied();
        self.colliders.maps.remove(key);
        let permit = self.generation.change();
        let infos = self.colliders.infos.write(permit);
        let map = infos.get_mut(key).and_then(|info| info.tiles.take());
        // What adjoined its cells has other seams now, whether the cells had pieces or not.
        let place = map.and_then(|map| Some(placed(&map.bounds()?, &pose?)));
        self.pending.seams.extend(place);
    }

    /// A map, to be changed.
    fn map_mut(&mut self, key: ColliderKey) -> Option<&mut TileMap> {
        self.colliders.infos.get(key).filter(|_| TILES)?.tiles.as_ref()?;
        let permit = self.generation.change();
        self.colliders.infos.write(permit).get_mut(key)?.tiles.as_deref_mut()
    }

    /// The pieces of bodies, if there are maps that they may be near.
    pub(crate) fn pieces_near_maps(&self, body: usize) -> impl Iterator<Item = u32> + use<'_> {
        let pieces = piece_indices(&self.colliders.infos, &self.bodies.infos[body]);
        pieces.take_while(|_| !self.colliders.maps.is_empty())
    }
}

fn substance(info: &ColliderInfo, run: &Run) -> Arc<PieceMaterial> {
    Arc::new(PieceMaterial {
        shape: run.shape.clone(),
        material: run.tile.material.unwrap_or(info.material),
        mass: Mass::NONE,
        one_way: run.tile.cell.one_way().or(info.one_way),
        one_sided: false,
    })
}

/// True if a piece is equal to the one that would be made of a run.
fn is_made_of(piece: &Piece, info: &ColliderInfo, run: &Run) -> bool {
    piece.offset == info.offset * run.pose && *piece.substance == substance(info, run)
}

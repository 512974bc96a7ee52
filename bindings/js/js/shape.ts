/** Shapes of colliders, and of questions. */
import type { Points, VectorLike } from "./types.js";
import type { TileLike } from "./tiles.js";

/** A convex shape: for colliders, compounds, queries and characters. */
export type ConvexShape =
  | { type: "circle"; radius: number }
  | { type: "cuboid"; halfWidth: number; halfHeight: number; radius?: number }
  | { type: "capsule"; a: VectorLike; b: VectorLike; radius: number }
  | { type: "segment"; a: VectorLike; b: VectorLike }
  | { type: "polygon"; points: Points; radius?: number }
  | { type: "hull"; points: Points };

/** One shape of a compound, and its place in it. */
export interface CompoundPart {
  shape: ConvexShape;
  position?: VectorLike;
  angle?: number;
}

/** Rows of a tile map, that of the least y first; text has a letter for each cell. */
export type TileRows = readonly (string | readonly TileLike[])[];

/** Any shape of a collider. */
export type ShapeLike =
  | ConvexShape
  | { type: "chain"; points: Points }
  | { type: "chainLoop"; points: Points }
  | { type: "concave"; points: Points }
  | { type: "heightfield"; heights: readonly number[] | Float32Array | Float64Array; width: number }
  | { type: "compound"; parts: readonly CompoundPart[] }
  | { type: "tiles"; size: number; tiles: TileRows | { rows: TileRows; legend: Record<string, TileLike> } };

/** Shapes in few letters: `Shape.circle(0.5)` is `{ type: "circle", radius: 0.5 }`. */
export const Shape = {
  circle: (radius: number) => ({ type: "circle", radius }) as const,
  /** A box, given by half of its width and half of its height; perhaps with round corners. */
  cuboid: (halfWidth: number, halfHeight: number, radius = 0) =>
    ({ type: "cuboid", halfWidth, halfHeight, radius }) as const,
  /** All points within `radius` of the segment from `a` to `b`. */
  capsule: (a: VectorLike, b: VectorLike, radius: number) => ({ type: "capsule", a, b, radius }) as const,
  /** A straight line without thickness and mass. */
  segment: (a: VectorLike, b: VectorLike) => ({ type: "segment", a, b }) as const,
  /** A convex polygon, points in either order; perhaps with round corners. */
  polygon: (points: Points, radius = 0) => ({ type: "polygon", points, radius }) as const,
  /** The convex hull of points. */
  hull: (points: Points) => ({ type: "hull", points }) as const,
  /** A line through points, smooth to slide over from both sides. */
  chain: (points: Points) => ({ type: "chain", points }) as const,
  /** A closed line through points. */
  chainLoop: (points: Points) => ({ type: "chainLoop", points }) as const,
  /** Any polygon that does not cross itself. */
  concave: (points: Points) => ({ type: "concave", points }) as const,
  /** Ground of this width, with heights at equal distances from its left to its right. */
  heightfield: (heights: readonly number[] | Float32Array | Float64Array, width: number) =>
    ({ type: "heightfield", heights, width }) as const,
  /** Several convex shapes. */
  compound: (parts: readonly CompoundPart[]) => ({ type: "compound", parts }) as const,
  /**
   * A map of cells of this size, the row of the least y first. Its first corner is at the place of
   * the collider. A row of text has a letter for each cell: see `LEGEND`.
   */
  tiles: (size: number, rows: TileRows, legend: Record<string, TileLike> = {}) =>
    ({ type: "tiles", size, tiles: { rows, legend } }) as const,
  /** A map from lines of text, the highest first: as it is read where y points up. */
  tileText: (size: number, text: string, legend: Record<string, TileLike> = {}) =>
    Shape.tiles(size, text.replace(/^\n|\n\s*$/g, "").split("\n").reverse(), legend),
};

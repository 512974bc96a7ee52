/** What queries find. */
import type { BodyKey, ColliderKey, ColliderPart, Filter, Pose, Vector } from "./types.js";

/** What a query is to find. By default everything but sensors. */
export interface QueryOptions {
  /** The query counts as a collider with this filter. */
  filter?: Filter;
  /** A body that is not found. */
  exclude?: BodyKey;
  /** Only bodies of these types. */
  only?: readonly ("fixed" | "kinematic" | "dynamic")[];
  sensors?: boolean;
  /** False if rays do not go through portals. */
  portals?: boolean;
  platforms?: "passable" | "solid" | "overlooked";
  /** A last question about each collider that would be found. It may read the world, not change it. */
  predicate?: (collider: ColliderKey) => boolean;
}

/** Where a ray first meets a collider. */
export interface RayHit {
  collider: ColliderKey;
  body: BodyKey;
  part: ColliderPart;
  point: Vector;
  normal: Vector;
  /** How much of the way lies before the point: from 0 to 1. */
  fraction: number;
}

/** Where a moving shape first meets a collider. */
export interface CastHit extends RayHit {
  /** The pose of the shape there. */
  pose: Pose;
}

/** The point of a collider that is closest. */
export interface PointHit {
  collider: ColliderKey;
  body: BodyKey;
  part: ColliderPart;
  point: Vector;
  normal: Vector;
  distance: number;
}

/** Numbers of a hit. @internal */
export const HIT = 10;

/** A part from its three numbers. @internal */
export function part(n: ArrayLike<number>, at: number): ColliderPart {
  return n[at] === 0 ? { shape: n[at + 1] } : { cell: [n[at + 1], n[at + 2]] };
}

function touch(n: Float64Array, at: number) {
  return {
    collider: n[at],
    body: n[at + 1],
    part: part(n, at + 7),
    point: { x: n[at + 2], y: n[at + 3] },
    normal: { x: n[at + 4], y: n[at + 5] },
  };
}

/** A hit from its numbers. @internal */
export function rayHit(n: Float64Array, at = 0): RayHit {
  return { ...touch(n, at), fraction: n[at + 6] };
}

/** A hit of a cast from its numbers. @internal */
export function castHit(n: Float64Array): CastHit {
  return { ...rayHit(n), pose: { x: n[10], y: n[11], angle: n[12] } };
}

/** A closest point from its numbers. @internal */
export function pointHit(n: Float64Array): PointHit {
  return { ...touch(n, 0), distance: n[6] };
}

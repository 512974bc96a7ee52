/** Questions about what is where. */
import { number } from "./check.js";
import { inside } from "./failure.js";
import { castHit, HIT, pointHit, rayHit, type CastHit, type PointHit, type QueryOptions, type RayHit } from "./hits.js";
import { pack, vector } from "./pack.js";
import { convex, EXTRA, poseAnd } from "./pack_extra.js";
import { WorldThings } from "./world_things.js";
import type { ConvexShape } from "./shape.js";
import type { ColliderKey, PoseLike, VectorLike } from "./types.js";

/** Options of a query as numbers. @internal */
export function packQuery(options: QueryOptions): number[] {
  return pack("query", options, ["predicate"]);
}

/** The predicate of a query, as the module calls it. */
function asked({ predicate }: QueryOptions): ((key: ColliderKey) => boolean) | undefined {
  return predicate && ((key) => inside(() => predicate(key)));
}

/** A world that answers questions. */
export class WorldQueries extends WorldThings {
  /** The first collider that a ray meets between `origin` and `origin + translation`. */
  castRay(origin: VectorLike, translation: VectorLike, options: QueryOptions = {}): RayHit | null {
    const hit = this._raw.castRay(ray(origin, translation), packQuery(options), asked(options));
    return hit.length ? rayHit(hit) : null;
  }

  /** All colliders that a ray meets, nearest first. */
  castRayAll(origin: VectorLike, translation: VectorLike, options: QueryOptions = {}): RayHit[] {
    const hits = this._raw.castRayAll(ray(origin, translation), packQuery(options), asked(options));
    return Array.from({ length: hits.length / HIT }, (_, i) => rayHit(hits, i * HIT));
  }

  /**
   * The first hits of many rays, of which each is four numbers: its origin and its translation. Of
   * each hit there are ten: collider (0 for none), body, point, normal, fraction, and the part (0
   * and the index of a shape, or 1 and a cell). `predicate` is not asked.
   */
  castRays(rays: Float32Array, options: Omit<QueryOptions, "predicate"> = {}): Float64Array {
    if (!(rays instanceof Float32Array) || rays.length % 4) {
      throw new RangeError("`rays` must be a Float32Array of four numbers for each ray");
    }
    return this._raw.castRays(rays, packQuery(options));
  }

  /** The first collider that a moving shape meets; it may turn on its way. */
  castShape(
    shape: ConvexShape,
    pose: PoseLike,
    translation: VectorLike,
    options: QueryOptions & { turn?: number } = {},
  ): CastHit | null {
    const { turn = 0, ...rest } = options;
    const motion = poseAnd(pose, "pose", ...vector(translation, "translation"), number(turn, "turn"));
    const hit = this._raw.castShape(
      convex(shape, "shape"),
      motion,
      packQuery(rest),
      asked(options),
    );
    return hit.length ? castHit(hit) : null;
  }

  /** Colliders whose boxes overlap a box. */
  overlapAabb(min: VectorLike, max: VectorLike, options: QueryOptions = {}): ColliderKey[] {
    const box: number[] = [];
    EXTRA.B({ min, max }, "aabb", box);
    return Array.from(this._raw.overlapAabb(box, packQuery(options), asked(options)));
  }

  /** Colliders that overlap a shape. */
  overlapShape(shape: ConvexShape, pose: PoseLike, options: QueryOptions = {}): ColliderKey[] {
    const [packed, at] = [convex(shape, "shape"), poseAnd(pose, "pose")];
    return Array.from(
      this._raw.overlapShape(packed, at, packQuery(options), asked(options)),
    );
  }

  /** Colliders that contain a point. */
  collidersAt(point: VectorLike, options: QueryOptions = {}): ColliderKey[] {
    const [x, y] = vector(point, "point");
    return Array.from(this._raw.collidersAt(x, y, packQuery(options), asked(options)));
  }

  /** The point of any collider that is closest to a point. */
  closestPoint(point: VectorLike, maxDistance: number, options: QueryOptions = {}): PointHit | null {
    const [x, y] = vector(point, "point");
    const most = number(maxDistance, "maxDistance");
    const hit = this._raw.closestPoint(x, y, most, packQuery(options), asked(options));
    return hit.length ? pointHit(hit) : null;
  }
}

function ray(origin: VectorLike, translation: VectorLike): number[] {
  return [...vector(origin, "origin"), ...vector(translation, "translation")];
}

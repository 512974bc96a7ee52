/** Fields, portals, explosions and carvings. */
import { number } from "./check.js";
import { encoder, pack, packKind, pose, vector } from "./pack.js";
import { convex, filter as packFilter, poseAnd } from "./pack_extra.js";
import { WorldQueries } from "./world_queries.js";
import type { ConvexShape } from "./shape.js";
import type { BodyKey, FieldKey, Filter, Points, PortalKey, Pose, PoseLike, Vector, VectorLike } from "./types.js";

/** What a field does. */
export type FieldSpec =
  /** Another gravity instead of the world's. */
  | { type: "gravity"; acceleration: VectorLike }
  /** Draws towards its place: a planet. This strong at this distance. */
  | { type: "attraction"; acceleration: number; radius: number }
  /** Draws with a force, up to a range. */
  | { type: "magnet"; force: number; range: number }
  | { type: "water"; density: number }
  | { type: "wind"; velocity: VectorLike };

/** A field to be added. It acts everywhere, unless an area is given. */
export type FieldOptions = FieldSpec & {
  pose?: PoseLike;
  /** Only below its place. */
  below?: boolean;
  /** Only in a box of this half width and half height. */
  cuboid?: readonly [number, number];
  /** Only in a convex polygon. */
  polygon?: Points;
  /** Moves with a body. */
  body?: BodyKey;
  density?: number;
  drag?: number;
  lift?: number;
  velocity?: VectorLike;
  filter?: Filter;
  enabled?: boolean;
};

/** A portal: what comes to the left side of one segment leaves the right side of another, equally long one. */
export interface PortalOptions {
  from: readonly [VectorLike, VectorLike];
  to: readonly [VectorLike, VectorLike];
  oneWay?: boolean;
  enabled?: boolean;
}

/** An explosion. */
export interface ExplosionOptions {
  center: VectorLike;
  /** How far it reaches. */
  reach: number;
  /** Impulse per length that faces it. */
  impulse?: number;
  /** Within this distance it breaks bodies that have a toughness. */
  core?: number;
  /** True if what stands in front protects. */
  shielded?: boolean;
  filter?: Filter;
}

/** A body that an explosion has pushed. */
export interface Blown {
  body: BodyKey;
  impulse: Vector;
  point: Vector;
  /** The body that it was a piece of, if it has just broken. */
  pieceOf: BodyKey | null;
}

/** A part of something that is in a field. */
export interface Submerged {
  center: Vector;
  area: number;
}

const SEGMENTS = encoder("vv");

/** A world with fields, portals, explosions and carvings. */
export class WorldPlaces extends WorldQueries {
  /** Adds a field. */
  addField(options: FieldOptions): FieldKey {
    const [kind, needs, rest] = field(options);
    return this._raw.fieldAdd(kind, needs, rest);
  }

  /** Puts another field in place of one. */
  setField(key: FieldKey, options: FieldOptions): void {
    const [kind, needs, rest] = field(options);
    this._raw.fieldSet(key, kind, needs, rest);
  }

  /** Moves a field. */
  moveField(key: FieldKey, to: PoseLike): void {
    this._raw.fieldMove(key, ...pose(to, "pose"));
  }

  /** Switches a field on or off. */
  enableField(key: FieldKey, enabled: boolean): void {
    this._raw.fieldEnable(key, enabled);
  }

  /** Removes a field. */
  removeField(key: FieldKey): void {
    this._raw.fieldRemove(key);
  }

  /** The pose of a field in the world. */
  fieldPose(key: FieldKey): Pose {
    return this._value(this._raw.fieldPose(key)) as Pose;
  }

  /** Gravity at a point with all fields, for what has this filter. */
  gravityAt(point: VectorLike, filter: Filter = {}): Vector {
    const [x, y] = vector(point, "point");
    const packed: number[] = [];
    packFilter(filter, "filter", packed);
    return this._value(this._raw.gravityAt(x, y, packed)) as Vector;
  }

  /** The part of a body that is in a field. */
  submerged(key: FieldKey, body: BodyKey): Submerged {
    return submerged(this._value(this._raw.submerged(key, body)));
  }

  /** The part of a shape that is in a field. */
  shapeInField(key: FieldKey, shape: ConvexShape, at: PoseLike): Submerged {
    const [packed, pose] = [convex(shape, "shape"), poseAnd(at, "pose")];
    return submerged(this._value(this._raw.shapeInField(key, packed, pose)));
  }

  /** Adds a portal. */
  addPortal(options: PortalOptions): PortalKey {
    return this._raw.portalAdd(segments(options), pack("portal", options, ["from", "to"]));
  }

  /** Puts another portal in place of one. */
  setPortal(key: PortalKey, options: PortalOptions): void {
    this._raw.portalSet(key, segments(options), pack("portal", options, ["from", "to"]));
  }

  /** Removes a portal. */
  removePortal(key: PortalKey): void {
    this._raw.portalRemove(key);
  }

  /** Where bodies that reach through portals are to be drawn a second time: key, x, y, angle of each. */
  portalImages(): Float64Array {
    return this._raw.portalImages();
  }

  /** Pushes bodies away from a point, and breaks those that are near. */
  explode(options: ExplosionOptions): Blown[] {
    const n = this._raw.explode(...blast(options));
    const all: Blown[] = [];
    for (let i = 0; i < n.length; i += 6) {
      const [impulse, point] = [{ x: n[i + 1], y: n[i + 2] }, { x: n[i + 3], y: n[i + 4] }];
      all.push({ body: n[i], impulse, point, pieceOf: n[i + 5] || null });
    }
    return all;
  }

  /** The impulse that an explosion would give to a shape. */
  explosionOn(options: ExplosionOptions, shape: ConvexShape, at: PoseLike): Vector {
    const [packed, pose] = [convex(shape, "shape"), poseAnd(at, "pose")];
    return this._value(this._raw.explosionOn(...blast(options), packed, pose)) as Vector;
  }

  /** Cuts a polygon out of a body. Returns the keys of what is left of it. */
  carveBody(body: BodyKey, outline: Points): BodyKey[] {
    return Array.from(this._raw.bodyCarve(body, polygon(outline)));
  }

  /** Cuts a polygon out of everything: for each body that lost something, the keys of what is left of it. */
  carve(outline: Points, options: CarvingOptions = {}): Map<BodyKey, BodyKey[]> {
    const n = this._raw.carve(polygon(outline), pack("carving", options));
    const all = new Map<BodyKey, BodyKey[]>();
    for (let i = 0; i < n.length; i += 2 + n[i + 1]) {
      all.set(n[i], Array.from(n.subarray(i + 2, i + 2 + n[i + 1])));
    }
    return all;
  }
}

/** Options of a carving. */
export interface CarvingOptions {
  filter?: Filter;
  /** True if what is cut off from the rest of fixed ground falls. */
  islesFall?: boolean;
  /** Points whose pieces do not fall. */
  anchors?: Points;
}

function field(options: FieldOptions): [number, number[], number[]] {
  const { index, needs, names } = packKind("fieldKind", options, "field");
  return [index, needs, pack("field", options, names)];
}

function submerged(value: unknown): Submerged {
  const { force: center, torque: area } = value as { force: Vector; torque: number };
  return { center, area };
}

function segments({ from, to }: PortalOptions): number[] {
  const packed: number[] = [];
  SEGMENTS(from, "from", packed);
  SEGMENTS(to, "to", packed);
  return packed;
}

function blast(options: ExplosionOptions): [number, number, number, number[]] {
  const { center, reach } = options;
  const rest = pack("explosion", options, ["center", "reach"]);
  return [...vector(center, "center"), number(reach, "reach"), rest];
}

function polygon(outline: Points): number[] {
  const packed: number[] = [];
  encoder("q")(outline, "outline", packed);
  return packed;
}

/** Characters that walk, jump and climb. */
import { number } from "./check.js";
import { pack, vector } from "./pack.js";
import { convex, poseAnd } from "./pack_extra.js";
import { defineProperties } from "./property.js";
import { RawCharacter } from "./raw/umbra2d.js";
import { packQuery } from "./world_queries.js";
import type { QueryOptions } from "./hits.js";
import type { ConvexShape } from "./shape.js";
import type { World } from "./world.js";
import type { BodyKey, ColliderKey, Filter, Pose, PoseLike, Vector, VectorLike } from "./types.js";

/** Settings of a character, in metres and seconds unless `units` says otherwise. */
export interface CharacterSettings {
  /** Units of the world in a metre: scales the usual settings. */
  units?: number;
  /** Away from the ground: (0, 1) by default. */
  up?: VectorLike;
  runSpeed?: number;
  crouchSpeed?: number;
  climbSpeed?: number;
  acceleration?: number;
  deceleration?: number;
  airAcceleration?: number;
  gravity?: number;
  maxFallSpeed?: number;
  jumpHeight?: number;
  minJumpHeight?: number;
  /** Seconds in which it still jumps after it left the ground. */
  coyoteTime?: number;
  /** Seconds in which a jump waits for the ground. */
  jumpBuffer?: number;
  /** The steepest slope that it walks on, in radians. */
  maxSlope?: number;
  stepUp?: number;
  stepDown?: number;
  stepsOnDynamic?: boolean;
  mass?: number;
  mirrored?: boolean;
  filter?: Filter;
}

/** Options of a new character. */
export interface CharacterOptions extends CharacterSettings {
  shape: ConvexShape;
  position?: VectorLike;
  /** The shape while it crouches. */
  crouchedShape?: ConvexShape;
  /** A kinematic body that moves with it. */
  body?: BodyKey;
}

/** What a player wants in a step. */
export interface CharacterInput {
  /** From -1 to 1. */
  run?: number;
  climb?: number;
  jump?: boolean;
  crouch?: boolean;
  drop?: boolean;
  ladder?: boolean;
}

const HIT_KINDS = ["ground", "wall", "ceiling"] as const;

/** Something that a character has met. */
export interface CharacterHit {
  kind: (typeof HIT_KINDS)[number];
  collider: ColliderKey;
  body: BodyKey;
  point: Vector;
  normal: Vector;
}

/** What a step of a character did. */
export interface Moved {
  translation: Vector;
  /** The part of it that a platform did. */
  carried: Vector;
  /** Height of a step that it went up or down. */
  stepped: number;
  jumped: boolean;
  /** Speed at which it landed, or `null`. */
  landed: number | null;
  crushed: { body: BodyKey; depth: number } | null;
  hits: CharacterHit[];
}

/** What a shape met on its way, and where it came. */
export interface Slide {
  pose: Pose;
  translation: Vector;
  hits: CharacterHit[];
}

function hits(n: Float64Array, from: number): CharacterHit[] {
  const all: CharacterHit[] = [];
  for (let i = from; i < n.length; i += 7) {
    const [point, normal] = [{ x: n[i + 3], y: n[i + 4] }, { x: n[i + 5], y: n[i + 6] }];
    all.push({ kind: HIT_KINDS[n[i]], collider: n[i + 1], body: n[i + 2], point, normal });
  }
  return all;
}

/** Properties that are read and written. */
export interface Character {
  get position(): Vector;
  set position(position: VectorLike);
  /** Over its ground. */
  get velocity(): Vector;
  set velocity(velocity: VectorLike);
  readonly worldVelocity: Vector;
  readonly onGround: boolean;
  readonly groundNormal: Vector | null;
  readonly groundVelocity: Vector | null;
  readonly groundBody: BodyKey | null;
  readonly groundCollider: ColliderKey | null;
  readonly crouched: boolean;
  readonly climbing: boolean;
  readonly dropping: boolean;
  readonly rising: boolean;
  readonly airTime: number;
  body: BodyKey | null;
  set crouchedShape(shape: ConvexShape | null);
}

/** A character. It is no body: it asks the world where it can go. */
export class Character {
  /** @internal */
  readonly _raw: RawCharacter;

  constructor(
    readonly world: World,
    options: CharacterOptions,
  ) {
    const { shape, position, crouchedShape, body, ...settings } = options;
    const packed = convex(shape, "shape");
    this._raw = new RawCharacter(packed, pack("character", settings));
    if (position !== undefined) this.position = position;
    if (crouchedShape !== undefined) this.crouchedShape = crouchedShape;
    if (body !== undefined) this.body = body;
  }

  /** Changes settings. */
  configure(settings: CharacterSettings): void {
    this._raw.configure(pack("character", settings));
  }

  /** Moves for a step, pushes what it walks into, and has its body follow. */
  step(
    input: CharacterInput = {},
    dt = 1 / 60,
    { pushes = true, ...query }: Omit<QueryOptions, "predicate"> & { pushes?: boolean } = {},
  ): Moved {
    const packed = pack("characterInput", input);
    const n = this._raw.step(this.world._raw, packed, number(dt, "dt"), packQuery(query), pushes);
    return {
      translation: { x: n[0], y: n[1] },
      carried: { x: n[2], y: n[3] },
      stepped: n[4],
      jumped: n[5] === 1,
      landed: n[6] < 0 ? null : n[6],
      crushed: n[7] ? { body: n[7], depth: n[8] } : null,
      hits: hits(n, 9),
    };
  }

  /** True if it has room to stand up. */
  canStand(): boolean {
    return this._raw.canStand(this.world._raw);
  }

  /** True if a shape has room where it is. */
  fits(shape: ConvexShape): boolean {
    return this._raw.fits(this.world._raw, convex(shape, "shape"));
  }

  /** Stops. */
  stop(): void {
    this._raw.stop();
  }
}

defineProperties(Character.prototype, "character", {
  read: ({ world, _raw }, index, names) => world._value(_raw.get(world._raw, index), names),
  write: ({ _raw }, index, values) => _raw.set(index, values),
});

/** Moves a shape along a translation, and along the surfaces that it meets. */
export function moveAndSlide(
  world: World,
  shape: ConvexShape,
  pose: PoseLike,
  translation: VectorLike,
  query: Omit<QueryOptions, "predicate"> = {},
): Slide {
  const motion = poseAnd(pose, "pose", ...vector(translation, "translation"));
  const n = world._raw.moveAndSlide(convex(shape, "shape"), motion, packQuery(query));
  return { pose: { x: n[0], y: n[1], angle: n[2] }, translation: { x: n[3], y: n[4] }, hits: hits(n, 5) };
}

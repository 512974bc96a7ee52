/** Predictions: where bodies will be, and what they will touch. */
import { number } from "./check.js";
import { list, pack, whole } from "./pack.js";
import { RawPredictor } from "./raw/umbra2d.js";
import { join, packBody } from "./world_things.js";
import { buffer } from "./wasm.js";
import type { BodyOptions, BodyType } from "./body.js";
import type { ColliderOptions } from "./collider.js";
import type { World } from "./world.js";
import type { BodyKey, ColliderKey, Pose, PoseLike, Vector, VectorLike } from "./types.js";

/** Changes of a body, which are made before the first step. */
export interface BodyChange {
  body: BodyKey;
  type?: BodyType;
  pose?: PoseLike;
  velocity?: VectorLike;
  angularVelocity?: number;
  impulse?: VectorLike;
  angularImpulse?: number;
  force?: VectorLike;
  torque?: number;
  constantForce?: { force?: VectorLike; torque?: number };
  linearDamping?: number;
  angularDamping?: number;
  gravityScale?: number;
  bullet?: boolean;
  enabled?: boolean;
  lockRotation?: boolean;
}

/** Options of a prediction. */
export interface PredictOptions {
  /** Changes before the first step. The world itself stays as it is. */
  changes?: readonly BodyChange[];
  /** Bodies that are not in the world, as if they were added. Their paths come last. */
  add?: readonly { body?: BodyOptions; colliders?: readonly ColliderOptions[] }[];
  /** Steps the whole world, to the bits of its own steps: as slow as these. */
  exact?: boolean;
  /** How many bodies are copied otherwise: 512 by default. */
  mostBodies?: number;
}

/** Why a prediction may differ from the steps that follow. */
export type Inexact = (typeof REASONS)[number];

const REASONS = ["othersMove", "tied", "order", "start", "tooMany", "tooFar"] as const;

/** A moment in which a predicted body begins to touch another one. What the world does not have is `null`. */
export interface PredictedTouch {
  /** The step in which it happens, counted from 1. */
  step: number;
  /** Seconds from now to the end of that step. */
  time: number;
  collider: ColliderKey | null;
  other: ColliderKey | null;
  otherBody: BodyKey | null;
  point: Vector;
  /** Towards the predicted body. */
  normal: Vector;
}

/** The path of one body. */
export interface PredictedPath {
  /** `null` if it is not in the world. */
  body: BodyKey | null;
  /** x, y and angle now and after each step, three numbers each. */
  poses: Float64Array;
  /** At the end. */
  velocity: Vector;
  angularVelocity: number;
  /** Touches that begin, in order. */
  touches: PredictedTouch[];
  /** The step after which it sleeps until the end, 0 if it sleeps now, or `null`. */
  restStep: number | null;
  /** Its pose then. */
  restPose: Pose | null;
}

/** Paths of bodies. */
export interface Prediction {
  /** One for each body that was asked for, then one for each that was added. */
  paths: PredictedPath[];
  /** True if the world comes to the same bits, as long as nobody does anything to it. */
  exact: boolean;
  /** Why it may differ. */
  reasons: Inexact[];
}

/** Predicts, and keeps memory from one prediction to the next: for games that predict in each frame. */
export class Predictor {
  readonly #raw: RawPredictor;

  constructor() {
    buffer();
    this.#raw = new RawPredictor();
  }

  /** Predicts bodies of a world: see `World.predict`. */
  predict(
    world: World,
    bodies: BodyKey | readonly BodyKey[],
    steps: number,
    dt = 1 / 60,
    options: PredictOptions = {},
  ): Prediction {
    const keys = (Array.isArray(bodies) ? bodies : [bodies]).map((key) => number(key, "bodies"));
    const packed = pack("predict", options, ["add"]);
    const added = list(options.add ?? [], "add").flatMap((it) => {
      const { body, colliders = [] } = it as NonNullable<PredictOptions["add"]>[number];
      const [type, rest, parts] = packBody(body, colliders);
      return join([[[type, parts.length], rest], ...parts]);
    });
    const given = [keys, whole(steps, "steps"), number(dt, "dt"), packed, added] as const;
    return prediction(this.#raw.predict(world._raw, ...given));
  }
}

function prediction(n: Float64Array): Prediction {
  const reasons = REASONS.filter((_, i) => n[i] === 1);
  const paths: PredictedPath[] = [];
  for (let at = REASONS.length; at < n.length; ) {
    const [body, x, y, angularVelocity, rest, poseCount, touchCount] = n.subarray(at, at + 7);
    const poses = n.slice(at + 7, at + 7 + 3 * poseCount);
    at += 7 + poses.length;
    const touches: PredictedTouch[] = [];
    for (let i = 0; i < touchCount; i++, at += 9) touches.push(touch(n.subarray(at, at + 9)));
    const [px, py, angle] = poses.subarray(3 * rest, 3 * rest + 3);
    paths.push({
      body: body || null,
      poses,
      velocity: { x, y },
      angularVelocity,
      touches,
      restStep: rest < 0 ? null : rest,
      restPose: rest < 0 ? null : { x: px, y: py, angle },
    });
  }
  return { paths, exact: reasons.length === 0, reasons };
}

function touch([step, time, collider, other, otherBody, x, y, nx, ny]: Float64Array): PredictedTouch {
  const keys = { collider: collider || null, other: other || null, otherBody: otherBody || null };
  return { step, time, ...keys, point: { x, y }, normal: { x: nx, y: ny } };
}

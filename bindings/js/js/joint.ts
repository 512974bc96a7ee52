/** Joints. */
import { defineProperties } from "./property.js";
import type { World } from "./world.js";
import type { BodyKey, JointKey, Pose, PoseLike, Softness, Vector, VectorLike } from "./types.js";

/** Kinds of joints. */
export type JointType =
  | "revolute"
  | "prismatic"
  | "weld"
  | "distance"
  | "rope"
  | "spring"
  | "wheel"
  | "motor"
  | "target"
  | "friction"
  | "gear"
  | "pulley"
  | "ratchet"
  | "groove"
  | "filter";

interface Two {
  bodyA: BodyKey;
  bodyB: BodyKey;
}

/** What a joint joins. Points and axes are those of the world when it is added. */
export type JointSpec =
  /** B turns around a point of A. */
  | ({ type: "revolute"; anchor: VectorLike } & Two)
  /** B slides along an axis of A without turning. */
  | ({ type: "prismatic"; anchor: VectorLike; axis: VectorLike } & Two)
  /** Both become one. */
  | ({ type: "weld"; anchor: VectorLike } & Two)
  /** A rod between two points. */
  | ({ type: "distance"; anchorA: VectorLike; anchorB: VectorLike } & Two)
  /** Two points are no farther apart than this. */
  | ({ type: "rope"; anchorA: VectorLike; anchorB: VectorLike; maxLength: number } & Two)
  /** A spring between two points. */
  | ({ type: "spring"; anchorA: VectorLike; anchorB: VectorLike; hertz: number; dampingRatio: number } & Two)
  /** B turns, and slides along an axis of A on a spring. */
  | ({ type: "wheel"; anchor: VectorLike; axis: VectorLike } & Two)
  /** Holds B where it is seen from A, with a force. */
  | ({ type: "motor" } & Two)
  /** Draws a point of a body to a place: the mouse. */
  | { type: "target"; body: BodyKey; point: VectorLike }
  /** Slows the motion of B over A. */
  | ({ type: "friction"; anchor: VectorLike } & Two)
  /** Two wheels that mesh. */
  | ({ type: "gear"; ratio: number } & Two)
  /** A gear between two joints. */
  | { type: "gearBetween"; jointA: JointKey; jointB: JointKey; ratio: number }
  /** A rope over two points of the world. */
  | ({
      type: "pulley";
      groundA: VectorLike;
      groundB: VectorLike;
      anchorA: VectorLike;
      anchorB: VectorLike;
      ratio?: number;
    } & Two)
  /** B turns one way only, by teeth of this angle. */
  | ({ type: "ratchet"; phase: number; toothAngle: number } & Two)
  /** A point of B slides along a segment of A. */
  | ({ type: "groove"; from: VectorLike; to: VectorLike; anchorB: VectorLike } & Two)
  /** The two do not collide. */
  | ({ type: "filter" } & Two);

/** Options of a new joint. Which there are depends on its type; another one is refused. */
export interface JointSettings {
  /** Anchors in the frames of both bodies, instead of places of the world. */
  localAnchors?: readonly [VectorLike, VectorLike];
  /** The least and the greatest angle, displacement or length. */
  limits?: readonly [number, number];
  motor?: { speed: number; maxForce: number };
  spring?: Softness;
  angularSpring?: Softness;
  springStiffness?: { stiffness: number; damping: number };
  angularSpringStiffness?: { stiffness: number; damping: number };
  softness?: Softness;
  /** Where a spring rests. */
  rest?: number;
  length?: number;
  target?: PoseLike;
  velocity?: VectorLike;
  angularVelocity?: number;
  maxForce?: number;
  maxTorque?: number;
  breakForce?: number;
  breakTorque?: number;
  collideConnected?: boolean;
  enabled?: boolean;
  userData?: number;
}

/** A joint to be added. */
export type JointOptions = JointSpec & JointSettings;

/** Properties that are read from the world, and written to it. */
export interface Joint {
  readonly type: JointType;
  readonly bodyA: BodyKey;
  readonly bodyB: BodyKey;
  readonly anchorA: Vector;
  readonly anchorB: Vector;
  readonly axis: Vector;
  readonly angle: number;
  readonly referenceAngle: number;
  readonly translation: number;
  length: number;
  readonly speed: number;
  /** How far it is open. */
  readonly separation: number;
  readonly angularSeparation: number;
  readonly reactionForce: Vector;
  readonly reactionTorque: number;
  readonly motorForce: number;
  readonly limitForce: number;
  readonly effectiveMass: number;
  /** `null` for none. */
  get limits(): [number, number] | null;
  set limits(limits: readonly [number, number] | null);
  motor: { speed: number; maxForce: number } | null;
  spring: Softness | null;
  angularSpring: Softness | null;
  get springStiffness(): { stiffness: number; damping: number } | null;
  set springStiffness(spring: { stiffness: number; damping: number });
  get angularSpringStiffness(): { stiffness: number; damping: number } | null;
  set angularSpringStiffness(spring: { stiffness: number; damping: number });
  /** `null` for that of the solver. */
  softness: Softness | null;
  get rest(): number | null;
  set rest(rest: number);
  ratio: number;
  get target(): Pose | null;
  set target(target: PoseLike | null);
  /** The place to which a target joint draws. */
  set targetPoint(point: VectorLike);
  set localAnchors(anchors: readonly [VectorLike, VectorLike]);
  set localAxis(axis: VectorLike);
  get velocity(): Vector | null;
  set velocity(velocity: VectorLike);
  get angularVelocity(): number | null;
  set angularVelocity(velocity: number);
  maxForce: number | null;
  maxTorque: number | null;
  breakForce: number | null;
  breakTorque: number | null;
  collideConnected: boolean;
  enabled: boolean;
  userData: number;
}

/** A joint, by its key. */
export class Joint {
  constructor(
    readonly world: World,
    readonly key: JointKey,
  ) {}

  /** False once it has broken or was removed. */
  get exists(): boolean {
    return this.world.hasJoint(this.key);
  }

  /** Closes it, if it is open, by moving one of its bodies. */
  close(): void {
    this.world._raw.jointClose(this.key);
  }

  /** Removes it. */
  remove(): void {
    this.world.removeJoint(this.key);
  }
}

defineProperties(Joint.prototype, "joint", {
  read: ({ world, key }, index, names) => world._value(world._raw.jointGet(key, index), names),
  write: ({ world, key }, index, values) => world._raw.jointSet(key, index, values),
});

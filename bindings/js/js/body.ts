/** One body of a world. */
import { number } from "./check.js";
import { contacts, type Contact } from "./contact.js";
import { pose, vector } from "./pack.js";
import { defineProperties } from "./property.js";
import type { Collider } from "./collider.js";
import type { World } from "./world.js";
import type {
  Aabb,
  BodyKey,
  ColliderKey,
  Force,
  JointKey,
  MassProperties,
  Pose,
  PoseLike,
  Vector,
  VectorLike,
} from "./types.js";

/** Bodies that never move, that move as they are told, and that forces move. */
export type BodyType = "fixed" | "kinematic" | "dynamic";

/** Options of a new body. */
export interface BodyOptions {
  /** "dynamic" by default. */
  type?: BodyType;
  position?: VectorLike;
  /** In radians. */
  angle?: number;
  velocity?: VectorLike;
  angularVelocity?: number;
  linearDamping?: number;
  angularDamping?: number;
  /** How much of gravity acts on it. */
  gravityScale?: number;
  /** Mass in addition to that of the colliders. */
  additionalMass?: number;
  /** Mass, inertia and centre instead of those of the colliders. */
  massProperties?: { mass: number; inertia: number; center?: VectorLike };
  /** A force and a torque in every step. */
  constantForce?: { force?: VectorLike; torque?: number };
  /** True if it must not tunnel through other moving bodies either. */
  bullet?: boolean;
  canSleep?: boolean;
  sleeping?: boolean;
  /** Speed under which it counts as still, as a multiple of the world's. */
  sleepTolerance?: number;
  enabled?: boolean;
  lockRotation?: boolean;
  lockX?: boolean;
  lockY?: boolean;
  /** Impulse per length that breaks it; bodies without do not break. */
  fracture?: number;
  /** A whole number of yours. */
  userData?: number;
}

/** Properties that are read from the world, and written to it. */
export interface Body {
  get type(): BodyType;
  set type(type: BodyType);
  /** Origin of its frame. Setting it teleports. */
  get position(): Vector;
  set position(position: VectorLike);
  /** From -pi to pi. */
  get angle(): number;
  set angle(angle: number);
  /** The angle with all whole turns. */
  readonly unwrappedAngle: number;
  get pose(): Pose;
  set pose(pose: PoseLike);
  /** Of the centre of mass. */
  get velocity(): Vector;
  set velocity(velocity: VectorLike);
  angularVelocity: number;
  linearDamping: number;
  angularDamping: number;
  gravityScale: number;
  readonly mass: number;
  readonly inertia: number;
  readonly centerOfMass: Vector;
  additionalMass: number;
  get massProperties(): MassProperties | null;
  set massProperties(it: { mass: number; inertia: number; center?: VectorLike } | null);
  get constantForce(): Force;
  set constantForce(force: { force?: VectorLike; torque?: number });
  /** What was applied since the last step. */
  readonly appliedForce: Force;
  readonly kineticEnergy: number;
  /** `null` without colliders. */
  readonly aabb: Aabb | null;
  bullet: boolean;
  /** Setting it wakes, or puts to sleep. */
  awake: boolean;
  canSleep: boolean;
  sleepTolerance: number;
  enabled: boolean;
  lockRotation: boolean;
  /** Along x and along y. */
  lockTranslation: [boolean, boolean];
  /** True if it falls through one-way platforms. */
  dropThrough: boolean;
  fracture: number | null;
  userData: number;
}

/**
 * A body, by its key. It holds no state of its own: any number of them may be made, none has to be
 * freed, and each throws once the body was removed.
 */
export class Body {
  constructor(
    readonly world: World,
    readonly key: BodyKey,
  ) {}

  /** False once it was removed. */
  get exists(): boolean {
    return this.world.hasBody(this.key);
  }

  /** Row of its pose in `world.poses`. */
  get row(): number {
    return this.world.row(this.key);
  }

  /** Keys of its colliders. */
  colliders(): ColliderKey[] {
    return Array.from(this.world._raw.bodyKeys(this.key, false));
  }

  /** Keys of its joints. */
  joints(): JointKey[] {
    return Array.from(this.world._raw.bodyKeys(this.key, true));
  }

  /** Its contacts that touch. */
  contacts(): Contact[] {
    return contacts(this.world._raw.bodyContacts(this.key));
  }

  /** Keys of the bodies that are connected with it by contacts and joints. */
  island(): BodyKey[] {
    return Array.from(this.world._raw.bodyIsland(this.key));
  }

  /** Adds a collider. */
  add(options: Parameters<World["addCollider"]>[1]): Collider {
    return this.world.collider(this.world.addCollider(this.key, options));
  }

  /** Applies a force until the next step, at the centre of mass or at a point of the world. */
  applyForce(force: VectorLike, point?: VectorLike, wake = true): void {
    this.#push(point ? 1 : 0, vector(force, "force"), point, wake);
  }

  /** Changes its momentum at once, at the centre of mass or at a point of the world. */
  applyImpulse(impulse: VectorLike, point?: VectorLike, wake = true): void {
    this.#push(point ? 3 : 2, vector(impulse, "impulse"), point, wake);
  }

  /** Applies a torque until the next step. */
  applyTorque(torque: number, wake = true): void {
    this.#push(4, [number(torque, "torque"), 0], undefined, wake);
  }

  /** Changes its angular momentum at once. */
  applyAngularImpulse(impulse: number, wake = true): void {
    this.#push(5, [number(impulse, "impulse"), 0], undefined, wake);
  }

  #push(what: number, by: [number, number], point: VectorLike | undefined, wake: boolean): void {
    const [x, y] = point ? vector(point, "point") : [0, 0];
    this.world._raw.bodyPush(this.key, what, by[0], by[1], x, y, wake);
  }

  /** Has a kinematic body come to a pose within `dt`, which is the next step. */
  moveTo(target: PoseLike, dt = 1 / 60): void {
    const [x, y, angle] = pose(target, "target");
    this.world._raw.bodyMoveTo(this.key, x, y, angle, number(dt, "dt"));
  }

  wake(): void {
    this.awake = true;
  }

  sleep(): void {
    this.awake = false;
  }

  /** The pose between those before and after the last step: `alpha` from 0 to 1. */
  interpolatedPose(alpha: number): Pose {
    const { world } = this;
    return world._value(world._raw.bodyInterpolated(this.key, number(alpha, "alpha"))) as Pose;
  }

  /** A point of the world in the body's frame. */
  localPoint(point: VectorLike): Vector {
    return this.#frame(0, point);
  }

  /** A point of the body's frame in the world. */
  worldPoint(point: VectorLike): Vector {
    return this.#frame(1, point);
  }

  /** A direction of the world in the body's frame. */
  localVector(direction: VectorLike): Vector {
    return this.#frame(2, direction);
  }

  /** A direction of the body's frame in the world. */
  worldVector(direction: VectorLike): Vector {
    return this.#frame(3, direction);
  }

  /** The velocity of the body at a point of the world. */
  velocityAt(point: VectorLike): Vector {
    return this.#frame(4, point);
  }

  #frame(what: number, at: VectorLike): Vector {
    const [x, y] = vector(at, "point");
    return this.world._value(this.world._raw.bodyFrame(this.key, what, x, y)) as Vector;
  }

  /** Cuts it along the line through two points of the world. Returns the keys of its pieces: its own first. */
  split(from: VectorLike, to: VectorLike): BodyKey[] {
    return Array.from(this.world._raw.bodySplit(this.key, [...vector(from, "from"), ...vector(to, "to")]));
  }

  /** Breaks it at a point of the world into about so many pieces. Returns their keys: its own first. */
  shatter(point: VectorLike, pieces: number): BodyKey[] {
    const [x, y] = vector(point, "point");
    return Array.from(this.world._raw.bodyShatter(this.key, x, y, number(pieces, "pieces")));
  }

  /** Removes it with its colliders and joints. */
  remove(): void {
    this.world.removeBody(this.key);
  }
}

defineProperties(Body.prototype, "body", {
  read: ({ world, key }, index, names) => world._value(world._raw.bodyGet(key, index), names),
  write: ({ world, key }, index, values) => world._raw.bodySet(key, index, values),
});

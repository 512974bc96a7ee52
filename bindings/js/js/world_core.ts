/** What every world has: time, poses, bytes. */
import { number } from "./check.js";
import { contacts, type Contact } from "./contact.js";
import { events, groupBits, EVENT_GROUPS, type EventGroup, type PhysicsEvent } from "./events.js";
import { Hooks, type HookFunctions } from "./hooks.js";
import { pack, vector } from "./pack.js";
import { decode } from "./property.js";
import { RawSnapshot, RawWorld } from "./raw/umbra2d.js";
import { buffer } from "./wasm.js";
import type { BodyKey, ColliderKey, FieldKey, JointKey, PortalKey, Pose, Vector, VectorLike, WorldConfig } from "./types.js";

/** Numbers of a row of `poses`. */
export const POSE_LENGTH = 4;

/** Counts of what is in a world. */
export interface Stats {
  bodies: number;
  awakeBodies: number;
  movingBodies: number;
  colliders: number;
  joints: number;
  contacts: number;
  touchingContacts: number;
  islands: number;
  sensors: number;
  overlaps: number;
}

const STATS = [
  "bodies",
  "awakeBodies",
  "movingBodies",
  "colliders",
  "joints",
  "contacts",
  "touchingContacts",
  "islands",
  "sensors",
  "overlaps",
] as const;

/** A hash of 64 bits as 16 hex digits. @internal */
export function hex(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}

/** A saved moment of a world. It is freed when nothing refers to it any more. */
export class Snapshot {
  /** @internal */
  constructor(readonly _raw: RawSnapshot) {}

  /** Size in bytes, without what all snapshots of a world share. */
  get size(): number {
    return this._raw.size();
  }

  /** The state hash of the saved world. */
  get hash(): string {
    return hex(this._raw.hash());
  }

  /** The snapshot as bytes, which the same version reads again. */
  serialize(): Uint8Array {
    return this._raw.serialize();
  }

  /** The snapshot of bytes. */
  static deserialize(bytes: Uint8Array): Snapshot {
    buffer();
    return new Snapshot(RawSnapshot.deserialize(bytes));
  }
}

/** Time, poses, events and bytes of a world. */
export class WorldCore {
  /** @internal */
  readonly _raw: RawWorld;
  #scratch: Float64Array | undefined;
  #poses = new Float32Array();
  #moved = new Float64Array();
  #hooks: Hooks | undefined;

  /**
   * A world without bodies. It is freed when nothing refers to it any more; `free` does it at once.
   */
  constructor(config: WorldConfig = {}) {
    buffer();
    this._raw = config instanceof RawWorld ? config : new RawWorld(pack("config", config));
  }

  /** The value whose numbers are in the scratch memory. @internal */
  _value(mark: number, names?: string[]): unknown {
    if (this.#scratch?.buffer !== buffer()) {
      this.#scratch = new Float64Array(buffer(), this._raw.scratchAddress(), 5);
    }
    return decode(mark, this.#scratch!, names);
  }

  /** Advances the world by `dt` seconds. */
  step(dt = 1 / 60): void {
    number(dt, "dt");
    if (this.#hooks) this._raw.stepWith(dt, this.#hooks, this.#hooks.which);
    else this._raw.step(dt);
  }

  /** Functions that each step asks about contacts; `undefined` for none, which is faster. */
  set hooks(hooks: HookFunctions | undefined) {
    this.#hooks = hooks && new Hooks(hooks);
  }

  /** Changes parts of the configuration. */
  configure(config: WorldConfig): void {
    this._raw.configure(pack("config", config));
  }

  get gravity(): Vector {
    return this._value(this._raw.gravity()) as Vector;
  }
  set gravity(gravity: VectorLike) {
    this.configure({ gravity });
  }

  /**
   * Poses of all bodies: x, y, cosine and sine of the angle of the body whose key is
   * `key % 2 ** 22` in row `key % 2 ** 22`; so, until something is removed, in row `key`. Row 0 and
   * rows of removed bodies are zeros.
   *
   * It is a view of the module's memory, not a copy: get it anew after steps and changes, which may
   * have moved it. Getting it costs next to nothing.
   */
  get poses(): Float32Array {
    const [at, length] = [this._raw.posesAddress(), this._raw.posesLength()];
    const old = this.#poses;
    if (old.buffer !== buffer() || old.byteOffset !== at || old.length !== length) {
      this.#poses = new Float32Array(buffer(), at, length);
    }
    return this.#poses;
  }

  /** Keys of the bodies that the last step moved. A view like `poses`. */
  get moved(): Float64Array {
    const [at, length] = [this._raw.movedAddress(), this._raw.movedLength()];
    const old = this.#moved;
    if (old.buffer !== buffer() || old.byteOffset !== at || old.length !== length) {
      this.#moved = new Float64Array(buffer(), at, length);
    }
    return this.#moved;
  }

  /** The row of a body in `poses`. */
  row(key: BodyKey): number {
    return key & 0x3fffff;
  }

  /** Calls a function with the key and the pose of each body that the last step moved. */
  eachMoved(visit: (body: BodyKey, x: number, y: number, angle: number) => void): void {
    // Copies, because the function may change the world.
    const [poses, moved] = [this.poses.slice(), this.moved.slice()];
    for (const key of moved) {
      const at = POSE_LENGTH * this.row(key);
      visit(key, poses[at], poses[at + 1], Math.atan2(poses[at + 3], poses[at + 2]));
    }
  }

  /**
   * Poses between those before and after the last step, for displays that are faster than steps:
   * key, x, y and angle of each body in turn.
   */
  interpolated(alpha: number): Float64Array {
    return this._raw.interpolated(number(alpha, "alpha"));
  }

  /** Events of the last step, of all groups or of some. */
  events(groups: readonly EventGroup[] = EVENT_GROUPS): PhysicsEvent[] {
    return events(this.eventNumbers(groups));
  }

  /** Events of the last step as numbers: `EVENT_LENGTH` each, `EVENT_TYPES` first. */
  eventNumbers(groups: readonly EventGroup[] = EVENT_GROUPS): Float64Array {
    return this._raw.events(groupBits(groups));
  }

  /** All contacts that touch. */
  contacts(): Contact[] {
    return contacts(this._raw.contacts());
  }

  /** Keys of all bodies. */
  bodies(): BodyKey[] {
    return Array.from(this._raw.keys(0));
  }
  /** Keys of all bodies that do not sleep. */
  awakeBodies(): BodyKey[] {
    return Array.from(this._raw.keys(1));
  }
  /** Keys of all colliders. */
  colliders(): ColliderKey[] {
    return Array.from(this._raw.keys(2));
  }
  /** Keys of all joints. */
  joints(): JointKey[] {
    return Array.from(this._raw.keys(3));
  }
  /** Keys of all fields. */
  fields(): FieldKey[] {
    return Array.from(this._raw.keys(4));
  }
  /** Keys of all portals. */
  portals(): PortalKey[] {
    return Array.from(this._raw.keys(5));
  }

  /** Groups of bodies that contacts and joints connect. */
  islands(): BodyKey[][] {
    const all: BodyKey[][] = [];
    const numbers = this._raw.islands();
    for (let at = 0; at < numbers.length; at += 1 + numbers[at]) {
      all.push(Array.from(numbers.subarray(at + 1, at + 1 + numbers[at])));
    }
    return all;
  }

  /** Counts of what is there. */
  stats(): Stats {
    const counts = this._raw.stats();
    return Object.fromEntries(STATS.map((name, i) => [name, counts[i]])) as unknown as Stats;
  }

  /** Kinetic and potential energy of all bodies. */
  energy(): number {
    return this._raw.energy();
  }

  /** 16 hex digits that are equal for worlds in the same state, on every machine. */
  stateHash(): string {
    return hex(this._raw.stateHash());
  }

  /** Throws if something in the world contradicts itself, which is a defect of the engine. */
  validate(): void {
    this._raw.validate();
  }

  /** Removes everything. */
  clear(): void {
    this._raw.clear();
  }

  /** Moves the origin: what is at `by` is at (0, 0) then. */
  shiftOrigin(by: VectorLike): void {
    this._raw.shiftOrigin(...vector(by, "by"));
  }

  /** Saves this moment, perhaps in place of an older one, which costs less. */
  snapshot(into = new Snapshot(new RawSnapshot())): Snapshot {
    this._raw.saveInto(into._raw);
    return into;
  }

  /**
   * Goes back to a saved moment. Keys that were given out since come again for the same things, if
   * the same is done again; with `asBranch` they never come again.
   */
  restore(snapshot: Snapshot | Uint8Array, { asBranch = false } = {}): void {
    const saved = snapshot instanceof Snapshot ? snapshot : Snapshot.deserialize(snapshot);
    this._raw.restore(saved._raw, asBranch);
  }

  /** The whole world as bytes, which the same version reads again. */
  serialize(): Uint8Array {
    return this._raw.serialize();
  }

  /** Lines that show the world: x, y, x, y and 0xRRGGBB of each line. */
  debugLines(options: DebugOptions = {}): Float32Array {
    return this._raw.debugLines(pack("draw", options));
  }

  /** Frees the world at once. Nothing of it can be used any more. */
  free(): void {
    this._raw.free();
  }
}

/** What `debugLines` shows. */
export interface DebugOptions {
  shapes?: boolean;
  joints?: boolean;
  fields?: boolean;
  portals?: boolean;
  contacts?: boolean;
  normals?: boolean;
  impulses?: boolean;
  boxes?: boolean;
  islands?: boolean;
  velocities?: boolean;
  centersOfMass?: boolean;
  /** From 0 to 1: poses between the last two steps. */
  interpolation?: number;
  /** Only what is in this box. */
  view?: { min: VectorLike; max: VectorLike };
}

/** Poses that `interpolated` gives, as objects. */
export function posesOf(numbers: Float64Array): Map<BodyKey, Pose> {
  const all = new Map<BodyKey, Pose>();
  for (let i = 0; i < numbers.length; i += 4) {
    all.set(numbers[i], { x: numbers[i + 1], y: numbers[i + 2], angle: numbers[i + 3] });
  }
  return all;
}

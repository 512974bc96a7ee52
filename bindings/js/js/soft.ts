/** Soft bodies. */
import { vector } from "./pack.js";
import type { RawSoftBody } from "./raw/umbra2d.js";
import type { World } from "./world.js";
import type { BodyKey, Filter, JointKey, Softness, Vector, VectorLike } from "./types.js";

/** Settings of soft bodies. `null` stands for "as fits the size". */
export interface SoftSettings {
  /** Pieces of the skin. */
  segments?: number;
  thickness?: number | null;
  density?: number;
  friction?: number;
  /** Part of the mass that is in the skin. */
  skin?: number;
  give?: number | null;
  softness?: Softness;
  filter?: Filter;
}

/** A skin of bodies around a hub, on springs. */
export class SoftBody {
  readonly hub: BodyKey;
  readonly pebble: BodyKey;
  readonly skin: BodyKey[];
  readonly hinges: JointKey[];
  readonly spokes: JointKey[];
  readonly #raw: RawSoftBody;

  /** @internal */
  constructor(
    readonly world: World,
    raw: RawSoftBody,
  ) {
    this.#raw = raw;
    const numbers = raw.keys();
    [this.hub, this.pebble] = numbers;
    const lists: number[][] = [];
    for (let at = 2; at < numbers.length; at += 1 + numbers[at]) {
      lists.push(Array.from(numbers.subarray(at + 1, at + 1 + numbers[at])));
    }
    [this.skin, this.hinges, this.spokes] = lists;
  }

  /** Its middle. */
  get center(): Vector {
    return this.world._value(this.#raw.center(this.world._raw)) as Vector;
  }

  /** Its area. */
  get area(): number {
    return this.#raw.area(this.world._raw);
  }

  /** Points of its outline, to draw. */
  outline(): Vector[] {
    const n = this.#raw.outline(this.world._raw);
    const points: Vector[] = [];
    for (let i = 0; i < n.length; i += 2) points.push({ x: n[i], y: n[i + 1] });
    return points;
  }

  /** Gives all its bodies a velocity. */
  setVelocity(velocity: VectorLike): void {
    this.#raw.setVelocity(this.world._raw, ...vector(velocity, "velocity"));
  }

  /** Removes what is left of it. */
  remove(): void {
    this.#raw.remove(this.world._raw);
  }
}

/** Bodies and joints that were built together. */
import { vector } from "./pack.js";
import type { World } from "./world.js";
import type { BodyKey, JointKey, VectorLike } from "./types.js";

/** What a builder has built: keys of its parts. */
export class Assembly {
  readonly bodies: BodyKey[];
  readonly joints: JointKey[];
  /** The fixed body on which its ends hang, if it was built for it. */
  readonly anchor: BodyKey | null;
  /** @internal */
  readonly _numbers: Float64Array;

  /** @internal */
  constructor(
    readonly world: World,
    numbers: Float64Array,
  ) {
    const end = 2 + numbers[1];
    this._numbers = numbers;
    this.anchor = numbers[0] || null;
    this.bodies = Array.from(numbers.subarray(2, end));
    this.joints = Array.from(numbers.subarray(end));
  }

  /** Mass of all its bodies. */
  get mass(): number {
    return this.world._raw.assemblyMass(this._numbers);
  }

  /** Gives all its bodies a velocity. */
  setVelocity(velocity: VectorLike): void {
    this.world._raw.assemblySetVelocity(this._numbers, ...vector(velocity, "velocity"));
  }

  /** Removes what is left of it. */
  remove(): void {
    this.world._raw.assemblyRemove(this._numbers);
  }
}

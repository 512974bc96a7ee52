/** Whole steps from the times of frames. */
import { number } from "./check.js";

/**
 * Runs steps of a fixed length, whatever the rate of frames.
 *
 * ```js
 * const time = new FixedTimestep(60);
 * function frame(seconds) {
 *   time.advance(seconds, (dt) => world.step(dt));
 *   draw(world.interpolated(time.alpha));
 * }
 * ```
 */
export class FixedTimestep {
  readonly dt: number;
  #left = 0;

  /** `rate` steps a second; at most `maxSteps` for a frame, so that a slow page does not get slower. */
  constructor(
    rate = 60,
    readonly maxSteps = 8,
  ) {
    if (!(number(rate, "rate") > 0)) throw new RangeError(`\`rate\` must be greater than zero, but is ${rate}`);
    this.dt = 1 / rate;
  }

  /** Runs the steps that are due after this many seconds. Returns their number. */
  advance(seconds: number, step: (dt: number) => void): number {
    if (number(seconds, "seconds") < 0) {
      throw new RangeError(`\`seconds\` must not be negative, but is ${seconds}`);
    }
    this.#left += seconds;
    let steps = 0;
    // A little less than a step is a step: times of frames are not exact.
    while (this.#left >= this.dt - 1e-9 && steps < this.maxSteps) {
      step(this.dt);
      this.#left -= this.dt;
      steps += 1;
    }
    if (steps === this.maxSteps) this.#left = Math.min(this.#left, this.dt);
    return steps;
  }

  /** How much of the next step has gone by: for `interpolated`. */
  get alpha(): number {
    return Math.min(Math.max(this.#left / this.dt, 0), 1);
  }
}

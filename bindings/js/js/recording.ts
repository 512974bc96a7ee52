/** Recordings of all that was done to a world, and replays of them. */
import { RawRecording, RawReplay, type RawWorld } from "./raw/umbra2d.js";
import { whole } from "./pack.js";
import { buffer } from "./wasm.js";
import { hex } from "./world_core.js";
import type { World } from "./world.js";
import type { BodyKey } from "./types.js";

/** Options of a recording. */
export interface RecordOptions {
  /** Steps between two keyframes, from which a replay can go on: 300 by default, 0 for the first alone. */
  keyframeEvery?: number;
  /** Keeps at least this many of the last steps, and forgets older ones. All are kept by default. */
  keepLast?: number;
  /** Keeps a hash of each body in each step, so that a divergence names the first body that differs. */
  eachBody?: boolean;
}

/** All that was done to a world from a moment on. It is freed when nothing refers to it any more. */
export class Recording {
  /** @internal */
  constructor(readonly _raw: RawRecording) {}

  /** Number of recorded steps. */
  get steps(): number {
    return this._raw.steps();
  }

  /** Size in bytes, roughly. */
  get size(): number {
    return this._raw.size();
  }

  /** Length of a step, counted from 1, in seconds; `null` beyond the end. */
  dtOf(step: number): number | null {
    return this._raw.dtOf(whole(step, "step")) ?? null;
  }

  /** The state hash after so many steps, at least 1; `null` beyond the end. */
  hashAfter(steps: number): string | null {
    const hash = this._raw.hashAfter(whole(steps, "steps"));
    return hash === undefined ? null : hex(hash);
  }

  /** The recording as bytes, which the same version reads again. */
  serialize(): Uint8Array {
    return this._raw.serialize();
  }

  /** The recording of bytes. */
  static deserialize(bytes: Uint8Array): Recording {
    buffer();
    return new Recording(RawRecording.deserialize(bytes));
  }
}

/** The step at which a replay differs from its recording. */
export interface Divergence {
  step: number;
  recorded: string;
  found: string;
  /** The first body that differs, if the recording has a hash of each. */
  body: BodyKey | null;
}

/** A recording that is done again, step by step. It is freed when nothing refers to it any more. */
export class Replay {
  readonly #raw: RawReplay;
  readonly #wrap: (raw: RawWorld) => World;
  #world: World | undefined;
  #shown = true;

  /** @internal */
  static _make: (raw: RawWorld) => World;

  constructor(recording: Recording) {
    this.#raw = new RawReplay(recording._raw);
    this.#wrap = Replay._make;
  }

  /**
   * The world at this step of the replay, to be drawn and asked. It is a copy, which is brought up to
   * date when it is read here after the replay went on: what is done to it does not change the replay.
   */
  get world(): World {
    if (this.#world === undefined) this.#world = this.#wrap(this.#raw.world());
    else if (!this.#shown) this.#raw.showIn(this.#world._raw);
    this.#shown = true;
    return this.#world;
  }

  /** Number of steps done. */
  get stepsDone(): number {
    return this.#raw.stepsDone();
  }

  /** Does the next step, with what was done before it. False at the end. */
  step(): boolean {
    this.#shown = false;
    return this.#raw.step();
  }

  /** Goes to the state after so many steps, forwards or backwards, or to the end. */
  seek(step: number): void {
    whole(step, "step");
    this.#shown = false;
    this.#raw.seek(step);
  }

  /** Replays everything from the beginning. Returns the first divergence, or `null`. */
  check(): Divergence | null {
    this.#shown = false;
    return divergence(this.#raw.check());
  }

  /** The first divergence so far, or `null`. */
  get divergence(): Divergence | null {
    return divergence(this.#raw.divergence());
  }
}

function divergence(numbers: BigUint64Array): Divergence | null {
  if (numbers.length === 0) return null;
  const [step, recorded, found, body] = numbers;
  return { step: Number(step), recorded: hex(recorded), found: hex(found), body: Number(body) || null };
}

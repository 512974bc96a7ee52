/** A world. Its methods are told by subject in the files `world_*.ts`. */
import { bad } from "./check.js";
import { Predictor, type Prediction, type PredictOptions } from "./predict.js";
import { RawWorld } from "./raw/umbra2d.js";
import { Recording, Replay, type RecordOptions } from "./recording.js";
import { whole } from "./pack.js";
import { buffer } from "./wasm.js";
import { WorldBuild } from "./world_build.js";
import type { BodyKey, WorldConfig } from "./types.js";

/** A world that is there already: the constructor takes it, but users need not know. */
function of(raw: RawWorld): World {
  return new World(raw as unknown as WorldConfig);
}

/** A world of bodies, colliders and joints. */
export class World extends WorldBuild {
  /** A copy that goes on by itself. */
  copy(): World {
    return of(this._raw.copy());
  }

  /** The world of bytes that `serialize` returned. */
  static deserialize(bytes: Uint8Array): World {
    buffer();
    return of(RawWorld.deserialize(bytes));
  }

  /**
   * The world as it was built, as JSON: a level to be edited and kept, which later versions read,
   * too. What steps have made is left out: contacts, impulses, keys.
   */
  toLevel(): string {
    return this._raw.toLevel();
  }

  /** The world of a level as JSON, of one written by hand, or of a scene file of the Rust crate. */
  static fromLevel(level: string): World {
    buffer();
    if (typeof level !== "string") throw bad("level", "a string of JSON", level);
    return of(RawWorld.fromLevel(level));
  }

  /** Starts to record all that is done to the world. A recording that goes on is dropped. */
  record({ keyframeEvery = 300, keepLast = 0, eachBody = false }: RecordOptions = {}): void {
    this._raw.record(whole(keyframeEvery, "keyframeEvery"), whole(keepLast, "keepLast"), Boolean(eachBody));
  }

  /** True while a recording goes on. */
  get recording(): boolean {
    return this._raw.isRecording();
  }

  /** Ends the recording and returns it, or `null` if there is none. */
  takeRecording(): Recording | null {
    const raw = this._raw.takeRecording();
    return raw === undefined ? null : new Recording(raw);
  }

  /** Goes back by so many recorded steps. The recording goes on from there. */
  rewind(steps: number): void {
    this._raw.rewind(whole(steps, "steps"));
  }

  /**
   * Where bodies will be after each of so many steps, and what they will touch. The world stays as
   * it is. A `Predictor` does the same with less work in each frame.
   */
  predict(
    bodies: BodyKey | readonly BodyKey[],
    steps: number,
    dt = 1 / 60,
    options: PredictOptions = {},
  ): Prediction {
    return new Predictor().predict(this, bodies, steps, dt, options);
  }
}

Replay._make = of;

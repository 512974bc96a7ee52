/** A world. Its methods are told by subject in the files `world_*.ts`. */
import { RawWorld } from "./raw/umbra2d.js";
import { buffer } from "./wasm.js";
import { WorldBuild } from "./world_build.js";
import type { WorldConfig } from "./types.js";

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
}

/** A world. Its methods are told by subject in the files `world_*.ts`. */
import { RawWorld } from "./raw/umbra2d.js";
import { buffer } from "./wasm.js";
import { WorldBuild } from "./world_build.js";

/** A world of bodies, colliders and joints. */
export class World extends WorldBuild {
  /** A copy that goes on by itself. */
  copy(): World {
    return new World(this._raw.copy() as never);
  }

  /** The world of bytes that `serialize` returned. */
  static deserialize(bytes: Uint8Array): World {
    buffer();
    return new World(RawWorld.deserialize(bytes) as never);
  }
}

/** Ropes, bridges, cloth, soft bodies and ragdolls. */
import { number } from "./check.js";
import { pack, vector } from "./pack.js";
import { RawSoftBody } from "./raw/umbra2d.js";
import { Ragdoll, type RagdollSettings } from "./ragdoll.js";
import { SoftBody, type SoftSettings } from "./soft.js";
import { Assembly } from "./assembly.js";
import { WorldPlaces } from "./world_places.js";
import type { World } from "./world.js";
import type { BodyKey, Filter, Softness, VectorLike } from "./types.js";

/** What an end hangs on. */
export type End = "world" | "free" | { body: BodyKey };

/** Settings of ropes and chains. `null` stands for "as fits the size". */
export interface RopeSettings {
  links?: number;
  thickness?: number | null;
  density?: number;
  friction?: number;
  damping?: number;
  /** How much longer it is than the distance of its ends, as a fraction. */
  slack?: number;
  ends?: readonly [End, End];
  breakForce?: number | null;
  bending?: Softness | null;
  softness?: Softness | null;
  filter?: Filter;
}

/** Settings of bridges. */
export interface BridgeSettings {
  planks?: number;
  thickness?: number | null;
  density?: number;
  friction?: number;
  damping?: number;
  slack?: number;
  ends?: readonly [End, End];
  breakForce?: number | null;
  filter?: Filter;
}

/** Settings of cloth. */
export interface ClothSettings {
  columns?: number;
  rows?: number;
  cornersOnly?: boolean;
  thickness?: number | null;
  density?: number;
  friction?: number;
  damping?: number;
  end?: End;
  breakForce?: number | null;
  filter?: Filter;
}

/** A world that builds ropes, bridges, cloth, soft bodies and ragdolls. */
export class WorldBuild extends WorldPlaces {
  /** A rope between two points. */
  rope(from: VectorLike, to: VectorLike, settings: RopeSettings = {}): Assembly {
    return this.#assembly(this._raw.buildRope(ends(from, to), pack("rope", settings)));
  }

  /** A chain between a point of one body and a point of another. */
  chainBetween(
    bodyA: BodyKey,
    bodyB: BodyKey,
    pointA: VectorLike,
    pointB: VectorLike,
    settings: Omit<RopeSettings, "ends"> = {},
  ): Assembly {
    const packed = [bodyA, bodyB, ...vector(pointA, "pointA"), ...vector(pointB, "pointB")];
    return this.#assembly(this._raw.buildChain(packed, pack("rope", settings)));
  }

  /** A bridge of planks between two points. */
  bridge(from: VectorLike, to: VectorLike, settings: BridgeSettings = {}): Assembly {
    return this.#assembly(this._raw.buildBridge(ends(from, to), pack("bridge", settings)));
  }

  /** Cloth of this height that hangs between two points. */
  cloth(from: VectorLike, to: VectorLike, height: number, settings: ClothSettings = {}): Assembly {
    const place = [...vector(from, "from"), ...vector(to, "to"), number(height, "height")];
    return this.#assembly(this._raw.buildCloth(place, pack("cloth", settings)));
  }

  /** A round soft body. */
  blob(center: VectorLike, radius: number, settings: SoftSettings = {}): SoftBody {
    const [x, y] = vector(center, "center");
    const packed = pack("soft", settings);
    return new SoftBody(this as unknown as World, RawSoftBody.blob(this._raw, x, y, number(radius, "radius"), packed));
  }

  /** A soft box, given by half of its width and half of its height. */
  softBox(center: VectorLike, halfWidth: number, halfHeight: number, settings: SoftSettings = {}): SoftBody {
    const size = [number(halfWidth, "halfWidth"), number(halfHeight, "halfHeight")];
    const place = [...vector(center, "center"), ...size];
    const made = RawSoftBody.cuboid(this._raw, place, pack("soft", settings));
    return new SoftBody(this as unknown as World, made);
  }

  /** A ragdoll that stands at a point. */
  ragdoll(feet: VectorLike, settings: RagdollSettings = {}): Ragdoll {
    const [x, y] = vector(feet, "feet");
    return new Ragdoll(this as unknown as World, this._raw.buildRagdoll(x, y, pack("ragdoll", settings)));
  }

  #assembly(numbers: Float64Array): Assembly {
    return new Assembly(this as unknown as World, numbers);
  }
}

function ends(from: VectorLike, to: VectorLike): number[] {
  return [...vector(from, "from"), ...vector(to, "to")];
}

/** Ragdolls. */
import { Assembly } from "./assembly.js";
import { encoder, pack } from "./pack.js";
import type { World } from "./world.js";
import type { Filter, Softness, VectorLike } from "./types.js";

/** Bones of a ragdoll, in the order of its bodies. */
export const BONES = [
  "pelvis",
  "chest",
  "head",
  "leftThigh",
  "leftShin",
  "rightThigh",
  "rightShin",
  "leftUpperArm",
  "leftForearm",
  "rightUpperArm",
  "rightForearm",
] as const;
export type Bone = (typeof BONES)[number];

/** Settings of a ragdoll. */
export interface RagdollSettings {
  height?: number;
  density?: number;
  friction?: number;
  damping?: number;
  stiffness?: number;
  spring?: Softness | null;
  /** True if it looks to the left. */
  mirrored?: boolean;
  filter?: Filter;
}

/** Angles of bones; those that are left out are 0, as when it stands. */
export type RagdollPose = Partial<Record<Bone, number>>;

/** How a drive holds a ragdoll in a pose. */
export interface DriveSettings {
  /** Of all of it: 1 by default, 0 for limp. */
  strength?: number;
  hertz?: number;
  dampingRatio?: number;
  maxTorque?: number | null;
  /** Strength of each bone; 1 by default. */
  weights?: Partial<Record<Bone, number>>;
  /** Holds the pelvis upright. */
  balance?: { hertz: number; dampingRatio: number; maxTorque?: number };
  /** Draws the pelvis to a point. */
  root?: { point: VectorLike; hertz: number; dampingRatio: number; maxForce?: number };
}

const NUMBERS = encoder("l");

function bones(angles: Partial<Record<Bone, number>>, usual: number, name: string): number[] {
  for (const bone of Object.keys(angles)) {
    if (!BONES.includes(bone as Bone)) throw new RangeError(`\`${name}\` has no bone \`${bone}\``);
  }
  const out: number[] = [];
  NUMBERS(
    BONES.map((bone) => angles[bone] ?? usual),
    name,
    out,
  );
  return out;
}

/** A ragdoll: its bodies are its bones. */
export class Ragdoll extends Assembly {
  /** @internal */
  constructor(world: World, numbers: Float64Array) {
    super(world, numbers);
  }

  /** Drives it to a pose from now on. Returns the bones that it has lost. */
  driveTo(pose: RagdollPose, settings: DriveSettings = {}): Bone[] {
    const { weights, ...rest } = settings;
    const options = weights ? { ...rest, weights: bones(weights, 1, "weights") } : rest;
    const angles = bones(pose, 0, "pose");
    const missing = this.world._raw.ragdollDrive(this._numbers, angles, pack("drive", options));
    return Array.from(missing as Float64Array, (bone) => BONES[bone]);
  }

  /** Lets it fall. */
  relax(): void {
    this.world._raw.ragdollRelax(this._numbers);
  }

  /** The angles of its bones now. */
  pose(): Required<RagdollPose> {
    const angles = this.world._raw.ragdollPose(this._numbers);
    return Object.fromEntries(BONES.map((bone, i) => [bone, angles[i]])) as Required<RagdollPose>;
  }
}

/** Functions that are asked about contacts during a step. */
import { inside } from "./failure.js";
import type { BodyKey, ColliderKey, Vector } from "./types.js";

/** Two colliders that touch, or are about to. */
export interface ColliderPair {
  colliders: [ColliderKey, ColliderKey];
  bodies: [BodyKey, BodyKey];
  /** Of the colliders. */
  userData: [number, number];
}

/** A contact as a hook sees it. */
export interface ModifiableContact extends ColliderPair {
  normal: Vector;
  separation: number;
  friction: number;
  restitution: number;
  surfaceSpeed: number;
  rollingResistance: number;
}

/** What a hook makes of a contact for this step. */
export type ContactChange = Partial<
  Pick<ModifiableContact, "friction" | "restitution" | "surfaceSpeed" | "rollingResistance">
>;

/**
 * Functions that each step asks. They may not touch the world. What one of them throws, `step`
 * throws when it is done; until then no more are asked.
 */
export interface HookFunctions {
  /** False if the two do not collide in this step. */
  shouldCollide?(pair: ColliderPair): boolean;
  /** False if the second collider is no visitor of the first, a sensor. */
  shouldSense?(pair: ColliderPair): boolean;
  /** Changes a contact; `false` disables it for this step. */
  modifyContact?(contact: ModifiableContact): ContactChange | false | undefined | void;
}

/** Hooks as the module calls them. */
export class Hooks {
  readonly which: number;

  constructor(readonly functions: HookFunctions) {
    const { shouldCollide, shouldSense, modifyContact } = functions;
    this.which = (shouldCollide ? 1 : 0) | (shouldSense ? 2 : 0) | (modifyContact ? 4 : 0);
  }

  pair(what: number, numbers: Float64Array): boolean {
    const pair = pairOf(numbers);
    return inside(() => Boolean(what === 0 ? this.functions.shouldCollide!(pair) : this.functions.shouldSense!(pair)));
  }

  contact(n: Float64Array): Float64Array {
    const contact = {
      ...pairOf(n),
      normal: { x: n[6], y: n[7] },
      separation: n[8],
      friction: n[9],
      restitution: n[10],
      surfaceSpeed: n[11],
      rollingResistance: n[12],
    };
    const change = inside(() => this.functions.modifyContact!(contact));
    if (change === false) return Float64Array.of(0);
    if (!change) return new Float64Array();
    const { friction = n[9], restitution = n[10], surfaceSpeed = n[11], rollingResistance = n[12] } = change;
    return Float64Array.of(friction, restitution, surfaceSpeed, rollingResistance);
  }
}

function pairOf(n: Float64Array): ColliderPair {
  return { colliders: [n[0], n[1]], bodies: [n[2], n[3]], userData: [n[4], n[5]] };
}

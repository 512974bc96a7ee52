/** Bodies, colliders and joints of a world. */
import { Body, type BodyOptions } from "./body.js";
import { bad, isObject } from "./check.js";
import { Collider, type ColliderOptions } from "./collider.js";
import { Joint, type JointOptions } from "./joint.js";
import { pack, packKind } from "./pack.js";
import { shape } from "./pack_extra.js";
import { WorldCore } from "./world_core.js";
import type { World } from "./world.js";
import type { BodyKey, ColliderKey, JointKey } from "./types.js";

const BODY_TYPES = ["fixed", "kinematic", "dynamic"];

/** A world with bodies, colliders and joints. */
export class WorldThings extends WorldCore {
  /** Adds a body, and perhaps its colliders. If one of them is refused, nothing is added. */
  addBody(options: BodyOptions = {}, ...colliders: ColliderOptions[]): BodyKey {
    const [type, packed, parts] = packBody(options, colliders);
    if (parts.length === 0) return this._raw.bodyAdd(type, packed);
    return this._raw.bodyAddWith(type, packed, join(parts));
  }

  /** A body by its key. */
  body(key: BodyKey): Body {
    return new Body(this as unknown as World, key);
  }

  /** True if there is such a body. */
  hasBody(key: BodyKey): boolean {
    return this._raw.bodyHas(key);
  }

  /** Removes a body with its colliders and joints. */
  removeBody(key: BodyKey): void {
    this._raw.bodyRemove(key);
  }

  /** Adds a collider to a body. */
  addCollider(body: BodyKey, options: ColliderOptions): ColliderKey {
    const [shape, rest] = packCollider(options);
    return this._raw.colliderAdd(body, shape, rest);
  }

  /** A collider by its key. */
  collider(key: ColliderKey): Collider {
    return new Collider(this as unknown as World, key);
  }

  /** True if there is such a collider. */
  hasCollider(key: ColliderKey): boolean {
    return this._raw.colliderHas(key);
  }

  /** Removes a collider. */
  removeCollider(key: ColliderKey): void {
    this._raw.colliderRemove(key);
  }

  /** Adds a joint. */
  addJoint(options: JointOptions): JointKey {
    const { index, needs, names } = packKind("jointKind", options, "joint");
    return this._raw.jointAdd(index, needs, pack("joint", options, names));
  }

  /** A joint by its key. */
  joint(key: JointKey): Joint {
    return new Joint(this as unknown as World, key);
  }

  /** True if there is such a joint. */
  hasJoint(key: JointKey): boolean {
    return this._raw.jointHas(key);
  }

  /** Removes a joint. */
  removeJoint(key: JointKey): void {
    this._raw.jointRemove(key);
  }
}

/** A body's type, its options, and those of its colliders. @internal */
export function packBody(
  options: BodyOptions = {},
  colliders: readonly ColliderOptions[] = [],
): [number, number[], [number[], number[]][]] {
  const { type: name = "dynamic" } = options ?? {};
  const type = BODY_TYPES.indexOf(name);
  if (type < 0) throw new RangeError(`\`type\` must be one of ${BODY_TYPES.join(", ")}, but is ${name}`);
  return [type, pack("body", options, ["type"]), colliders.map(packCollider)];
}

function packCollider(options: ColliderOptions): [number[], number[]] {
  if (!isObject(options)) throw bad("collider", "an object", options);
  const packed: number[] = [];
  shape(options.shape, "shape", packed);
  return [packed, pack("collider", options, ["shape"])];
}

/** Lists behind their lengths. @internal */
export function join(parts: [number[], number[]][]): number[] {
  const out: number[] = [];
  for (const list of parts.flat()) {
    out.push(list.length);
    for (const it of list) out.push(it);
  }
  return out;
}

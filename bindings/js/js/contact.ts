/** Contacts that touch. */
import type { BodyKey, ColliderKey, Vector } from "./types.js";

/** A point of a contact. */
export interface ContactPoint {
  position: Vector;
  /** Distance of the surfaces; negative where they overlap. */
  separation: number;
  normalImpulse: number;
  tangentImpulse: number;
}

/** Two colliders that touch. */
export interface Contact {
  colliders: [ColliderKey, ColliderKey];
  bodies: [BodyKey, BodyKey];
  /** From the first to the second. */
  normal: Vector;
  points: ContactPoint[];
}

/** Contacts from their numbers. @internal */
export function contacts(n: Float64Array): Contact[] {
  const all: Contact[] = [];
  for (let at = 0; at < n.length; ) {
    const points: ContactPoint[] = [];
    const end = at + 7 + 5 * n[at + 6];
    for (let i = at + 7; i < end; i += 5) {
      points.push({
        position: { x: n[i], y: n[i + 1] },
        separation: n[i + 2],
        normalImpulse: n[i + 3],
        tangentImpulse: n[i + 4],
      });
    }
    all.push({
      colliders: [n[at], n[at + 1]],
      bodies: [n[at + 2], n[at + 3]],
      normal: { x: n[at + 4], y: n[at + 5] },
      points,
    });
    at = end;
  }
  return all;
}

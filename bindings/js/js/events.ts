/** What happened in the last step. */
import { part } from "./hits.js";
import type { BodyKey, ColliderKey, ColliderPart, JointKey, Vector } from "./types.js";

/** Groups of events that are asked for. */
export const EVENT_GROUPS = ["contacts", "sensors", "joints", "fractures", "impacts", "bodies"] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

/** Kinds of events, in the order of `src/events.rs`: the first number of an event in `eventNumbers`. */
export const EVENT_TYPES = [
  "contactBegin",
  "contactEnd",
  "hit",
  "sensorBegin",
  "sensorEnd",
  "jointBroken",
  "jointRemoved",
  "fracture",
  "impact",
  "fellAsleep",
  "woke",
  "disabled",
] as const;

/**
 * Numbers of an event in `eventNumbers`: type, two colliders (a joint has one number), two bodies,
 * point, normal (or force), speed, tangent speed, impulse (or torque), then the parts of both
 * colliders, three numbers each: 0 and the index of a shape, or 1 and a cell.
 */
export const EVENT_LENGTH = 18;

interface Pair {
  colliders: [ColliderKey, ColliderKey];
  bodies: [BodyKey, BodyKey];
}

interface Strike extends Pair {
  parts: [ColliderPart, ColliderPart];
  point: Vector;
  normal: Vector;
  speed: number;
  tangentSpeed: number;
  impulse: number;
}

/** An event. */
export type PhysicsEvent =
  | ({ type: "contactBegin" | "contactEnd" } & Pair)
  | ({ type: "hit" | "impact" } & Strike)
  | {
      type: "sensorBegin" | "sensorEnd";
      sensor: ColliderKey;
      visitor: ColliderKey;
      sensorBody: BodyKey;
      visitorBody: BodyKey;
    }
  | { type: "jointBroken"; joint: JointKey; bodies: [BodyKey, BodyKey]; force: Vector; torque: number }
  | { type: "jointRemoved"; joint: JointKey; bodies: [BodyKey, BodyKey] }
  | { type: "fracture"; body: BodyKey; piece: BodyKey; point: Vector; impulse: number }
  | { type: "fellAsleep" | "woke" | "disabled"; body: BodyKey };

/** Bits of groups. @internal */
export function groupBits(groups: readonly EventGroup[]): number {
  let bits = 0;
  for (const group of groups) {
    const index = EVENT_GROUPS.indexOf(group);
    if (index < 0) throw new RangeError(`\`groups\` must be of ${EVENT_GROUPS.join(", ")}, but has ${group}`);
    bits |= 1 << index;
  }
  return bits;
}

/** Events from their numbers. @internal */
export function events(n: Float64Array): PhysicsEvent[] {
  const all: PhysicsEvent[] = [];
  for (let at = 0; at < n.length; at += EVENT_LENGTH) all.push(event(n, at));
  return all;
}

function event(n: Float64Array, at: number): PhysicsEvent {
  const type = EVENT_TYPES[n[at]];
  const bodies: [BodyKey, BodyKey] = [n[at + 3], n[at + 4]];
  const colliders: [ColliderKey, ColliderKey] = [n[at + 1], n[at + 2]];
  const vector = (i: number): Vector => ({ x: n[at + i], y: n[at + i + 1] });
  switch (type) {
    case "contactBegin":
    case "contactEnd":
      return { type, colliders, bodies };
    case "hit":
    case "impact":
      return {
        type,
        colliders,
        bodies,
        parts: [part(n, at + 12), part(n, at + 15)],
        point: vector(5),
        normal: vector(7),
        speed: n[at + 9],
        tangentSpeed: n[at + 10],
        impulse: n[at + 11],
      };
    case "sensorBegin":
    case "sensorEnd":
      return { type, sensor: colliders[0], visitor: colliders[1], sensorBody: bodies[0], visitorBody: bodies[1] };
    case "jointBroken":
      return { type, joint: n[at + 1], bodies, force: vector(7), torque: n[at + 11] };
    case "jointRemoved":
      return { type, joint: n[at + 1], bodies };
    case "fracture":
      return { type, body: bodies[0], piece: bodies[1], point: vector(5), impulse: n[at + 11] };
    default:
      return { type, body: bodies[0] };
  }
}

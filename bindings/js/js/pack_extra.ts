/** Encoders of records. See `pack.ts` for the letters. */
import { bad, isObject, number } from "./check.js";
import { encoder, list, packKind, pose, vector, type Encode } from "./pack.js";
import { tiles, tile } from "./tiles.js";
import type { Filter, PoseLike, VectorLike } from "./types.js";

const RULES = encoder_later("e(usual,average,geometricMean,minimum,multiply,maximum)");

/** An encoder that is made when it is first used: these two files need each other. */
function encoder_later(letters: string): Encode {
  let encode: Encode | undefined;
  return (value, name, out) => (encode ??= encoder(letters))(value, name, out);
}

function object(value: unknown, name: string, wanted: string): Record<string, unknown> {
  if (!isObject(value)) throw bad(name, wanted, value);
  return value;
}

/** Two halves of 64 bits. */
function bits(value: unknown, name: string, out: number[]): void {
  const all = typeof value === "bigint" ? value : BigInt(wholeBits(value, name));
  if (all < 0n || all >= 1n << 64n) throw new RangeError(`\`${name}\` must fit 64 bits`);
  out.push(Number(all & 0xffffffffn), Number(all >> 32n));
}

function wholeBits(value: unknown, name: string): number {
  const it = number(value, name);
  if (!Number.isSafeInteger(it) || it < 0) {
    throw new RangeError(`\`${name}\` must be a whole number, not negative, but is ${it}`);
  }
  return it;
}

/** A filter as five numbers. @internal */
export function filter(value: Filter | undefined, name: string, out: number[]): void {
  const it = object(value, name, "a filter: { category, mask, group }");
  for (const key of ["category", "mask"]) bits(it[key] ?? 0xffffffffffffffffn, `${name}.${key}`, out);
  const group = number(it.group ?? 0, `${name}.group`);
  if (group !== (group | 0)) throw new RangeError(`\`${name}.group\` must be a whole number of 32 bits, but is ${group}`);
  out.push(group);
}

/** A material as six numbers. @internal */
export function material(value: unknown, name: string, out: number[]): void {
  const it = object(value, name, "a material");
  out.push(number(it.friction ?? 0.6, `${name}.friction`));
  for (const key of ["restitution", "rollingResistance", "surfaceSpeed"]) {
    out.push(number(it[key] ?? 0, `${name}.${key}`));
  }
  for (const key of ["frictionRule", "restitutionRule"]) RULES(it[key] ?? "usual", `${name}.${key}`, out);
}

/** A shape: the number of its kind, and its numbers. @internal */
export function shape(value: unknown, name: string, out: number[]): void {
  const { index, needs } = packKind("shape", value, name);
  out.push(index, ...needs);
}

const CONVEX = ["circle", "cuboid", "capsule", "segment", "polygon", "hull"];

/** A convex shape, as queries and characters take it. @internal */
export function convex(value: unknown, name: string): number[] {
  const type = isObject(value) ? value.type : undefined;
  if (typeof type === "string" && !CONVEX.includes(type)) {
    throw new RangeError(`\`${name}\` must be convex: one of ${CONVEX.join(", ")}, but is ${type}`);
  }
  const out: number[] = [];
  shape(value, name, out);
  return out;
}

/** Encoders by letter. @internal */
export const EXTRA: Record<string, Encode> = {
  f: (value, name, out) => filter(value as Filter, name, out),
  s: (value, name, out) => {
    const it = object(value, name, "a spring: { hertz, dampingRatio }");
    out.push(number(it.hertz, `${name}.hertz`), number(it.dampingRatio, `${name}.dampingRatio`));
  },
  m: (value, name, out) => {
    const it = object(value, name, "mass properties: { mass, inertia, center }");
    out.push(number(it.mass, `${name}.mass`), number(it.inertia, `${name}.inertia`));
    out.push(...vector((it.center ?? [0, 0]) as VectorLike, `${name}.center`));
  },
  w: (value, name, out) => {
    const it = object(value, name, "a force: { force, torque }");
    out.push(...vector((it.force ?? [0, 0]) as VectorLike, `${name}.force`));
    out.push(number(it.torque ?? 0, `${name}.torque`));
  },
  M: (value, name, out) => {
    for (const [i, item] of list(value, name).entries()) {
      out.push(6);
      material(item, `${name}[${i}]`, out);
    }
  },
  S: (value, name, out) => out.push(...convex(value, name)),
  C: (value, name, out) => {
    for (const [i, item] of list(value, name).entries()) {
      const it = object(item, `${name}[${i}]`, "a part: { shape, position, angle }");
      const at = it.position === undefined ? [0, 0] : vector(it.position as VectorLike, `${name}[${i}].position`);
      const packed = convex(it.shape, `${name}[${i}].shape`);
      out.push(3 + packed.length, ...at, number(it.angle ?? 0, `${name}[${i}].angle`), ...packed);
    }
  },
  T: tiles,
  t: tile,
  E: (value, name, out) => {
    if (value === "world") out.push(0, 0);
    else if (value === "free") out.push(1, 0);
    else if (isObject(value)) out.push(2, number(value.body, `${name}.body`));
    else throw bad(name, '"world", "free" or { body }', value);
  },
  D: (value, name, out) => {
    const it = object(value, name, "a drive: { most, topSpeed, curve }");
    out.push(number(it.most, `${name}.most`), number(it.topSpeed, `${name}.topSpeed`));
    for (const [i, point] of list(it.curve ?? [], `${name}.curve`).entries()) {
      out.push(...vector(point as VectorLike, `${name}.curve[${i}]`));
    }
  },
  r: (value, name, out) => {
    const it = object(value, name, "a target: { point, hertz, dampingRatio, maxForce }");
    out.push(...vector(it.point as VectorLike, `${name}.point`));
    out.push(number(it.hertz, `${name}.hertz`), number(it.dampingRatio, `${name}.dampingRatio`));
    out.push(it.maxForce === undefined ? NaN : number(it.maxForce, `${name}.maxForce`));
  },
  B: (value, name, out) => {
    const it = object(value, name, "a box: { min, max }");
    out.push(...vector(it.min as VectorLike, `${name}.min`), ...vector(it.max as VectorLike, `${name}.max`));
  },
};

/** A pose and more numbers. @internal */
export function poseAnd(at: PoseLike, name: string, ...more: number[]): number[] {
  return [...pose(at, name), ...more];
}

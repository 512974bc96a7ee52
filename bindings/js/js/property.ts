/** Properties of bodies, colliders, joints and characters, which the module names. */
import { gettersOf, isBuilt, packValue, tableOf, whenReady } from "./pack.js";

/** What a property's numbers are read from: five numbers in the module's memory. @internal */
export type Scratch = Float64Array;

/** A value from its mark (`src/wire.rs`) and its numbers. @internal */
export function decode(mark: number, s: Scratch, names?: string[]): unknown {
  switch (mark) {
    case 0:
      return null;
    case 1:
      return names ? names[s[0]] : s[0];
    case 2:
      return s[0] === 1;
    case 3:
      return { x: s[0], y: s[1] };
    case 4:
      return { x: s[0], y: s[1], angle: s[2] };
    case 5:
      return names ? { [names[0]]: s[0], [names[1]]: s[1] } : [s[0], s[1]];
    case 6:
      return { min: { x: s[0], y: s[1] }, max: { x: s[2], y: s[3] } };
    case 7:
      return { hertz: s[0], dampingRatio: s[1] };
    case 8:
      return { category: bits(s[0], s[1]), mask: bits(s[2], s[3]), group: s[4] };
    case 9:
      return { force: { x: s[0], y: s[1] }, torque: s[2] };
    case 10:
      return { mass: s[0], inertia: s[1], center: { x: s[2], y: s[3] } };
    default:
      return [s[0] === 1, s[1] === 1];
  }
}

function bits(low: number, high: number): number | bigint {
  return high < 2 ** 21 ? low + high * 2 ** 32 : BigInt(low) | (BigInt(high) << 32n);
}

/** How a class reads and writes its properties. @internal */
export interface Access<T> {
  read(it: T, index: number, names?: string[]): unknown;
  write(it: T, index: number, values: number[]): void;
}

/** Gives a class the properties of two tables. @internal */
export function defineProperties<T extends object>(prototype: T, title: string, access: Access<T>): void {
  whenReady(() => {
    if (!isBuilt(`${title}Get`)) return;
    const all: Record<string, PropertyDescriptor> = {};
    gettersOf(`${title}Get`).forEach(({ name, names }, index) => {
      const get = function (this: T): unknown {
        return access.read(this, index, names);
      };
      all[name] = { get, enumerable: true, configurable: true };
    });
    for (const name of tableOf(`${title}Set`).rows.keys()) {
      const set = function (this: T, value: unknown): void {
        const packed = packValue(`${title}Set`, name, value);
        access.write(this, packed.index, packed.values);
      };
      all[name] = { enumerable: true, configurable: true, ...all[name], set };
    }
    Object.defineProperties(prototype, all);
  });
}

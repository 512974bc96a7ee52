/** Checks of single values, and the errors that they give. */

/** True for objects, not for `null`. @internal */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The error of a value of a wrong type. @internal */
export function bad(name: string, wanted: string, value: unknown): TypeError {
  const given = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  return new TypeError(`\`${name}\` must be ${wanted}, but is ${given}`);
}

/** A finite number that `f32` can hold. @internal */
export function number(value: unknown, name: string): number {
  if (typeof value !== "number") throw bad(name, "a number", value);
  if (!Number.isFinite(value)) throw new RangeError(`\`${name}\` must be finite, but is ${value}`);
  return value;
}

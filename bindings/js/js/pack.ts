/**
 * What users give, checked for its types and packed into numbers.
 *
 * The module tells the names of all options, each with the letters of its type (`src/table.rs`):
 *
 * n number, i whole number of 32 bits, u whole number of 53 bits, b boolean, v vector, p pose,
 * q points, l list of numbers, k key, f filter, s softness, m mass properties, w force and torque,
 * M materials, S shape, C parts of a compound, T tiles, E end of a rope, D drive, r target of a
 * ragdoll's root, B box, e(..) one of some names, a(..) several of them, o(..) an object of numbers
 * of which those with `=` may be left out, L(..) a list of things with a table of their own.
 * Several letters stand for a list of as many values; `?` says that `null` is taken, too.
 */
import { EXTRA } from "./pack_extra.js";
import { bad, isObject, number } from "./check.js";
import type { PoseLike, VectorLike } from "./types.js";

/** Writes a value behind others. `name` is for messages. @internal */
export type Encode = (value: unknown, name: string, out: number[]) => void;

interface Row {
  index: number;
  encode: Encode;
}

/** Options by name. @internal */
export interface Table {
  rows: Map<string, Row>;
  /** Names of objects with options of their own, such as `sleep`. */
  groups: Set<string>;
}

interface Need {
  name: string;
  encode: Encode;
  usual: number | undefined;
}

/** Kinds of things by name, with what each needs. @internal */
export type KindTable = Map<string, { index: number; needs: Need[] }>;

/** A property that can be read: how its numbers become a value. @internal */
export interface Getter {
  name: string;
  /** Names of choices, or keys of an object, if it has any. */
  names: string[] | undefined;
}

const tables = new Map<string, string[]>();
const parsed = new Map<string, unknown>();

/** Takes over the names of all tables. @internal */
export function defineTables(text: string): void {
  for (const line of text.trim().split("\n")) {
    const [title, ...names] = line.split("|");
    tables.set(title, names);
  }
  for (const listener of listeners.splice(0)) listener();
}

const listeners: (() => void)[] = [];

/** Calls a function once the tables are there. @internal */
export function whenReady(listener: () => void): void {
  if (tables.size > 0) listener();
  else listeners.push(listener);
}

/** True if this build has a table: some leave out characters, for example. @internal */
export function isBuilt(title: string): boolean {
  return tables.has(title);
}

function once<T>(title: string, parse: (names: string[]) => T): T {
  let table = parsed.get(title) as T | undefined;
  if (table === undefined) {
    const names = tables.get(title);
    if (names === undefined) {
      throw new Error(tables.size ? `this build has no \`${title}\`` : "call `await init()` before anything else");
    }
    table = parse(names);
    parsed.set(title, table);
  }
  return table;
}

/** A table of options. @internal */
export function tableOf(title: string): Table {
  return once(title, (names) => {
    const rows = new Map<string, Row>();
    const groups = new Set<string>();
    names.forEach((text, index) => {
      const [name, letters] = split(text);
      rows.set(name, { index, encode: encoder(letters) });
      const dot = name.indexOf(".");
      if (dot > 0) groups.add(name.slice(0, dot));
    });
    return { rows, groups };
  });
}

/** A table of kinds. @internal */
export function kindsOf(title: string): KindTable {
  return once(title, (lines) => {
    const kinds: KindTable = new Map();
    lines.forEach((line, index) => {
      const [kind, ...needs] = line.split(" ");
      kinds.set(kind, {
        index,
        needs: needs.map((text) => {
          const [name, letters] = split(text);
          const [type, usual] = letters.split("=");
          return { name, encode: encoder(type), usual: usual === undefined ? undefined : Number(usual) };
        }),
      });
    });
    return kinds;
  });
}

/** A table of properties that can be read. @internal */
export function gettersOf(title: string): Getter[] {
  return once(title, (names) =>
    names.map((text) => {
      const [name, letters] = split(text);
      return { name, names: inner(letters)?.map((it) => it.replace("=", "")) };
    }),
  );
}

function split(text: string): [string, string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** The names in parentheses. */
function inner(letters: string): string[] | undefined {
  return /\((.*)\)/.exec(letters)?.[1].split(",");
}

const simple: Record<string, Encode> = {
  n: (value, name, out) => out.push(number(value, name)),
  i: (value, name, out) => out.push(whole(value, name, 2 ** 32 - 1)),
  u: (value, name, out) => out.push(whole(value, name, Number.MAX_SAFE_INTEGER)),
  k: (value, name, out) => out.push(number(value, name)),
  b: (value, name, out) => {
    if (typeof value !== "boolean") throw bad(name, "a boolean", value);
    out.push(value ? 1 : 0);
  },
  v: (value, name, out) => out.push(...vector(value as VectorLike, name)),
  p: (value, name, out) => out.push(...pose(value as PoseLike, name)),
  q: (value, name, out) => points(value, name, out),
  l: (value, name, out) => {
    for (const [i, item] of list(value, name).entries()) out.push(number(item, `${name}[${i}]`));
  },
};

/** A whole number, not negative. @internal */
export function whole(value: unknown, name: string, most = 2 ** 32 - 1): number {
  const it = number(value, name);
  if (!Number.isInteger(it) || it < 0 || it > most) {
    throw new RangeError(`\`${name}\` must be a whole number from 0 to ${most}, but is ${it}`);
  }
  return it;
}

/** A vector as two numbers. @internal */
export function vector(value: VectorLike, name: string): [number, number] {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const { 0: x, 1: y, length } = value as unknown as ArrayLike<unknown>;
    if (length !== 2) throw new RangeError(`\`${name}\` must have 2 numbers, but has ${length}`);
    return [number(x, name), number(y, name)];
  }
  if (!isObject(value)) throw bad(name, "a point: { x, y } or [x, y]", value);
  return [number(value.x, `${name}.x`), number(value.y, `${name}.y`)];
}

/** A pose as three numbers. @internal */
export function pose(value: PoseLike, name: string): [number, number, number] {
  if (Array.isArray(value)) {
    const [x, y, angle = 0] = value;
    return [number(x, name), number(y, name), number(angle, name)];
  }
  if (!isObject(value)) throw bad(name, "a pose: { x, y, angle } or [x, y, angle]", value);
  return [
    number(value.x, `${name}.x`),
    number(value.y, `${name}.y`),
    number(value.angle ?? 0, `${name}.angle`),
  ];
}

function points(value: unknown, name: string, out: number[]): void {
  const items = list(value, name);
  if (typeof items[0] !== "number") {
    for (let i = 0; i < items.length; i++) out.push(...vector(items[i] as VectorLike, `${name}[${i}]`));
    return;
  }
  if (items.length % 2 === 1) {
    throw new RangeError(`\`${name}\` must have an even count of numbers, but has ${items.length}`);
  }
  for (let i = 0; i < items.length; i++) out.push(number(items[i], `${name}[${i}]`));
}

/** Anything with a length and elements. @internal */
export function list(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && "length" in value) return Array.from(value as unknown as ArrayLike<number>);
  throw bad(name, "a list", value);
}

/** A function that encodes values of a type. @internal */
export function encoder(letters: string): Encode {
  if (letters.endsWith("?")) {
    const encode = encoder(letters.slice(0, -1));
    return (value, name, out) => {
      if (value !== null) encode(value, name, out);
    };
  }
  const one = simple[letters] ?? EXTRA[letters];
  if (one) return one;
  const names = inner(letters);
  switch (names && letters[0]) {
    case "e":
      return (value, name, out) => out.push(choice(value, name, names!));
    case "a":
      return (value, name, out) => {
        for (const item of list(value, name)) out.push(choice(item, name, names!));
      };
    case "o":
      return fields(names!);
    case "L":
      return nested(names![0]);
  }
  return tuple([...letters].map(encoder));
}

function choice(value: unknown, name: string, names: string[]): number {
  const index = names.indexOf(value as string);
  if (index < 0) throw new RangeError(`\`${name}\` must be one of ${names.join(", ")}, but is ${String(value)}`);
  return index;
}

function fields(names: string[]): Encode {
  return (value, name, out) => {
    if (!isObject(value)) throw bad(name, `an object with ${names.join(", ")}`, value);
    for (const field of names) {
      const key = field.replace("=", "");
      const missing = key !== field && value[key] === undefined;
      out.push(missing ? NaN : number(value[key], `${name}.${key}`));
    }
  };
}

function tuple(encoders: Encode[]): Encode {
  return (value, name, out) => {
    const items = list(value, name);
    if (items.length !== encoders.length) {
      throw new RangeError(`\`${name}\` must have ${encoders.length} entries, but has ${items.length}`);
    }
    encoders.forEach((encode, i) => encode(items[i], `${name}[${i}]`, out));
  };
}

function nested(title: string): Encode {
  return (value, name, out) => {
    for (const [i, item] of list(value, name).entries()) {
      const packed = pack(title, item, [], `${name}[${i}].`);
      out.push(packed.length, ...packed);
    }
  };
}

const NOTHING: readonly string[] = [];
const EMPTY: number[] = [];

/** Packs options. Those in `others` belong to somebody else. @internal */
export function pack(title: string, options: unknown, others: readonly string[] = NOTHING, prefix = ""): number[] {
  if (options === undefined) return EMPTY;
  if (!isObject(options)) throw bad(prefix || "options", "an object", options);
  const found: [Row, unknown, string][] = [];
  collect(tableOf(title), options, "", others, prefix, found);
  // In the order of the table, whatever the order in the object: the same options, the same bits.
  found.sort((a, b) => a[0].index - b[0].index);
  const out: number[] = [];
  for (const [row, value, name] of found) {
    const at = out.push(row.index, 0);
    row.encode(value, name, out);
    out[at - 1] = out.length - at;
  }
  return out;
}

function collect(
  table: Table,
  options: Record<string, unknown>,
  group: string,
  others: readonly string[],
  prefix: string,
  found: [Row, unknown, string][],
): void {
  for (const key in options) {
    const value = options[key];
    const name = group + key;
    if (value === undefined || (group === "" && others.includes(key))) continue;
    const row = table.rows.get(name);
    if (row) found.push([row, value, prefix + name]);
    else if (group === "" && table.groups.has(key) && isObject(value)) {
      collect(table, value, `${key}.`, others, prefix, found);
    } else throw new RangeError(`there is no option \`${prefix}${name}\``);
  }
}

/** A kind by its name: its index, and what it needs as numbers. @internal */
export function packKind(title: string, thing: unknown, what: string): { index: number; needs: number[]; names: string[] } {
  if (!isObject(thing)) throw bad(what, "an object", thing);
  const kinds = kindsOf(title);
  const kind = kinds.get(thing.type as string);
  if (!kind) {
    throw new RangeError(`\`${what}.type\` must be one of ${[...kinds.keys()].join(", ")}, but is ${String(thing.type)}`);
  }
  const needs: number[] = [];
  const names = ["type"];
  for (const need of kind.needs) {
    const value = thing[need.name] ?? need.usual;
    need.encode(value, need.name, needs);
    names.push(need.name);
  }
  return { index: kind.index, needs, names };
}

/** One value of a property as numbers. @internal */
export function packValue(title: string, name: string, value: unknown): { index: number; values: number[] } {
  const row = tableOf(title).rows.get(name)!;
  const values: number[] = [];
  row.encode(value, name, values);
  return { index: row.index, values };
}

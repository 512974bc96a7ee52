/** Tile maps. */
import { bad, isObject, number } from "./check.js";
import { list } from "./pack.js";
import { material } from "./pack_extra.js";
import type { Material } from "./types.js";

/** What a cell of a tile map is filled with, in the order of `src/tiles.rs`. */
export const CELLS = [
  "empty",
  "full",
  "oneWay",
  "halfBottom",
  "halfTop",
  "halfLeft",
  "halfRight",
  "slopeLeft",
  "slopeRight",
  "gentleStartLeft",
  "gentleStartRight",
  "gentleEndLeft",
  "gentleEndRight",
  "ceilingLeft",
  "ceilingRight",
  "ceilingGentleStartLeft",
  "ceilingGentleStartRight",
  "ceilingGentleEndLeft",
  "ceilingGentleEndRight",
] as const;

/**
 * The name of a cell. Slopes rise to the side that they name, where they are thickest; a gentle one
 * takes two cells, of which the start is the thin one. Ceilings hang from above.
 */
export type Cell = (typeof CELLS)[number];

/** A cell with a number of yours, and a material of its own. */
export interface Tile {
  cell: Cell;
  userData?: number;
  material?: Material;
}

/** What is taken as a tile. */
export type TileLike = Cell | Tile;

/** Letters of maps that are written as text, unless a legend says otherwise. */
export const LEGEND: Readonly<Record<string, TileLike>> = {
  " ": "empty",
  ".": "empty",
  "#": "full",
  "-": "oneWay",
  "=": "oneWay",
  _: "halfBottom",
  "/": "slopeRight",
  "\\": "slopeLeft",
};

/** A tile as numbers. @internal */
export function tile(value: unknown, name: string, out: number[]): void {
  const it: Record<string, unknown> = isObject(value) ? value : { cell: value };
  const index = CELLS.indexOf(it.cell as Cell);
  if (index < 0) throw new RangeError(`\`${name}\` must be one of ${CELLS.join(", ")}, but is ${String(it.cell)}`);
  out.push(index, number(it.userData ?? 0, `${name}.userData`));
  if (it.material !== undefined) material(it.material, `${name}.material`, out);
}

/** The rows of a map: its kinds of tiles once, then their numbers. @internal */
export function tiles(value: unknown, name: string, out: number[]): void {
  const { rows, legend } = isObject(value) && "rows" in value ? value : { rows: value, legend: undefined };
  const letters = { ...LEGEND, ...(legend as Record<string, TileLike> | undefined) };
  const kinds: number[][] = [];
  const known = new Map<unknown, number>();
  const numberOf = (it: unknown, place: string): number => {
    let found = known.get(it);
    if (found === undefined) {
      const packed: number[] = [];
      tile(it, place, packed);
      found = kinds.push(packed) - 1;
      known.set(it, found);
    }
    return found;
  };
  const packed = list(rows, name).map((row, y) => {
    const cells = typeof row === "string" ? [...row].map((letter, x) => letters[letter] ?? missing(letter, name, x, y)) : list(row, `${name}[${y}]`);
    return cells.map((it, x) => numberOf(it, `${name}[${y}][${x}]`));
  });
  if (packed.length === 0) throw bad(name, "a list of rows", rows);
  out.push(kinds.length);
  for (const part of [...kinds, ...packed]) {
    out.push(part.length);
    for (const it of part) out.push(it);
  }
}

function missing(letter: string, name: string, x: number, y: number): never {
  throw new RangeError(`the legend of \`${name}\` has no letter "${letter}" (row ${y}, column ${x})`);
}

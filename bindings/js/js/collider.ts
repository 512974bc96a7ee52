/** One collider of a world. */
import { number } from "./check.js";
import { vector } from "./pack.js";
import { material } from "./pack_extra.js";
import { defineProperties } from "./property.js";
import { CELLS, tile, type Tile, type TileLike } from "./tiles.js";
import type { ConvexShape, ShapeLike } from "./shape.js";
import type { World } from "./world.js";
import type {
  Aabb,
  BodyKey,
  ColliderKey,
  CombineRule,
  Filter,
  Material,
  Pose,
  PoseLike,
  Vector,
  VectorLike,
} from "./types.js";

/** Options of a new collider. */
export interface ColliderOptions {
  shape: ShapeLike;
  /** Place on the body. */
  position?: VectorLike;
  angle?: number;
  /** Mass per area: 1 by default. */
  density?: number;
  /** The mass instead. */
  mass?: number;
  /** 0.6 by default. */
  friction?: number;
  /** 0 by default: nothing bounces. */
  restitution?: number;
  rollingResistance?: number;
  /** Speed of the surface, as of a conveyor belt. */
  surfaceSpeed?: number;
  frictionRule?: CombineRule;
  restitutionRule?: CombineRule;
  /** True if it only tells what overlaps it. */
  sensor?: boolean;
  /** True if a sensor sees other sensors. */
  seesSensors?: boolean;
  filter?: Filter;
  /** The direction into which bodies pass. */
  oneWay?: VectorLike;
  /** True if lines hold only on the left of their way. */
  oneSided?: boolean;
  /** True for hit events: points, speeds and impulses of impacts. False by default. */
  hitEvents?: boolean;
  /** A material for each shape. */
  materials?: readonly Material[];
  /** A whole number of yours. */
  userData?: number;
}

/** Properties that are read from the world, and written to it. */
export interface Collider {
  readonly body: BodyKey;
  /** Pose on the body. */
  get offset(): Pose;
  set offset(offset: PoseLike);
  density: number;
  mass: number;
  friction: number;
  restitution: number;
  rollingResistance: number;
  surfaceSpeed: number;
  frictionRule: CombineRule;
  restitutionRule: CombineRule;
  sensor: boolean;
  seesSensors: boolean;
  get filter(): Required<Filter>;
  set filter(filter: Filter);
  get oneWay(): Vector | null;
  set oneWay(direction: VectorLike | null);
  oneSided: boolean;
  hitEvents: boolean;
  enabled: boolean;
  readonly aabb: Aabb;
  /** Gives it another shape, a convex one. It cannot be read: see `outlines`. */
  set shape(shape: ConvexShape);
  /** `null` unless it is a tile map. */
  readonly cellSize: number | null;
  userData: number;
}

/** An outline to draw: the hull of the points, grown by the radius, in the body's frame. */
export interface Outline {
  radius: number;
  points: Vector[];
}

/** A collider, by its key. */
export class Collider {
  constructor(
    readonly world: World,
    readonly key: ColliderKey,
  ) {}

  /** False once it was removed. */
  get exists(): boolean {
    return this.world.hasCollider(this.key);
  }

  /** Changes the material of its shape of this index. */
  setMaterial(shape: number, to: Material): void {
    const values: number[] = [];
    material(to, "material", values);
    this.world._raw.colliderSetMaterial(this.key, number(shape, "shape"), values);
  }

  /** Colliders that overlap this sensor. */
  overlaps(): ColliderKey[] {
    return Array.from(this.world._raw.colliderOverlaps(this.key, false));
  }

  /** Sensors that this collider overlaps. */
  seenBy(): ColliderKey[] {
    return Array.from(this.world._raw.colliderOverlaps(this.key, true));
  }

  /** Changes a cell of a tile map. */
  setCell(cell: readonly [number, number], to: TileLike): void {
    const values: number[] = [];
    tile(to, "tile", values);
    this.world._raw.colliderSetCell(this.key, vector(cell, "cell"), values);
  }

  /** The tile of a cell; `null` if it is no tile map. */
  cell(cell: readonly [number, number]): Required<Pick<Tile, "cell" | "userData">> | null {
    const found = this.world._raw.colliderCell(this.key, vector(cell, "cell"));
    return found.length ? { cell: CELLS[found[0]], userData: found[1] } : null;
  }

  /** The cell of a tile map at a point of the world. */
  cellAt(point: VectorLike): [number, number] | null {
    const found = this.world._raw.colliderCellAt(this.key, ...vector(point, "point"));
    return found.length ? [found[0], found[1]] : null;
  }

  /** Outlines of its shapes, for those who draw. */
  outlines(): Outline[] {
    const all: Outline[] = [];
    const numbers = this.world._raw.colliderOutlines(this.key);
    for (let at = 0; at < numbers.length; at += 1 + numbers[at]) {
      const points: Vector[] = [];
      for (let i = at + 2; i <= at + numbers[at]; i += 2) points.push({ x: numbers[i], y: numbers[i + 1] });
      all.push({ radius: numbers[at + 1], points });
    }
    return all;
  }

  /** Removes it. */
  remove(): void {
    this.world.removeCollider(this.key);
  }
}

defineProperties(Collider.prototype, "collider", {
  read: ({ world, key }, index, names) => world._value(world._raw.colliderGet(key, index), names),
  write: ({ world, key }, index, values) => world._raw.colliderSet(key, index, values),
});

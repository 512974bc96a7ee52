/** Numbers and records that cross the whole interface. */

/** A point or a direction. */
export interface Vector {
  x: number;
  y: number;
}

/** What is taken as a point or a direction: `{ x, y }` or `[x, y]`. */
export type VectorLike = Vector | readonly [number, number];

/** A place and an angle in radians. */
export interface Pose {
  x: number;
  y: number;
  angle: number;
}

/** What is taken as a pose: `{ x, y, angle }` or `[x, y, angle]`; the angle may be left out. */
export type PoseLike = Readonly<Vector & { angle?: number }> | readonly [number, number, number?];

/** What is taken as a list of points: points, or x and y in turn. */
export type Points = readonly VectorLike[] | Float32Array | Float64Array;

/** An upright box. */
export interface Aabb {
  min: Vector;
  max: Vector;
}

/** The name of a body: a whole number, never used again for another one of its world. */
export type BodyKey = number;
/** The name of a collider. */
export type ColliderKey = number;
/** The name of a joint. */
export type JointKey = number;
/** The name of a field. */
export type FieldKey = number;
/** The name of a portal. */
export type PortalKey = number;

/** A spring: its frequency in hertz and its damping ratio. */
export interface Softness {
  hertz: number;
  dampingRatio: number;
}

/**
 * What collides with what. Two colliders collide if the mask of each has a bit of the category of
 * the other. A group that both share decides alone: a positive one makes them collide, a negative
 * one does not.
 */
export interface Filter {
  /** Bits. A bigint where more than 53 are needed. All 64 by default. */
  category?: number | bigint;
  mask?: number | bigint;
  group?: number;
}

/** A force and a torque. */
export interface Force {
  force: Vector;
  torque: number;
}

/** Mass, moment of inertia around the centre, and centre in the body's frame. */
export interface MassProperties {
  mass: number;
  inertia: number;
  center: Vector;
}

/** How the values of two colliders become that of their contact. */
export type CombineRule = "usual" | "average" | "geometricMean" | "minimum" | "multiply" | "maximum";

/** The material of one shape of a collider, or of a tile. */
export interface Material {
  friction?: number;
  restitution?: number;
  rollingResistance?: number;
  surfaceSpeed?: number;
  frictionRule?: CombineRule;
  restitutionRule?: CombineRule;
}

/** Which shape or which cell of a collider something is about. */
export type ColliderPart = { shape: number } | { cell: [number, number] };

/** Options of a world. What is left out is as usual. */
export interface WorldConfig {
  /** (0, -9.81) by default. */
  gravity?: VectorLike;
  /** Length of a usual thing in the units of the world: 1 for metres, 32 if 32 pixels are a metre. */
  lengthUnit?: number;
  /** Speed from which on a contact is reported as a hit. */
  hitSpeed?: number;
  /** Which bodies are kept from tunnelling through which. */
  continuous?: "off" | "fixed" | "all";
  frictionRule?: CombineRule;
  restitutionRule?: CombineRule;
  sleep?: { enabled?: boolean; speed?: number; delay?: number };
  fracture?: { piecesPerBody?: number; piecesInScene?: number };
  solver?: {
    substeps?: number;
    velocityIterations?: number;
    positionIterations?: number;
    restitutionThreshold?: number;
    maxSpeed?: number;
    warmStarting?: boolean;
    jointSoftness?: Softness;
    joints?: "auto" | "rows" | "trees";
  };
}

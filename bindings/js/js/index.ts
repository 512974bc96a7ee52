/**
 * 2D rigid-body physics: fast, deterministic, the same bits in every browser and on every machine.
 *
 * ```js
 * import { init, Shape, World } from "@umbra-physics/umbra2d";
 *
 * await init();
 * const world = new World({ gravity: [0, -9.81] });
 * world.addBody({ type: "fixed" }, { shape: Shape.cuboid(50, 0.5) });
 * const ball = world.addBody({ position: [0, 10] }, { shape: Shape.circle(0.5), restitution: 0.8 });
 * for (let i = 0; i < 60; i++) world.step();
 * console.log(world.body(ball).position);
 * ```
 */
export { Assembly } from "./assembly.js";
export { Body, type BodyOptions, type BodyType } from "./body.js";
export {
  Character,
  moveAndSlide,
  type CharacterHit,
  type CharacterInput,
  type CharacterOptions,
  type CharacterSettings,
  type Moved,
  type Slide,
} from "./character.js";
export { Collider, type ColliderOptions, type Outline } from "./collider.js";
export type { Contact, ContactPoint } from "./contact.js";
export { EVENT_GROUPS, EVENT_LENGTH, EVENT_TYPES, type EventGroup, type PhysicsEvent } from "./events.js";
export type { CastHit, PointHit, QueryOptions, RayHit } from "./hits.js";
export type { ColliderPair, ContactChange, HookFunctions, ModifiableContact } from "./hooks.js";
export { Joint, type JointOptions, type JointSettings, type JointSpec, type JointType } from "./joint.js";
export { outlinesOf, type OutlineSettings, type PictureOutline } from "./outlines.js";
export {
  Predictor,
  type BodyChange,
  type Inexact,
  type PredictedPath,
  type PredictedTouch,
  type Prediction,
  type PredictOptions,
} from "./predict.js";
export { BONES, Ragdoll, type Bone, type DriveSettings, type RagdollPose, type RagdollSettings } from "./ragdoll.js";
export { Recording, Replay, type Divergence, type RecordOptions } from "./recording.js";
export { Shape, type CompoundPart, type ConvexShape, type ShapeLike, type TileRows } from "./shape.js";
export { SoftBody, type SoftSettings } from "./soft.js";
export { CELLS, LEGEND, type Cell, type Tile, type TileLike } from "./tiles.js";
export { FixedTimestep } from "./timestep.js";
export type * from "./types.js";
export {
  Car,
  TopDownCar,
  type Axle,
  type CarSettings,
  type Controls,
  type Drive,
  type Grip,
  type TopDownSettings,
  type Tyre,
  type TyreState,
  type WheelState,
} from "./vehicles.js";
export { hasSimd, init, initNow, type InitOptions, type Source } from "./wasm.js";
export { World } from "./world.js";
export type { BridgeSettings, ClothSettings, End, RopeSettings } from "./world_build.js";
export { POSE_LENGTH, posesOf, Snapshot, type DebugOptions, type Stats } from "./world_core.js";
export type {
  Blown,
  CarvingOptions,
  ExplosionOptions,
  FieldOptions,
  FieldSpec,
  PortalOptions,
  Submerged,
} from "./world_places.js";

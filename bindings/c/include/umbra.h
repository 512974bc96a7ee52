/* Umbra, a 2D rigid-body physics engine: the C interface.
 *
 * CALLS. Every call that can be refused returns an UmbraStatus. UMBRA_STATUS_OK is 0. A refused
 * call leaves the scene as it was and writes no output, unless its comment says otherwise.
 * umbra_last_error() is the message of the last refused call of this thread, and
 * umbra_last_error_parameter() the name of the parameter.
 *
 * POINTERS. A pointer must be null or point to what its type says. Pointers to scenes, to input
 * and to `out` must not be null, or the call returns UMBRA_STATUS_NULL_POINTER; where null is
 * allowed, the comment says so. Texts end with a zero and are UTF-8. Values of bool are 0 or 1.
 *
 * OBJECTS. What a function named _new, _clone, _from_ or _take_ made belongs to the caller, who
 * calls its _free once. A _free accepts null. Bodies, colliders, joints, fields and portals belong
 * to their scene; 64-bit keys name them. A key whose object was removed names nothing for ever.
 *
 * DEFINITIONS. Fill a struct by its function _default() first and change what you like then. A
 * zeroed struct is no default.
 *
 * ARRAYS. Arrays belong to the caller. An input is a pointer and a count. An output is `out`,
 * `capacity` and `count`: as many elements are written as there is room for, and `count` becomes
 * the number of all. (NULL, 0, &count) asks for the number. Calls that write bytes or text write
 * all or nothing, and return UMBRA_STATUS_TOO_SMALL if there is no room.
 *
 * THREADS. Calls that take a `const` object may run at the same time on the same object. A call
 * that takes an object without `const` needs it alone. Different objects are independent; a scene
 * may move between threads. A step uses the threads of the library on its own, with the same
 * results for any number of them.
 *
 * NUMBERS. Lengths are in metres, masses in kilograms, angles in radians, times in seconds; other
 * units work as well, see `length_unit`. y points upwards.
 */


#ifndef UMBRA_H
#define UMBRA_H

/* Written by bindings/c/header from the sources of the library. Change those. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Outcome of a call. Everything but `UMBRA_STATUS_OK` is a refusal: the scene is as it was, and
// outputs were not written, unless the call says otherwise.
typedef enum {
    // The call did what it says.
    UMBRA_STATUS_OK = 0,
    // A pointer that must not be null is null.
    UMBRA_STATUS_NULL_POINTER = 1,
    // A number, a shape or a list is invalid.
    UMBRA_STATUS_BAD_VALUE = 2,
    // A number that stands for one of a few names stands for none.
    UMBRA_STATUS_BAD_NAME = 3,
    // The body was removed, or never existed.
    UMBRA_STATUS_NO_SUCH_BODY = 4,
    // The collider was removed, or never existed.
    UMBRA_STATUS_NO_SUCH_COLLIDER = 5,
    // The joint was removed or broke, or never existed.
    UMBRA_STATUS_NO_SUCH_JOINT = 6,
    // The field was removed, or never existed.
    UMBRA_STATUS_NO_SUCH_FIELD = 7,
    // The portal was removed, or never existed.
    UMBRA_STATUS_NO_SUCH_PORTAL = 8,
    // The body, joint or field is not of a kind that can do this.
    UMBRA_STATUS_WRONG_KIND = 9,
    // There is no room for more.
    UMBRA_STATUS_FULL = 10,
    // The array of the caller is too small: the needed length was written.
    UMBRA_STATUS_TOO_SMALL = 11,
    // Bytes or text could not be read, or a file not written.
    UMBRA_STATUS_BAD_FILE = 12,
    // A callback failed.
    UMBRA_STATUS_BAD_HOOK = 13,
    // A defect of the library was met. Free the scene.
    UMBRA_STATUS_DEFECT = 14,
} UmbraStatus;

// Bone of a ragdoll.
enum UmbraBone
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Pelvis.
    UMBRA_BONE_PELVIS = 0,
    // Chest.
    UMBRA_BONE_CHEST = 1,
    // Head.
    UMBRA_BONE_HEAD = 2,
    // Left upper arm.
    UMBRA_BONE_LEFT_UPPER_ARM = 3,
    // Left forearm.
    UMBRA_BONE_LEFT_FOREARM = 4,
    // Right upper arm.
    UMBRA_BONE_RIGHT_UPPER_ARM = 5,
    // Right forearm.
    UMBRA_BONE_RIGHT_FOREARM = 6,
    // Left thigh.
    UMBRA_BONE_LEFT_THIGH = 7,
    // Left shin.
    UMBRA_BONE_LEFT_SHIN = 8,
    // Right thigh.
    UMBRA_BONE_RIGHT_THIGH = 9,
    // Right shin.
    UMBRA_BONE_RIGHT_SHIN = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraBone UmbraBone;
#else
typedef uint32_t UmbraBone;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Attachment of the end of a rope, a bridge or a cloth.
enum UmbraEndKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The world.
    UMBRA_END_KIND_WORLD = 0,
    // Nothing.
    UMBRA_END_KIND_FREE = 1,
    // A body.
    UMBRA_END_KIND_BODY = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraEndKind UmbraEndKind;
#else
typedef uint32_t UmbraEndKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a body.
enum UmbraBodyKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Never moves by itself.
    UMBRA_BODY_KIND_FIXED = 0,
    // Moves with the velocity that the caller gives it, whatever is in its way.
    UMBRA_BODY_KIND_KINEMATIC = 1,
    // Moved by forces, contacts and joints.
    UMBRA_BODY_KIND_DYNAMIC = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraBodyKind UmbraBodyKind;
#else
typedef uint32_t UmbraBodyKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Side on which a character touched something.
enum UmbraHitKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Ground that it can stand on.
    UMBRA_HIT_KIND_GROUND = 0,
    // A wall, or ground that is too steep.
    UMBRA_HIT_KIND_WALL = 1,
    // A ceiling.
    UMBRA_HIT_KIND_CEILING = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraHitKind UmbraHitKind;
#else
typedef uint32_t UmbraHitKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Filling of a cell.
enum UmbraCellKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Nothing.
    UMBRA_CELL_KIND_EMPTY = 0,
    // All of it.
    UMBRA_CELL_KIND_FULL = 1,
    // A platform along its upper edge that bodies pass from below.
    UMBRA_CELL_KIND_ONE_WAY = 2,
    // The half at `side`.
    UMBRA_CELL_KIND_HALF = 3,
    // The part under a slope that is thickest at `side`, which is left or right.
    UMBRA_CELL_KIND_SLOPE = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraCellKind UmbraCellKind;
#else
typedef uint32_t UmbraCellKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Side of a cell.
enum UmbraSide
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Left.
    UMBRA_SIDE_LEFT = 0,
    // Right.
    UMBRA_SIDE_RIGHT = 1,
    // Bottom; for halves only.
    UMBRA_SIDE_BOTTOM = 2,
    // Top; for halves only.
    UMBRA_SIDE_TOP = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraSide UmbraSide;
#else
typedef uint32_t UmbraSide;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Steepness of a slope, and the part of it that a cell has.
enum UmbraRamp
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // From one corner to the opposite one.
    UMBRA_RAMP_STEEP = 0,
    // The lower half of a slope over two cells.
    UMBRA_RAMP_GENTLE_START = 1,
    // The upper half of a slope over two cells.
    UMBRA_RAMP_GENTLE_END = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraRamp UmbraRamp;
#else
typedef uint32_t UmbraRamp;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Bodies whose fast motion is swept, so that they do not pass through others.
enum UmbraContinuous
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // None.
    UMBRA_CONTINUOUS_OFF = 0,
    // All are swept past fixed and kinematic bodies, bullets past all.
    UMBRA_CONTINUOUS_FIXED = 1,
    // All are swept past all.
    UMBRA_CONTINUOUS_ALL = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraContinuous UmbraContinuous;
#else
typedef uint32_t UmbraContinuous;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Method that removes overlap.
enum UmbraCorrectionKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Pushes bodies out like a damped spring: `hertz`, `damping_ratio`, `push_speed`.
    UMBRA_CORRECTION_KIND_SOFT = 0,
    // Moves bodies apart by a fraction of the overlap: `fraction`, `slop`, `max_correction`.
    UMBRA_CORRECTION_KIND_LINEAR_PROJECTION = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraCorrectionKind UmbraCorrectionKind;
#else
typedef uint32_t UmbraCorrectionKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Method that solves joints.
enum UmbraJointSolving
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Chosen for each group of joints.
    UMBRA_JOINT_SOLVING_AUTO = 0,
    // One by one.
    UMBRA_JOINT_SOLVING_ROWS = 1,
    // Connected joints at once.
    UMBRA_JOINT_SOLVING_TREES = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraJointSolving UmbraJointSolving;
#else
typedef uint32_t UmbraJointSolving;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Vector width to compute with. Results are the same with all of them.
enum UmbraSimd
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The widest that the machine has.
    UMBRA_SIMD_WIDEST = 0,
    // One lane.
    UMBRA_SIMD_SCALAR = 1,
    // Four lanes.
    UMBRA_SIMD_FOUR = 2,
    // Eight lanes.
    UMBRA_SIMD_EIGHT = 3,
    // Sixteen lanes.
    UMBRA_SIMD_SIXTEEN = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraSimd UmbraSimd;
#else
typedef uint32_t UmbraSimd;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a contact event or of a sensor event.
enum UmbraEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // They touch or overlap and did not before.
    UMBRA_EVENT_KIND_BEGIN = 0,
    // They touched or overlapped and do not any more, or one was removed.
    UMBRA_EVENT_KIND_END = 1,
    // They hit one another, and one of them has `hit_events` on.
    UMBRA_EVENT_KIND_HIT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraEventKind UmbraEventKind;
#else
typedef uint32_t UmbraEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a body event.
enum UmbraBodyEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // It would have got a pose or a velocity that is not finite, and was disabled.
    UMBRA_BODY_EVENT_KIND_DISABLED = 0,
    // It fell asleep.
    UMBRA_BODY_EVENT_KIND_FELL_ASLEEP = 1,
    // It woke.
    UMBRA_BODY_EVENT_KIND_WOKE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraBodyEventKind UmbraBodyEventKind;
#else
typedef uint32_t UmbraBodyEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a joint event.
enum UmbraJointEventKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Its force or torque exceeded its limit.
    UMBRA_JOINT_EVENT_KIND_BROKEN = 0,
    // One of its bodies was removed, or a joint that it geared.
    UMBRA_JOINT_EVENT_KIND_REMOVED = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraJointEventKind UmbraJointEventKind;
#else
typedef uint32_t UmbraJointEventKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a field. A comment names the numbers of `UmbraFieldDef` that count.
enum UmbraFieldKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Gravity instead of that of the scene: `vector`, an acceleration.
    UMBRA_FIELD_KIND_GRAVITY = 0,
    // A pull to the position: `strength`, an acceleration at the distance `range`.
    UMBRA_FIELD_KIND_ATTRACTION = 1,
    // A force to the position: `strength`, over a distance of `range`.
    UMBRA_FIELD_KIND_MAGNET = 2,
    // Wind: `vector`, its velocity; `density`, `drag`, `lift`.
    UMBRA_FIELD_KIND_WIND = 3,
    // Water: `density`, `drag`; `vector`, the velocity of its current.
    UMBRA_FIELD_KIND_WATER = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraFieldKind UmbraFieldKind;
#else
typedef uint32_t UmbraFieldKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Area in which a field acts.
enum UmbraFieldArea
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Everywhere.
    UMBRA_FIELD_AREA_EVERYWHERE = 0,
    // Below its position.
    UMBRA_FIELD_AREA_BELOW = 1,
    // A box around its position: `half_extents`.
    UMBRA_FIELD_AREA_CUBOID = 2,
    // A convex polygon around its position: `points`.
    UMBRA_FIELD_AREA_POLYGON = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraFieldArea UmbraFieldArea;
#else
typedef uint32_t UmbraFieldArea;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Format of bytes.
enum UmbraFormat
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Compact bytes.
    UMBRA_FORMAT_BINARY = 0,
    // JSON text without a zero at its end.
    UMBRA_FORMAT_JSON = 1,
    // JSON text on many lines. Read like `UMBRA_FORMAT_JSON`.
    UMBRA_FORMAT_JSON_PRETTY = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraFormat UmbraFormat;
#else
typedef uint32_t UmbraFormat;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a joint. A comment names the fields of `UmbraJointDef` that it needs besides its bodies.
enum UmbraJointKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // A hinge: `anchor_a`.
    UMBRA_JOINT_KIND_REVOLUTE = 0,
    // A slider: `anchor_a`, `axis`.
    UMBRA_JOINT_KIND_PRISMATIC = 1,
    // A suspension, along an axis with free rotation: `anchor_a`, `axis`.
    UMBRA_JOINT_KIND_WHEEL = 2,
    // A pin in a groove: from `ground_a` to `ground_b` on the first body, `anchor_b`.
    UMBRA_JOINT_KIND_GROOVE = 3,
    // Glue: `anchor_a`.
    UMBRA_JOINT_KIND_WELD = 4,
    // A rod: `anchor_a`, `anchor_b`.
    UMBRA_JOINT_KIND_DISTANCE = 5,
    // A rope: `anchor_a`, `anchor_b`, `length`.
    UMBRA_JOINT_KIND_ROPE = 6,
    // A spring: `anchor_a`, `anchor_b`, `spring`.
    UMBRA_JOINT_KIND_SPRING = 7,
    // Drives the second body as the first sees it: `target`, `velocity`, `angular_velocity`.
    UMBRA_JOINT_KIND_MOTOR = 8,
    // Draws `body_b` to a point of the world: `anchor_a`.
    UMBRA_JOINT_KIND_TARGET = 9,
    // Friction as that of a surface seen from above: `anchor_a`, `max_force`, `max_torque`.
    UMBRA_JOINT_KIND_FRICTION = 10,
    // Couples two rotations: `ratio`. With `joint_a` and `joint_b` instead of bodies, it couples
    // what these joints measure.
    UMBRA_JOINT_KIND_GEAR = 11,
    // A rope over two pulleys: `ground_a`, `ground_b`, `anchor_a`, `anchor_b`, `ratio`.
    UMBRA_JOINT_KIND_PULLEY = 12,
    // Lets a body turn one way: `phase`, `step`.
    UMBRA_JOINT_KIND_RATCHET = 13,
    // Lets two bodies pass through one another.
    UMBRA_JOINT_KIND_FILTER = 14,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraJointKind UmbraJointKind;
#else
typedef uint32_t UmbraJointKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of colliders that outlines become.
enum UmbraOutlineKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Solid bodies: convex parts.
    UMBRA_OUTLINE_KIND_CONCAVE = 0,
    // The convex hull of each outline.
    UMBRA_OUTLINE_KIND_CONVEX = 1,
    // Lines, for terrain.
    UMBRA_OUTLINE_KIND_TERRAIN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraOutlineKind UmbraOutlineKind;
#else
typedef uint32_t UmbraOutlineKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Treatment of one-way platforms by queries.
enum UmbraPlatforms
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Rays and shapes pass from the side that bodies pass from.
    UMBRA_PLATFORMS_PASSABLE = 0,
    // They are solid from all sides.
    UMBRA_PLATFORMS_SOLID = 1,
    // They are not found.
    UMBRA_PLATFORMS_OVERLOOKED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraPlatforms UmbraPlatforms;
#else
typedef uint32_t UmbraPlatforms;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Stage of a step, in the order in which they run.
enum UmbraStage
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Changes are put into effect.
    UMBRA_STAGE_CHANGES = 0,
    // Search for pairs.
    UMBRA_STAGE_PAIRS = 1,
    // Update of contact points.
    UMBRA_STAGE_COLLIDE = 2,
    // Hooks are asked.
    UMBRA_STAGE_HOOKS = 3,
    // Sleeping bodies wake.
    UMBRA_STAGE_WAKE = 4,
    // Islands and colours are built.
    UMBRA_STAGE_STRUCTURE = 5,
    // Constraints are solved and bodies moved.
    UMBRA_STAGE_SOLVE = 6,
    // Colliders follow the bodies.
    UMBRA_STAGE_FINISH = 7,
    // Contacts are reported.
    UMBRA_STAGE_EVENTS = 8,
    // Overlaps of sensors are reported.
    UMBRA_STAGE_SENSORS = 9,
    // Islands at rest fall asleep.
    UMBRA_STAGE_SLEEP = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraStage UmbraStage;
#else
typedef uint32_t UmbraStage;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Kind of a shape.
enum UmbraShapeKind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // A circle around the origin: `radius`.
    UMBRA_SHAPE_KIND_CIRCLE = 0,
    // A box around the origin: half extents `a`, rounded by `radius`.
    UMBRA_SHAPE_KIND_CUBOID = 1,
    // A capsule: from `a` to `b`, `radius`.
    UMBRA_SHAPE_KIND_CAPSULE = 2,
    // A line from `a` to `b`.
    UMBRA_SHAPE_KIND_SEGMENT = 3,
    // A convex polygon: `points`, counter-clockwise, rounded by `radius`.
    UMBRA_SHAPE_KIND_POLYGON = 4,
    // The convex hull of `points`, rounded by `radius`.
    UMBRA_SHAPE_KIND_HULL = 5,
    // A chain of lines through `points`, without inner edges to catch on. For colliders only.
    UMBRA_SHAPE_KIND_CHAIN = 6,
    // A closed chain of lines through `points`. For colliders only.
    UMBRA_SHAPE_KIND_CHAIN_LOOP = 7,
    // A polygon that need not be convex: `points`, cut into convex ones. For colliders only.
    UMBRA_SHAPE_KIND_CONCAVE = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraShapeKind UmbraShapeKind;
#else
typedef uint32_t UmbraShapeKind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Rule that combines the friction or the restitution of two colliders.
enum UmbraCombineRule
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The rule of the scene.
    UMBRA_COMBINE_RULE_USUAL = 0,
    // Mean of both.
    UMBRA_COMBINE_RULE_AVERAGE = 1,
    // Square root of the product.
    UMBRA_COMBINE_RULE_GEOMETRIC_MEAN = 2,
    // The smaller one.
    UMBRA_COMBINE_RULE_MINIMUM = 3,
    // The larger one.
    UMBRA_COMBINE_RULE_MAXIMUM = 4,
    // Product of both.
    UMBRA_COMBINE_RULE_MULTIPLY = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum UmbraCombineRule UmbraCombineRule;
#else
typedef uint32_t UmbraCombineRule;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Keys of the bodies and joints of something that was built. Opaque.
typedef struct UmbraAssembly UmbraAssembly;

// Copies of a scene. Opaque.
typedef struct UmbraBatch UmbraBatch;

// A car seen from the side, beside the scene. Opaque.
typedef struct UmbraCar UmbraCar;

// A character beside the scene. Opaque.
typedef struct UmbraCharacter UmbraCharacter;

// Finds new keys by old ones after an insertion. Opaque.
typedef struct UmbraInserted UmbraInserted;

// Outlines of what is opaque in a picture. Opaque.
typedef struct UmbraOutlines UmbraOutlines;

// Bodies with their colliders, joints and contacts, outside of a scene. Opaque.
typedef struct UmbraPartOfScene UmbraPartOfScene;

// Predicted paths of bodies. Opaque.
typedef struct UmbraPrediction UmbraPrediction;

// Recording of everything that was done to a scene. Opaque.
typedef struct UmbraRecording UmbraRecording;

// Does again what was recorded. Opaque.
typedef struct UmbraReplay UmbraReplay;

// A world of bodies. Opaque.
typedef struct UmbraScene UmbraScene;

// A moment of a scene. Opaque.
typedef struct UmbraSnapshot UmbraSnapshot;

// Keys of the parts of a soft body. Opaque.
typedef struct UmbraSoftBody UmbraSoftBody;

// Turns frames of any length into steps of a fixed one. Opaque.
typedef struct UmbraTimestep UmbraTimestep;

// A car seen from above, beside the scene. Opaque.
typedef struct UmbraTopDownCar UmbraTopDownCar;

// A point, or a direction and a length.
typedef struct {
    // Along x.
    float x;
    // Along y.
    float y;
} UmbraVec2;

// A rotation as cosine and sine of its angle.
typedef struct {
    // Cosine of the angle.
    float cos;
    // Sine of the angle.
    float sin;
} UmbraRotation;

// Position and rotation.
typedef struct {
    // Position.
    UmbraVec2 position;
    // Rotation.
    UmbraRotation rotation;
} UmbraPose;

// Collision filter: categories, and which categories to collide with.
typedef struct {
    // The categories that the object belongs to. 1 by default.
    uint64_t category;
    // The categories that the object collides with. All by default.
    uint64_t mask;
    // Two objects of the same group, other than 0, always collide when it is positive and never
    // when it is negative.
    int32_t group;
} UmbraFilter;

// Material of a surface.
typedef struct {
    // Friction. 0.6 by default.
    float friction;
    // Restitution: the fraction of an impact's speed that is given back. 0 by default.
    float restitution;
    // Rolling resistance, as a length. 0 by default.
    float rolling_resistance;
    // Speed of the surface along itself, as that of a conveyor belt. 0 by default.
    float surface_speed;
    // One of `UmbraCombineRule`.
    uint32_t friction_rule;
    // One of `UmbraCombineRule`.
    uint32_t restitution_rule;
} UmbraMaterial;

// A number that may be left out: see `umbra_some`.
typedef struct {
    // False if there is none; `value` does not count then.
    bool is_set;
    // The number.
    float value;
} UmbraOptionReal;

// Two numbers that may be left out: see `umbra_some_pair`.
typedef struct {
    // False if there are none; the others do not count then.
    bool is_set;
    // The first number: a lower limit, a speed, a frequency, a stiffness, x.
    float first;
    // The second number: an upper limit, a maximum force, a damping ratio, a damping, y.
    float second;
} UmbraOptionPair;

// Names a body of a scene. Never 0, and never used again for another body of that scene. A key of
// another scene is not recognised as such.
typedef uint64_t UmbraBodyKey;

// Names a collider of a scene. Never 0, and never used again for another one of that scene.
typedef uint64_t UmbraColliderKey;

// Names a joint of a scene. Never 0, and never used again for another one of that scene.
typedef uint64_t UmbraJointKey;

// Stiffness of a constraint, as that of a damped spring.
typedef struct {
    // Frequency, in hertz.
    float hertz;
    // Damping ratio; 1 is critical.
    float damping_ratio;
} UmbraSoftness;

// Configuration of the solver. Lengths and speeds are in length units.
typedef struct {
    // Number of substeps in a step.
    uint32_t substeps;
    // Passes over the velocities, per substep.
    uint32_t velocity_iterations;
    // Passes over the overlaps, per substep.
    uint32_t position_iterations;
    // One of `UmbraCorrectionKind`; it says which of the next six count.
    uint32_t correction;
    // Frequency of the spring of a soft correction.
    float hertz;
    // Damping ratio of the spring of a soft correction.
    float damping_ratio;
    // Fastest push of a soft correction.
    float push_speed;
    // Fraction of the overlap that a pass of a linear projection removes.
    float fraction;
    // Overlap that a linear projection leaves.
    float slop;
    // Greatest displacement in a pass of a linear projection.
    float max_correction;
    // True to start from the impulses of the step before.
    bool warm_starting;
    // Contacts that approach slower than this do not bounce.
    float restitution_threshold;
    // One of `UmbraJointSolving`.
    uint32_t joints;
    // Stiffness with which errors of joints are corrected.
    UmbraSoftness joint_softness;
    // Greatest speed of bodies.
    float max_speed;
} UmbraSolverConfig;

// Configuration of a scene.
typedef struct {
    // Acceleration of every body whose gravity scale is 1. (0, -9.81) by default.
    UmbraVec2 gravity;
    // Size of a typical object: tolerances are multiplied by it. 1 by default.
    float length_unit;
    // The solver.
    UmbraSolverConfig solver;
    // Impacts at least this fast are reported as hits.
    float hit_speed;
    // One of `UmbraContinuous`.
    uint32_t continuous;
    // One of `UmbraCombineRule`, for colliders without a rule of their own.
    uint32_t friction_rule;
    // One of `UmbraCombineRule`, for colliders without a rule of their own.
    uint32_t restitution_rule;
    // True if bodies fall asleep by themselves.
    bool sleep_enabled;
    // A body is still while none of its points moves faster than this.
    float sleep_speed;
    // Seconds for which all of an island has to be still.
    float sleep_delay;
    // Maximum number of pieces into which a body breaks.
    uint32_t pieces_per_body;
    // Nothing breaks any more while the scene has this many pieces.
    uint32_t pieces_in_scene;
    // One of `UmbraSimd`.
    uint32_t simd;
} UmbraSceneConfig;

// Two colliders that may touch.
typedef struct {
    // The two.
    UmbraColliderKey colliders[2];
    // Their bodies, in the same order.
    UmbraBodyKey bodies[2];
    // Their user data, in the same order.
    uint64_t user_data[2];
} UmbraContactPair;

// A contact that a hook may change before it is solved.
typedef struct {
    // The two colliders.
    UmbraContactPair pair;
    // From the first to the second.
    UmbraVec2 normal;
    // Smallest distance; negative if they overlap.
    float separation;
    // May be changed.
    float friction;
    // May be changed.
    float restitution;
    // May be changed.
    float rolling_resistance;
    // May be changed.
    float surface_speed;
    // May be set to false: the two pass through one another in this step.
    bool enabled;
    // Number of points.
    uint32_t point_count;
    // The points.
    UmbraVec2 points[2];
    // May be set to false, to leave a point out.
    bool keep_point[2];
} UmbraContactEdit;

// Callbacks of a step. Each may be null. They are called on the thread that calls
// `umbra_scene_step`, one after the other, in a fixed order. They must decide by their arguments
// and `context` alone, or results differ from run to run. They must not call the library with the
// scene that is stepped, and must not throw or jump out.
typedef struct {
    // Returns false if the two are to pass through one another.
    bool (*should_collide)(void *context, const UmbraContactPair *pair);
    // Returns false if the first, a sensor, is not to see the second.
    bool (*should_sense)(void *context, const UmbraContactPair *pair);
    // Changes a contact.
    void (*modify_contact)(void *context, UmbraContactEdit *contact);
    // Given to each callback.
    void *context;
} UmbraHooks;

// Numbers of a scene and of its last step.
typedef struct {
    // Bodies of all kinds.
    size_t bodies;
    // Bodies that can move.
    size_t moving_bodies;
    // Moving bodies that do not sleep.
    size_t awake_bodies;
    // Colliders.
    size_t colliders;
    // Joints.
    size_t joints;
    // Fields.
    size_t fields;
    // Portals.
    size_t portals;
    // Pairs of shapes whose boxes overlap.
    size_t contacts;
    // Contacts with at least one awake body.
    size_t awake_contacts;
    // Contacts that had points in the last step.
    size_t solved_contacts;
    // Contacts that touch.
    size_t touching_contacts;
    // Colliders that are sensors.
    size_t sensors;
    // Pairs of a sensor and a collider that overlaps it.
    size_t overlaps;
    // Joints that the last step solved.
    size_t solved_joints;
    // Groups of awake bodies that fall asleep together.
    size_t islands;
    // Groups of islands that are solved by one thread each.
    size_t batches;
    // Number of times that the last step slowed a body down to the greatest speed.
    size_t slowed;
    // Number of breaks that a limit prevented in the last step.
    size_t fractures_bounded;
} UmbraStats;

// A force and a torque, or an impulse and an angular impulse.
typedef struct {
    // Force at the centre of mass, or impulse.
    UmbraVec2 force;
    // Torque, or angular impulse.
    float torque;
} UmbraForce;

// Mass, inertia and centre of mass of a body.
typedef struct {
    // False to compute them from the colliders; the others do not count then.
    bool is_set;
    // Mass.
    float mass;
    // Rotational inertia about the centre of mass.
    float inertia;
    // Centre of mass, as the body sees it.
    UmbraVec2 center;
} UmbraMassProperties;

// A body to be added: see `umbra_body_def_default`.
typedef struct {
    // One of `UmbraBodyKind`. Dynamic by default.
    uint32_t kind;
    // Position. (0, 0) by default.
    UmbraVec2 position;
    // Rotation: see `umbra_rotation`. None by default.
    UmbraRotation rotation;
    // Velocity of the centre of mass.
    UmbraVec2 linear_velocity;
    // Radians per second, counter-clockwise.
    float angular_velocity;
    // Damping of the velocity, per second.
    float linear_damping;
    // Damping of the angular velocity, per second.
    float angular_damping;
    // Factor on the gravity of the scene. 1 by default.
    float gravity_scale;
    // Force and torque that act in every step.
    UmbraForce constant_force;
    // Mass besides that of the colliders.
    float additional_mass;
    // Mass, inertia and centre, instead of those of the colliders.
    UmbraMassProperties mass_properties;
    // Impulse per area at which the body breaks; none for never.
    UmbraOptionReal fracture;
    // Factor on the speed below which the body is still. 1 by default.
    float sleep_tolerance;
    // True if the body does not turn.
    bool lock_rotation;
    // True if the body does not move along x.
    bool lock_translation_x;
    // True if the body does not move along y.
    bool lock_translation_y;
    // True if the body is swept past all others.
    bool bullet;
    // True if the body may fall asleep. The default.
    bool can_sleep;
    // True if the body begins asleep.
    bool sleeping;
    // True if the body takes part in the simulation. The default.
    bool enabled;
    // A number for the caller.
    uint64_t user_data;
} UmbraBodyDef;

// Velocity of a body.
typedef struct {
    // Velocity of the centre of mass.
    UmbraVec2 linear;
    // Radians per second, counter-clockwise.
    float angular;
} UmbraVelocity;

// A box along the axes.
typedef struct {
    // Lower left corner.
    UmbraVec2 min;
    // Upper right corner.
    UmbraVec2 max;
} UmbraAabb;

// A shape. The functions `umbra_circle`, `umbra_cuboid`, ... fill one; bad numbers are refused by
// the call that it is given to.
typedef struct {
    // One of `UmbraShapeKind`; it says which of the others count.
    uint32_t kind;
    // First end, or half extents.
    UmbraVec2 a;
    // Second end.
    UmbraVec2 b;
    // Radius.
    float radius;
    // Points of the caller, which are read when the shape is used.
    const UmbraVec2 *points;
    // Number of points.
    size_t point_count;
} UmbraShape;

// Everything of a collider but its shape: see `umbra_collider_def_default`.
typedef struct {
    // Material of its surface.
    UmbraMaterial material;
    // Mass per area, if it is set. 1 by default.
    UmbraOptionReal density;
    // Mass, instead of a density, if it is set.
    UmbraOptionReal mass;
    // Pose on the body.
    UmbraPose offset;
    // Filter.
    UmbraFilter filter;
    // True for a collider that only reports overlaps.
    bool sensor;
    // True if, as a sensor, it reports other sensors.
    bool sees_sensors;
    // True if its impacts give events.
    bool hit_events;
    // True if its lines collide from their left only.
    bool one_sided;
    // Direction from which a one-way platform holds bodies, if it is set.
    UmbraOptionPair one_way;
    // A number for the caller.
    uint64_t user_data;
} UmbraColliderDef;

// A shape and where it is: part of a compound collider.
typedef struct {
    // Pose on the collider.
    UmbraPose pose;
    // The shape; not a chain and not concave.
    UmbraShape shape;
} UmbraPlacedShape;

// A cell of a tile map.
typedef struct {
    // One of `UmbraCellKind`.
    uint32_t cell;
    // One of `UmbraSide`, for halves and slopes.
    uint32_t side;
    // One of `UmbraRamp`, for slopes.
    uint32_t ramp;
    // True for a slope that hangs from the upper edge.
    bool ceiling;
    // True if the cell has a material of its own.
    bool has_material;
    // Material of the cell.
    UmbraMaterial material;
    // A number for the caller.
    uint64_t user_data;
} UmbraTile;

// A cell and where it is.
typedef struct {
    // Column, from the left.
    int32_t column;
    // Row, from below.
    int32_t row;
    // The cell.
    UmbraTile tile;
} UmbraPlacedTile;

// Shape or cell of a collider.
typedef struct {
    // True for a cell of a tile map.
    bool is_cell;
    // Index of the shape; 0 for a cell.
    size_t shape;
    // Column of the cell.
    int32_t column;
    // Row of the cell, from below.
    int32_t row;
} UmbraPart;

// A shape as a collider has it, with its corners written to an array of the caller.
typedef struct {
    // One of `UmbraShapeKind`: a circle, a capsule, a segment or a polygon.
    uint32_t kind;
    // Pose in the world.
    UmbraPose pose;
    // First end of a capsule or a segment, in the shape's pose.
    UmbraVec2 a;
    // Second end.
    UmbraVec2 b;
    // Radius of a circle, a capsule or rounded corners.
    float radius;
    // Number of corners of a polygon, in the shape's pose.
    size_t vertex_count;
} UmbraShapeView;

// A pose that may be left out.
typedef struct {
    // False if there is none; `pose` does not count then.
    bool is_set;
    // The pose.
    UmbraPose pose;
} UmbraOptionPose;

// A joint to be added: see `umbra_joint_def_default`. Points are points of the world.
typedef struct {
    // One of `UmbraJointKind`.
    uint32_t kind;
    // First body.
    UmbraBodyKey body_a;
    // Second body.
    UmbraBodyKey body_b;
    // First joint of a gear between joints; 0 otherwise.
    UmbraJointKey joint_a;
    // Second joint of a gear between joints; 0 otherwise.
    UmbraJointKey joint_b;
    // Anchor on the first body, or on both.
    UmbraVec2 anchor_a;
    // Anchor on the second body.
    UmbraVec2 anchor_b;
    // Direction of a slider or a suspension.
    UmbraVec2 axis;
    // First pulley, or begin of a groove.
    UmbraVec2 ground_a;
    // Second pulley, or end of a groove.
    UmbraVec2 ground_b;
    // True to take `local_anchor_a` and `local_anchor_b`, as the bodies see them, instead of
    // points of the world. The axis is as the first body sees it then, too.
    bool use_local_anchors;
    // Anchor as the first body sees it.
    UmbraVec2 local_anchor_a;
    // Anchor as the second body sees it.
    UmbraVec2 local_anchor_b;
    // Ratio of a gear or a pulley. 1 by default.
    float ratio;
    // Maximum length of a rope.
    float length;
    // Angle of the first tooth of a ratchet.
    float phase;
    // Angle between teeth of a ratchet.
    float step;
    // Lower and upper limit: `umbra_some_pair`.
    UmbraOptionPair limits;
    // Speed and maximum force or torque of a motor: `umbra_some_pair`.
    UmbraOptionPair motor;
    // Frequency and damping ratio of a spring: `umbra_some_pair`.
    UmbraOptionPair spring;
    // Frequency and damping ratio of an angular spring: `umbra_some_pair`.
    UmbraOptionPair angular_spring;
    // Frequency and damping ratio of its rigid parts: `umbra_some_pair`.
    UmbraOptionPair softness;
    // Value at which a spring is at rest: `umbra_some`.
    UmbraOptionReal rest;
    // Target pose of a motor joint.
    UmbraOptionPose target;
    // Target velocity of a motor joint: `umbra_some_pair`.
    UmbraOptionPair velocity;
    // Target angular velocity of a motor joint: `umbra_some`.
    UmbraOptionReal angular_velocity;
    // Maximum force: `umbra_some`.
    UmbraOptionReal max_force;
    // Maximum torque: `umbra_some`.
    UmbraOptionReal max_torque;
    // Force at which it breaks: `umbra_some`.
    UmbraOptionReal break_force;
    // Torque at which it breaks: `umbra_some`.
    UmbraOptionReal break_torque;
    // True if its bodies collide with one another.
    bool collide_connected;
    // True if it acts. The default.
    bool enabled;
    // A number for the caller.
    uint64_t user_data;
} UmbraJointDef;

// A point of a contact.
typedef struct {
    // Point in the world.
    UmbraVec2 position;
    // Distance; negative if the two overlap.
    float separation;
    // Impulse along the normal in the last substep.
    float normal_impulse;
    // Impulse of friction in the last substep.
    float tangent_impulse;
} UmbraContactPoint;

// Two colliders that touch or are about to.
typedef struct {
    // The two.
    UmbraColliderKey colliders[2];
    // Their bodies, in the same order.
    UmbraBodyKey bodies[2];
    // From the first to the second.
    UmbraVec2 normal;
    // True if they touch.
    bool is_touching;
    // Number of points.
    uint32_t point_count;
    // The points.
    UmbraContactPoint points[2];
} UmbraContact;

// Two colliders began to touch, ended it, or hit one another.
typedef struct {
    // One of `UmbraEventKind`. What follows `bodies` counts for hits only.
    uint32_t kind;
    // The two. After an end, one or both may be removed.
    UmbraColliderKey colliders[2];
    // Their bodies, in the same order.
    UmbraBodyKey bodies[2];
    // Shape or cell of each.
    UmbraPart parts[2];
    // Material of each.
    UmbraMaterial materials[2];
    // Point of the hit.
    UmbraVec2 point;
    // From the first to the second.
    UmbraVec2 normal;
    // Speed of approach along the normal.
    float speed;
    // Speed of sliding along the surface.
    float tangent_speed;
    // Impulse along the normal in the whole step.
    float impulse;
} UmbraContactEvent;

// An impact of two colliders is over: its whole impulse, over one or more steps.
typedef struct {
    // The two.
    UmbraColliderKey colliders[2];
    // Their bodies, in the same order.
    UmbraBodyKey bodies[2];
    // Shape or cell of each.
    UmbraPart parts[2];
    // Point at which it began.
    UmbraVec2 point;
    // From the first to the second.
    UmbraVec2 normal;
    // Speed of approach when it began.
    float speed;
    // Speed of sliding when it began.
    float tangent_speed;
    // Impulse of the whole impact.
    float impulse;
} UmbraImpactEvent;

// A collider began or ended to overlap a sensor.
typedef struct {
    // `UMBRA_EVENT_KIND_BEGIN` or `UMBRA_EVENT_KIND_END`.
    uint32_t kind;
    // The sensor.
    UmbraColliderKey sensor;
    // Collider that overlaps it.
    UmbraColliderKey visitor;
    // Body of the sensor.
    UmbraBodyKey sensor_body;
    // Body of the visitor.
    UmbraBodyKey visitor_body;
} UmbraSensorEvent;

// Something happened to a body.
typedef struct {
    // One of `UmbraBodyEventKind`.
    uint32_t kind;
    // The body.
    UmbraBodyKey body;
} UmbraBodyEvent;

// A joint was removed by the step.
typedef struct {
    // One of `UmbraJointEventKind`.
    uint32_t kind;
    // The joint. It is not in the scene any more.
    UmbraJointKey joint;
    // Its first body.
    UmbraBodyKey body_a;
    // Its second body.
    UmbraBodyKey body_b;
    // Force on the second body, if it broke.
    UmbraVec2 force;
    // Torque on the second body, if it broke.
    float torque;
} UmbraJointEvent;

// A body broke, and this piece came of it.
typedef struct {
    // The body that broke, and is the heaviest piece now.
    UmbraBodyKey body;
    // Another piece, which is new.
    UmbraBodyKey piece;
    // Point at which it was hit.
    UmbraVec2 point;
    // Impulse of the impact.
    float impulse;
} UmbraFractureEvent;

// A body that the last step moved.
typedef struct {
    // The body.
    UmbraBodyKey body;
    // Pose of the body now.
    UmbraPose pose;
    // True if it fell asleep.
    bool fell_asleep;
} UmbraBodyMove;

// Decides which colliders a query finds. A null filter of other calls means the default one.
typedef struct {
    // The query counts as an object with this filter. Everything by default.
    UmbraFilter filter;
    // This body is not found; 0 for none.
    UmbraBodyKey exclude;
    // True if fixed bodies are found. The default.
    bool fixed;
    // True if kinematic bodies are found. The default.
    bool kinematic;
    // True if dynamic bodies are found. The default.
    bool dynamic;
    // True if sensors are found. False by default.
    bool sensors;
    // True if rays and moving shapes go through portals. The default.
    bool portals;
    // One of `UmbraPlatforms`.
    uint32_t platforms;
    // Returns true for colliders that are to be found, as a last question. Null for all. It may
    // read the scene. `umbra_scene_cast_rays` may call it from several threads at once.
    bool (*accepts)(void *context, UmbraColliderKey collider);
    // Given to `accepts`.
    void *context;
} UmbraQueryFilter;

// Nearest point of a collider.
typedef struct {
    // False if nothing is near enough; the others are 0 then.
    bool hit;
    // The body.
    UmbraBodyKey body;
    // The collider.
    UmbraColliderKey collider;
    // Shape or cell of the collider.
    UmbraPart part;
    // Its nearest point.
    UmbraVec2 point;
    // Normal of the surface there.
    UmbraVec2 normal;
    // Distance; negative inside.
    float distance;
} UmbraPointHit;

// Hit of a ray.
typedef struct {
    // False if nothing was hit; the others are 0 then.
    bool hit;
    // The body.
    UmbraBodyKey body;
    // The collider.
    UmbraColliderKey collider;
    // Shape or cell of the collider.
    UmbraPart part;
    // Part of the ray before the hit, from 0 to 1.
    float fraction;
    // Point of the hit.
    UmbraVec2 point;
    // Normal of the surface.
    UmbraVec2 normal;
} UmbraRayHit;

// A ray from `origin` to `origin + translation`.
typedef struct {
    // Begin of the ray.
    UmbraVec2 origin;
    // Direction and length of the ray.
    UmbraVec2 translation;
} UmbraRay;

// Hit of a moving shape.
typedef struct {
    // False if nothing was hit; the others do not count then.
    bool hit;
    // The body.
    UmbraBodyKey body;
    // The collider.
    UmbraColliderKey collider;
    // Shape or cell of the collider.
    UmbraPart part;
    // Part of the path before the hit, from 0 to 1.
    float fraction;
    // Point of the hit.
    UmbraVec2 point;
    // Normal of the surface that was hit.
    UmbraVec2 normal;
    // Pose of the shape when it hits.
    UmbraPose pose;
} UmbraCastHit;

// Settings of a recording: see `umbra_recorder_default`.
typedef struct {
    // Steps between snapshots, from which a replay seeks. 300 by default.
    uint32_t keyframe_every;
    // Number of last steps to keep; 0, the default, for all.
    uint32_t keep_last;
    // True to keep a hash of each body, to find the first that differs.
    bool each_body;
} UmbraRecorder;

// First step of a replay that came to other bits than recorded.
typedef struct {
    // False if there is none; the others are 0 then.
    bool diverged;
    // The step, from 1.
    uint32_t step;
    // State hash that was recorded.
    uint64_t recorded;
    // State hash that was found.
    uint64_t found;
    // First body that differs; 0 if that was not recorded.
    UmbraBodyKey body;
} UmbraDivergence;

// A field: see `umbra_field_def_default`.
typedef struct {
    // One of `UmbraFieldKind`.
    uint32_t kind;
    // An acceleration, or a velocity.
    UmbraVec2 vector;
    // An acceleration, or a force.
    float strength;
    // Distance at which `strength` counts.
    float range;
    // Density of wind or water. 1 by default.
    float density;
    // Drag of wind or water. 1 by default.
    float drag;
    // Lift of wind. 0.5 by default.
    float lift;
    // One of `UmbraFieldArea`.
    uint32_t area;
    // Half of width and height of a box.
    UmbraVec2 half_extents;
    // Points of a polygon, counter-clockwise.
    const UmbraVec2 *points;
    // Number of points.
    size_t point_count;
    // Position, in the world or on a body.
    UmbraVec2 position;
    // Angle, in radians.
    float angle;
    // Body on which it lies; 0 for the world.
    UmbraBodyKey body;
    // Filter: it acts on what such an object would collide with. Everything by default.
    UmbraFilter filter;
    // True if it acts. The default.
    bool enabled;
} UmbraFieldDef;

// Names a field of a scene. Never 0, and never used again for another one of that scene.
typedef uint64_t UmbraFieldKey;

// An explosion: see `umbra_explosion_default`.
typedef struct {
    // Centre.
    UmbraVec2 center;
    // Distance at which it ends.
    float reach;
    // Distance up to which it has its full strength. 0 by default.
    float core;
    // Impulse per length that faces the centre. 1 by default.
    float impulse;
    // True if walls protect what is behind them. False by default.
    bool shielded;
    // Filter. Everything by default.
    UmbraFilter filter;
} UmbraExplosion;

// A body that an explosion pushed.
typedef struct {
    // The body.
    UmbraBodyKey body;
    // Impulse that it got.
    UmbraVec2 impulse;
    // Point at which it got it.
    UmbraVec2 point;
    // The body that it was a piece of, if the explosion broke it; otherwise 0.
    UmbraBodyKey piece_of;
} UmbraBlown;

// Two segments of equal length: what goes into one comes out of the other.
typedef struct {
    // First segment: what crosses it from its left goes in.
    UmbraVec2 from[2];
    // Second segment, from which it comes out on the right.
    UmbraVec2 to[2];
    // True if nothing goes back.
    bool one_way;
    // False for a portal that is shut.
    bool enabled;
} UmbraPortal;

// Names a portal of a scene. Never 0, and never used again for another one of that scene.
typedef uint64_t UmbraPortalKey;

// A body will begin to touch something.
typedef struct {
    // Step in which it does, from 1.
    uint32_t step;
    // Seconds from now.
    float time;
    // Its collider; 0 if it is not known.
    UmbraColliderKey collider;
    // The other collider; 0 if it is not known.
    UmbraColliderKey other;
    // Body of the other collider; 0 if it is not known.
    UmbraBodyKey other_body;
    // The point.
    UmbraVec2 point;
    // Normal of the surface.
    UmbraVec2 normal;
} UmbraTouch;

// Parts of a scene to draw: see `umbra_draw_options_default`.
typedef struct {
    // Shapes of colliders. Shown by default.
    bool shapes;
    // Joints. Shown by default.
    bool joints;
    // Areas of fields. Shown by default.
    bool fields;
    // Portals. Shown by default.
    bool portals;
    // Boxes around colliders.
    bool boxes;
    // Contact points.
    bool contacts;
    // Normals of contacts.
    bool normals;
    // Impulses at contact points.
    bool impulses;
    // Centres of mass.
    bool centers_of_mass;
    // Velocities of the centres of mass.
    bool velocities;
    // Boxes around groups of bodies that touch.
    bool islands;
    // True to draw only what reaches into `view`.
    bool has_view;
    // Rectangle to draw.
    UmbraAabb view;
    // Time at which to show bodies, from 0, before the last step, to 1, after it.
    float interpolation;
    // Pixels per length unit of an SVG picture; 0, the default, for a usual size.
    float scale;
} UmbraDrawOptions;

// Callbacks that draw. Each may be null. A colour is 0xrrggbb.
typedef struct {
    // A circle.
    void (*circle)(void *context,
                   UmbraVec2 center,
                   float radius,
                   UmbraRotation rotation,
                   uint32_t color);
    // A capsule: its ends and its radius.
    void (*capsule)(void *context, UmbraVec2 a, UmbraVec2 b, float radius, uint32_t color);
    // A polygon: its corners, their number, the radius of rounded corners.
    void (*polygon)(void *context,
                    const UmbraVec2 *corners,
                    size_t count,
                    float radius,
                    uint32_t color);
    // A line.
    void (*segment)(void *context, UmbraVec2 a, UmbraVec2 b, uint32_t color);
    // An arrow: from where, and how far along.
    void (*arrow)(void *context, UmbraVec2 from, UmbraVec2 along, uint32_t color);
    // A point.
    void (*point)(void *context, UmbraVec2 at, uint32_t color);
    // A text, which ends with a zero.
    void (*text)(void *context, UmbraVec2 at, const char *text, uint32_t color);
    // Given to each callback.
    void *context;
} UmbraDraw;

// Settings of a character: see `umbra_character_settings_default`.
typedef struct {
    // The direction away from the ground. (0, 1) by default.
    UmbraVec2 up;
    // True if right is `up` turned counter-clockwise (from x to y), and not clockwise. For worlds
    // whose y points down on the screen: `up` is (0, -1) there, and a player on the right still
    // has the larger x. False by default.
    bool mirrored;
    // Speed of running, along the ground. 5 by default.
    float run_speed;
    // Speed while it crouches. 2 by default.
    float crouch_speed;
    // Speed on a ladder. 3 by default.
    float climb_speed;
    // Acceleration on the ground, up to its speed. 40 by default.
    float acceleration;
    // Deceleration on the ground, when it stops. 60 by default.
    float deceleration;
    // Acceleration in the air. 25 by default.
    float air_acceleration;
    // Gravity of the character, downwards; that of the scene does not count. 25 by default.
    float gravity;
    // Maximum speed of falling. 25 by default.
    float max_fall_speed;
    // Height of a jump while jump is held. 1.6 by default.
    float jump_height;
    // Height of a jump that is let go at once, which is seen in the step after; as `jump_height` for jumps of one
    // height. 0.5 by default.
    float min_jump_height;
    // Coyote time: seconds after leaving the ground in which it can still jump. 0.1 by default.
    float coyote_time;
    // Jump buffer: seconds for which a jump that was pressed too early waits for the ground. 0.1
    // by default.
    float jump_buffer;
    // The steepest ground that it stands and walks on, in radians. 50 degrees by default.
    float max_slope;
    // The highest step that it walks up. 0.3 by default.
    float step_up;
    // Maximum depth of ground below it that it follows while it walks: over crests and down steps.
    // 0.3 by default.
    float step_down;
    // True if dynamic bodies can be steps. True by default.
    bool steps_on_dynamic;
    // Mass with which it pushes dynamic bodies, and weighs on those that it stands on; 0 pushes
    // nothing. 70 by default.
    float mass;
    // Filter that it has as an object, which decides which colliders it collides with. Everything
    // by default.
    UmbraFilter filter;
} UmbraCharacterSettings;

// Wishes of a player for a step. Zeroed, it is a player who does nothing.
typedef struct {
    // Wanted speed of running, as a fraction of its speed: from -1 to 1, where 1 is to the right
    // as seen with `up` upwards; see `mirrored`.
    float run;
    // True while jump is held. It jumps when this becomes true, and higher the longer it stays
    // true.
    bool jump;
    // True to fall through the one-way platform that it stands on.
    bool drop;
    // True to crouch. When this becomes false, it stands up as soon as there is room.
    bool crouch;
    // True while it holds on to a ladder. The game knows where ladders are, and when the player
    // grips one.
    bool ladder;
    // Wanted speed on a ladder, from -1 (down) to 1 (up).
    float climb;
} UmbraCharacterInput;

// Result of a step of a character.
typedef struct {
    // Displacement in the step.
    UmbraVec2 translation;
    // Part of it by which the ground carried it.
    UmbraVec2 carried;
    // Height of the steps that it went up or down.
    float stepped;
    // True if it jumped.
    bool jumped;
    // True if it landed.
    bool landed;
    // Speed with which it landed.
    float landing_speed;
    // Body that crushes it; 0 for none.
    UmbraBodyKey crushed_by;
    // Depth to which that body is in it.
    float crush_depth;
} UmbraMoved;

// A character as it is.
typedef struct {
    // Pose of the character.
    UmbraPose pose;
    // Its own velocity.
    UmbraVec2 velocity;
    // Its velocity with that of the ground.
    UmbraVec2 world_velocity;
    // True if it stands on something.
    bool is_on_ground;
    // Body that it stands on; 0 for none.
    UmbraBodyKey ground_body;
    // Collider that it stands on; 0 for none.
    UmbraColliderKey ground_collider;
    // Normal of the ground.
    UmbraVec2 ground_normal;
    // True while it crouches.
    bool is_crouched;
    // True while it is on a ladder.
    bool is_climbing;
    // True while it falls through a platform.
    bool is_dropping;
    // True while it rises from a jump that is held.
    bool is_rising;
    // Seconds since it left the ground.
    float air_time;
} UmbraCharacterState;

// Something that a character touched.
typedef struct {
    // One of `UmbraHitKind`.
    uint32_t kind;
    // The body.
    UmbraBodyKey body;
    // The collider.
    UmbraColliderKey collider;
    // Shape or cell of the collider.
    UmbraPart part;
    // The point.
    UmbraVec2 point;
    // Normal of the surface.
    UmbraVec2 normal;
} UmbraCharacterHit;

// Engine at a wheel.
typedef struct {
    // True if the wheel is driven.
    bool is_set;
    // Maximum torque of a car's wheel, or force of a tyre.
    float most;
    // Speed beyond which it gives nothing.
    float top_speed;
    // Fraction of `most` (y) by the fraction of `top_speed` (x), sorted by x; null for all of it.
    const UmbraVec2 *curve;
    // Number of points of the curve.
    size_t curve_count;
} UmbraDrive;

// An axle with its wheel.
typedef struct {
    // Position along x, forwards from the chassis' origin.
    float x;
    // Radius of the wheel.
    float radius;
    // Mass of the wheel.
    float mass;
    // Friction of the wheel.
    float friction;
    // Frequency at which the chassis swings on its springs.
    float hertz;
    // Damping ratio of that motion.
    float damping_ratio;
    // Travel of the wheel downwards from its position at rest.
    float travel_down;
    // Travel of the wheel upwards from its position at rest.
    float travel_up;
    // Drive of the wheel: see `umbra_drive`.
    UmbraDrive drive;
    // Maximum torque of its brake.
    float brake;
    // Torque of the handbrake.
    float handbrake;
    // Torque that slows it while nothing drives it.
    float drag;
} UmbraAxle;

// Settings of a car: see `umbra_car_settings_default`.
typedef struct {
    // Height of the chassis' origin above level ground when the car stands.
    float ride_height;
    // Its axles; null for the two usual ones.
    const UmbraAxle *axles;
    // Number of axles.
    size_t axle_count;
    // Stiffness against pitch, as a fraction of that of the springs.
    float anti_pitch;
    // Torque with which steering turns it in the air.
    float air_torque;
    // Half of width and height of a chassis that `umbra_car_spawn` makes.
    UmbraVec2 chassis_half_extents;
    // Mass of such a chassis.
    float chassis_mass;
    // Filter of all its parts.
    UmbraFilter filter;
} UmbraCarSettings;

// Controls of a driver. Zeroed, the driver does nothing.
typedef struct {
    // Throttle, from -1, full speed backwards, to 1, full speed forwards.
    float throttle;
    // Brake, from 0 to 1.
    float brake;
    // From -1 to 1, positive counter-clockwise.
    float steer;
    // True if the handbrake is pulled.
    bool handbrake;
} UmbraControls;

// A wheel of a car as it is.
typedef struct {
    // Body of the wheel.
    UmbraBodyKey body;
    // Joint that holds it.
    UmbraJointKey joint;
    // True if it touches anything.
    bool contact;
    // Force that presses it to the ground.
    float load;
    // Compression of the spring.
    float compression;
    // Speed of its tread.
    float tread_speed;
    // Speed of its tread relative to the ground.
    float slip;
} UmbraWheelState;

// A tyre of a car seen from above.
typedef struct {
    // Position on the car: forwards, and to the left.
    UmbraVec2 at;
    // Largest force, as a part of the load.
    float grip_peak;
    // Slip at the peak.
    float grip_peak_slip;
    // Force while it slides, as a part of the load.
    float grip_slide;
    // Steering, as a factor on that of the car.
    float steer;
    // Drive of the wheel: see `umbra_drive`.
    UmbraDrive drive;
    // Largest force of its brake.
    float brake;
    // True if the handbrake locks it.
    bool handbrake;
} UmbraTyre;

// Settings of a car seen from above: see `umbra_top_down_settings_default`.
typedef struct {
    // Its tyres; null for the four usual ones.
    const UmbraTyre *tyres;
    // Number of tyres.
    size_t tyre_count;
    // Maximum angle of the steering, in radians.
    float most_steer;
    // Speed of the steering, in radians per second.
    float steer_speed;
    // Acceleration with which its mass presses its tyres to the ground.
    float gravity;
    // Rolling resistance, as a part of the load.
    float rolling;
    // Half of length and width of a body that `umbra_top_down_spawn` makes.
    UmbraVec2 half_extents;
    // Mass of such a body.
    float mass;
    // Filter of such a body.
    UmbraFilter filter;
} UmbraTopDownSettings;

// A tyre as it is.
typedef struct {
    // Part of the car's weight that it bears.
    float load;
    // Sideways speed divided by rolling speed, positive to the left.
    float slip;
    // True if it slides, is locked or spins.
    bool slides;
    // Force that it gave: forwards, and to the left.
    UmbraVec2 force;
} UmbraTyreState;

// End of a rope, a bridge or a cloth.
typedef struct {
    // One of `UmbraEndKind`.
    uint32_t kind;
    // The body; 0 for none.
    UmbraBodyKey body;
} UmbraEnd;

// Settings of a rope.
typedef struct {
    // Number of links, from 1 to 10,000. 16 by default.
    uint32_t links;
    // Thickness; by default, a fifth of the length of a link.
    UmbraOptionReal thickness;
    // Mass per area. 1 by default.
    float density;
    // Extra length, as a fraction of the distance between its ends. 0 by default.
    float slack;
    // A spring in each hinge that straightens the rope. None by default.
    UmbraOptionPair bending;
    // Softness of the hinges, instead of that of the scene.
    UmbraOptionPair softness;
    // Force at which a hinge breaks. Never by default.
    UmbraOptionReal break_force;
    // Fraction of their velocity that its links lose per second. 0.1 by default.
    float damping;
    // Friction of its links. 0.6 by default.
    float friction;
    // Filter. Its links pass through one another.
    UmbraFilter filter;
    // Attachments of its begin and its end.
    UmbraEnd ends[2];
} UmbraRopeSettings;

// Settings of a bridge.
typedef struct {
    // Number of planks, from 1 to 10,000. 16 by default.
    uint32_t planks;
    // Thickness; by default, a fifth of the length of a plank.
    UmbraOptionReal thickness;
    // Mass per area. 1 by default.
    float density;
    // Extra length, as a fraction of the distance between its ends. 0.02 by default.
    float slack;
    // Force at which a hinge breaks. Never by default.
    UmbraOptionReal break_force;
    // Fraction of their velocity that its planks lose per second. 0.5 by default.
    float damping;
    // Friction of its planks. 0.6 by default.
    float friction;
    // Filter. Its planks pass through one another.
    UmbraFilter filter;
    // Attachments of its begin and its end.
    UmbraEnd ends[2];
} UmbraBridgeSettings;

// Settings of a cloth.
typedef struct {
    // Number of discs along its upper edge, from 2 to 200. 9 by default.
    uint32_t columns;
    // Number of rows of discs, from 2 to 200. 7 by default.
    uint32_t rows;
    // Diameter of its discs; by default, two thirds of their distance.
    UmbraOptionReal thickness;
    // Mass per area. 1 by default.
    float density;
    // True if only the two upper corners are attached.
    bool corners_only;
    // Force at which a thread tears. Never by default.
    UmbraOptionReal break_force;
    // Fraction of their velocity that its discs lose per second. 1 by default.
    float damping;
    // Friction of its discs. 0.6 by default.
    float friction;
    // Filter. Its discs pass through one another.
    UmbraFilter filter;
    // Attachment of the upper edge.
    UmbraEnd end;
} UmbraClothSettings;

// Settings of a ragdoll.
typedef struct {
    // Height from the soles to the top of the head. 1.75 by default.
    float height;
    // Mass per area. 1 by default.
    float density;
    // Friction torque in a joint, as a fraction of what would hold its bone level.
    float stiffness;
    // Draws the limbs to where they began. None by default.
    UmbraOptionPair spring;
    // True if it looks to the left.
    bool mirrored;
    // Fraction of their velocity that its bones lose per second. 0 by default.
    float damping;
    // Friction of its bones. 0.4 by default.
    float friction;
    // Filter. Its bones pass through one another.
    UmbraFilter filter;
} UmbraRagdollSettings;

// Settings of a soft body.
typedef struct {
    // Number of capsules in its skin, from 8 to 200. 20 by default.
    uint32_t segments;
    // Thickness of the skin; by default, half the length of a segment.
    UmbraOptionReal thickness;
    // Mass per area of all that it encloses. 1 by default.
    float density;
    // Frequency at which it swings after it was squeezed, and damping ratio. 8 and 0.7 by default.
    UmbraSoftness softness;
    // Range by which a spoke can be compressed or stretched, as a fraction of its length.
    UmbraOptionReal give;
    // Frequency at which a bend of the skin swings. 40 by default.
    float skin;
    // Friction of its skin. 0.6 by default.
    float friction;
    // Filter. Its skin does not collide with itself.
    UmbraFilter filter;
} UmbraSoftSettings;

// Settings for tracing a picture: see `umbra_mask_settings_default`.
typedef struct {
    // Size of a pixel. 1 by default.
    float pixel_size;
    // Point of the picture, as fractions of its size, that becomes (0, 0): the lower left corner
    // by default.
    UmbraVec2 origin;
    // Alpha, from 0 to 1, from which on a pixel is solid.
    float threshold;
    // Distance in pixels by which an outline may differ from the picture.
    float tolerance;
    // Parts and holes with a smaller area, in pixels, are left out.
    float min_area;
    // True if y points downwards in the world, too.
    bool y_down;
} UmbraMaskSettings;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Message of the last call of this thread that was refused; empty if there was none. It is valid
// until the next refused call of this thread.
const char *umbra_last_error(void);

// Name of the parameter that the last refused call of this thread refused; empty if it was about
// none. It is valid until the next refused call of this thread.
const char *umbra_last_error_parameter(void);

// Name of a status in words, such as "bad value". Never null.
const char *umbra_status_name(uint32_t status);

// Version of the engine, such as "0.1.0". Results can differ between versions.
const char *umbra_version(void);

// A vector of two numbers.
UmbraVec2 umbra_vec2(float x, float y);

// The rotation by an angle in radians, with the same bits on every platform.
UmbraRotation umbra_rotation(float angle);

// Angle of a rotation, from -pi to pi, with the same bits on every platform.
float umbra_angle(UmbraRotation rotation);

// The pose at a position, turned by an angle in radians.
UmbraPose umbra_pose(float x, float y, float angle);

// The filter of colliders that say nothing: category 1, collides with everything.
UmbraFilter umbra_filter_default(void);

// The filter that accepts everything: for queries, fields and characters.
UmbraFilter umbra_filter_all(void);

// True if objects with these filters may collide.
bool umbra_filter_accepts(UmbraFilter a, UmbraFilter b);

// The material of colliders that say nothing.
UmbraMaterial umbra_material_default(void);

// A number that is set.
UmbraOptionReal umbra_some(float value);

// Two numbers that are set.
UmbraOptionPair umbra_some_pair(float first, float second);

// Index of the body for an array beside the scene: no two bodies that exist at the same time share
// one, and none exceeds the largest number of bodies that ever existed at once.
size_t umbra_body_index(UmbraBodyKey body);

// Index of the collider for an array beside the scene, as `umbra_body_index`.
size_t umbra_collider_index(UmbraColliderKey collider);

// Index of the joint for an array beside the scene, as `umbra_body_index`.
size_t umbra_joint_index(UmbraJointKey joint);

// The usual configuration of a scene.
UmbraSceneConfig umbra_scene_config_default(void);

// The usual solver.
UmbraSolverConfig umbra_solver_config_default(void);

// Twice the work of the default, for scenes that must stand still.
UmbraSolverConfig umbra_solver_config_precise(void);

// Half the work of the default, for scenes that only have to look right.
UmbraSolverConfig umbra_solver_config_fast(void);

// The classic solver: one substep, with so many passes over the velocities.
UmbraSolverConfig umbra_solver_config_classic(uint32_t iterations);

// Makes a scene. A null `config` is the default one.
UmbraStatus umbra_scene_new(const UmbraSceneConfig *config, UmbraScene **out);

// Frees a scene. Null is allowed.
void umbra_scene_free(UmbraScene *scene);

// Makes a copy with the same keys, which goes on bit for bit like the first.
UmbraStatus umbra_scene_clone(const UmbraScene *scene, UmbraScene **out);

// Makes a scene a copy of another one, in the memory that it has.
UmbraStatus umbra_scene_copy_from(UmbraScene *scene, const UmbraScene *source);

// Removes everything from the scene.
UmbraStatus umbra_scene_clear(UmbraScene *scene);

// Advances the scene by `dt` seconds. Null `hooks` are none; others are asked about contacts in
// this step.
UmbraStatus umbra_scene_step(UmbraScene *scene, float dt, const UmbraHooks *hooks);

// A number over all poses, velocities and joint impulses: equal for scenes that are the same to
// the last bit.
UmbraStatus umbra_scene_state_hash(const UmbraScene *scene, uint64_t *out);

// Checks every link between the arrays of the scene. For tests of the library.
UmbraStatus umbra_scene_validate(const UmbraScene *scene);

// Configuration of the scene.
UmbraStatus umbra_scene_config(const UmbraScene *scene, UmbraSceneConfig *out);

// Changes the configuration.
UmbraStatus umbra_scene_set_config(UmbraScene *scene, const UmbraSceneConfig *config);

// Changes the gravity, and nothing else of the configuration.
UmbraStatus umbra_scene_set_gravity(UmbraScene *scene, UmbraVec2 gravity);

// Kinetic and potential energy of all bodies.
UmbraStatus umbra_scene_energy(const UmbraScene *scene, float *out);

// Numbers of the scene and of its last step.
UmbraStatus umbra_scene_stats(const UmbraScene *scene, UmbraStats *out);

// Seconds that each stage of the last step took, in the order of `UmbraStage`.
UmbraStatus umbra_scene_profile(const UmbraScene *scene,
                                double *out,
                                size_t capacity,
                                size_t *count);

// Moves the origin to `by`: everything there is at (0, 0) then.
UmbraStatus umbra_scene_shift_origin(UmbraScene *scene, UmbraVec2 by);

// Sets the number of threads that all scenes of the process share; by default, there are as many
// as the machine has processors. Call it before the first step: later calls are refused.
UmbraStatus umbra_set_threads(uint32_t count);

// A dynamic body at the origin, at rest.
UmbraBodyDef umbra_body_def_default(void);

// Adds a body. A null `out` is allowed.
UmbraStatus umbra_scene_add_body(UmbraScene *scene, const UmbraBodyDef *def, UmbraBodyKey *out);

// Adds `count` bodies and writes their keys to `out`, which may be null. Adds all or none.
UmbraStatus umbra_scene_add_bodies(UmbraScene *scene,
                                   const UmbraBodyDef *defs,
                                   size_t count,
                                   UmbraBodyKey *out);

// Removes a body with its colliders and joints.
UmbraStatus umbra_scene_remove_body(UmbraScene *scene, UmbraBodyKey body);

// True if the body is in the scene. False if the scene is null.
bool umbra_scene_has_body(const UmbraScene *scene, UmbraBodyKey body);

// Lists the keys of all bodies.
UmbraStatus umbra_scene_bodies(const UmbraScene *scene,
                               UmbraBodyKey *out,
                               size_t capacity,
                               size_t *count);

// Lists the keys of the moving bodies that do not sleep.
UmbraStatus umbra_scene_awake_bodies(const UmbraScene *scene,
                                     UmbraBodyKey *out,
                                     size_t capacity,
                                     size_t *count);

// Lists the bodies that touch this one or hang together with it, with itself.
UmbraStatus umbra_scene_island_of(const UmbraScene *scene,
                                  UmbraBodyKey body,
                                  UmbraBodyKey *out,
                                  size_t capacity,
                                  size_t *count);

// Kind of the body: one of `UmbraBodyKind`.
UmbraStatus umbra_body_kind(const UmbraScene *scene, UmbraBodyKey body, uint32_t *out);

// Changes the kind of the body to one of `UmbraBodyKind`.
UmbraStatus umbra_body_set_kind(UmbraScene *scene, UmbraBodyKey body, uint32_t kind);

// Sets linear and angular velocity.
UmbraStatus umbra_body_set_velocity(UmbraScene *scene, UmbraBodyKey body, UmbraVelocity velocity);

// Gives a kinematic body the velocity with which it is at `pose` after a step of `dt` seconds.
UmbraStatus umbra_body_move_to(UmbraScene *scene, UmbraBodyKey body, UmbraPose pose, float dt);

// Locks the motion along x and y, or frees it.
UmbraStatus umbra_body_set_lock_translation(UmbraScene *scene, UmbraBodyKey body, bool x, bool y);

// Sets mass, inertia and centre of mass, or goes back to those of the colliders if `is_set` is
// false.
UmbraStatus umbra_body_set_mass_properties(UmbraScene *scene,
                                           UmbraBodyKey body,
                                           UmbraMassProperties properties);

// Sets the force and torque that act in every step.
UmbraStatus umbra_body_set_constant_force(UmbraScene *scene, UmbraBodyKey body, UmbraForce force);

// Wakes the body.
UmbraStatus umbra_body_wake(UmbraScene *scene, UmbraBodyKey body);

// Puts the body to sleep, with all that it touches.
UmbraStatus umbra_body_sleep(UmbraScene *scene, UmbraBodyKey body);

// Applies a force at the centre of mass in the next step.
UmbraStatus umbra_body_apply_force(UmbraScene *scene,
                                   UmbraBodyKey body,
                                   UmbraVec2 force,
                                   bool wake);

// Applies a force at a point of the world in the next step.
UmbraStatus umbra_body_apply_force_at(UmbraScene *scene,
                                      UmbraBodyKey body,
                                      UmbraVec2 force,
                                      UmbraVec2 point,
                                      bool wake);

// Applies a torque in the next step.
UmbraStatus umbra_body_apply_torque(UmbraScene *scene, UmbraBodyKey body, float torque, bool wake);

// Applies an impulse at the centre of mass, which changes the velocity at once.
UmbraStatus umbra_body_apply_impulse(UmbraScene *scene,
                                     UmbraBodyKey body,
                                     UmbraVec2 impulse,
                                     bool wake);

// Applies an impulse at a point of the world.
UmbraStatus umbra_body_apply_impulse_at(UmbraScene *scene,
                                        UmbraBodyKey body,
                                        UmbraVec2 impulse,
                                        UmbraVec2 point,
                                        bool wake);

// Applies an angular impulse.
UmbraStatus umbra_body_apply_angular_impulse(UmbraScene *scene,
                                             UmbraBodyKey body,
                                             float impulse,
                                             bool wake);

// Linear and angular velocity.
UmbraStatus umbra_body_velocity(const UmbraScene *scene, UmbraBodyKey body, UmbraVelocity *out);

// Velocity of the body at a point of the world.
UmbraStatus umbra_body_velocity_at(const UmbraScene *scene,
                                   UmbraBodyKey body,
                                   UmbraVec2 point,
                                   UmbraVec2 *out);

// Pose between the one before the last step (`alpha` 0) and the one after it (1).
UmbraStatus umbra_body_interpolated_pose(const UmbraScene *scene,
                                         UmbraBodyKey body,
                                         float alpha,
                                         UmbraPose *out);

// A point of the world, as the body sees it.
UmbraStatus umbra_body_local_point(const UmbraScene *scene,
                                   UmbraBodyKey body,
                                   UmbraVec2 point,
                                   UmbraVec2 *out);

// A point of the body, in the world.
UmbraStatus umbra_body_world_point(const UmbraScene *scene,
                                   UmbraBodyKey body,
                                   UmbraVec2 point,
                                   UmbraVec2 *out);

// A direction of the world, as the body sees it.
UmbraStatus umbra_body_local_vector(const UmbraScene *scene,
                                    UmbraBodyKey body,
                                    UmbraVec2 vector,
                                    UmbraVec2 *out);

// A direction of the body, in the world.
UmbraStatus umbra_body_world_vector(const UmbraScene *scene,
                                    UmbraBodyKey body,
                                    UmbraVec2 vector,
                                    UmbraVec2 *out);

// Box around all colliders of the body. `found` becomes false if it has none, and `out` is not
// written then.
UmbraStatus umbra_body_aabb(const UmbraScene *scene,
                            UmbraBodyKey body,
                            bool *found,
                            UmbraAabb *out);

// Mass, inertia and centre that were set by the caller; `is_set` is false if there are none.
UmbraStatus umbra_body_mass_properties(const UmbraScene *scene,
                                       UmbraBodyKey body,
                                       UmbraMassProperties *out);

// True for x and for y if the body does not move along it.
UmbraStatus umbra_body_is_translation_locked(const UmbraScene *scene,
                                             UmbraBodyKey body,
                                             bool *x,
                                             bool *y);

// Lists the colliders of the body.
UmbraStatus umbra_body_colliders(const UmbraScene *scene,
                                 UmbraBodyKey body,
                                 UmbraColliderKey *out,
                                 size_t capacity,
                                 size_t *count);

// Lists the joints of the body.
UmbraStatus umbra_body_joints(const UmbraScene *scene,
                              UmbraBodyKey body,
                              UmbraJointKey *out,
                              size_t capacity,
                              size_t *count);

// A circle around the origin.
UmbraShape umbra_circle(float radius);

// A box around the origin, by half of its width and height.
UmbraShape umbra_cuboid(float half_width, float half_height);

// A box around the origin whose corners are rounded.
UmbraShape umbra_rounded_cuboid(float half_width, float half_height, float radius);

// All points that are nearer than `radius` to the line from `a` to `b`.
UmbraShape umbra_capsule(UmbraVec2 a, UmbraVec2 b, float radius);

// The line from `a` to `b`.
UmbraShape umbra_segment(UmbraVec2 a, UmbraVec2 b);

// A shape of points, which stay the caller's and are read when the shape is used. `kind` is one of
// the kinds of `UmbraShapeKind` with points.
UmbraShape umbra_shape_of_points(uint32_t kind,
                                 const UmbraVec2 *points,
                                 size_t point_count,
                                 float radius);

// A convex polygon with its points counter-clockwise, rounded by `radius`.
UmbraShape umbra_polygon(const UmbraVec2 *points, size_t point_count, float radius);

// A chain of lines through the points, or around them if `closed`.
UmbraShape umbra_chain(const UmbraVec2 *points, size_t point_count, bool closed);

// A collider of density 1 with the usual material. A null `def` of other calls means this.
UmbraColliderDef umbra_collider_def_default(void);

// Adds a collider of a shape to a body. A null `def` is the default one; a null `out` is allowed.
UmbraStatus umbra_body_add_collider(UmbraScene *scene,
                                    UmbraBodyKey body,
                                    const UmbraColliderDef *def,
                                    const UmbraShape *shape,
                                    UmbraColliderKey *out);

// Adds a collider of several shapes, which move together. A null `def` is the default one; a null
// `out` is allowed.
UmbraStatus umbra_body_add_compound(UmbraScene *scene,
                                    UmbraBodyKey body,
                                    const UmbraColliderDef *def,
                                    const UmbraPlacedShape *shapes,
                                    size_t shape_count,
                                    UmbraColliderKey *out);

// Adds terrain: heights at equal distances over `width`, centred at the body's origin. A null
// `def` is the default one; a null `out` is allowed.
UmbraStatus umbra_body_add_heightfield(UmbraScene *scene,
                                       UmbraBodyKey body,
                                       const UmbraColliderDef *def,
                                       const float *heights,
                                       size_t height_count,
                                       float width,
                                       UmbraColliderKey *out);

// Adds a tile map: `rows * columns` tiles, row by row from below, with its lower left corner at
// the body's origin. A null `def` is the default one; a null `out` is allowed.
UmbraStatus umbra_body_add_tiles(UmbraScene *scene,
                                 UmbraBodyKey body,
                                 const UmbraColliderDef *def,
                                 float size,
                                 const UmbraTile *tiles,
                                 size_t columns,
                                 size_t rows,
                                 UmbraColliderKey *out);

// Adds a tile map of solid tiles: rows of text from the top, divided by line feeds, in which dots
// and spaces are empty and everything else is full. A null `def` is the default one; a null `out`
// is allowed.
UmbraStatus umbra_body_add_tiles_from_text(UmbraScene *scene,
                                           UmbraBodyKey body,
                                           const UmbraColliderDef *def,
                                           float size,
                                           const char *text,
                                           UmbraColliderKey *out);

// Adds a body with one collider. A null `collider_def` is the default one; a null `out` is
// allowed.
UmbraStatus umbra_scene_add(UmbraScene *scene,
                            const UmbraBodyDef *body_def,
                            const UmbraColliderDef *collider_def,
                            const UmbraShape *shape,
                            UmbraBodyKey *out);

// Removes a collider.
UmbraStatus umbra_scene_remove_collider(UmbraScene *scene, UmbraColliderKey collider);

// True if the collider is in the scene. False if the scene is null.
bool umbra_scene_has_collider(const UmbraScene *scene, UmbraColliderKey collider);

// Lists the keys of all colliders.
UmbraStatus umbra_scene_colliders(const UmbraScene *scene,
                                  UmbraColliderKey *out,
                                  size_t capacity,
                                  size_t *count);

// A tile of one of `UmbraCellKind`, with everything else as usual.
UmbraTile umbra_tile(uint32_t cell);

// Tile in a cell of a tile map.
UmbraStatus umbra_collider_cell(const UmbraScene *scene,
                                UmbraColliderKey collider,
                                int32_t column,
                                int32_t row,
                                UmbraTile *out);

// Changes a cell of a tile map.
UmbraStatus umbra_collider_set_cell(UmbraScene *scene,
                                    UmbraColliderKey collider,
                                    int32_t column,
                                    int32_t row,
                                    const UmbraTile *tile);

// Column and row of the cell of a tile map at a point of the world.
UmbraStatus umbra_collider_cell_at(const UmbraScene *scene,
                                   UmbraColliderKey collider,
                                   UmbraVec2 point,
                                   int32_t *column,
                                   int32_t *row);

// Length of the side of a cell of a tile map.
UmbraStatus umbra_collider_cell_size(const UmbraScene *scene,
                                     UmbraColliderKey collider,
                                     float *out);

// Lists the cells of a tile map that are not empty and reach into a box of the world.
UmbraStatus umbra_collider_cells_in(const UmbraScene *scene,
                                    UmbraColliderKey collider,
                                    UmbraAabb aabb,
                                    UmbraPlacedTile *out,
                                    size_t capacity,
                                    size_t *count);

// Box around the collider.
UmbraStatus umbra_collider_aabb(const UmbraScene *scene, UmbraColliderKey collider, UmbraAabb *out);

// Direction from which a one-way platform holds bodies.
UmbraStatus umbra_collider_one_way(const UmbraScene *scene,
                                   UmbraColliderKey collider,
                                   UmbraOptionPair *out);

// Makes the collider a one-way platform, or solid if `direction` is not set.
UmbraStatus umbra_collider_set_one_way(UmbraScene *scene,
                                       UmbraColliderKey collider,
                                       UmbraOptionPair direction);

// Gives the collider another shape, which is convex or a line.
UmbraStatus umbra_collider_set_shape(UmbraScene *scene,
                                     UmbraColliderKey collider,
                                     const UmbraShape *shape);

// Gives one shape of the collider a material of its own.
UmbraStatus umbra_collider_set_shape_material(UmbraScene *scene,
                                              UmbraColliderKey collider,
                                              size_t index,
                                              const UmbraMaterial *material);

// Material of a shape or of a cell.
UmbraStatus umbra_collider_material_of(const UmbraScene *scene,
                                       UmbraColliderKey collider,
                                       UmbraPart part,
                                       UmbraMaterial *out);

// Number of shapes of the collider.
UmbraStatus umbra_collider_shape_count(const UmbraScene *scene,
                                       UmbraColliderKey collider,
                                       size_t *out);

// A shape of the collider. Corners of a polygon go to `vertices`, as many as there is room for;
// null is allowed if `capacity` is 0.
UmbraStatus umbra_collider_shape(const UmbraScene *scene,
                                 UmbraColliderKey collider,
                                 size_t index,
                                 UmbraShapeView *out,
                                 UmbraVec2 *vertices,
                                 size_t capacity);

// Lists the colliders that overlap this sensor.
UmbraStatus umbra_collider_overlaps(const UmbraScene *scene,
                                    UmbraColliderKey collider,
                                    UmbraColliderKey *out,
                                    size_t capacity,
                                    size_t *count);

// Lists the sensors that this collider overlaps.
UmbraStatus umbra_collider_seen_by(const UmbraScene *scene,
                                   UmbraColliderKey collider,
                                   UmbraColliderKey *out,
                                   size_t capacity,
                                   size_t *count);

// A joint of one of `UmbraJointKind`, with nothing set.
UmbraJointDef umbra_joint_def_default(uint32_t kind);

// Adds a joint. A null `out` is allowed.
UmbraStatus umbra_scene_add_joint(UmbraScene *scene, const UmbraJointDef *def, UmbraJointKey *out);

// Removes a joint.
UmbraStatus umbra_scene_remove_joint(UmbraScene *scene, UmbraJointKey joint);

// True if the joint is in the scene. False if the scene is null.
bool umbra_scene_has_joint(const UmbraScene *scene, UmbraJointKey joint);

// Lists the keys of all joints.
UmbraStatus umbra_scene_joints(const UmbraScene *scene,
                               UmbraJointKey *out,
                               size_t capacity,
                               size_t *count);

// Kind of the joint: one of `UmbraJointKind`.
UmbraStatus umbra_joint_kind(const UmbraScene *scene, UmbraJointKey joint, uint32_t *out);

// Points that a pulley hangs from.
UmbraStatus umbra_joint_grounds(const UmbraScene *scene,
                                UmbraJointKey joint,
                                UmbraVec2 *ground_a,
                                UmbraVec2 *ground_b);

// True in `out` if the joint is solved at once with those that it is connected to.
UmbraStatus umbra_joint_is_solved_as_tree(const UmbraScene *scene, UmbraJointKey joint, bool *out);

// Sets or removes the limits.
UmbraStatus umbra_joint_set_limits(UmbraScene *scene, UmbraJointKey joint, UmbraOptionPair limits);

// Sets or removes the motor: its speed and its maximum force or torque.
UmbraStatus umbra_joint_set_motor(UmbraScene *scene, UmbraJointKey joint, UmbraOptionPair motor);

// Sets the spring: its frequency and damping ratio.
UmbraStatus umbra_joint_set_spring(UmbraScene *scene,
                                   UmbraJointKey joint,
                                   float hertz,
                                   float damping_ratio);

// Sets the angular spring: its frequency and damping ratio.
UmbraStatus umbra_joint_set_angular_spring(UmbraScene *scene,
                                           UmbraJointKey joint,
                                           float hertz,
                                           float damping_ratio);

// Sets the spring by its stiffness and damping.
UmbraStatus umbra_joint_set_spring_stiffness(UmbraScene *scene,
                                             UmbraJointKey joint,
                                             float stiffness,
                                             float damping);

// Sets the angular spring by its stiffness and damping.
UmbraStatus umbra_joint_set_angular_spring_stiffness(UmbraScene *scene,
                                                     UmbraJointKey joint,
                                                     float stiffness,
                                                     float damping);

// Removes both springs.
UmbraStatus umbra_joint_remove_springs(UmbraScene *scene, UmbraJointKey joint);

// Removes the target pose of a motor joint.
UmbraStatus umbra_joint_remove_target(UmbraScene *scene, UmbraJointKey joint);

// Sets the stiffness of its rigid parts.
UmbraStatus umbra_joint_set_softness(UmbraScene *scene,
                                     UmbraJointKey joint,
                                     float hertz,
                                     float damping_ratio);

// Gives the rigid parts of a joint the softness of the solver's settings again.
UmbraStatus umbra_joint_reset_softness(UmbraScene *scene, UmbraJointKey joint);

// Sets both anchors, as the bodies see them.
UmbraStatus umbra_joint_set_local_anchors(UmbraScene *scene,
                                          UmbraJointKey joint,
                                          UmbraVec2 in_a,
                                          UmbraVec2 in_b);

// Moves one of the bodies to where the joint is closed.
UmbraStatus umbra_joint_close(UmbraScene *scene, UmbraJointKey joint);

// Pose of the body.
UmbraStatus umbra_body_pose(const UmbraScene *scene, UmbraBodyKey body, UmbraPose *out);

// Sets this: Pose of the body.
UmbraStatus umbra_body_set_pose(UmbraScene *scene, UmbraBodyKey body, UmbraPose value);

// Position of the body.
UmbraStatus umbra_body_position(const UmbraScene *scene, UmbraBodyKey body, UmbraVec2 *out);

// Sets this: Position of the body.
UmbraStatus umbra_body_set_position(UmbraScene *scene, UmbraBodyKey body, UmbraVec2 value);

// Rotation of the body.
UmbraStatus umbra_body_rotation(const UmbraScene *scene, UmbraBodyKey body, UmbraRotation *out);

// Angle of the body, read from -pi to pi.
UmbraStatus umbra_body_angle(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Angle of the body, read from -pi to pi.
UmbraStatus umbra_body_set_angle(UmbraScene *scene, UmbraBodyKey body, float value);

// Angle of the body with all its turns.
UmbraStatus umbra_body_unwrapped_angle(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Velocity of the centre of mass.
UmbraStatus umbra_body_linear_velocity(const UmbraScene *scene, UmbraBodyKey body, UmbraVec2 *out);

// Sets this: Velocity of the centre of mass.
UmbraStatus umbra_body_set_linear_velocity(UmbraScene *scene, UmbraBodyKey body, UmbraVec2 value);

// Radians per second, counter-clockwise.
UmbraStatus umbra_body_angular_velocity(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Radians per second, counter-clockwise.
UmbraStatus umbra_body_set_angular_velocity(UmbraScene *scene, UmbraBodyKey body, float value);

// Damping of the velocity, per second.
UmbraStatus umbra_body_linear_damping(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Damping of the velocity, per second.
UmbraStatus umbra_body_set_linear_damping(UmbraScene *scene, UmbraBodyKey body, float value);

// Damping of the angular velocity, per second.
UmbraStatus umbra_body_angular_damping(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Damping of the angular velocity, per second.
UmbraStatus umbra_body_set_angular_damping(UmbraScene *scene, UmbraBodyKey body, float value);

// Factor on the gravity of the scene.
UmbraStatus umbra_body_gravity_scale(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Factor on the gravity of the scene.
UmbraStatus umbra_body_set_gravity_scale(UmbraScene *scene, UmbraBodyKey body, float value);

// Mass besides that of the colliders.
UmbraStatus umbra_body_additional_mass(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Mass besides that of the colliders.
UmbraStatus umbra_body_set_additional_mass(UmbraScene *scene, UmbraBodyKey body, float value);

// Mass of the body.
UmbraStatus umbra_body_mass(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Rotational inertia about the centre of mass.
UmbraStatus umbra_body_inertia(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Centre of mass, in the world.
UmbraStatus umbra_body_center_of_mass(const UmbraScene *scene, UmbraBodyKey body, UmbraVec2 *out);

// Kinetic energy.
UmbraStatus umbra_body_kinetic_energy(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Force and torque applied since the last step.
UmbraStatus umbra_body_applied_force(const UmbraScene *scene, UmbraBodyKey body, UmbraForce *out);

// Force and torque that act in every step.
UmbraStatus umbra_body_constant_force(const UmbraScene *scene, UmbraBodyKey body, UmbraForce *out);

// True if the body does not sleep.
UmbraStatus umbra_body_is_awake(const UmbraScene *scene, UmbraBodyKey body, bool *out);

// True if the body takes part in the simulation.
UmbraStatus umbra_body_is_enabled(const UmbraScene *scene, UmbraBodyKey body, bool *out);

// Sets this: True if the body takes part in the simulation.
UmbraStatus umbra_body_set_enabled(UmbraScene *scene, UmbraBodyKey body, bool value);

// True if the body is swept past all others.
UmbraStatus umbra_body_is_bullet(const UmbraScene *scene, UmbraBodyKey body, bool *out);

// Sets this: True if the body is swept past all others.
UmbraStatus umbra_body_set_bullet(UmbraScene *scene, UmbraBodyKey body, bool value);

// True if the body may fall asleep.
UmbraStatus umbra_body_can_sleep(const UmbraScene *scene, UmbraBodyKey body, bool *out);

// Sets this: True if the body may fall asleep.
UmbraStatus umbra_body_set_can_sleep(UmbraScene *scene, UmbraBodyKey body, bool value);

// True if the body falls through one-way platforms.
UmbraStatus umbra_body_drops_through(const UmbraScene *scene, UmbraBodyKey body, bool *out);

// Sets this: True if the body falls through one-way platforms.
UmbraStatus umbra_body_set_drops_through(UmbraScene *scene, UmbraBodyKey body, bool value);

// True if the body does not turn.
UmbraStatus umbra_body_is_rotation_locked(const UmbraScene *scene, UmbraBodyKey body, bool *out);

// Sets this: True if the body does not turn.
UmbraStatus umbra_body_set_rotation_locked(UmbraScene *scene, UmbraBodyKey body, bool value);

// Factor on the speed below which the body is still.
UmbraStatus umbra_body_sleep_tolerance(const UmbraScene *scene, UmbraBodyKey body, float *out);

// Sets this: Factor on the speed below which the body is still.
UmbraStatus umbra_body_set_sleep_tolerance(UmbraScene *scene, UmbraBodyKey body, float value);

// A number for the caller.
UmbraStatus umbra_body_user_data(const UmbraScene *scene, UmbraBodyKey body, uint64_t *out);

// Sets this: A number for the caller.
UmbraStatus umbra_body_set_user_data(UmbraScene *scene, UmbraBodyKey body, uint64_t value);

// Impulse per area at which the body breaks; none for never.
UmbraStatus umbra_body_fracture(const UmbraScene *scene, UmbraBodyKey body, UmbraOptionReal *out);

// Sets this: Impulse per area at which the body breaks; none for never.
UmbraStatus umbra_body_set_fracture(UmbraScene *scene, UmbraBodyKey body, UmbraOptionReal value);

// Body of the collider.
UmbraStatus umbra_collider_body(const UmbraScene *scene,
                                UmbraColliderKey collider,
                                UmbraBodyKey *out);

// Friction.
UmbraStatus umbra_collider_friction(const UmbraScene *scene, UmbraColliderKey collider, float *out);

// Sets this: Friction.
UmbraStatus umbra_collider_set_friction(UmbraScene *scene, UmbraColliderKey collider, float value);

// Restitution.
UmbraStatus umbra_collider_restitution(const UmbraScene *scene,
                                       UmbraColliderKey collider,
                                       float *out);

// Sets this: Restitution.
UmbraStatus umbra_collider_set_restitution(UmbraScene *scene,
                                           UmbraColliderKey collider,
                                           float value);

// Rolling resistance, as a length.
UmbraStatus umbra_collider_rolling_resistance(const UmbraScene *scene,
                                              UmbraColliderKey collider,
                                              float *out);

// Sets this: Rolling resistance, as a length.
UmbraStatus umbra_collider_set_rolling_resistance(UmbraScene *scene,
                                                  UmbraColliderKey collider,
                                                  float value);

// Speed of the surface along itself.
UmbraStatus umbra_collider_surface_speed(const UmbraScene *scene,
                                         UmbraColliderKey collider,
                                         float *out);

// Sets this: Speed of the surface along itself.
UmbraStatus umbra_collider_set_surface_speed(UmbraScene *scene,
                                             UmbraColliderKey collider,
                                             float value);

// Rule for the friction: one of `UmbraCombineRule`.
UmbraStatus umbra_collider_friction_rule(const UmbraScene *scene,
                                         UmbraColliderKey collider,
                                         uint32_t *out);

// Sets this: Rule for the friction: one of `UmbraCombineRule`.
UmbraStatus umbra_collider_set_friction_rule(UmbraScene *scene,
                                             UmbraColliderKey collider,
                                             uint32_t value);

// Rule for the restitution: one of `UmbraCombineRule`.
UmbraStatus umbra_collider_restitution_rule(const UmbraScene *scene,
                                            UmbraColliderKey collider,
                                            uint32_t *out);

// Sets this: Rule for the restitution: one of `UmbraCombineRule`.
UmbraStatus umbra_collider_set_restitution_rule(UmbraScene *scene,
                                                UmbraColliderKey collider,
                                                uint32_t value);

// Mass per area.
UmbraStatus umbra_collider_density(const UmbraScene *scene, UmbraColliderKey collider, float *out);

// Sets this: Mass per area.
UmbraStatus umbra_collider_set_density(UmbraScene *scene, UmbraColliderKey collider, float value);

// Mass.
UmbraStatus umbra_collider_mass(const UmbraScene *scene, UmbraColliderKey collider, float *out);

// Sets this: Mass.
UmbraStatus umbra_collider_set_mass(UmbraScene *scene, UmbraColliderKey collider, float value);

// Pose on the body.
UmbraStatus umbra_collider_offset(const UmbraScene *scene,
                                  UmbraColliderKey collider,
                                  UmbraPose *out);

// Sets this: Pose on the body.
UmbraStatus umbra_collider_set_offset(UmbraScene *scene,
                                      UmbraColliderKey collider,
                                      UmbraPose value);

// Filter.
UmbraStatus umbra_collider_filter(const UmbraScene *scene,
                                  UmbraColliderKey collider,
                                  UmbraFilter *out);

// Sets this: Filter.
UmbraStatus umbra_collider_set_filter(UmbraScene *scene,
                                      UmbraColliderKey collider,
                                      UmbraFilter value);

// True if the collider takes part in the simulation.
UmbraStatus umbra_collider_is_enabled(const UmbraScene *scene,
                                      UmbraColliderKey collider,
                                      bool *out);

// Sets this: True if the collider takes part in the simulation.
UmbraStatus umbra_collider_set_enabled(UmbraScene *scene, UmbraColliderKey collider, bool value);

// True if the collider only reports overlaps.
UmbraStatus umbra_collider_is_sensor(const UmbraScene *scene, UmbraColliderKey collider, bool *out);

// Sets this: True if the collider only reports overlaps.
UmbraStatus umbra_collider_set_sensor(UmbraScene *scene, UmbraColliderKey collider, bool value);

// True if, as a sensor, it reports other sensors.
UmbraStatus umbra_collider_sees_sensors(const UmbraScene *scene,
                                        UmbraColliderKey collider,
                                        bool *out);

// Sets this: True if, as a sensor, it reports other sensors.
UmbraStatus umbra_collider_set_sees_sensors(UmbraScene *scene,
                                            UmbraColliderKey collider,
                                            bool value);

// True if its impacts give events.
UmbraStatus umbra_collider_hit_events(const UmbraScene *scene,
                                      UmbraColliderKey collider,
                                      bool *out);

// Sets this: True if its impacts give events.
UmbraStatus umbra_collider_set_hit_events(UmbraScene *scene, UmbraColliderKey collider, bool value);

// True if its lines collide from their left only.
UmbraStatus umbra_collider_is_one_sided(const UmbraScene *scene,
                                        UmbraColliderKey collider,
                                        bool *out);

// Sets this: True if its lines collide from their left only.
UmbraStatus umbra_collider_set_one_sided(UmbraScene *scene, UmbraColliderKey collider, bool value);

// A number for the caller.
UmbraStatus umbra_collider_user_data(const UmbraScene *scene,
                                     UmbraColliderKey collider,
                                     uint64_t *out);

// Sets this: A number for the caller.
UmbraStatus umbra_collider_set_user_data(UmbraScene *scene,
                                         UmbraColliderKey collider,
                                         uint64_t value);

// First body.
UmbraStatus umbra_joint_body_a(const UmbraScene *scene, UmbraJointKey joint, UmbraBodyKey *out);

// Second body.
UmbraStatus umbra_joint_body_b(const UmbraScene *scene, UmbraJointKey joint, UmbraBodyKey *out);

// Anchor on the first body, in the world.
UmbraStatus umbra_joint_anchor_a(const UmbraScene *scene, UmbraJointKey joint, UmbraVec2 *out);

// Anchor on the second body, in the world.
UmbraStatus umbra_joint_anchor_b(const UmbraScene *scene, UmbraJointKey joint, UmbraVec2 *out);

// Axis, in the world.
UmbraStatus umbra_joint_axis(const UmbraScene *scene, UmbraJointKey joint, UmbraVec2 *out);

// Angle of the second body relative to the first, from the pose in which they were joined.
UmbraStatus umbra_joint_angle(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Distance along the axis, from the pose in which they were joined.
UmbraStatus umbra_joint_translation(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Rate of the angle or of the translation.
UmbraStatus umbra_joint_speed(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Length of a distance joint, a rope, a spring or a pulley.
UmbraStatus umbra_joint_length(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Sets this: Length of a distance joint, a rope, a spring or a pulley.
UmbraStatus umbra_joint_set_length(UmbraScene *scene, UmbraJointKey joint, float value);

// Value at which a spring is at rest, if it was set.
UmbraStatus umbra_joint_rest(const UmbraScene *scene, UmbraJointKey joint, UmbraOptionReal *out);

// Angle between the bodies that counts as 0.
UmbraStatus umbra_joint_reference_angle(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Distance by which the joint is open.
UmbraStatus umbra_joint_separation(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Angle by which the joint is open.
UmbraStatus umbra_joint_angular_separation(const UmbraScene *scene,
                                           UmbraJointKey joint,
                                           float *out);

// Force on the second body in the last step.
UmbraStatus umbra_joint_reaction_force(const UmbraScene *scene,
                                       UmbraJointKey joint,
                                       UmbraVec2 *out);

// Torque on the second body in the last step.
UmbraStatus umbra_joint_reaction_torque(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Force or torque of the motor in the last step.
UmbraStatus umbra_joint_motor_force(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Force or torque of the limits in the last step.
UmbraStatus umbra_joint_limit_force(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Mass that the motor or the spring moves.
UmbraStatus umbra_joint_effective_mass(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Lower and upper limit.
UmbraStatus umbra_joint_limits(const UmbraScene *scene, UmbraJointKey joint, UmbraOptionPair *out);

// Speed and maximum force of the motor.
UmbraStatus umbra_joint_motor(const UmbraScene *scene, UmbraJointKey joint, UmbraOptionPair *out);

// Frequency and damping ratio of the spring.
UmbraStatus umbra_joint_spring(const UmbraScene *scene, UmbraJointKey joint, UmbraOptionPair *out);

// Frequency and damping ratio of the angular spring.
UmbraStatus umbra_joint_angular_spring(const UmbraScene *scene,
                                       UmbraJointKey joint,
                                       UmbraOptionPair *out);

// Stiffness and damping of the spring.
UmbraStatus umbra_joint_spring_stiffness(const UmbraScene *scene,
                                         UmbraJointKey joint,
                                         UmbraOptionPair *out);

// Stiffness and damping of the angular spring.
UmbraStatus umbra_joint_angular_spring_stiffness(const UmbraScene *scene,
                                                 UmbraJointKey joint,
                                                 UmbraOptionPair *out);

// Frequency and damping ratio of its rigid parts, if they were set.
UmbraStatus umbra_joint_softness(const UmbraScene *scene,
                                 UmbraJointKey joint,
                                 UmbraOptionPair *out);

// Target pose of a motor joint or of a target joint.
UmbraStatus umbra_joint_target(const UmbraScene *scene, UmbraJointKey joint, UmbraOptionPose *out);

// Target velocity of a motor joint.
UmbraStatus umbra_joint_velocity(const UmbraScene *scene,
                                 UmbraJointKey joint,
                                 UmbraOptionPair *out);

// Target angular velocity of a motor joint.
UmbraStatus umbra_joint_angular_velocity(const UmbraScene *scene,
                                         UmbraJointKey joint,
                                         UmbraOptionReal *out);

// Maximum force, if there is one.
UmbraStatus umbra_joint_max_force(const UmbraScene *scene,
                                  UmbraJointKey joint,
                                  UmbraOptionReal *out);

// Maximum torque, if there is one.
UmbraStatus umbra_joint_max_torque(const UmbraScene *scene,
                                   UmbraJointKey joint,
                                   UmbraOptionReal *out);

// Force at which it breaks, if there is one.
UmbraStatus umbra_joint_break_force(const UmbraScene *scene,
                                    UmbraJointKey joint,
                                    UmbraOptionReal *out);

// Torque at which it breaks, if there is one.
UmbraStatus umbra_joint_break_torque(const UmbraScene *scene,
                                     UmbraJointKey joint,
                                     UmbraOptionReal *out);

// Ratio of a gear or of a pulley.
UmbraStatus umbra_joint_ratio(const UmbraScene *scene, UmbraJointKey joint, float *out);

// Sets this: Ratio of a gear or of a pulley.
UmbraStatus umbra_joint_set_ratio(UmbraScene *scene, UmbraJointKey joint, float value);

// True if the joint acts.
UmbraStatus umbra_joint_is_enabled(const UmbraScene *scene, UmbraJointKey joint, bool *out);

// Sets this: True if the joint acts.
UmbraStatus umbra_joint_set_enabled(UmbraScene *scene, UmbraJointKey joint, bool value);

// True if its bodies collide with one another.
UmbraStatus umbra_joint_collide_connected(const UmbraScene *scene, UmbraJointKey joint, bool *out);

// Sets this: True if its bodies collide with one another.
UmbraStatus umbra_joint_set_collide_connected(UmbraScene *scene, UmbraJointKey joint, bool value);

// A number for the caller.
UmbraStatus umbra_joint_user_data(const UmbraScene *scene, UmbraJointKey joint, uint64_t *out);

// Sets this: A number for the caller.
UmbraStatus umbra_joint_set_user_data(UmbraScene *scene, UmbraJointKey joint, uint64_t value);

// Sets this: Target angular velocity of a motor joint.
UmbraStatus umbra_joint_set_angular_velocity(UmbraScene *scene, UmbraJointKey joint, float value);

// Sets this: Target point of a target joint.
UmbraStatus umbra_joint_set_target_point(UmbraScene *scene, UmbraJointKey joint, UmbraVec2 value);

// Sets this: Target velocity of a motor joint.
UmbraStatus umbra_joint_set_velocity(UmbraScene *scene, UmbraJointKey joint, UmbraVec2 value);

// Sets this: Axis, as the first body sees it.
UmbraStatus umbra_joint_set_local_axis(UmbraScene *scene, UmbraJointKey joint, UmbraVec2 value);

// Sets this: Value at which a spring is at rest.
UmbraStatus umbra_joint_set_rest(UmbraScene *scene, UmbraJointKey joint, float value);

// Sets this: Maximum force. Infinity takes the bound away.
UmbraStatus umbra_joint_set_max_force(UmbraScene *scene, UmbraJointKey joint, float value);

// Sets this: Maximum torque. Infinity takes the bound away.
UmbraStatus umbra_joint_set_max_torque(UmbraScene *scene, UmbraJointKey joint, float value);

// Sets this: Force at which it breaks. Infinity takes the bound away.
UmbraStatus umbra_joint_set_break_force(UmbraScene *scene, UmbraJointKey joint, float value);

// Sets this: Torque at which it breaks. Infinity takes the bound away.
UmbraStatus umbra_joint_set_break_torque(UmbraScene *scene, UmbraJointKey joint, float value);

// Sets this: Target pose of a motor joint.
UmbraStatus umbra_joint_set_target(UmbraScene *scene, UmbraJointKey joint, UmbraPose value);

// Lists all contacts of the scene.
UmbraStatus umbra_scene_contacts(const UmbraScene *scene,
                                 UmbraContact *out,
                                 size_t capacity,
                                 size_t *count);

// Lists the contacts of a body.
UmbraStatus umbra_body_contacts(const UmbraScene *scene,
                                UmbraBodyKey body,
                                UmbraContact *out,
                                size_t capacity,
                                size_t *count);

// Contact events of the last step.
UmbraStatus umbra_scene_contact_events(const UmbraScene *scene,
                                       UmbraContactEvent *out,
                                       size_t capacity,
                                       size_t *count);

// Impacts that ended in the last step, of colliders with `hit_events`.
UmbraStatus umbra_scene_impact_events(const UmbraScene *scene,
                                      UmbraImpactEvent *out,
                                      size_t capacity,
                                      size_t *count);

// Sensor events of the last step.
UmbraStatus umbra_scene_sensor_events(const UmbraScene *scene,
                                      UmbraSensorEvent *out,
                                      size_t capacity,
                                      size_t *count);

// Bodies that woke, fell asleep or were disabled in the last step.
UmbraStatus umbra_scene_body_events(const UmbraScene *scene,
                                    UmbraBodyEvent *out,
                                    size_t capacity,
                                    size_t *count);

// Joints that broke or were removed with their bodies in the last step.
UmbraStatus umbra_scene_joint_events(const UmbraScene *scene,
                                     UmbraJointEvent *out,
                                     size_t capacity,
                                     size_t *count);

// Bodies that broke in the last step, piece by piece.
UmbraStatus umbra_scene_fracture_events(const UmbraScene *scene,
                                        UmbraFractureEvent *out,
                                        size_t capacity,
                                        size_t *count);

// Bodies that the last step moved, with their poses. Those that fell asleep come last.
UmbraStatus umbra_scene_body_moves(const UmbraScene *scene,
                                   UmbraBodyMove *out,
                                   size_t capacity,
                                   size_t *count);

// Finds everything but sensors.
UmbraQueryFilter umbra_query_filter_default(void);

// The nearest point of all colliders that is within `max_distance`. Null `filter` is the default
// one.
UmbraStatus umbra_scene_closest_point(const UmbraScene *scene,
                                      UmbraVec2 point,
                                      float max_distance,
                                      const UmbraQueryFilter *filter,
                                      UmbraPointHit *out);

// Nearest point of each collider within `max_distance`, the nearest first. Null `filter` is the
// default one.
UmbraStatus umbra_scene_closest_points(const UmbraScene *scene,
                                       UmbraVec2 point,
                                       float max_distance,
                                       const UmbraQueryFilter *filter,
                                       UmbraPointHit *out,
                                       size_t capacity,
                                       size_t *count);

// Lists the colliders at a point. Null `filter` is the default one.
UmbraStatus umbra_scene_colliders_at(const UmbraScene *scene,
                                     UmbraVec2 point,
                                     const UmbraQueryFilter *filter,
                                     UmbraColliderKey *out,
                                     size_t capacity,
                                     size_t *count);

// Lists the colliders whose boxes overlap a box. Null `filter` is the default one.
UmbraStatus umbra_scene_overlap_aabb(const UmbraScene *scene,
                                     UmbraAabb aabb,
                                     const UmbraQueryFilter *filter,
                                     UmbraColliderKey *out,
                                     size_t capacity,
                                     size_t *count);

// Lists the colliders that overlap a shape. Null `filter` is the default one.
UmbraStatus umbra_scene_overlap_shape(const UmbraScene *scene,
                                      const UmbraShape *shape,
                                      UmbraPose pose,
                                      const UmbraQueryFilter *filter,
                                      UmbraColliderKey *out,
                                      size_t capacity,
                                      size_t *count);

// The first that a ray hits. Null `filter` is the default one.
UmbraStatus umbra_scene_cast_ray(const UmbraScene *scene,
                                 UmbraVec2 origin,
                                 UmbraVec2 translation,
                                 const UmbraQueryFilter *filter,
                                 UmbraRayHit *out);

// All that a ray hits, in the order in which it hits them. Null `filter` is the default one.
UmbraStatus umbra_scene_cast_ray_all(const UmbraScene *scene,
                                     UmbraVec2 origin,
                                     UmbraVec2 translation,
                                     const UmbraQueryFilter *filter,
                                     UmbraRayHit *out,
                                     size_t capacity,
                                     size_t *count);

// Casts `count` rays, on all threads if there are many, and writes a hit for each to `out`. Null
// `filter` is the default one.
UmbraStatus umbra_scene_cast_rays(const UmbraScene *scene,
                                  const UmbraRay *rays,
                                  size_t count,
                                  const UmbraQueryFilter *filter,
                                  UmbraRayHit *out);

// The first that a shape hits which moves from `pose` by `translation` and turns by `angle`. Null
// `filter` is the default one.
UmbraStatus umbra_scene_cast_shape(const UmbraScene *scene,
                                   const UmbraShape *shape,
                                   UmbraPose pose,
                                   UmbraVec2 translation,
                                   float angle,
                                   const UmbraQueryFilter *filter,
                                   UmbraCastHit *out);

// All that a moving shape hits, the nearest first. Null `filter` is the default one.
UmbraStatus umbra_scene_cast_shape_all(const UmbraScene *scene,
                                       const UmbraShape *shape,
                                       UmbraPose pose,
                                       UmbraVec2 translation,
                                       const UmbraQueryFilter *filter,
                                       UmbraCastHit *out,
                                       size_t capacity,
                                       size_t *count);

// Poses of all bodies, in the order of `umbra_scene_bodies`.
UmbraStatus umbra_scene_poses(const UmbraScene *scene,
                              UmbraPose *out,
                              size_t capacity,
                              size_t *count);

// Velocities of all bodies, in the order of `umbra_scene_bodies`.
UmbraStatus umbra_scene_velocities(const UmbraScene *scene,
                                   UmbraVelocity *out,
                                   size_t capacity,
                                   size_t *count);

// Poses of `count` bodies, to an array of as many.
UmbraStatus umbra_bodies_poses(const UmbraScene *scene,
                               const UmbraBodyKey *bodies,
                               size_t count,
                               UmbraPose *out);

// Velocities of `count` bodies, to an array of as many.
UmbraStatus umbra_bodies_velocities(const UmbraScene *scene,
                                    const UmbraBodyKey *bodies,
                                    size_t count,
                                    UmbraVelocity *out);

// Sets the poses of `count` bodies: all or none.
UmbraStatus umbra_bodies_set_poses(UmbraScene *scene,
                                   const UmbraBodyKey *bodies,
                                   size_t count,
                                   const UmbraPose *poses);

// Sets the velocities of `count` bodies: all or none.
UmbraStatus umbra_bodies_set_velocities(UmbraScene *scene,
                                        const UmbraBodyKey *bodies,
                                        size_t count,
                                        const UmbraVelocity *velocities);

// Applies a force and a torque to each of `count` bodies in the next step: to all or none.
UmbraStatus umbra_bodies_apply_forces(UmbraScene *scene,
                                      const UmbraBodyKey *bodies,
                                      size_t count,
                                      const UmbraForce *forces);

// Makes an empty snapshot, to save into.
UmbraStatus umbra_snapshot_new(UmbraSnapshot **out);

// Frees a snapshot. Null is allowed.
void umbra_snapshot_free(UmbraSnapshot *snapshot);

// Saves the scene as it is now, in the memory that the snapshot has.
UmbraStatus umbra_scene_save(UmbraScene *scene, UmbraSnapshot *snapshot);

// Goes back to a moment of this scene or of a copy. Keys are restored, too: what is added then
// gets the keys that were given out after the moment was saved.
UmbraStatus umbra_scene_restore(UmbraScene *scene, const UmbraSnapshot *snapshot);

// Goes back to a moment, to continue differently: keys given out since are never used again.
UmbraStatus umbra_scene_restore_as_branch(UmbraScene *scene, const UmbraSnapshot *snapshot);

// State hash of the scene when it was saved.
UmbraStatus umbra_snapshot_hash(const UmbraSnapshot *snapshot, uint64_t *out);

// Bytes of memory that the snapshot takes.
UmbraStatus umbra_snapshot_size(const UmbraSnapshot *snapshot, size_t *out);

// Writes the scene as bytes of a format of `UmbraFormat`: all or none. `count` becomes their
// number. A scene that is read from them goes on to the last bit like this one.
UmbraStatus umbra_scene_to_bytes(const UmbraScene *scene,
                                 uint32_t format,
                                 uint8_t *out,
                                 size_t capacity,
                                 size_t *count);

// Writes the scene as `umbra_scene_to_bytes`, without what steps have made: for editors.
UmbraStatus umbra_scene_to_level(const UmbraScene *scene,
                                 uint32_t format,
                                 uint8_t *out,
                                 size_t capacity,
                                 size_t *count);

// Makes a scene of bytes that `umbra_scene_to_bytes` wrote, or of a level that was written by
// hand.
UmbraStatus umbra_scene_from_bytes(uint32_t format,
                                   const uint8_t *bytes,
                                   size_t count,
                                   UmbraScene **out);

// Writes a snapshot as bytes, with all that its scene is made of: all or none.
UmbraStatus umbra_snapshot_to_bytes(const UmbraSnapshot *snapshot,
                                    uint32_t format,
                                    uint8_t *out,
                                    size_t capacity,
                                    size_t *count);

// Makes a snapshot of bytes that `umbra_snapshot_to_bytes` wrote.
UmbraStatus umbra_snapshot_from_bytes(uint32_t format,
                                      const uint8_t *bytes,
                                      size_t count,
                                      UmbraSnapshot **out);

// Writes a recording as bytes: all or none.
UmbraStatus umbra_recording_to_bytes(const UmbraRecording *recording,
                                     uint32_t format,
                                     uint8_t *out,
                                     size_t capacity,
                                     size_t *count);

// Makes a recording of bytes that `umbra_recording_to_bytes` wrote.
UmbraStatus umbra_recording_from_bytes(uint32_t format,
                                       const uint8_t *bytes,
                                       size_t count,
                                       UmbraRecording **out);

// Keeps everything.
UmbraRecorder umbra_recorder_default(void);

// Starts to record. Null `recorder` is the default one.
UmbraStatus umbra_scene_record(UmbraScene *scene, const UmbraRecorder *recorder);

// Ends the recording and gives it to the caller. Refused if the scene is not recording.
UmbraStatus umbra_scene_take_recording(UmbraScene *scene, UmbraRecording **out);

// True if the scene is recording. False if it is null.
bool umbra_scene_is_recording(const UmbraScene *scene);

// Goes back by a number of recorded steps; the recording goes on.
UmbraStatus umbra_scene_rewind(UmbraScene *scene, uint32_t steps);

// Frees a recording. Null is allowed.
void umbra_recording_free(UmbraRecording *recording);

// Number of recorded steps.
UmbraStatus umbra_recording_steps(const UmbraRecording *recording, uint32_t *out);

// Makes a replay of a copy of the recording.
UmbraStatus umbra_replay_new(const UmbraRecording *recording, UmbraReplay **out);

// Frees a replay. Null is allowed.
void umbra_replay_free(UmbraReplay *replay);

// Does the next step. `out` becomes false at the end of the recording.
UmbraStatus umbra_replay_step(UmbraReplay *replay, bool *out);

// Goes to where the scene was after so many steps.
UmbraStatus umbra_replay_seek(UmbraReplay *replay, uint32_t step);

// Number of steps done.
UmbraStatus umbra_replay_steps_done(const UmbraReplay *replay, uint32_t *out);

// The scene as it is now, to be read until the next call with this replay. It belongs to the
// replay. Null if the replay is null.
const UmbraScene *umbra_replay_scene(const UmbraReplay *replay);

// Replays everything and compares each step with its recorded hash.
UmbraStatus umbra_replay_check(UmbraReplay *replay, UmbraDivergence *out);

// Copies bodies with everything between them.
UmbraStatus umbra_scene_part_of(const UmbraScene *scene,
                                const UmbraBodyKey *bodies,
                                size_t count,
                                UmbraPartOfScene **out);

// Takes bodies out of the scene with everything between them.
UmbraStatus umbra_scene_extract(UmbraScene *scene,
                                const UmbraBodyKey *bodies,
                                size_t count,
                                UmbraPartOfScene **out);

// Frees a part. Null is allowed.
void umbra_part_free(UmbraPartOfScene *part);

// Moves a part.
UmbraStatus umbra_part_shift(UmbraPartOfScene *part, UmbraVec2 by);

// Puts a copy of a part into a scene. A null `out` is allowed.
UmbraStatus umbra_scene_insert(UmbraScene *scene,
                               const UmbraPartOfScene *part,
                               UmbraInserted **out);

// Frees it. Null is allowed.
void umbra_inserted_free(UmbraInserted *inserted);

// New keys of `count` bodies by their old ones, to an array of as many.
UmbraStatus umbra_inserted_bodies(const UmbraInserted *inserted,
                                  const UmbraBodyKey *old,
                                  size_t count,
                                  UmbraBodyKey *out);

// New keys of `count` colliders by their old ones, to an array of as many.
UmbraStatus umbra_inserted_colliders(const UmbraInserted *inserted,
                                     const UmbraColliderKey *old,
                                     size_t count,
                                     UmbraColliderKey *out);

// New keys of `count` joints by their old ones, to an array of as many.
UmbraStatus umbra_inserted_joints(const UmbraInserted *inserted,
                                  const UmbraJointKey *old,
                                  size_t count,
                                  UmbraJointKey *out);

// Makes `copies` copies of a scene. All have the same keys.
UmbraStatus umbra_batch_new(const UmbraScene *scene, size_t copies, UmbraBatch **out);

// Frees a batch. Null is allowed.
void umbra_batch_free(UmbraBatch *batch);

// Number of copies.
UmbraStatus umbra_batch_count(const UmbraBatch *batch, size_t *out);

// A copy, to be read or changed until the next call with this batch. It belongs to the batch: do
// not free it. Null if there is no such copy.
UmbraScene *umbra_batch_scene(UmbraBatch *batch, size_t copy);

// Advances each copy by `steps` steps of `dt` seconds, on all threads. Results do not depend on
// the number of threads.
UmbraStatus umbra_batch_step(UmbraBatch *batch, float dt, uint32_t steps);

// Makes some copies what the batch began with, in the memory that they have. `which` has a value
// for each copy, or is null for all.
UmbraStatus umbra_batch_reset(UmbraBatch *batch, const bool *which);

// Makes a scene what copies are reset to. Copies stay as they are.
UmbraStatus umbra_batch_set_start(UmbraBatch *batch, const UmbraScene *scene);

// Makes one copy a copy of another one.
UmbraStatus umbra_batch_copy(UmbraBatch *batch, size_t from, size_t to);

// State hash of each copy.
UmbraStatus umbra_batch_state_hashes(const UmbraBatch *batch, uint64_t *out);

// Poses of `count` bodies in each copy, to an array of copies times `count`.
UmbraStatus umbra_batch_poses(const UmbraBatch *batch,
                              const UmbraBodyKey *bodies,
                              size_t count,
                              UmbraPose *out);

// Velocities of `count` bodies in each copy, to an array of copies times `count`.
UmbraStatus umbra_batch_velocities(const UmbraBatch *batch,
                                   const UmbraBodyKey *bodies,
                                   size_t count,
                                   UmbraVelocity *out);

// Angle or translation, and its rate, of `count` joints in each copy, to arrays of copies times
// `count`. Either array may be null.
UmbraStatus umbra_batch_joints(const UmbraBatch *batch,
                               const UmbraJointKey *joints,
                               size_t count,
                               float *positions,
                               float *speeds);

// Number of touching contacts of each of `count` colliders in each copy, to an array of copies
// times `count`.
UmbraStatus umbra_batch_touching(const UmbraBatch *batch,
                                 const UmbraColliderKey *colliders,
                                 size_t count,
                                 uint32_t *out);

// Casts `count` rays in each copy: `rays` has copies times `count` of them, and so has `out`. Null
// `filter` is the default one; its callback may be called from several threads at once.
UmbraStatus umbra_batch_cast_rays(const UmbraBatch *batch,
                                  const UmbraRay *rays,
                                  size_t count,
                                  const UmbraQueryFilter *filter,
                                  UmbraRayHit *out);

// Applies forces to `count` bodies of each copy in the next step: `forces` has copies times
// `count` of them. To all or none.
UmbraStatus umbra_batch_apply_forces(UmbraBatch *batch,
                                     const UmbraBodyKey *bodies,
                                     size_t count,
                                     const UmbraForce *forces);

// Sets the speeds of the motors of `count` joints of each copy, which must have motors: `speeds`
// has copies times `count` of them. Maximum forces stay. All or none.
UmbraStatus umbra_batch_set_motor_speeds(UmbraBatch *batch,
                                         const UmbraJointKey *joints,
                                         size_t count,
                                         const float *speeds);

// A field of one of `UmbraFieldKind`, everywhere.
UmbraFieldDef umbra_field_def_default(uint32_t kind);

// Adds a field. A null `out` is allowed.
UmbraStatus umbra_scene_add_field(UmbraScene *scene, const UmbraFieldDef *def, UmbraFieldKey *out);

// Replaces a field.
UmbraStatus umbra_field_set(UmbraScene *scene, UmbraFieldKey field, const UmbraFieldDef *def);

// Moves a field.
UmbraStatus umbra_field_set_position(UmbraScene *scene, UmbraFieldKey field, UmbraVec2 position);

// Turns a field.
UmbraStatus umbra_field_set_angle(UmbraScene *scene, UmbraFieldKey field, float angle);

// Switches a field on or off.
UmbraStatus umbra_field_set_enabled(UmbraScene *scene, UmbraFieldKey field, bool enabled);

// Removes a field.
UmbraStatus umbra_scene_remove_field(UmbraScene *scene, UmbraFieldKey field);

// Pose of a field in the world.
UmbraStatus umbra_field_pose(const UmbraScene *scene, UmbraFieldKey field, UmbraPose *out);

// Lists the keys of all fields.
UmbraStatus umbra_scene_fields(const UmbraScene *scene,
                               UmbraFieldKey *out,
                               size_t capacity,
                               size_t *count);

// Gravity at a point, for an object with a filter.
UmbraStatus umbra_scene_gravity_at(const UmbraScene *scene,
                                   UmbraVec2 point,
                                   UmbraFilter filter,
                                   UmbraVec2 *out);

// Area of a body that lies in a field, such as below water.
UmbraStatus umbra_field_submerged_area(const UmbraScene *scene,
                                       UmbraFieldKey field,
                                       UmbraBodyKey body,
                                       float *out);

// An explosion of strength 1.
UmbraExplosion umbra_explosion_default(UmbraVec2 center, float reach);

// Pushes what is near. Lists the bodies that were pushed; a null `count` is allowed if `capacity`
// is 0.
UmbraStatus umbra_scene_explode(UmbraScene *scene,
                                const UmbraExplosion *explosion,
                                UmbraBlown *out,
                                size_t capacity,
                                size_t *count);

// Cuts a body along a line. Lists all of its pieces; the heaviest keeps its key.
UmbraStatus umbra_scene_split_body(UmbraScene *scene,
                                   UmbraBodyKey body,
                                   UmbraVec2 line_from,
                                   UmbraVec2 line_to,
                                   UmbraBodyKey *out,
                                   size_t capacity,
                                   size_t *count);

// Breaks a body around a point into about so many pieces. Lists all of them; the heaviest keeps
// its key.
UmbraStatus umbra_scene_shatter_body(UmbraScene *scene,
                                     UmbraBodyKey body,
                                     UmbraVec2 point,
                                     size_t pieces,
                                     UmbraBodyKey *out,
                                     size_t capacity,
                                     size_t *count);

// Cuts a polygon out of a body. Lists all of its pieces; the heaviest keeps its key.
UmbraStatus umbra_scene_carve_body(UmbraScene *scene,
                                   UmbraBodyKey body,
                                   const UmbraVec2 *outline,
                                   size_t outline_count,
                                   UmbraBodyKey *out,
                                   size_t capacity,
                                   size_t *count);

// Cuts a polygon out of everything that a filter accepts. Lists the bodies that were cut and
// their pieces. If `isles_fall`, fixed parts without a hold become dynamic.
UmbraStatus umbra_scene_carve(UmbraScene *scene,
                              const UmbraVec2 *outline,
                              size_t outline_count,
                              UmbraFilter filter,
                              bool isles_fall,
                              UmbraBodyKey *out,
                              size_t capacity,
                              size_t *count);

// Adds a portal. A null `out` is allowed.
UmbraStatus umbra_scene_add_portal(UmbraScene *scene,
                                   const UmbraPortal *portal,
                                   UmbraPortalKey *out);

// Changes a portal.
UmbraStatus umbra_portal_set(UmbraScene *scene, UmbraPortalKey key, const UmbraPortal *portal);

// A portal as it is.
UmbraStatus umbra_portal_get(const UmbraScene *scene, UmbraPortalKey key, UmbraPortal *out);

// Removes a portal.
UmbraStatus umbra_scene_remove_portal(UmbraScene *scene, UmbraPortalKey key);

// Lists the keys of all portals.
UmbraStatus umbra_scene_portals(const UmbraScene *scene,
                                UmbraPortalKey *out,
                                size_t capacity,
                                size_t *count);

// Predicts `count` bodies for so many steps of `dt` seconds. If `impulses` is not null, each body
// gets its impulse first. The scene does not change.
UmbraStatus umbra_scene_predict(const UmbraScene *scene,
                                const UmbraBodyKey *bodies,
                                const UmbraVec2 *impulses,
                                size_t count,
                                uint32_t steps,
                                float dt,
                                UmbraPrediction **out);

// Frees a prediction. Null is allowed.
void umbra_prediction_free(UmbraPrediction *prediction);

// True in `out` if the scene will go exactly like this, as long as nothing else is done.
UmbraStatus umbra_prediction_is_exact(const UmbraPrediction *prediction, bool *out);

// Lists the poses of a body: the one now, and the one after each step.
UmbraStatus umbra_prediction_poses(const UmbraPrediction *prediction,
                                   UmbraBodyKey body,
                                   UmbraPose *out,
                                   size_t capacity,
                                   size_t *count);

// Lists what a body will begin to touch.
UmbraStatus umbra_prediction_touches(const UmbraPrediction *prediction,
                                     UmbraBodyKey body,
                                     UmbraTouch *out,
                                     size_t capacity,
                                     size_t *count);

// Makes one with `rate` steps per second, of which a frame has at most `max_steps`.
UmbraStatus umbra_timestep_new(float rate, uint32_t max_steps, UmbraTimestep **out);

// Frees it. Null is allowed.
void umbra_timestep_free(UmbraTimestep *timestep);

// Adds the time of a frame, and gives the number of steps to do now, each of
// `umbra_timestep_dt` seconds.
UmbraStatus umbra_timestep_advance(UmbraTimestep *timestep, float frame_dt, uint32_t *out);

// Length of a step, in seconds.
UmbraStatus umbra_timestep_dt(const UmbraTimestep *timestep, float *out);

// Fraction of a step by which the frame is past the last one, for `umbra_body_interpolated_pose`.
UmbraStatus umbra_timestep_alpha(const UmbraTimestep *timestep, float *out);

// Shapes, joints, fields and portals.
UmbraDrawOptions umbra_draw_options_default(void);

// Writes a picture as SVG text without a zero at its end: all or nothing. `count` becomes the
// number of its bytes. Null `options` are the default ones.
UmbraStatus umbra_scene_to_svg(const UmbraScene *scene,
                               const UmbraDrawOptions *options,
                               uint8_t *out,
                               size_t capacity,
                               size_t *count);

// Writes a picture to an SVG file. Null `options` are the default ones.
UmbraStatus umbra_scene_save_svg(const UmbraScene *scene,
                                 const UmbraDrawOptions *options,
                                 const char *path);

// Draws the scene through callbacks. Null `options` are the default ones.
UmbraStatus umbra_scene_draw(const UmbraScene *scene,
                             const UmbraDrawOptions *options,
                             const UmbraDraw *draw);

// Makes a character of a shape. Null `settings` are the default ones.
UmbraStatus umbra_character_new(const UmbraShape *shape,
                                const UmbraCharacterSettings *settings,
                                UmbraCharacter **out);

// Frees a character. Null is allowed.
void umbra_character_free(UmbraCharacter *character);

// Settings of the character.
UmbraStatus umbra_character_settings(const UmbraCharacter *character, UmbraCharacterSettings *out);

// Changes the settings. The next step checks them.
UmbraStatus umbra_character_set_settings(UmbraCharacter *character,
                                         const UmbraCharacterSettings *settings);

// Shape while it crouches; null for none.
UmbraStatus umbra_character_set_crouched_shape(UmbraCharacter *character, const UmbraShape *shape);

// Body that the character has in the scene, for others to collide with; 0 for none. Its own
// queries overlook it.
UmbraStatus umbra_character_set_body(UmbraCharacter *character, UmbraBodyKey body);

// Puts the character elsewhere.
UmbraStatus umbra_character_set_position(UmbraCharacter *character, UmbraVec2 position);

// Changes its velocity.
UmbraStatus umbra_character_set_velocity(UmbraCharacter *character, UmbraVec2 velocity);

// Takes all of its motion.
UmbraStatus umbra_character_stop(UmbraCharacter *character);

// Follows a shift of the scene's origin: see `umbra_scene_shift_origin`.
UmbraStatus umbra_character_shift(UmbraCharacter *character, UmbraVec2 by);

// Moves the character by its input, and pushes the bodies that it touched if `push` is true. Null
// `filter` is the default one, and its callback must not use the scene; null `out` is allowed.
UmbraStatus umbra_character_step(UmbraCharacter *character,
                                 UmbraScene *scene,
                                 const UmbraCharacterInput *input,
                                 float dt,
                                 const UmbraQueryFilter *filter,
                                 bool push,
                                 UmbraMoved *out);

// Moves the body of the character to where the character is.
UmbraStatus umbra_character_move_body(const UmbraCharacter *character, UmbraScene *scene, float dt);

// The character as it is.
UmbraStatus umbra_character_state(const UmbraCharacter *character, UmbraCharacterState *out);

// Lists what its last step touched.
UmbraStatus umbra_character_hits(const UmbraCharacter *character,
                                 UmbraCharacterHit *out,
                                 size_t capacity,
                                 size_t *count);

// True in `out` if there is room to stand up.
UmbraStatus umbra_character_can_stand(const UmbraCharacter *character,
                                      const UmbraScene *scene,
                                      bool *out);

// Moves a shape as a character moves, along what it meets. Pushes nothing.
UmbraStatus umbra_scene_move_and_slide(const UmbraScene *scene,
                                       const UmbraShape *shape,
                                       UmbraPose pose,
                                       UmbraVec2 translation,
                                       const UmbraQueryFilter *filter,
                                       UmbraPose *out);

// Settings of a character of human size.
UmbraCharacterSettings umbra_character_settings_default(void);

// A drive with a maximum torque or force and a top speed.
UmbraDrive umbra_drive(float most, float top_speed);

// An axle without a drive.
UmbraAxle umbra_axle_default(void);

// A car with two axles, both driven.
UmbraCarSettings umbra_car_settings_default(void);

// Makes a car with its chassis, its wheels and their joints. `position` is that of the chassis.
// Null `settings` are the default ones.
UmbraStatus umbra_car_spawn(UmbraScene *scene,
                            UmbraVec2 position,
                            const UmbraCarSettings *settings,
                            UmbraCar **out);

// Makes a car of a chassis that is in the scene: adds its wheels and their joints. Null
// `settings` are the default ones.
UmbraStatus umbra_car_new(UmbraScene *scene,
                          UmbraBodyKey chassis,
                          const UmbraCarSettings *settings,
                          UmbraCar **out);

// Frees the car. Its bodies stay in the scene. Null is allowed.
void umbra_car_free(UmbraCar *car);

// Removes the bodies and joints of the car from the scene. The car is still to be freed.
UmbraStatus umbra_car_remove(const UmbraCar *car, UmbraScene *scene);

// Drives the car in the next step, which takes `dt` seconds.
UmbraStatus umbra_car_drive(UmbraCar *car, UmbraScene *scene, UmbraControls controls, float dt);

// Body of the chassis.
UmbraStatus umbra_car_chassis(const UmbraCar *car, UmbraBodyKey *out);

// Speed of the car, positive forwards.
UmbraStatus umbra_car_speed(const UmbraCar *car, const UmbraScene *scene, float *out);

// Lists the wheels of the car.
UmbraStatus umbra_car_wheels(const UmbraCar *car,
                             const UmbraScene *scene,
                             UmbraWheelState *out,
                             size_t capacity,
                             size_t *count);

// A tyre at the origin, neither steered nor driven.
UmbraTyre umbra_tyre_default(void);

// A car with four tyres: the front ones steer, the rear ones drive.
UmbraTopDownSettings umbra_top_down_settings_default(void);

// Makes a car with its body. Null `settings` are the default ones.
UmbraStatus umbra_top_down_spawn(UmbraScene *scene,
                                 UmbraVec2 position,
                                 float angle,
                                 const UmbraTopDownSettings *settings,
                                 UmbraTopDownCar **out);

// Makes a car of a body that is in the scene. Null `settings` are the default ones.
UmbraStatus umbra_top_down_new(const UmbraScene *scene,
                               UmbraBodyKey body,
                               const UmbraTopDownSettings *settings,
                               UmbraTopDownCar **out);

// Frees the car. Its body stays in the scene. Null is allowed.
void umbra_top_down_free(UmbraTopDownCar *car);

// Removes the body of the car from the scene. The car is still to be freed.
UmbraStatus umbra_top_down_remove(const UmbraTopDownCar *car, UmbraScene *scene);

// Drives the car in the next step, which takes `dt` seconds.
UmbraStatus umbra_top_down_drive(UmbraTopDownCar *car,
                                 UmbraScene *scene,
                                 UmbraControls controls,
                                 float dt);

// Body of the car.
UmbraStatus umbra_top_down_body(const UmbraTopDownCar *car, UmbraBodyKey *out);

// Velocity of the car: forwards, and to the left.
UmbraStatus umbra_top_down_velocity(const UmbraTopDownCar *car,
                                    const UmbraScene *scene,
                                    UmbraVec2 *out);

// Angle of the steering, in radians.
UmbraStatus umbra_top_down_steer(const UmbraTopDownCar *car, float *out);

// Lists the tyres of the car.
UmbraStatus umbra_top_down_tyres(const UmbraTopDownCar *car,
                                 UmbraTyreState *out,
                                 size_t capacity,
                                 size_t *count);

// Builds a rope. Null `settings` are the default ones.
UmbraStatus umbra_build_rope(UmbraScene *scene,
                             UmbraVec2 from,
                             UmbraVec2 to,
                             const UmbraRopeSettings *settings,
                             UmbraAssembly **out);

// Builds a chain between points of two bodies. Null `settings` are the default ones.
UmbraStatus umbra_build_chain_between(UmbraScene *scene,
                                      UmbraBodyKey body_a,
                                      UmbraBodyKey body_b,
                                      UmbraVec2 from,
                                      UmbraVec2 to,
                                      const UmbraRopeSettings *settings,
                                      UmbraAssembly **out);

// Builds a bridge of planks. Null `settings` are the default ones.
UmbraStatus umbra_build_bridge(UmbraScene *scene,
                               UmbraVec2 from,
                               UmbraVec2 to,
                               const UmbraBridgeSettings *settings,
                               UmbraAssembly **out);

// Builds a cloth that hangs from a line by its `drop`. Null `settings` are the default ones.
UmbraStatus umbra_build_cloth(UmbraScene *scene,
                              UmbraVec2 from,
                              UmbraVec2 to,
                              float drop,
                              const UmbraClothSettings *settings,
                              UmbraAssembly **out);

// Builds a ragdoll. Null `settings` are the default ones.
UmbraStatus umbra_build_ragdoll(UmbraScene *scene,
                                UmbraVec2 position,
                                const UmbraRagdollSettings *settings,
                                UmbraAssembly **out);

// Frees the keys. The bodies stay in the scene. Null is allowed.
void umbra_assembly_free(UmbraAssembly *assembly);

// Removes its bodies and joints from the scene. It is still to be freed.
UmbraStatus umbra_assembly_remove(const UmbraAssembly *assembly, UmbraScene *scene);

// Gives all of its bodies a velocity.
UmbraStatus umbra_assembly_set_velocity(const UmbraAssembly *assembly,
                                        UmbraScene *scene,
                                        UmbraVec2 velocity);

// Lists its bodies.
UmbraStatus umbra_assembly_bodies(const UmbraAssembly *assembly,
                                  UmbraBodyKey *out,
                                  size_t capacity,
                                  size_t *count);

// Lists its joints.
UmbraStatus umbra_assembly_joints(const UmbraAssembly *assembly,
                                  UmbraJointKey *out,
                                  size_t capacity,
                                  size_t *count);

// Body of a bone of a ragdoll: one of `UmbraBone`. 0 if it has none.
UmbraStatus umbra_ragdoll_bone(const UmbraAssembly *assembly, uint32_t bone, UmbraBodyKey *out);

// The usual rope.
UmbraRopeSettings umbra_rope_settings_default(void);

// The usual bridge.
UmbraBridgeSettings umbra_bridge_settings_default(void);

// The usual cloth.
UmbraClothSettings umbra_cloth_settings_default(void);

// The usual soft body.
UmbraSoftSettings umbra_soft_settings_default(void);

// The usual ragdoll.
UmbraRagdollSettings umbra_ragdoll_settings_default(void);

// Builds a round soft body. Null `settings` are the default ones.
UmbraStatus umbra_build_blob(UmbraScene *scene,
                             UmbraVec2 center,
                             float radius,
                             const UmbraSoftSettings *settings,
                             UmbraSoftBody **out);

// Builds a soft box. Null `settings` are the default ones.
UmbraStatus umbra_build_soft_box(UmbraScene *scene,
                                 UmbraVec2 center,
                                 float half_width,
                                 float half_height,
                                 const UmbraSoftSettings *settings,
                                 UmbraSoftBody **out);

// Frees the keys. The bodies stay in the scene. Null is allowed.
void umbra_soft_body_free(UmbraSoftBody *soft);

// Removes its bodies and joints from the scene. It is still to be freed.
UmbraStatus umbra_soft_body_remove(const UmbraSoftBody *soft, UmbraScene *scene);

// Centre of a soft body.
UmbraStatus umbra_soft_body_center(const UmbraSoftBody *soft,
                                   const UmbraScene *scene,
                                   UmbraVec2 *out);

// Area that a soft body encloses.
UmbraStatus umbra_soft_body_area(const UmbraSoftBody *soft, const UmbraScene *scene, float *out);

// Lists the points of the outline of a soft body.
UmbraStatus umbra_soft_body_outline(const UmbraSoftBody *soft,
                                    const UmbraScene *scene,
                                    UmbraVec2 *out,
                                    size_t capacity,
                                    size_t *count);

// Lists the bodies of a soft body.
UmbraStatus umbra_soft_body_bodies(const UmbraSoftBody *soft,
                                   UmbraBodyKey *out,
                                   size_t capacity,
                                   size_t *count);

// The usual settings.
UmbraMaskSettings umbra_mask_settings_default(void);

// Traces the outlines of a picture: `width * height` pixels of four bytes, red, green, blue and
// alpha, row by row from the top. Null `settings` are the default ones.
UmbraStatus umbra_outlines_from_rgba(const uint8_t *pixels,
                                     size_t width,
                                     size_t height,
                                     const UmbraMaskSettings *settings,
                                     UmbraOutlines **out);

// Frees outlines. Null is allowed.
void umbra_outlines_free(UmbraOutlines *outlines);

// Number of outlines.
UmbraStatus umbra_outlines_count(const UmbraOutlines *outlines, size_t *out);

// Lists the outer points of an outline.
UmbraStatus umbra_outlines_points(const UmbraOutlines *outlines,
                                  size_t index,
                                  UmbraVec2 *out,
                                  size_t capacity,
                                  size_t *count);

// Adds colliders of one outline to a body, of one of `UmbraOutlineKind`, and lists them.
// Adds all or none. A null `def` is the default one.
UmbraStatus umbra_body_add_outline(UmbraScene *scene,
                                   UmbraBodyKey body,
                                   const UmbraColliderDef *def,
                                   const UmbraOutlines *outlines,
                                   size_t index,
                                   uint32_t kind,
                                   UmbraColliderKey *out,
                                   size_t capacity,
                                   size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UMBRA_H */

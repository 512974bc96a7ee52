// Uses every part of the package, to be compiled: what is marked as an error has to be one.
import {
  Predictor,
  Recording,
  Replay,
  BONES,
  Car,
  Character,
  FixedTimestep,
  init,
  moveAndSlide,
  outlinesOf,
  Shape,
  Snapshot,
  TopDownCar,
  World,
  type BodyKey,
  type PhysicsEvent,
  type RayHit,
  type Vector,
} from "@umbra-physics/umbra2d";

await init({ simd: true });
const world = new World({ gravity: [0, -10], solver: { substeps: 8 }, sleep: { enabled: false } });
// @ts-expect-error: no such option
new World({ gravty: [0, -10] });

const ground: BodyKey = world.addBody({ type: "fixed" }, { shape: Shape.cuboid(20, 0.5) });
// @ts-expect-error: no such type
world.addBody({ type: "static" });
const ball = world.body(world.addBody({ position: { x: 0, y: 3 } }, { shape: Shape.circle(0.5), restitution: 0.5 }));
const position: Vector = ball.position;
ball.position = [position.x, position.y + 1];
ball.massProperties = null;
// @ts-expect-error: cannot be written
ball.mass = 3;

const joint = world.joint(world.addJoint({ type: "revolute", bodyA: ground, bodyB: ball.key, anchor: [0, 3] }));
joint.limits = [0, 1];
// @ts-expect-error: an axis is missing
world.addJoint({ type: "prismatic", bodyA: ground, bodyB: ball.key, anchor: [0, 3] });

const hit: RayHit | null = world.castRay([0, 9], [0, -9], { only: ["dynamic"], predicate: (key) => key > 0 });
hit?.normal.x.toFixed(2);
world.castShape(Shape.capsule([0, 0], [1, 0], 0.5), [0, 9, 0.5], [0, -9])?.pose.angle.toFixed(2);
// @ts-expect-error: not convex
world.overlapShape(Shape.chain([[0, 0]]), [0, 0]);

function name(event: PhysicsEvent): string {
  switch (event.type) {
    case "hit":
      return `${event.speed} ${event.point.x}`;
    case "sensorBegin":
      return `${event.visitor}`;
    case "jointBroken":
      return `${event.joint} ${event.torque}`;
    default:
      return event.type;
  }
}
world.events(["contacts", "joints"]).map(name);

world.hooks = { shouldCollide: ({ userData: [a, b] }) => a !== b, modifyContact: () => ({ friction: 0 }) };
const saved: Snapshot = world.snapshot();
world.restore(saved, { asBranch: true });
World.deserialize(world.serialize()).stateHash().padStart(16);

world.addField({ type: "water", density: 1, below: true });
world.addPortal({ from: [[0, 0], [0, 1]], to: [[5, 0], [5, 1]] });
world.explode({ center: [0, 0], reach: 3 }).map(({ impulse }) => impulse.x);
world.rope([0, 0], [3, 0], { ends: ["world", { body: ball.key }] }).bodies.map((key) => world.body(key).mass);
world.ragdoll([0, 0]).driveTo({ head: 0.5 }).includes(BONES[0]);
world.blob([0, 3], 1).outline();

const hero = new Character(world, { shape: Shape.circle(0.5), runSpeed: 5 });
if (hero.step({ run: 1, jump: true }).landed !== null) hero.stop();
moveAndSlide(world, Shape.circle(1), [0, 0], [1, 0]).hits.map(({ kind }) => kind === "wall");
new Car(world, [0, 2]).drive({ throttle: 1 });
new TopDownCar(world, { body: ball.key }).tyres()[0].slides satisfies boolean;
outlinesOf({ width: 1, height: 1, data: new Uint8ClampedArray(4) })[0]?.outer;

const time = new FixedTimestep(60);
time.advance(0.02, (dt) => world.step(dt));
const poses: Float32Array = world.poses;
for (const key of world.moved) poses[4 * world.row(key)].toFixed(2);

world.record({ keyframeEvery: 60, keepLast: 600 });
const recording: Recording | null = world.takeRecording();
const replay = new Replay(Recording.deserialize(recording!.serialize()));
replay.seek(10);
replay.world.body(ball.key).position.x.toFixed(2);
replay.check()?.step.toFixed();
// @ts-expect-error: no such option
world.record({ every: 3 });
World.fromLevel(world.toLevel()).rewind(0);
const { paths } = world.predict([ball.key], 60, 1 / 60, { changes: [{ body: ball.key, velocity: [1, 0] }] });
paths[0].touches[0]?.otherBody satisfies BodyKey | null | undefined;
new Predictor().predict(world, ball.key, 5, 0.1, { exact: true }).reasons.includes("tied");

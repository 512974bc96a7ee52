// One engine on one scene, in a process of its own: `node one.mjs ENGINE SCENE`. Prints figures as JSON.
import { ENGINES } from "./engines.mjs";
import { open, overlap } from "./quality.mjs";
import { SCENES } from "./scenes.mjs";

const [name, which] = process.argv.slice(2);
const scene = SCENES[which]();
const { file, argument } = ENGINES[name];
/** Milliseconds of the processor since the start, on all threads. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const make = await (await import(file)).load(argument);
// The first run counts apart: browsers compile while it goes on.
const begin = cpu();
const first = make(scene);
for (let i = 0; i < scene.steps; i++) first.step();
const firstRun = (cpu() - begin) / scene.steps;
await new Promise((resolve) => setTimeout(resolve, 1500)); // what compiles in the background is done

const it = make(scene);
const poses = new Float32Array(4 * scene.bodies.length);
let start = cpu();
for (let i = 0; i < scene.steps; i++) it.step();
const step = (cpu() - start) / scene.steps;
start = cpu();
for (let i = 0; i < 200; i++) it.read(poses);
const read = (cpu() - start) / 200;
const quality = scene.joints.length ? open(scene, poses) : overlap(scene, poses);
console.log(JSON.stringify({ step, firstRun, read, ...quality }));
process.exit(0); // some engines keep threads

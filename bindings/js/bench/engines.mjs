// The engines that are compared.
const engine = (file, argument) => ({ file: `./engines/${file}.mjs`, argument });

export const ENGINES = {
  umbra: engine("umbra", true),
  "umbra, no simd": engine("umbra", false),
  "box2d3-wasm deluxe": engine("box2d3", "deluxe"),
  "box2d3-wasm compat": engine("box2d3", "compat"),
  "rapier2d-simd-compat": engine("rapier", "@dimforge/rapier2d-simd-compat"),
  "rapier2d-compat": engine("rapier", "@dimforge/rapier2d-compat"),
  planck: engine("planck"),
  "matter-js": engine("matter"),
  "phaser-box2d": engine("phaser_box2d"),
};

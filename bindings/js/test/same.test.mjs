// The state hash of the scene that every binding builds, in each build of the module.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { FIVE_WAYS, fiveWays, run } from "./scenes.mjs";

await umbra.init();

test("300 steps come to the native hash", () => {
  assert.equal(run(fiveWays(umbra), 300).stateHash(), FIVE_WAYS);
});

test("the build without vector instructions comes to the same hash", () => {
  const code = `
    import * as umbra from ${JSON.stringify(new URL("../dist/index.js", import.meta.url))};
    import { fiveWays, run } from ${JSON.stringify(new URL("scenes.mjs", import.meta.url))};
    await umbra.init({ simd: false });
    process.stdout.write(run(fiveWays(umbra), 300).stateHash());
  `;
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }), FIVE_WAYS);
});

test("copies, snapshots and bytes go on to the same hash", () => {
  const world = run(fiveWays(umbra), 100);
  const [copy, snapshot, bytes] = [world.copy(), world.snapshot(), world.serialize()];
  assert.equal(run(copy, 200).stateHash(), FIVE_WAYS);
  assert.equal(run(umbra.World.deserialize(bytes), 200).stateHash(), FIVE_WAYS);
  assert.equal(run(world, 50).stateHash() === FIVE_WAYS, false);
  world.restore(snapshot);
  assert.equal(world.stateHash(), snapshot.hash);
  assert.equal(run(world, 200).stateHash(), FIVE_WAYS);
  world.restore(snapshot.serialize());
  assert.equal(run(world, 200).stateHash(), FIVE_WAYS);
});

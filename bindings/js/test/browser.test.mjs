// The package in a headless Chromium: the hash of the native program in both builds, and examples that run.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Browser } from "../../../crates/umbra-testbed/web/test/browser.mjs";
import { serve } from "../examples/serve.mjs";
import { FIVE_WAYS } from "./scenes.mjs";

let browser, server, address;
before(async () => {
  ({ server, address } = await serve());
  browser = await Browser.start();
});
after(async () => {
  await browser?.close();
  server?.close();
});

for (const simd of [true, false]) {
  test(`poses after 300 steps are the native ones, ${simd ? "with" : "without"} vector instructions`, async () => {
    await browser.open(`${address}/test/page.html?simd=${simd}`);
    const hash = await browser.until("a hash", () => browser.evaluate("document.body?.dataset.hash"));
    assert.equal(hash, FIVE_WAYS);
    assert.deepEqual(browser.errors.splice(0), []);
  });
}

for (const page of ["canvas", "pixi", "phaser"]) {
  test(`the example ${page} runs`, async () => {
    await browser.open(`${address}/examples/${page}.html`);
    await browser.until("thirty frames", () => browser.evaluate("Number(document.body?.dataset.steps) > 30"));
    assert.deepEqual(browser.errors.splice(0), []);
  });
}

// The page in a headless Chromium: `node run.mjs FOLDER PROGRAM [PICTURES]`.
//
// FOLDER is what `web/build` built, PROGRAM is the native testbed, whose hashes have to be the same. With PICTURES, a
// folder, screenshots of some scenes are saved there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Browser, NO_GL } from "./browser.mjs";
import { decode, variety } from "./png.mjs";
import { serve } from "./serve.mjs";

const [folder, program, pictures] = process.argv.slice(2);
const { server, address } = await serve(folder);

/** How things stand; nothing while the page is loading. */
async function status(browser) {
  const failed = await browser.evaluate("document.body?.dataset.failed");
  assert.equal(failed, undefined);
  return browser.evaluate("JSON.parse(window.umbra_status?.() || 'null')");
}

/** Opens a link and waits until it is drawn and done with what it was asked to do. */
async function open(browser, link, query = "", from = address) {
  const start = Date.now();
  await browser.open(`${from}/play.html${query}#${link}`);
  await browser.until(link, async () => (await status(browser))?.busy === false);
  return { ...(await status(browser)), loaded: Date.now() - start };
}

/** Opens a link and waits until nothing moves any more: the view fits anew when the panels have found their sizes. */
async function settled(browser, link) {
  await open(browser, link);
  let [before, since] = ["", Date.now()];
  return browser.until("a view that stays", async () => {
    const now = await status(browser);
    if (`${now.marked_on_screen}` !== before) [before, since] = [`${now.marked_on_screen}`, Date.now()];
    return Date.now() - since > 700 && now;
  });
}

/** One browser for all tests with WebGL. Nothing of them may leave an error in the console. */
let browser;
test.before(async () => {
  browser = await Browser.start();
});
test.after(async () => {
  await browser?.close();
  server.close();
});
test.afterEach(() => {
  assert.deepEqual(browser.errors.splice(0), []);
});

for (const build of ["simd128", "fallback"]) {
  test(`${build}: 300 steps come to the hash of the native program`, async () => {
    for (const scene of ["pyramid", "ragdoll", "zoo", "car", "clock", "joint_kinds", "castle_siege", "query_lab"]) {
      const link = `scene=${scene}&steps=300&substeps=5`;
      const page = await open(browser, link, `?wasm=${build}`);
      const native = execFileSync(program, ["--hash", link], { encoding: "utf8" }).trim();
      assert.equal(`${page.scene} ${page.step} ${page.hash}`, native);
      assert.equal(await browser.evaluate("document.body.dataset.build"), build);
    }
  });
}

test("it loads within two seconds and draws", async () => {
  // The machine may be busy with other things for a moment.
  const loads = [];
  let page;
  while (loads.length < 3 && !(Math.min(...loads) < 2000)) {
    page = await open(browser, "scene=large_pyramid&steps=1");
    loads.push(page.loaded);
  }
  console.log(`loaded and drawn in ${loads.join(", ")} ms, version ${page.version}`);
  assert.ok(Math.min(...loads) < 2000, `${loads}`);
  assert.match(page.version, /^\d+\.\d+\.\d+$/);
  assert.equal(await browser.evaluate("document.getElementById('loading')"), null);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { colors, drawn } = variety(decode(await browser.picture()));
  console.log(`${colors} colours, ${(100 * drawn).toFixed(1)} % is not the background`);
  assert.ok(colors > 100 && drawn > 0.3, `${colors} colours, ${drawn}`);
});

// Only what is packed as it is published can be there in time.
const quick = existsSync(`${folder}/quick`);

test("it opens within two seconds on a line of 10 Mbit/s", { skip: quick && "a quick build" }, async () => {
  const slow = await serve(folder, { bitsPerSecond: 10e6, delay: 20 });
  await browser.send("Network.enable");
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  const loads = [];
  while (loads.length < 5 && !(Math.min(...loads) < 2000)) {
    loads.push((await open(browser, "scene=pyramid&steps=1", "", slow.address)).loaded);
  }
  await browser.send("Network.disable");
  slow.server.close();
  console.log(`loaded and drawn in ${loads.join(", ")} ms`);
  assert.ok(Math.min(...loads) < 2000, `${loads}`);
});

test("300 frames are played, about a step each", async () => {
  await open(browser, "scene=pyramid");
  const frames = browser.evaluate(`new Promise((done) => {
    let frames = 0;
    const next = () => (++frames < 300 ? requestAnimationFrame(next) : done(frames));
    next();
  })`);
  assert.equal(await frames, 300);
  const { step, complaints, playing } = await status(browser);
  console.log(`${step} steps after 300 frames`);
  assert.ok(step >= 250 && playing && complaints === 0, `${step} steps, ${complaints} complaints`);
});

/** Drags the box of a scene, with whatever `point` does, and checks that it is where the pointer is. */
async function drag(press, move, release) {
  // A box at rest waits for the pointer, however slowly the browser draws.
  const [x, y] = (await settled(browser, "scene=single_box")).marked_on_screen;
  const [right, up] = [260, 90];
  await press(x, y);
  for (let part = 1; part <= 15; part++) {
    await move(x + (right * part) / 15, y - (up * part) / 15);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const far = (at) => Math.hypot(at[0] - x - right, at[1] - y + up);
  const comes = async () => far((await status(browser)).marked_on_screen) < 8;
  await browser.until(`the box of ${x}, ${y} comes`, comes, 10);
  await release(x + right, y - up);
  const { step } = await status(browser);
  await browser.until("the box falls", async () => (await status(browser)).step > step + 60, 10);
  const { marked, marked_on_screen } = await status(browser);
  console.log(`dragged to ${marked.map((it) => it.toFixed(2)).join(", ")}`);
  assert.ok(far(marked_on_screen) > 20 && marked[0] > 0.5, `${marked}`);
}

test("a mouse drags a body", async () => {
  await drag(
    async (x, y) => {
      await browser.mouse("mouseMoved", x, y);
      await browser.mouse("mousePressed", x, y, 1);
    },
    (x, y) => browser.mouse("mouseMoved", x, y, 1),
    (x, y) => browser.mouse("mouseReleased", x, y),
  );
});

test("a finger drags a body, and two zoom", async () => {
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
  await drag(
    (x, y) => browser.touch("touchStart", [[x, y]]),
    (x, y) => browser.touch("touchMove", [[x, y]]),
    () => browser.touch("touchEnd", []),
  );

  await open(browser, "scene=hello&paused=1");
  const apart = async () => (await status(browser)).marked_on_screen;
  const [, high] = await apart();
  const fingers = (reach) => [[640 - reach, 400], [640 + reach, 400]];
  await browser.touch("touchStart", fingers(40));
  for (let part = 1; part <= 10; part++) {
    await browser.touch("touchMove", fingers(40 + 6 * part));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await browser.touch("touchEnd", []);
  const [, higher] = await apart();
  console.log(`pinched: the ball is at ${higher.toFixed(0)} instead of ${high.toFixed(0)}`);
  assert.ok(400 - higher > 1.8 * (400 - high), `${high} ${higher}`);
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: false });
});

test("without WebGL the page says so", async () => {
  const blind = await Browser.start(NO_GL);
  await blind.open(`${address}/play.html`);
  const text = await blind.until("a message", () => blind.evaluate("document.body?.dataset.failed"));
  await blind.close();
  assert.match(text, /WebGL/);
});

test("a program that has stopped says so", async () => {
  await open(browser, "scene=hello");
  await browser.evaluate("setTimeout(() => { throw new Error('on purpose'); })");
  const text = () => browser.evaluate("document.getElementById('loading')?.textContent");
  assert.match(await browser.until("a message", text, 5), /on purpose/);
  assert.match(browser.errors.splice(0).join(), /on purpose/);
});

/** Makes the page as large as a window or a telephone. */
async function resize(width, height, mobile = false) {
  await browser.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
}

test("the address follows what is shown, and leads back to it", async () => {
  const { marked_on_screen: [x, y] } = await settled(browser, "scene=single_box");
  await browser.mouse("mouseMoved", x, y);
  await browser.mouse("mousePressed", x, y, 1);
  for (let part = 1; part <= 10; part++) {
    await browser.mouse("mouseMoved", x + 20 * part, y - 8 * part, 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await browser.mouse("mouseReleased", x + 200, y - 80);
  const hash = () => browser.evaluate("location.hash");
  // By time, however few frames there are in it.
  await browser.until("hands in the address", async () => (await hash()).includes("&hands="), 3);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const link = (await hash()).slice(1);
  console.log(`${link.length} characters: ${link.slice(0, 80)} ..`);
  assert.match(link, /^scene=single_box/);
  // It begins at the moment, not at the first step, and goes on.
  const at = Number(link.match(/&at=(\d+)/)[1]);
  const moment = await open(browser, link);
  assert.ok(at > 30 && moment.step >= at && moment.step < at + 120 && moment.playing, `${moment.step} of ${at}`);
  // Somebody else who opens it sees the same: the box is dragged by itself.
  const page = await open(browser, `${link}&steps=400`);
  const native = execFileSync(program, ["--hash", `${link}&steps=400`], { encoding: "utf8" }).trim();
  assert.equal(`${page.scene} ${page.step} ${page.hash}`, native);
  assert.ok(page.marked[0] > 0.3, `${page.marked}`);
});

/** The last hash of a scene in the file to which all machines come. */
async function golden(scene) {
  const file = await readFile(new URL("../../../umbra-scenes/golden.txt", import.meta.url), "utf8");
  return file.trim().split("\n").findLast((line) => line.startsWith(`${scene} `)).split(" ");
}

test("the gallery computes a scene to the hash of other machines", async () => {
  await browser.open(`${address}/`);
  const proof = () => browser.evaluate("document.body?.dataset.proof");
  assert.equal(await browser.until("a proof", proof, 60), "same");
  const text = (id) => browser.evaluate(`document.getElementById("proof-${id}").textContent`);
  const [, , hash] = await golden("castle_siege");
  assert.ok((await text("hash")).includes(hash), await text("hash"));
  assert.match(await text("state"), /the one computed on x86-64, i686 and aarch64/);
  assert.equal(await browser.evaluate("document.querySelectorAll('#proof li.same').length"), 6);
  // It is drawn, too.
  const { colors } = variety(decode(await browser.picture()));
  assert.ok(colors > 20, `${colors} colours`);
});

test("all links of the gallery lead somewhere, and none to an address that nobody has", async () => {
  await browser.open(`${address}/`);
  const links = () => browser.evaluate("[...document.querySelectorAll('a')].map((it) => it.href)");
  const all = await browser.until("links", async () => (await links()).length > 50 && links(), 10);
  assert.ok(all.some((it) => it.includes("/docs/guide/")) && all.some((it) => it.endsWith(".tar.gz")));
  for (const link of all) {
    assert.ok(link.startsWith(address), link);
    const answer = await fetch(link.split("#")[0]);
    assert.equal(answer.status, 200, link);
    if (!link.endsWith(".gz")) assert.doesNotMatch(await answer.text(), /example\.(com|org)|umbra\.example/, link);
  }
  const source = await (await fetch(`${address}/source/bridge.html`)).text();
  assert.match(source, /bridge\.rs/);
  assert.match(source.replace(/<[^>]*>/g, ""), /fn build\(scene: &amp;mut Scene/);
});

test("a file is opened by its button", async () => {
  await browser.send("Page.setInterceptFileChooserDialog", { enabled: true });
  await settled(browser, "scene=single_box");
  browser.chooser = undefined;
  await browser.key("o");
  const backendNodeId = await browser.until("a list of files", async () => browser.chooser, 10);
  const file = fileURLToPath(new URL("../../../umbra-replay/tests/files/v3/boats.json", import.meta.url));
  await browser.send("DOM.setFileInputFiles", { files: [file], backendNodeId });
  await browser.until("the scene", async () => (await status(browser)).scene === "boats", 10);
  assert.equal((await status(browser)).complaints, 0);
  await browser.send("Page.setInterceptFileChooserDialog", { enabled: false });
});

test("films are light on light pages and dark on dark ones", async () => {
  const corner = async (scheme) => {
    await browser.prefer(scheme);
    await browser.open(`${address}/source/pyramid.html`);
    await browser.until("a page", () => browser.evaluate("document.readyState === 'complete'"), 10);
    await browser.evaluate(`document.body.innerHTML = "<img src='${address}/films/pyramid.svg'>"`);
    const is_there = () => browser.evaluate("document.images[0].complete && document.images[0].naturalWidth > 0");
    await browser.until("a film", is_there, 10);
    return [...decode(await browser.picture()).color(400, 20)].reduce((sum, part) => sum + part, 0);
  };
  const [light, dark] = [await corner("light"), await corner("dark")];
  await browser.prefer("");
  assert.ok(light > 600 && dark < 150, `${light} ${dark}`);
});

test("the gallery shows cards whose pictures move, and pages have tags", async () => {
  await browser.open(`${address}/`);
  const count = () => browser.evaluate("document.querySelectorAll('.card img').length");
  await browser.until("cards", async () => (await count()) >= 31, 10);
  for (const name of ["castle_siege", "bridge"]) {
    const page = await (await fetch(`${address}/scene/${name}.html`)).text();
    for (const tag of ["og:title", "og:description", "og:image"]) assert.ok(page.includes(tag), tag);
    const film = await (await fetch(`${address}/films/${name}.svg`)).text();
    assert.ok(film.includes("@keyframes"));
    assert.equal((await fetch(`${address}/posters/${name}.png`)).status, 200);
  }
});

test("the program is small on its way", async () => {
  for (const build of ["simd128", "fallback"]) {
    const response = await fetch(`${address}/${build}/umbra-testbed_bg.wasm`, { headers: { "accept-encoding": "br" } });
    assert.equal(response.headers.get("content-encoding"), "br");
    await response.arrayBuffer();
  }
});

test("pictures of windows of all sizes", { skip: !pictures }, async () => {
  await mkdir(pictures, { recursive: true });
  for (const [width, height] of [
    [1280, 800],
    [844, 390],
    [390, 844],
  ]) {
    await resize(width, height, width < 1000);
    for (const scene of ["pyramid", "castle_siege", "slicing", "donuts", "play_platformer", "play_pinball", "joint_museum"]) {
      await open(browser, `scene=${scene}`);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await writeFile(`${pictures}/${width}-${scene}.png`, await browser.picture());
    }
  }
  for (const [width, scheme] of [
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
  ]) {
    await browser.prefer(scheme);
    await resize(width, 844, width < 1000);
    await browser.open(`${address}/`);
    await browser.until("a proof", () => browser.evaluate("document.body?.dataset.proof"));
    await writeFile(`${pictures}/gallery-${width}-${scheme}.png`, await browser.picture());
  }
  await browser.prefer("");
  await browser.send("Emulation.clearDeviceMetricsOverride");
});

test("pictures", { skip: !pictures }, async () => {
  await mkdir(pictures, { recursive: true });
  await browser.send("Emulation.setDeviceMetricsOverride", {
    width: 1100,
    height: 680,
    deviceScaleFactor: 1,
    mobile: false,
  });
  for (const [scene, link] of Object.entries({
    bridge: "scene=bridge&steps=420&theme=light",
    wrecking_ball: "scene=wrecking_ball&steps=200&theme=dark",
    tumbler: "scene=tumbler&steps=400&theme=light&tab=view&show=velocities",
  })) {
    await open(browser, link);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await writeFile(`${pictures}/web-${scene}.png`, await browser.picture());
  }
});

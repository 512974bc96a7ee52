// Finds out what the browser can do, loads the program that fits, and says what is missing.

// A module of one function that adds two vectors: it is valid where there is SIMD.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

// What `web/build` puts here: scenes with a picture, and the length of each build.
const POSTERS = [];
const LENGTHS = {};

function fail(text) {
  let note = document.getElementById("loading");
  if (!note) {
    // It had started already.
    note = document.createElement("div");
    note.id = "loading";
    document.body.append(note);
    document.getElementById("canvas").hidden = true;
  }
  note.textContent = `The testbed cannot go on: ${text}`;
  document.body.dataset.failed = text;
}

function hasWebGl() {
  // A canvas of its own: one that gave a context of one kind gives none of another.
  const canvas = document.createElement("canvas");
  return Boolean(canvas.getContext("webgl2") || canvas.getContext("webgl"));
}

// A program that has stopped draws no more: the page has to say why.
addEventListener("error", (event) => fail(`${event.message}\nReload the page to begin again.`));

async function start() {
  if (typeof WebAssembly !== "object") {
    return fail("this browser has no WebAssembly.");
  }
  const wants = new URLSearchParams(location.search).get("wasm");
  const simd = wants ? wants === "simd128" : WebAssembly.validate(SIMD);
  const build = simd ? "simd128" : "fallback";
  document.body.dataset.build = build;
  // Asked for first: finding out about WebGL can take as long as a part of the way.
  const coming = Promise.all([
    import(`./${build}/umbra-testbed.js`),
    program(new URL(`./${build}/umbra-testbed_bg.wasm`, import.meta.url)),
  ]);
  coming.catch(() => {});
  if (!hasWebGl()) {
    return fail("this browser has no WebGL.\nIt may be switched off, or the graphics driver is not supported.");
  }
  const [{ default: init }, module] = await coming;
  await init({ module_or_path: module });
}

// A picture of the scene while its program comes. There is none of most scenes.
function showPoster() {
  const name = new URLSearchParams(location.hash.slice(1)).get("scene");
  const poster = document.getElementById("poster");
  if (poster && POSTERS.includes(name)) {
    poster.src = new URL(`./films/${name}.svg`, import.meta.url);
    poster.hidden = false;
  }
}

// The program, compiled as it comes. What has come of it is shown: `build` writes how long it is, because the length
// that a server tells is that of what it packed.
async function program(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  const [all, bar] = [LENGTHS[address.pathname.split("/").at(-2)], document.getElementById("progress")];
  const text = document.getElementById("loaded");
  let come = 0;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(part, next) {
        come += part.byteLength;
        if (all && bar) bar.value = come / all;
        if (all && text) text.textContent = `Loading Umbra … ${Math.min(100, Math.round((100 * come) / all))} %`;
        next.enqueue(part);
      },
    }),
  );
  return WebAssembly.compileStreaming(new Response(counted, { headers: { "content-type": "application/wasm" } }));
}

showPoster();
start().catch((error) => fail(String(error?.message ?? error)));

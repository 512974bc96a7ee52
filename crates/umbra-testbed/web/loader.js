// Finds out what the browser can do, loads the program that fits, and says what is missing.

// A module of one function that adds two vectors: it is valid where there is SIMD.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

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
  if (!hasWebGl()) {
    return fail("this browser has no WebGL.\nIt may be switched off, or the graphics driver is not supported.");
  }
  const wants = new URLSearchParams(location.search).get("wasm");
  const simd = wants ? wants === "simd128" : WebAssembly.validate(SIMD);
  const build = simd ? "simd128" : "fallback";
  document.body.dataset.build = build;
  const { default: init } = await import(`./${build}/umbra-testbed.js`);
  await init({ module_or_path: new URL(`./${build}/umbra-testbed_bg.wasm`, import.meta.url) });
}

start().catch((error) => fail(String(error?.message ?? error)));

// Sizes of the package: `node sizes.mjs`. With `--check` they are compared with `budget.json`, which may only fall;
// with `--lower` the budget is set to what is there. With `--table FILE.wasm`, a program with names, it prints what its
// size consists of, by crate and by function.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

// The folder of a build decides the order of functions, and with it up to 2,600 bytes: one part in 1,400.
const SLACK = 1.001;

const here = (file) => new URL(file, import.meta.url);

function sizeOf(file) {
  const bytes = readFileSync(here(file));
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

/** Sections of a program: its kind, and where its bytes are. */
function* sections(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const kind = bytes[at];
    const [length, start] = number(bytes, at + 1);
    yield { kind, start, end: start + length };
    at = start + length;
  }
}

/** A LEB128 number, and where it ends. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** Sizes of functions by their names. */
function functions(bytes) {
  let imported = 0;
  const [codes, names] = [[], new Map()];
  for (const { kind, start, end } of sections(bytes)) {
    if (kind === 2) imported = importedFunctions(bytes, start);
    if (kind === 10) {
      let [count, at] = number(bytes, start);
      while (count--) {
        const [length, next] = number(bytes, at);
        codes.push(length);
        at = next + length;
      }
    }
    if (kind === 0) readNames(bytes, start, end, names);
  }
  return codes.map((size, i) => ({ size, name: names.get(imported + i) ?? "?" }));
}

function importedFunctions(bytes, start) {
  let [count, at] = number(bytes, start);
  let found = 0;
  while (count--) {
    for (let i = 0; i < 2; i++) {
      const [length, next] = number(bytes, at);
      at = next + length;
    }
    const kind = bytes[at++];
    if (kind === 0) found += 1;
    if (kind === 0) at = number(bytes, at)[1];
    else if (kind === 3) at += 2;
    else {
      if (kind === 1) at += 1;
      const flags = bytes[at++];
      at = number(bytes, at)[1];
      if (flags & 1) at = number(bytes, at)[1];
    }
  }
  return found;
}

function readNames(bytes, start, end, names) {
  let [length, at] = number(bytes, start);
  if (bytes.toString("utf8", at, at + length) !== "name") return;
  for (at += length; at < end; ) {
    const kind = bytes[at];
    const [size, begin] = number(bytes, at + 1);
    if (kind === 1) {
      let [count, place] = number(bytes, begin);
      while (count--) {
        const [index, next] = number(bytes, place);
        const [long, text] = number(bytes, next);
        names.set(index, bytes.toString("utf8", text, text + long));
        place = text + long;
      }
    }
    at = begin + size;
  }
}

/** What a function belongs to. Sorts are apart: each copy of one belongs to the crate that sorts. */
function group(name) {
  if (/sort|merge_up|partition/.test(name)) return "sorts";
  if (/postcard|serde|erialize/.test(name)) return "reading and writing bytes";
  const crates = name.match(/umbra_[a-z]+|wasm_bindgen|slotmap|nalgebra|alloc|core|std/g) ?? [name.slice(0, 12)];
  return crates.find((it) => it.startsWith("umbra_")) ?? crates[0];
}

function table(file) {
  const all = functions(readFileSync(file));
  const groups = new Map();
  for (const { name, size } of all) groups.set(group(name), (groups.get(group(name)) ?? 0) + size);
  const kb = (size) => (size / 1000).toFixed(1);
  console.log("| part | KB |\n|---|---:|");
  for (const [name, size] of [...groups].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(`| ${name} | ${kb(size)} |`);
  console.log("\n| function | KB |\n|---|---:|");
  const readable = (name) => name.replace(/h[0-9a-f]{16}$|\[[0-9a-f]{16}\]/g, "").slice(0, 150);
  for (const { name, size } of all.sort((a, b) => b.size - a.size).slice(0, 60)) console.log(`| \`${readable(name)}\` | ${kb(size)} |`);
}

const [mode, file] = process.argv.slice(2);
if (mode === "--table") {
  table(file);
} else {
  const budget = JSON.parse(readFileSync(here("budget.json"), "utf8"));
  let failed = false;
  for (const [name, most] of Object.entries(budget)) {
    if (!existsSync(here(name))) {
      console.log(`${name}: not built`);
      continue;
    }
    const found = sizeOf(name);
    console.log(`${name}: ${found.raw} bytes, ${found.gzip} with gzip -9 (budget ${most.raw}, ${most.gzip})`);
    failed ||= found.raw > SLACK * most.raw || found.gzip > SLACK * most.gzip;
    if (mode === "--lower") budget[name] = found;
  }
  if (mode === "--lower") writeFileSync(here("budget.json"), `${JSON.stringify(budget, null, 2)}\n`);
  if (mode === "--check" && failed) {
    console.error("larger than the budget");
    process.exit(1);
  }
}

/** The WebAssembly module: chosen, fetched and started once. */
import wasmInit, { initSync, tables, takePanic } from "./raw/umbra2d.js";
import { watch } from "./failure.js";
import { defineTables } from "./pack.js";

/** Where a build comes from, if not from the files beside this module. */
export type Source = URL | string | Response | BufferSource | WebAssembly.Module;

/** Options of `init`. */
export interface InitOptions {
  /** Which build: with vector instructions (`true`), without, or what the machine can. */
  simd?: boolean;
  /** The module itself, for bundlers and workers that have it already. */
  module?: Source | Promise<Source>;
}

/** A function with one vector instruction. Machines that validate it have them all. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** True if this machine runs the build with vector instructions. */
export function hasSimd(): boolean {
  return WebAssembly.validate(WITH_SIMD);
}

let memory: WebAssembly.Memory | undefined;
let started: Promise<void> | undefined;

/**
 * Starts the engine. Await it once, before the first world; later calls wait for the first one.
 * If it fails, it can be called again.
 */
export function init(options: InitOptions = {}): Promise<void> {
  started ??= start(options).catch((error) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start({ simd = hasSimd(), module }: InitOptions): Promise<void> {
  let source = await module;
  if (source === undefined) {
    // Written out, so that bundlers find the files.
    source = simd
      ? new URL("./umbra2d_simd.wasm", import.meta.url)
      : new URL("./umbra2d_plain.wasm", import.meta.url);
  }
  if (source instanceof URL && source.protocol === "file:") source = await readFile(source);
  ready(await wasmInit({ module_or_path: source }));
}

/** Starts the engine at once, with a module that is there already. */
export function initNow(module: BufferSource | WebAssembly.Module): void {
  if (memory === undefined) ready(initSync({ module }));
  started ??= Promise.resolve();
}

function ready(exports: { memory: WebAssembly.Memory; __stack_pointer?: WebAssembly.Global }): void {
  memory = exports.memory;
  watch(exports.__stack_pointer, takePanic);
  defineTables(tables());
}

/** Node reads files; its `fetch` does not. The name is hidden from bundlers for browsers. */
async function readFile(url: URL): Promise<BufferSource> {
  const fs = "node:fs/promises";
  const { readFile } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ fs)) as typeof import("node:fs/promises");
  return readFile(url);
}

/** The memory of the module. @internal */
export function buffer(): ArrayBuffer {
  if (memory === undefined) throw new Error("call `await init()` before anything else");
  return memory.buffer;
}

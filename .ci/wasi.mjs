// Runs a WebAssembly program that only prints, under Node.
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1" });
const module = await WebAssembly.compile(await readFile(argv[2]));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));

// Puts calls of `js/failure.ts` into the glue: `node guard.mjs GLUE.js`. Each call of the module is
// tried, so that a trap is an error that says what happened, and the objects that took part say so later.
import { readFileSync, writeFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").split("\n");
const out = ['import { failed as __failed } from "../failure.js";'];
let [guarded, indent, parts] = [0, undefined, ""];
let inClass = false;

/** Names of the parameters of a function. */
const names = (text) => text.split(",").map((it) => it.trim().replace(/\s*=.*/, "")).filter(Boolean);

lines.forEach((line, i) => {
  if (/^export class /.test(line)) inClass = true;
  else if (line === "}") inClass = false;
  const method = inClass && /^    (static |get |set )?(\w+)\((.*)\) \{$/.exec(line);
  const free = /^export function (\w+)\((.*)\) \{$/.exec(line);
  if (method && method[2] === "free") {
    // Twice is once.
    out.push(line, "        if (this.__wbg_ptr === 0) return;");
    return;
  }
  const body = lines.slice(i + 1, lines.indexOf(method ? "    }" : "}", i));
  const skips = method ? /^(__wrap|__destroy_into_raw)$/.test(method[2]) : free && /^(start|takePanic|initSync)$/.test(free[1]);
  if ((method || free) && !skips && body.some((it) => /\bwasm\./.test(it))) {
    indent = method ? "    " : "";
    const self = method && method[1] !== "static " ? ["this"] : [];
    parts = [...self, ...names(method ? method[3] : free[2])].map((it) => `, ${it}`).join("");
    out.push(line, `${indent}    try {`);
    guarded += 1;
  } else if (indent !== undefined && line === `${indent}}`) {
    out.push(`${indent}    } catch (error) { throw __failed(error${parts}); }`, line);
    indent = undefined;
  } else out.push(line);
});
if (guarded < 20) throw new Error(`${file}: only ${guarded} calls were found: the glue has another form`);
writeFileSync(file, out.join("\n"));

// Stand-ins for what a program without all features lacks: `tsc -p . | node missing.mjs GLUE.js`. The compiler
// tells which calls of the layer above are not there; each of them says so when it is called.
import { appendFileSync, readFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const [names, methods, unknown] = [new Set(), new Map(), []];
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const name = /has no exported member '(\w+)'/.exec(line);
  const method = /Property '(\w+)' does not exist on type '(typeof )?(\w+)'/.exec(line);
  if (name) names.add(name[1]);
  else if (method) methods.set(`${method[3]}${method[2] ? "" : ".prototype"}.${method[1]}`, method[1]);
  else unknown.push(line);
}
if (unknown.length > 0) {
  console.error(unknown.join("\n"));
  process.exit(1);
}
const out = [
  "",
  "const __absent = (name) => () => { throw new Error(`this build has no \\`${name}\\``); };",
  ...[...methods].map(([path, name]) => `${path} = __absent("${name}");`),
  ...[...names].map(
    (name) =>
      `export const ${name} = new Proxy(function () {}, { apply: __absent("${name}"), construct: __absent("${name}"), ` +
      `get: (it, key) => (typeof key === "symbol" || key in it ? it[key] : __absent(\`${name}.\${key}\`)) });`,
  ),
];
appendFileSync(file, out.join("\n"));

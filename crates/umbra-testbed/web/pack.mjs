// Packs what `web/build` built: `node pack.mjs FOLDER [--quick]` writes `.br` and `.gz` beside every file that is worth it, tells the
// loader how long the programs are and which scenes have a picture, and measures. With --quick it packs less well, sooner.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** What a program is to weigh on its way, in bytes, and what it may: what it was when it was first compared. That may only fall. */
const AIM = 1_800_000;
const MOST = { simd128: 1_880_000, fallback: 1_922_000 };

const folder = process.argv[2];
const quick = process.argv[3] === "--quick";
// For the tests: what is packed so is larger than what is published.
if (quick) writeFileSync(join(folder, "quick"), "");
const builds = ["simd128", "fallback"];

const lengths = Object.fromEntries(
  builds.map((build) => [build, statSync(join(folder, build, "umbra-testbed_bg.wasm")).size]),
);
const posters = readdirSync(join(folder, "films")).map((name) => name.replace(/\.svg$/, ""));
const loader = join(folder, "loader.js");
writeFileSync(
  loader,
  readFileSync(loader, "utf8")
    .replace("const POSTERS = [];", `const POSTERS = ${JSON.stringify(posters)};`)
    .replace("const LENGTHS = {};", `const LENGTHS = ${JSON.stringify(lengths)};`),
);

function pack(path) {
  const file = readFileSync(path);
  const brotli = brotliCompressSync(file, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
    },
  });
  const gzip = gzipSync(file, { level: 9 });
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzip);
  return { plain: file.length, gzip: gzip.length, brotli: brotli.length };
}

for (const entry of readdirSync(folder, { recursive: true })) {
  const path = join(folder, entry);
  if (!/\.(html|js|css|svg|wasm)$/.test(path) || !statSync(path).isFile()) continue;
  const sizes = pack(path);
  if (path.endsWith(".wasm")) {
    console.log(`${entry}: ${sizes.plain} bytes, ${sizes.gzip} by gzip, ${sizes.brotli} by brotli`);
    if (!quick && sizes.brotli > AIM) console.warn(`${entry} is larger than ${AIM} bytes packed`);
    if (!quick && sizes.brotli > (MOST[entry.split(/[\\/]/)[0]] ?? AIM)) process.exitCode = 1;
  }
}

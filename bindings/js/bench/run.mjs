// All engines on all scenes, in turns: `node run.mjs [ROUNDS] [SCENE..]`. Prints medians of the rounds as a table.
// With ENGINES=umbra,planck,.. it is those alone.
// The ratio is the median of those of each round, to the fastest other engine of the same round.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { ENGINES } from "./engines.mjs";
import { SCENES } from "./scenes.mjs";

const [rounds = 5, ...asked] = process.argv.slice(2);
const names = process.env.ENGINES?.split(",") ?? Object.keys(ENGINES);
const one = fileURLToPath(new URL("one.mjs", import.meta.url));
const folder = fileURLToPath(new URL(".", import.meta.url));

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function measure(name, scene) {
  try {
    return JSON.parse(execFileSync(process.execPath, [one, name, scene], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim().split("\n").at(-1));
  } catch {
    return null;
  }
}

for (const scene of asked.length ? asked : Object.keys(SCENES)) {
  const all = Object.fromEntries(names.map((name) => [name, []]));
  const ratios = [];
  for (let round = 0; round < Number(rounds); round++) {
    for (const name of names) {
      const figures = measure(name, scene);
      if (figures) all[name].push(figures);
    }
    const last = Object.entries(all).map(([name, figures]) => [name, figures[round]?.step ?? Infinity]);
    const others = last.filter(([name]) => !name.startsWith("umbra")).map(([, step]) => step);
    ratios.push(Math.min(...others) / all.umbra[round].step);
  }
  const what = SCENES[scene]().joints.length ? "open" : "overlap";
  console.log(`\n${SCENES[scene]().name}: ${median(ratios).toFixed(2)} times as fast as the fastest other engine\n`);
  console.log(`| engine | ms per step | first run | reading poses, ms | ${what}, mean, mm | greatest |`);
  console.log("|---|---:|---:|---:|---:|---:|");
  for (const [name, figures] of Object.entries(all)) {
    if (figures.length === 0) {
      console.log(`| ${name} | failed | | | | |`);
      continue;
    }
    const of = (key, digits) => median(figures.map((it) => it[key])).toFixed(digits);
    console.log(`| ${name} | ${of("step", 3)} | ${of("firstRun", 2)} | ${of("read", 4)} | ${of("mean", 2)} | ${of("most", 1)} |`);
  }
}

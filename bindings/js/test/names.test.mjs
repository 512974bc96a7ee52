// The names of the module's tables, of the types and of the classes are the same.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import * as umbra from "../dist/index.js";
import { tables } from "../dist/raw/umbra2d.js";

await umbra.init();

const dist = new URL("../dist/", import.meta.url);
const types = readdirSync(dist)
  .filter((it) => it.endsWith(".d.ts"))
  .map((it) => readFileSync(new URL(it, dist), "utf8"))
  .join("\n");

/** Members of an interface. */
function members(name) {
  const text = new RegExp(`interface ${name}(?: extends \\w+)? \\{([^]*?)\\n\\}`).exec(types)?.[1];
  assert.ok(text, name);
  const found = text.matchAll(/^ {4}(?:readonly |get |set )?(\w+)\??[(:]/gm);
  return new Set(Array.from(found, (it) => it[1]));
}

const INTERFACES = {
  config: "WorldConfig",
  body: "BodyOptions",
  bodyGet: "Body",
  bodySet: "Body",
  collider: "ColliderOptions",
  colliderGet: "Collider",
  colliderSet: "Collider",
  joint: "JointSettings",
  jointGet: "Joint",
  jointSet: "Joint",
  query: "QueryOptions",
  portal: "PortalOptions",
  explosion: "ExplosionOptions",
  carving: "CarvingOptions",
  draw: "DebugOptions",
  character: "CharacterSettings",
  characterGet: "Character",
  characterSet: "Character",
  characterInput: "CharacterInput",
  controls: "Controls",
  axle: "Axle",
  car: "CarSettings",
  tyre: "Tyre",
  topDownCar: "TopDownSettings",
  change: "BodyChange",
  predict: "PredictOptions",
  rope: "RopeSettings",
  bridge: "BridgeSettings",
  cloth: "ClothSettings",
  soft: "SoftSettings",
  ragdoll: "RagdollSettings",
  drive: "DriveSettings",
  outlines: "OutlineSettings",
};

for (const line of tables().trim().split("\n")) {
  const [title, ...names] = line.split("|");
  test(`names of ${title}`, () => {
    if (title.endsWith("Kind") || title === "shape" || title === "field") {
      for (const name of names) assert.match(types, new RegExp(`\\b${/^\w+/.exec(name)[0]}\\b`));
      return;
    }
    const known = members(INTERFACES[title]);
    for (const name of names) {
      const [first] = name.split(/[.:]/);
      assert.ok(known.has(first), `the types of ${title} have no ${first}`);
    }
  });
}

test("every property of the types is there", () => {
  const { Body, Character, Collider, Joint } = umbra;
  for (const it of [Body, Character, Collider, Joint]) {
    for (const name of members(it.name)) assert.ok(name in it.prototype, `${it.name}.${name}`);
  }
});

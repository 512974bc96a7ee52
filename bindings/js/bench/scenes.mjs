// The scenes: bodies with a shape of { box: [hx, hy] }, { circle: r } or { poly: [[x, y], ..] }, and pins between them.
export const FRICTION = 0.6;
export const GRAVITY = -9.81;

function random(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const wall = (x, y, hx, hy) => ({ moves: false, x, y, angle: 0, shape: { box: [hx, hy] } });

/** 820 boxes on 40 rows. */
export function pyramid(base = 40) {
  const bodies = [wall(0, -1, 100, 1)];
  for (let row = 0; row < base; row++) {
    for (let i = row; i < base; i++) {
      const x = (row + 1) * 0.5 + (i - row) - 0.5 * base;
      bodies.push({ moves: true, x, y: row + 0.5, angle: 0, shape: { box: [0.5, 0.5] } });
    }
  }
  return { name: "pyramid of 820", steps: 500, bodies, joints: [] };
}

/** 1,000 circles, boxes and pentagons that fall into a bin. */
export function bin(count = 1000) {
  const bodies = [wall(0, -1, 12, 1), wall(-11, 20, 1, 22), wall(11, 20, 1, 22)];
  const next = random(7);
  for (let i = 0; i < count; i++) {
    const [row, column] = [Math.floor(i / 25), i % 25];
    const size = 0.2 + 0.12 * next();
    const x = (column - 12) * 0.78 + (next() - 0.5) * 0.05;
    const corner = (v) => [size * Math.cos(v * 1.2566370614), size * Math.sin(v * 1.2566370614)];
    const shapes = [{ circle: size }, { box: [size, size * 0.8] }, { poly: [0, 1, 2, 3, 4].map(corner) }];
    bodies.push({ moves: true, x, y: 0.5 + row * 0.8, angle: next() * 6.28, shape: shapes[i % 3] });
  }
  return { name: "bin of 1,000", steps: 600, bodies, joints: [] };
}

/** A cloth of 20 x 20 circles that are pinned to their neighbours and do not collide. */
export function grid(size = 20) {
  const [bodies, joints] = [[], []];
  const at = (column, row) => column * size + row;
  for (let column = 0; column < size; column++) {
    for (let row = 0; row < size; row++) {
      const held = Math.abs(column - size / 2) <= 3 && row === 0;
      bodies.push({ moves: !held, x: column, y: -row, angle: 0, shape: { circle: 0.4 }, ghost: true });
      if (row > 0) joints.push({ a: at(column, row - 1), b: at(column, row), pa: [0, -0.5], pb: [0, 0.5] });
      if (column > 0) joints.push({ a: at(column - 1, row), b: at(column, row), pa: [0.5, 0], pb: [-0.5, 0] });
    }
  }
  return { name: "joint grid 20 x 20", steps: 300, bodies, joints };
}

export const SCENES = { pyramid, bin, grid };

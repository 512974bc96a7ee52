// How well an engine has done, from the poses alone: x, y, cosine and sine of each body.

const corners = ({ box, poly }) =>
  box ? [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [x * box[0], y * box[1]]) : poly;

function placed(body, poses, i) {
  const [x, y, cos, sin] = poses.subarray(4 * i, 4 * i + 4);
  const { circle } = body.shape;
  if (circle) return { x, y, circle, reach: circle, moves: body.moves };
  const local = corners(body.shape);
  const points = local.map(([px, py]) => [x + cos * px - sin * py, y + sin * px + cos * py]);
  return { x, y, points, reach: Math.max(...local.map(([px, py]) => Math.hypot(px, py))), moves: body.moves };
}

function normals({ points = [] }) {
  return points.map(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length];
    const length = Math.hypot(nx - x, ny - y);
    return [(ny - y) / length, (x - nx) / length];
  });
}

/** The direction from a circle to the nearest corner of another shape. */
function towards(circle, other) {
  const points = other.points ?? [[other.x, other.y]];
  const lengths = points.map(([x, y]) => Math.hypot(x - circle.x, y - circle.y));
  const best = lengths.indexOf(Math.min(...lengths));
  return [(points[best][0] - circle.x) / lengths[best], (points[best][1] - circle.y) / lengths[best]];
}

function extent(it, [nx, ny]) {
  if (it.circle) {
    const middle = it.x * nx + it.y * ny;
    return [middle - it.circle, middle + it.circle];
  }
  const all = it.points.map(([x, y]) => x * nx + y * ny);
  return [Math.min(...all), Math.max(...all)];
}

/** Overlap of two convex shapes by separating axes; not positive if they are apart. */
function overlapOf(a, b) {
  const axes = [...normals(a), ...normals(b)];
  if (a.circle) axes.push(towards(a, b));
  if (b.circle) axes.push(towards(b, a));
  let least = Infinity;
  for (const axis of axes) {
    const [[lowA, highA], [lowB, highB]] = [extent(a, axis), extent(b, axis)];
    least = Math.min(least, highA - lowB, highB - lowA);
    if (least < 0) break;
  }
  return least;
}

/** Mean and greatest overlap, in millimetres. */
export function overlap(scene, poses) {
  const all = scene.bodies.map((body, i) => placed(body, poses, i));
  const found = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      if (!a.moves && !b.moves) continue;
      if (Math.hypot(a.x - b.x, a.y - b.y) > a.reach + b.reach) continue;
      const depth = overlapOf(a, b);
      if (depth > 0) found.push(1e3 * depth);
    }
  });
  return summary(found);
}

/** Mean and greatest distance of the two ends of a joint, in millimetres. */
export function open(scene, poses) {
  const end = (i, [px, py]) => {
    const [x, y, cos, sin] = poses.subarray(4 * i, 4 * i + 4);
    return [x + cos * px - sin * py, y + sin * px + cos * py];
  };
  const gap = ({ a, b, pa, pb }) => {
    const [[ax, ay], [bx, by]] = [end(a, pa), end(b, pb)];
    return 1e3 * Math.hypot(ax - bx, ay - by);
  };
  return summary(scene.joints.map(gap));
}

function summary(all) {
  return { mean: all.reduce((sum, it) => sum + it, 0) / Math.max(all.length, 1), most: Math.max(0, ...all) };
}

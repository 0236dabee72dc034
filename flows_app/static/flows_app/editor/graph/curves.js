/** The line of an edge: a smooth curve (a uniform B-spline) that begins and ends exactly at its nodes. */

import { edgeOfDiamond, isDiamond } from "./shapes.js";

export function pathOf(edge, from, to) {
  const points = clipped(edge.points, from, to);
  if (points.length === 2) {
    return `M${at(points[0])}L${at(points[1])}`;
  }
  const [first, second] = points;
  let path = `M${at(first)}L${at(between(first, second, 1 / 6))}`;
  for (let position = 1; position < points.length - 1; position += 1) {
    path += bend(points[position - 1], points[position], points[position + 1]);
  }
  const last = points.at(-1);
  return `${path}${bend(points.at(-2), last, last)}L${at(last)}`;
}

function bend(before, here, after) {
  const early = between(before, here, 1 / 3);
  const late = between(before, here, 2 / 3);
  const joint = { x: (before.x + 4 * here.x + after.x) / 6, y: (before.y + 4 * here.y + after.y) / 6 };
  return `C${at(early)} ${at(late)} ${at(joint)}`;
}

function clipped(points, from, to) {
  const shown = [...points];
  if (isDiamond(from)) {
    shown[0] = edgeOfDiamond(from, points[1]);
  }
  if (isDiamond(to)) {
    shown[shown.length - 1] = edgeOfDiamond(to, points.at(-2));
  }
  return shown;
}

/** The head of an arrow at the end of a line, as a path. */
export function headOf(edge, from, to) {
  const points = clipped(edge.points, from, to);
  const tip = points.at(-1);
  const before = points.at(-2);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: ((tip.x - before.x) / length) * 8, y: ((tip.y - before.y) / length) * 8 };
  const foot = { x: tip.x - along.x, y: tip.y - along.y };
  const side = { x: -along.y * 0.45, y: along.x * 0.45 };
  const left = { x: foot.x + side.x, y: foot.y + side.y };
  const right = { x: foot.x - side.x, y: foot.y - side.y };
  return `M${at(tip)}L${at(left)}L${at(right)}Z`;
}

const between = (one, other, share) => ({ x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share });
const at = ({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`;

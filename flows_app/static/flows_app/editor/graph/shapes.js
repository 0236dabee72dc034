/** The outlines of nodes, after the customs of flow charts, around the middle of the node. */

const box = (w, h, r) =>
  `M${r - w},${-h}H${w - r}Q${w},${-h} ${w},${r - h}V${h - r}Q${w},${h} ${w - r},${h}H${r - w}Q${-w},${h} ${-w},${h - r}V${r - h}Q${-w},${-h} ${r - w},${-h}Z`;
const polygon = (...points) => `M${points.map(([x, y]) => `${x},${y}`).join("L")}Z`;
const barred = (w, h) => `${box(w, h, 3)}M${6 - w},${-h}V${h}M${w - 6},${-h}V${h}`;

// By half the width and half the height.
const OUTLINES = {
  speech: (w, h) => `${box(w, h, 9)}M${16 - w},${h}l-2,7l11,-7`,
  slanted: (w, h) => polygon([10 - w, -h], [w, -h], [w - 10, h], [-w, h]),
  hexagon: (w, h) => polygon([12 - w, -h], [w - 12, -h], [w, 0], [w - 12, h], [12 - w, h], [-w, 0]),
  barred,
  box: (w, h) => box(w, h, 2),
  diamond: (w, h) => polygon([0, -h], [w, 0], [0, h], [-w, 0]),
  cut_corners: (w, h) => polygon([11 - w, -h], [w - 11, -h], [w, 11 - h], [w, h], [-w, h], [-w, 11 - h]),
  arrow: (w, h) => polygon([-w, -h], [w - 14, -h], [w, 0], [w - 14, h], [-w, h]),
  wavy: (w, h) => `M${-w},${-h}H${w}V${h - 4}C${w / 2},${h - 11} ${-w / 2},${h + 7} ${-w},${h - 2}Z`,
  round: (w, h) => box(w, h, h),
  missing: (w, h) => box(w, h, 4),
};

export const outlineOf = ({ outline, width, height }) => (OUTLINES[outline] ?? OUTLINES.box)(width / 2, height / 2);

export const isDiamond = (node) => node.outline === "diamond";

/** Where a line from the middle towards a point leaves a diamond; other outlines are near enough to their box. */
export function edgeOfDiamond(node, point) {
  const dx = point.x - node.x;
  const dy = point.y - node.y;
  const reach = Math.abs(dx) / (node.width / 2) + Math.abs(dy) / (node.height / 2);
  return reach === 0 ? point : { x: node.x + dx / reach, y: node.y + dy / reach };
}

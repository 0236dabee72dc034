/** The arrow keys lead from a node to the nearest one in that direction. */

const DIRECTIONS = {
  ArrowUp: (dx, dy) => [-dy, dx],
  ArrowDown: (dx, dy) => [dy, dx],
  ArrowLeft: (dx, dy) => [-dx, dy],
  ArrowRight: (dx, dy) => [dx, dy],
};
// What lies ahead counts more than what lies aside.
const ASIDE = 2.5;

/** The key of that node; null if there is none, or the key is no arrow. */
export function neighbour(nodes, from, arrow) {
  const measure = DIRECTIONS[arrow];
  if (!measure) {
    return null;
  }
  const here = nodes.find((node) => node.key === from);
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const [ahead, aside] = measure(node.x - here.x, node.y - here.y);
    const distance = ahead + ASIDE * Math.abs(aside);
    if (node.step && ahead > 1 && distance < least) {
      [best, least] = [node.key, distance];
    }
  }
  return best;
}

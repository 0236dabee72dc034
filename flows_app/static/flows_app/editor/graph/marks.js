/** What is special about a node just now: selected, lit, visited, faulty, busy. */

/** By key. `statistics` is the drop-off of the published version, or null. */
export function marksOf(editor, graph, statistics) {
  const marks = new Map();
  const mark = (key) => marks.get(key) ?? marks.set(key, {}).get(key);
  const keys = keysOf(graph);
  markSelected(editor, graph, mark);
  markFindings(editor, graph.places, mark);
  markWalk(editor.visited, keys, mark);
  if (editor.lit && keys.has(editor.lit)) {
    mark(keys.get(editor.lit)).lit = true;
  }
  for (const [key, { traffic }] of trafficMarks(graph, statistics)) {
    mark(key).traffic = traffic;
  }
  return marks;
}

/** Drop-off numbers alone: they belong to the flow, not to who looks at it. */
export function trafficMarks(graph, statistics) {
  const keys = keysOf(graph);
  const counted = Object.entries(statistics?.steps ?? {}).filter(([name]) => keys.has(name));
  return new Map(counted.map(([name, traffic]) => [keys.get(name), { traffic }]));
}

/** By the names of the steps; of two with one name the first counts. */
const keysOf = (graph) => new Map([...graph.places.values()].reverse().map(({ key, step }) => [step.name, key]));

function markSelected(editor, graph, mark) {
  const selected = editor.selection && editor.stepWithId(editor.selection);
  if (selected && graph.places.has(selected.path)) {
    mark(selected.path).selected = true;
  }
}

function markFindings(editor, places, mark) {
  const paths = new Map(editor.steps().map(({ id, path }) => [id, path]));
  for (const { owner, severity, sentence } of editor.findings) {
    const key = paths.get(owner);
    if (places.has(key)) {
      const marked = mark(key);
      marked.findings = [...(marked.findings ?? []), sentence];
      marked.severity = severity === "error" ? "error" : (marked.severity ?? "warning");
    }
  }
}

/** The steps that the simulator went through, and the ways between them. */
function markWalk(visited, keys, mark) {
  visited.forEach((name, position) => {
    const key = keys.get(name);
    if (key === undefined) {
      return;
    }
    const marked = mark(key);
    marked.visited = true;
    marked.walkedTo ??= new Set();
    if (keys.has(visited[position + 1])) {
      marked.walkedTo.add(keys.get(visited[position + 1]));
    }
  });
}

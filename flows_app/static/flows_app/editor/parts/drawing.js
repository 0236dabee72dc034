// Views are drawn once for any number of changes that come at the same moment.

/** A function that asks for `draw` to be called soon; further calls before then cost nothing. */
export function soon(draw) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      draw();
    });
  };
}

/** Draws at once and again after each of the editor's events named, until `signal` says that it is enough. */
export function drawnAt(editor, events, draw, signal) {
  const again = soon(draw);
  for (const name of events) editor.addEventListener(name, again, { signal });
  draw();
  return again;
}

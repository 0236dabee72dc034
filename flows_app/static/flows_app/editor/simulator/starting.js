/** The way into the simulator from elsewhere on the page. */

import { simulationOf } from "./simulation.js";

/** Shows the simulator and begins at that step, with the values that the conversation so far has gathered. */
export function startAt(editor, stepName) {
  editor.emit("show", { tab: "simulator" });
  return simulationOf(editor).startAt(stepName);
}

/** A test made of the conversation: everything that was said and done, with what was understood. */

import { toast } from "../parts/toast.js";
import { editTest } from "../tests/editing.js";

export async function makeTest(editor, simulation) {
  let made;
  try {
    made = await editor.request("simulator_test", { method: "POST", body: { run: simulation.run, document: editor.document } });
  } catch (failed) {
    toast(`No test can be made of this. ${failed.detail}`, { kind: "error" });
    return;
  }
  const store = (test) => editor.request("tests", { method: "POST", body: test });
  const test = { id: null, name: made.name ?? "", script: made.script };
  const stored = await editTest(editor, test, store, { title: "Make a test of this conversation", warning: warningOf(made.differs) });
  if (stored) {
    editor.emit("tests");
    toast("The test is saved.", { action: { label: "Show the tests", run: () => editor.emit("show", { tab: "tests" }) } });
  }
}

/** A test is of the flow as it is on the page, which need not say any more what stands in the chat. */
function warningOf(differs) {
  if (!differs.length) return "";
  const turns = differs.length === 1 ? `turn ${differs[0]}` : `turns ${differs.slice(0, -1).join(", ")} and ${differs.at(-1)}`;
  return `By now the bot answers otherwise in ${turns} than in this chat. The test holds the new answers.`;
}

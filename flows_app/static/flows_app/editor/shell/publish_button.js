// The dialog behind the Publish button, which is fetched when it is first wanted.

import { toast } from "../parts/toast.js";

export async function openPublishingDialog(editor) {
  try {
    const { openPublishing } = await import("../publishing/dialog.js");
    // It may have been pressed twice meanwhile.
    if (!document.querySelector("dialog[open]")) openPublishing(editor);
  } catch (failed) {
    console.error(failed);
    toast("Publishing can't be opened at the moment. Your work is not affected.", { kind: "error" });
  }
}

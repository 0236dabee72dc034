// The server's one validator, asked while the author types: a short while after the last change, never in the way of
// typing, and only the newest answer counts.

const PAUSE = 400;

export function keepChecking(editor) {
  let timer = null;
  let asked = null;
  editor.addEventListener("document", () => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });

  // What was unknown a moment ago may be known now.
  editor.addEventListener("names", check);

  // What was asked before knows nothing of the new version.
  editor.addEventListener("published", () => asked?.abort());

  async function check() {
    const { document } = editor;
    asked?.abort();
    asked = new AbortController();
    try {
      const { findings, state } = await editor.request("check", { method: "POST", body: { document }, signal: asked.signal });
      if (editor.document === document) editor.found(findings, document, state);
    } catch {
      // The findings stay as they were; the next change asks again.
    }
  }
}

// The actions that can be called. They change while the page is open: here, in another tab, on the admin's page.

/** Asks the server; gives whether anything is new. */
export async function refreshActions(editor) {
  try {
    return takeActions(editor, await editor.request("actions"));
  } catch {
    // What is known stays; the next look asks again.
    return false;
  }
}

/** `names` is told: cards that call an action are drawn again, and the findings asked for. */
export function takeActions(editor, { actions, actions_state: state }) {
  const { names } = editor.boot;
  if (!state || state === names.actions_state) return false;
  Object.assign(names, { actions, actions_state: state });
  editor.emit("names");
  return true;
}

export const actionNamed = (editor, name) => (editor.boot.names.actions ?? []).find((one) => one.name === name);

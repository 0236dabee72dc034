// Names and values are taken when one leaves their field. Who saves or closes the page from within it has not left it.

/** Takes what stands in the field that has the focus, which stays there. */
export function takeTyped(root) {
  const field = document.activeElement;
  if (!root.contains(field) || !field.matches("input, textarea")) return;
  const { selectionStart: from, selectionEnd: to } = field;
  field.blur();
  field.focus({ preventScroll: true });
  if (typeof from === "number") field.setSelectionRange(from, to);
}

// The user sees that somebody writes, for as long as they do.
"use strict";

// The widget forgets it after eight seconds.
const REPEAT_MILLISECONDS = 4000;
let toldAt = 0;

function tellTyping(form, active) {
  toldAt = active ? Date.now() : 0;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
  // Who writes need not know if it fails.
  fetch(form.dataset.typing, { method: "POST", headers, body: JSON.stringify({ active }) }).catch(() => {});
}

document.addEventListener("input", ({ target }) => {
  if (target.id !== "reply-text") {
    return;
  }
  const writes = target.value.trim() !== "";
  if (writes ? Date.now() - toldAt > REPEAT_MILLISECONDS : toldAt) {
    tellTyping(target.form, writes);
  }
});

// To the field in which something was found: its card is unfolded, and what was found in it is marked.

import { plain } from "./entries.js";

export function goTo(editor, found) {
  document.querySelectorAll(".ed-found").forEach((place) => place.classList.remove("ed-found"));
  const language = editor.languages.languageAt(found.id, found.at);
  if (language && language !== editor.languages.shown) editor.languages.speak(language);
  if (found.kind === "flow") editor.emit("show", { side: "flow", field: found.at });
  else editor.select(found.id, { focus: true, field: found.at });
  // Once the card is drawn and has the focus.
  setTimeout(() => mark(found));
}

function mark(found) {
  const owner = document.querySelector(found.kind === "step" ? `[data-card="${found.id}"]` : `[data-slot="${found.id ?? "flow"}"]`);
  const place = owner && placeIn(owner, found.at);
  if (!place) return;
  place.classList.add("ed-found");
  place.addEventListener("focusout", () => place.classList.remove("ed-found"), { once: true });
  place.scrollIntoView({ block: "nearest" });
  markText(place, found);
}

/** The place of the field, or of what it stands in. */
function placeIn(owner, at) {
  const parts = at.split("/");
  for (let length = parts.length; length > 0; length -= 1) {
    const wanted = `[data-at="${CSS.escape(parts.slice(0, length).join("/"))}"]`;
    const place = [...owner.querySelectorAll(wanted)].find((element) => element.closest("[data-card], [data-slot]") === owner);
    if (place) return place;
  }
  return null;
}

function markText(place, found) {
  const needle = found.plain.slice(found.from, found.to);
  const controls = place.matches("input, textarea") ? [place] : [...place.querySelectorAll("textarea, input[type=text]")];
  const control = controls.find((one) => plain(one.value) === found.plain) ?? controls.find((one) => plain(one.value).includes(needle));
  if (!control || control.disabled) return;
  const from = plain(control.value).indexOf(needle);
  control.focus({ preventScroll: true });
  if (from >= 0) control.setSelectionRange(from, from + needle.length);
}

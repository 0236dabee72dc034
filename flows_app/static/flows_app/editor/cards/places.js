// The places where a card can be put down, in reading order, and how to say them.

/** [{list, index, element}] of every gap that is not inside the card itself. */
export function placesFor(root, id) {
  const own = root.querySelector(`[data-card="${id}"]`);
  return [...root.querySelectorAll(".ed-gap")]
    .filter((element) => !own.contains(element))
    .map((element) => ({ list: element.dataset.list, index: Number(element.dataset.index), element }));
}

export const isOwnPlace = (place, { list, index }) => place.list === list && (place.index === index || place.index === index + 1);

export function described(editor, place) {
  const siblings = editor.steps().filter((other) => other.list === place.list);
  const owner = place.list === "root" ? null : editor.stepWithId(place.list.split(" ")[0]);
  const inside = owner ? `, in ${owner.step.name}` : "";
  if (siblings[place.index]) return `before ${siblings[place.index].step.name}${inside}`;
  return siblings.length ? `at the end, after ${siblings.at(-1).step.name}${inside}` : `as the first step${inside}`;
}

export function markPlace(root, place) {
  root.querySelectorAll(".ed-gap-marked").forEach((element) => element.classList.remove("ed-gap-marked"));
  place?.element.classList.add("ed-gap-marked");
}

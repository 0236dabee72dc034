// What did not change stays the very same object from one document to the next, so that a view can tell by `===`
// which cards it has to draw again.

import { idOf } from "./identity.js";

/** `now`, frozen, with every part that equals its counterpart in `before` replaced by that one. */
export function shared(before, now) {
  if (Object.is(before, now)) return before;
  if (Array.isArray(now)) return sharedList(Array.isArray(before) ? before : [], now, before);
  if (now === null || typeof now !== "object") return now;
  const known = before !== null && typeof before === "object" && !Array.isArray(before) ? before : {};
  const keys = Object.keys(now);
  let same = known === before && keys.length === Object.keys(known).length && idOf(known) === idOf(now);
  for (const key of keys) {
    now[key] = shared(known[key], now[key]);
    same &&= Object.hasOwn(known, key) && known[key] === now[key];
  }
  return same ? before : Object.freeze(now);
}

function sharedList(known, now, before) {
  const byId = new Map(known.filter((item) => idOf(item)).map((item) => [idOf(item), item]));
  let same = known === before && known.length === now.length;
  now.forEach((item, index) => {
    now[index] = shared(idOf(item) ? byId.get(idOf(item)) : known[index], item);
    same &&= now[index] === known[index];
  });
  return same ? before : Object.freeze(now);
}

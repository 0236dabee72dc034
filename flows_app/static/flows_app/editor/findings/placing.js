// Findings come with a JSON pointer into the document that was checked. By the ids of that document they stay at their
// step while the author goes on inserting and moving.

import { placeOf } from "../document/walking.js";

/** Each finding with `owner` (id of its step or slot, or null), `kind`, and `at` (the field inside the owner). */
export function placed(findings, document, before = []) {
  const now = findings.map((finding) => {
    const { owner, kind, field } = placeOf(document, finding.path ?? "");
    return { ...finding, owner, kind, at: field };
  });
  return JSON.stringify(now) === JSON.stringify(before) ? before : now;
}

const byOwner = new WeakMap();

/** The findings of one owner: the very same list as long as nothing about it changed. */
export function findingsOf(editor, owner) {
  if (!byOwner.has(editor)) byOwner.set(editor, { list: null, lists: new Map() });
  const known = byOwner.get(editor);
  if (known.list !== editor.findings) {
    known.list = editor.findings;
    known.lists = grouped(editor.findings, known.lists);
  }
  return known.lists.get(owner) ?? NONE;
}

const NONE = Object.freeze([]);

function grouped(findings, before) {
  const lists = new Map();
  for (const finding of findings) lists.set(finding.owner, [...(lists.get(finding.owner) ?? []), finding]);
  for (const [owner, list] of lists) {
    const known = before.get(owner);
    if (known && JSON.stringify(known) === JSON.stringify(list)) lists.set(owner, known);
  }
  return lists;
}

/** Of an owner's findings those at a field; with `inside`, those of what stands within it too. */
export function findingsAt(findings, at, { inside = false } = {}) {
  return findings.filter((finding) => finding.at === at || (inside && finding.at.startsWith(`${at}/`)));
}

/** What differs between two texts, word by word: pieces that are the same, removed or added. */

const WORDS_AT_MOST = 600;

/** [{kind: "same" | "removed" | "added", text}] */
export function wordDiff(before, after) {
  const old = wordsOf(before);
  const fresh = wordsOf(after);
  if (old.length > WORDS_AT_MOST || fresh.length > WORDS_AT_MOST) {
    return [{ kind: "removed", text: before }, { kind: "added", text: after }];
  }
  const lengths = commonLengths(old, fresh);
  const pieces = [];
  let [here, there] = [0, 0];
  while (here < old.length || there < fresh.length) {
    if (here < old.length && there < fresh.length && old[here] === fresh[there]) {
      put(pieces, "same", old[here]);
      here += 1;
      there += 1;
    } else if (there >= fresh.length || (here < old.length && lengths[here + 1][there] >= lengths[here][there + 1])) {
      put(pieces, "removed", old[here]);
      here += 1;
    } else {
      put(pieces, "added", fresh[there]);
      there += 1;
    }
  }
  return pieces;
}

const wordsOf = (text) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** How long the longest common subsequence is from each pair of places on. */
function commonLengths(old, fresh) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let here = old.length - 1; here >= 0; here -= 1) {
    for (let there = fresh.length - 1; there >= 0; there -= 1) {
      lengths[here][there] = old[here] === fresh[there]
        ? lengths[here + 1][there + 1] + 1
        : Math.max(lengths[here + 1][there], lengths[here][there + 1]);
    }
  }
  return lengths;
}

function put(pieces, kind, text) {
  const last = pieces.at(-1);
  if (last?.kind === kind) {
    last.text += text;
  } else {
    pieces.push({ kind, text });
  }
}

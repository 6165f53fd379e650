import { attempt } from '../configuration/attempt.js';
import { disclosesAny, type Finder, withheld } from './finder.js';
import { changeLeaves, type Foreign, type Leaf } from './leaves.js';
import { best, replaced, type Stretch } from './stretches.js';
import { withholdEncoded } from './withhold.js';

/** A label may join what was apart before; more often than this it does so only to a text made for it. */
const mostRounds = 10;
/**
 * Characters of a leaf that have to be a secret's where a stretch only begins or ends in it: fewer are a word or a number
 * that happens to stand beside a secret which is written out elsewhere, and disclose nothing.
 */
const leastAtEdge = 4;

/** The parts of each leaf that are a secret as it stands, their places counted from the leaf's start. */
function byLeaf(leaves: readonly Leaf[], stretches: readonly Stretch[]): Map<Leaf, Stretch[]> {
  const parts = new Map<Leaf, Stretch[]>();
  let leafStart = 0;
  let at = 0;
  for (const leaf of leaves) {
    const leafEnd = leafStart + leaf.text.length;
    while ((stretches[at]?.end ?? Number.POSITIVE_INFINITY) <= leafStart) at += 1;
    for (let next = at; (stretches[next]?.start ?? Number.POSITIVE_INFINITY) < leafEnd; next += 1) {
      const stretch = stretches[next] as Stretch;
      // Widened to a word's end, a stretch would always take such a word whole.
      const { core = stretch } = stretch;
      const [start, end] = [Math.max(stretch.start, leafStart), Math.min(stretch.end, leafEnd)];
      const isEdge = core.start < leafStart !== core.end > leafEnd;
      if (isEdge && Math.min(core.end, end) - Math.max(core.start, start) < leastAtEdge) continue;
      const part = { ...stretch, start: start - leafStart, end: end - leafStart };
      parts.set(leaf, [...(parts.get(leaf) ?? []), part]);
    }
    leafStart = leafEnd + 1;
  }
  return parts;
}

/** Redacts leaves read as one text: what is in them, and what is spread over them. False if nothing has changed. */
function redactTogether(leaves: readonly Leaf[], finder: Finder): boolean {
  const before = leaves.map(({ text }) => text);
  const finds = finder.find(before.join('\n'));
  if (!disclosesAny(finds)) return false;
  for (const [leaf, literal] of byLeaf(leaves, finds.literal)) {
    const json = redactedJsonText(leaf.text, finder);
    // What is found as it stands may be less than decoding would show of the same secret.
    const encoded = finds.encoded.length > 0 && json === undefined ? best(finder.find(leaf.text).encoded) : undefined;
    const isShown = encoded === undefined || literal.some(({ disclosed }) => disclosed >= encoded.disclosed);
    leaf.text = json ?? (isShown ? replaced(leaf.text, literal) : withheld(encoded.secret));
  }
  if (finds.encoded.length > 0) {
    withholdEncoded(leaves, finder, (leaf, secret) => {
      leaf.text = redactedJsonText(leaf.text, finder) ?? withheld(secret);
    });
  }
  return leaves.some(({ text }, at) => text !== before[at]);
}

/** Redacts leaves in place, in their order. False if nothing has changed. */
function redactLeaves(leaves: readonly Leaf[], finder: Finder): boolean {
  let isChanged = false;
  // A header that is the key, as in every request: taken out first, it costs no search and no second one.
  for (const leaf of leaves) {
    const label = finder.labelOf(leaf.text);
    if (label === undefined) continue;
    leaf.text = label;
    isChanged = true;
  }
  const values = leaves.filter(({ isName }) => !isName);
  for (let round = 0; round < mostRounds; round += 1) {
    // Once in the order of the text, once without the names that stand between the values.
    const inText = redactTogether(leaves, finder);
    const inValues = values.length < leaves.length && redactTogether(values, finder);
    if (!inText && !inValues) return isChanged;
    isChanged = true;
  }
  for (const leaf of leaves) leaf.text = '';
  return true;
}

/** Strings and numbers of JSON; behind the names of members stands a colon. */
const jsonTokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[-+.\deE]*/g;

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && attempt(() => JSON.parse(text)) !== undefined;
}

/** The text of a JSON object or array, with markers and labels in those of its leaves that disclose a secret; undefined if none does. */
function redactedJsonText(text: string, finder: Finder): string | undefined {
  if (!isJson(text)) return undefined;
  const tokens = Array.from(text.matchAll(jsonTokens), ([token, string, colon]) => ({
    text: string === undefined ? token : (JSON.parse(string) as string),
    isName: colon !== undefined,
  }));
  const before = tokens.map((token) => token.text);
  if (!redactLeaves(tokens, finder)) return undefined;
  let at = -1;
  return text.replace(jsonTokens, (token: string, _string: string | undefined, colon: string | undefined) => {
    at += 1;
    const redacted = tokens[at]?.text ?? '';
    return redacted === before[at] ? token : JSON.stringify(redacted) + (colon ?? '');
  });
}

/** The text with labels, line by line, in the place of secrets; the text itself if there are none. */
export function redactedText(text: string, finder: Finder): string {
  const lines = text.split('\n').map((line) => ({ text: line, isName: false }));
  return redactLeaves(lines, finder) ? lines.map((line) => line.text).join('\n') : text;
}

/**
 * A copy of a JSON value in which labels stand for secrets; the value itself if there are none.
 * @param foreign as for `changeLeaves`
 */
export function redactedJson(value: unknown, finder: Finder, foreign?: Foreign): unknown {
  return changeLeaves(value, (leaves) => redactLeaves(leaves, finder), foreign);
}

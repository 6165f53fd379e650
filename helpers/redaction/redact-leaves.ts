import { type Find, type Finder, withheld } from './finder.js';
import { changeLeaves, type Foreign, type Leaf } from './leaves.js';
import { isBetter, replaced, type Stretch } from './stretches.js';

/** A label may join what was apart before; more often than this it does so only to a text made for it. */
const mostRounds = 10;

const best = (stretches: Stretch[]): Stretch | undefined =>
  stretches.reduce<Stretch | undefined>((a, b) => (a && !isBetter(b, a) ? a : b), undefined);

/** The value of a text that is a JSON object or array; else undefined. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A leaf without the secrets that were found in it. */
function redactedLeaf(text: string, finds: readonly Find[], finder: Finder): string {
  const literal = finds.filter(({ isEncoded }) => !isEncoded).map(({ stretch }) => stretch);
  const encoded = best(finds.filter(({ isEncoded }) => isEncoded).map(({ stretch }) => stretch));
  const isTold = encoded === undefined || literal.some(({ told }) => told >= encoded.told);
  if (isTold) return replaced(text, literal);
  const json = jsonIn(text);
  const redacted = json === undefined ? json : redactedJson(json, finder);
  return redacted === json ? withheld(encoded.secret) : JSON.stringify(redacted);
}

/** Redacts leaves read as one text: what is in them, and what is spread over them. False if nothing has changed. */
function redactTogether(leaves: Leaf[], finder: Finder): boolean {
  const finds = new Map<number, Find[]>();
  for (const find of finder.find(leaves.map(({ text }) => text))) {
    const before = finds.get(find.leaf);
    if (before === undefined) finds.set(find.leaf, [find]);
    else before.push(find);
  }
  for (const [at, inLeaf] of finds) {
    const leaf = leaves[at];
    if (leaf !== undefined) leaf.text = redactedLeaf(leaf.text, inLeaf, finder);
  }
  return finds.size > 0;
}

/** Redacts leaves in place, in their order; none that is fixed may be among them. False if nothing has changed. */
function redactLeaves(leaves: Leaf[], finder: Finder): boolean {
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

/** The text with labels, line by line, in the place of secrets; the text itself if there are none. */
export function redactedText(text: string, finder: Finder): string {
  const lines = text.split('\n').map((line) => ({ text: line, isName: false, isFixed: false }));
  return redactLeaves(lines, finder) ? lines.map((line) => line.text).join('\n') : text;
}

/**
 * A copy of a JSON value in which labels stand for secrets; the value itself if there are none.
 * @param foreign as for `changeLeaves`
 */
export function redactedJson(value: unknown, finder: Finder, foreign?: Foreign): unknown {
  // Names and numbers of our own cannot hold a secret, and nobody has put them between the parts of one.
  const leaves: Leaf[] = [];
  changeLeaves(
    value,
    (leaf) => {
      if (!leaf.isFixed) leaves.push(leaf);
      return undefined;
    },
    foreign,
  );
  const before = leaves.map(({ text }) => text);
  if (!redactLeaves(leaves, finder)) return value;
  let at = -1;
  const redacted = ({ isFixed }: Leaf) => {
    if (isFixed) return undefined;
    at += 1;
    return leaves[at]?.text === before[at] ? undefined : leaves[at]?.text;
  };
  return changeLeaves(value, redacted, foreign);
}

import { changeLeaves, type Foreign, type Leaf } from './leaves.js';
import { replaced, type Stretch } from './stretches.js';

/** How secrets are looked for. */
export interface Sight {
  /** What of a text is to be replaced, in order and apart. */
  find(text: string): Stretch[];
  /** The label of the secret that the text is, as a whole and as it stands. */
  labelOf(text: string): string | undefined;
}

/**
 * Characters of a leaf that have to be a secret's where a stretch only begins or ends in it: fewer are a word or a number
 * that happens to stand beside a secret which is written out elsewhere, and tell nothing.
 */
const leastAtEdge = 4;

/** Redacts leaves read as one text: what is in them, and what is spread over them. False if nothing has changed. */
function redactTogether(leaves: Leaf[], { find }: Sight): boolean {
  const stretches = find(leaves.map(({ text }) => text).join('\n'));
  if (stretches.length === 0) return false;
  let leafStart = 0;
  let next = 0;
  let isChanged = false;
  for (const leaf of leaves) {
    const leafEnd = leafStart + leaf.text.length;
    const inLeaf: Stretch[] = [];
    for (let stretch = stretches[next]; stretch !== undefined && stretch.start < leafEnd; stretch = stretches[next]) {
      const start = Math.max(stretch.start, leafStart) - leafStart;
      const end = Math.min(stretch.end, leafEnd) - leafStart;
      // Widened to a word's end, a stretch would always take such a word whole.
      const { core = stretch } = stretch;
      const isEdge = core.start < leafStart !== core.end > leafEnd;
      const told = Math.min(core.end, leafEnd) - Math.max(core.start, leafStart);
      if (!leaf.isFixed && (!isEdge || told >= leastAtEdge)) inLeaf.push({ ...stretch, start, end });
      // The rest of it is in the leaves that follow.
      if (stretch.end > leafEnd) break;
      next += 1;
    }
    leafStart = leafEnd + 1;
    if (inLeaf.length === 0) continue;
    leaf.text = replaced(leaf.text, inLeaf);
    isChanged = true;
  }
  return isChanged;
}

/**
 * A copy of a JSON value in which labels stand for secrets; the value itself if there are none.
 * @param foreign as for `changeLeaves`
 */
export function redactLeaves(value: unknown, sight: Sight, mostRounds: number, foreign?: Foreign): unknown {
  const leaves: Leaf[] = [];
  const note = (leaf: Leaf) => {
    leaves.push(leaf);
    return undefined;
  };
  changeLeaves(value, note, foreign);
  const before = leaves.map(({ text }) => text);
  // A header that is the key, as in every request: taken out first, it costs no search and no second one.
  let isChanged = false;
  for (const leaf of leaves) {
    const label = leaf.isFixed ? undefined : sight.labelOf(leaf.text);
    if (label === undefined) continue;
    leaf.text = label;
    isChanged = true;
  }
  // Nobody has put names of our own between the parts of a secret.
  const hasForeignNames = leaves.some(({ isName, isFixed }) => isName && !isFixed);
  const values = hasForeignNames ? leaves.filter(({ isName }) => !isName) : [];
  let isFound = true;
  for (let round = 0; isFound && round < mostRounds; round += 1) {
    // Once in the order of the text, once without the names that stand between the values.
    const inText = redactTogether(leaves, sight);
    const inValues = hasForeignNames && redactTogether(values, sight);
    isFound = inText || inValues;
    isChanged ||= isFound;
  }
  if (!isChanged) return value;
  let at = 0;
  const redacted = ({ isFixed }: Leaf) => {
    const text = isFound && !isFixed ? '' : leaves[at]?.text;
    const isSame = text === before[at];
    at += 1;
    return isSame ? undefined : text;
  };
  return changeLeaves(value, redacted, foreign);
}

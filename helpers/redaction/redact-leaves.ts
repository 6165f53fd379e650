import { changeLeaves, type Leaf } from './leaves.js';
import { replaced, type Stretch } from './stretches.js';

/** What of a text is to be replaced, in order and apart. */
type Find = (text: string) => Stretch[];

/** Characters of a name that have to be a secret's: fewer are a name that happens to follow one in the text. */
const leastOfName = 4;

/** Redacts leaves read as one text: what is in them, and what is spread over them. False if nothing was found. */
function redactTogether(leaves: Leaf[], find: Find): boolean {
  const stretches = find(leaves.map(({ text }) => text).join('\n'));
  if (stretches.length === 0) return false;
  let leafStart = 0;
  let next = 0;
  for (const leaf of leaves) {
    const leafEnd = leafStart + leaf.text.length;
    const inLeaf: Stretch[] = [];
    for (let stretch = stretches[next]; stretch !== undefined && stretch.start < leafEnd; stretch = stretches[next]) {
      const start = Math.max(stretch.start, leafStart) - leafStart;
      const end = Math.min(stretch.end, leafEnd) - leafStart;
      // Widened to a word's end, a stretch would always take a name whole.
      const { core = stretch } = stretch;
      const told = Math.min(core.end, leafEnd) - Math.max(core.start, leafStart);
      if (!leaf.isName || told >= Math.min(leaf.text.length, leastOfName)) inLeaf.push({ ...stretch, start, end });
      // The rest of it is in the leaves that follow.
      if (stretch.end > leafEnd) break;
      next += 1;
    }
    leaf.text = replaced(leaf.text, inLeaf);
    leafStart = leafEnd + 1;
  }
  return true;
}

/** A copy of a JSON value in which labels stand for secrets; the value itself if there are none. */
export function redactLeaves(value: unknown, find: Find, mostRounds: number): unknown {
  const leaves: Leaf[] = [];
  changeLeaves(value, (leaf) => {
    leaves.push(leaf);
    return undefined;
  });
  const before = leaves.map(({ text }) => text);
  const values = leaves.filter(({ isName }) => !isName);
  let rounds = 0;
  let isFound = true;
  while (isFound && rounds < mostRounds) {
    // Once in the order of the text, once without the names that stand between the values.
    const inText = redactTogether(leaves, find);
    const inValues = values.length < leaves.length && redactTogether(values, find);
    isFound = inText || inValues;
    rounds += 1;
  }
  if (rounds === 1 && !isFound) return value;
  let at = 0;
  return changeLeaves(value, () => {
    const text = isFound ? '' : leaves[at]?.text;
    const isSame = text === before[at];
    at += 1;
    return isSame ? undefined : text;
  });
}

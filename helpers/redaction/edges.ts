/**
 * The beginning and the end of a secret's random part. Services shorten a key when they repeat it, `Invalid key
 * a8f5f167f44f…`: what they leave discloses it.
 */

/** Characters of an edge, counted in letters and digits; twice a change between lower case, upper case and digits. */
const fewest = 8;
const fewestChanges = 2;
/** What changes less often may be a word, such as `customer` or `tenant01`: it needs more characters. */
const fewestOfWord = 12;

/** The words and separators that all keys of a kind begin with: `sk_sandbox_`, `fsapi-v2-secret-`. */
export const wordsOfKind = /^(?:[A-Za-z]{1,12}\d{0,2}[_\-.:])+/;
/** A UUID made of time: other ids of the same minute, or of the same machine, share its ends. */
const timeUuid = /[\da-f]{8}-[\da-f]{4}-[167][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i;

/** Characters of a secret, from (inclusive) and to (exclusive). */
export interface Edge {
  readonly from: number;
  readonly to: number;
}

function kindOf(sign: string): string {
  if (/\d/.test(sign)) return 'digit';
  return /[a-z]/.test(sign) ? 'lower' : /[A-Z]/.test(sign) ? 'upper' : '';
}

/** How many of these characters, in their order, make an edge; undefined where all of them are too few. */
function lengthOf(characters: readonly string[]): number | undefined {
  let [symbols, changes, before] = [0, 0, ''];
  for (const [at, sign] of characters.entries()) {
    const kind = kindOf(sign);
    if (kind === '') continue;
    symbols += 1;
    if (before !== '' && kind !== before) changes += 1;
    before = kind;
    if (symbols >= fewestOfWord || (symbols >= fewest && changes >= fewestChanges)) return at + 1;
  }
  return undefined;
}

/**
 * The parts of a secret each of which discloses it: the beginning and the end of what is random.
 * @param common how many characters at the front the keys of other tenants share, so that they are not random
 */
export function edgesOf(value: string, common: number): Edge[] {
  if (timeUuid.test(value)) return [];
  const from = Math.max(wordsOfKind.exec(value)?.[0].length ?? 0, common);
  const own = [...value.slice(from)];
  const front = lengthOf(own);
  const back = lengthOf(own.toReversed());
  return [
    ...(front === undefined ? [] : [{ from, to: from + front }]),
    ...(back === undefined ? [] : [{ from: value.length - back, to: value.length }]),
  ];
}

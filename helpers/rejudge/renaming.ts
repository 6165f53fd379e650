import type { Exchange } from '../../schemas/exchange.js';
import type { Headers } from '../../schemas/specification.js';

type Request = Exchange['request'];

/** Values that a run draws anew each time. What a check of another drawing sends has others in their places. */
const drawn = /conformance\.[a-z0-9]+\.\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{7,}/gi;
/** In the label of what a gateway wants: whatever that was, it is sent with every request. */
const ofGateway = 'of $CONFORMANCE_HEADERS_FILE›';
/** Outside of the header of keys, a key beside another character may read as a near miss: that depends on the character. */
const nearMiss = /‹a near miss of the key: /;
const keyOrNearMiss = /\$CONFORMANCE_API_KEY\b|‹a near miss of the key: /;
/** Shorter values are too common in responses to be renamed there. */
const shortest = 8;

/** Headers whose whole value may be drawn: a write's key, and keys that are unknown to the target. In lower case. */
const drawnHeaders = ({ credential, idempotencyKey = '' }: Headers) => [
  credential.toLowerCase(),
  idempotencyKey.toLowerCase(),
];

/**
 * Which values of the recorded run stand for which values of this one.
 * @param names of the headers that the specification has
 * @param known values of the recorded run that stand for others from the start: the labels of keys
 */
export function createRenaming(known: ReadonlyMap<string, string>, names: Headers) {
  const whole = drawnHeaders(names);
  const forward = new Map(known);
  const backward = new Map([...known].map(([one, other]) => [other, one]));
  let pattern: RegExp | undefined;
  const isConsistent = ([recorded, sent]: readonly [string, string]) =>
    (forward.get(recorded) ?? sent) === sent && (backward.get(sent) ?? recorded) === recorded;
  return {
    /** The drawn values of two requests, in pairs; undefined where the requests differ otherwise, or the pairs contradict earlier ones. */
    pairs: (recorded: Request, sent: Request) => {
      const found = differing(recorded, sent, whole);
      return found?.every(isConsistent) ? found : undefined;
    },
    /** Holds pairs from now on. */
    learn: (pairs: readonly (readonly [recorded: string, sent: string])[]) => {
      for (const [recorded, sent] of pairs) {
        if (forward.has(recorded)) continue;
        forward.set(recorded, sent);
        backward.set(sent, recorded);
        pattern = undefined;
      }
    },
    /** A recorded text in terms of this run. */
    apply: (text: string) => {
      pattern ??= new RegExp(
        [...forward.keys()]
          .filter((one) => one.length >= shortest)
          .sort((a, b) => b.length - a.length)
          .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('|') || '(?!)',
        'g',
      );
      return text.replace(pattern, (one) => forward.get(one) ?? one);
    },
  };
}

function differing(recorded: Request, sent: Request, whole: readonly string[]): [string, string][] | undefined {
  if (recorded.method !== sent.method || recorded.headers.length !== sent.headers.length) return undefined;
  const pairs: [string, string][] = [];
  const hold = (recordedText: string, sentText: string): boolean => {
    // The label of a near miss may have swallowed what stood beside the key: what comes before it is compared.
    const isBlurred = [recordedText, sentText].some((text) => nearMiss.test(text));
    const [one, other] = [recordedText, sentText].map((text) =>
      isBlurred ? text.slice(0, Math.max(0, text.search(keyOrNearMiss))) : text,
    ) as [string, string];
    const [ours, theirs] = [one.match(drawn) ?? [], other.match(drawn) ?? []];
    if (comparable(one) !== comparable(other)) return false;
    pairs.push(...ours.map((value, at): [string, string] => [value, theirs[at] ?? '']));
    return true;
  };
  const areHeadersAlike = recorded.headers.every(([name, value], at) => {
    const [otherName = '', otherValue = ''] = sent.headers[at] ?? [];
    if (name !== otherName) return false;
    if (/^user-agent$/i.test(name) || value.includes(ofGateway)) return true;
    if (!whole.includes(name.toLowerCase()) || value === otherValue) return hold(value, otherValue);
    pairs.push([value, otherValue]);
    return !isLabel(value) && !isLabel(otherValue);
  });
  const areAlike = areHeadersAlike && hold(recorded.url, sent.url) && hold(recorded.body ?? '', sent.body ?? '');
  return areAlike ? pairs : undefined;
}

/** A text without what is drawn, and without the lengths of what was withheld. */
function comparable(text: string): string {
  return text.replace(drawn, '\u0000').replace(/‹(text|name)(?: of)? \d+(?: characters)?›/g, '‹$1›');
}

/** What stands in evidence in the place of a key: two different ones are two different keys. */
function isLabel(value: string): boolean {
  return /^\$CONFORMANCE_|^‹/.test(value);
}

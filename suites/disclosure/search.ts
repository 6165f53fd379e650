import { createHash } from 'node:crypto';
import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { information, readListing } from '../../helpers/identity/listing.js';
import { identityValues } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { leavesOf, partsOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createsCustomer, customerIn } from '../creation.js';
import { creationBaseline, orNone } from '../creation-baseline.js';
import { baselineListing } from '../requests.js';

/** Fewest characters of a value to search for: shorter ones occur by chance. */
export const shortestTrace = 6;

/**
 * The values that a response contains, as whole words, escaped or not, and that do not derive from its own request. It
 * ignores values shorter than `shortestTrace`.
 */
export function disclosed(response: Response, values: readonly string[]): string[] {
  const leaves = leavesOf(response.json).map(({ value }) => String(value));
  const received = [
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    ...leaves,
    response.text,
  ].join('\n');
  const both = readable(received);
  return values.filter((value) => value.length >= shortestTrace && shows(both, value) && !isMadeFrom(value, response));
}

/**
 * Whether a response only acknowledges a request: it has no value but those of responses about other things, and no
 * member of what was sent. A mock that shows one customer whatever is sent does more: whose that is, it does not say.
 */
export function onlyAcknowledges({ text, isJson, json, request }: Response, others: readonly Response[]): boolean {
  const known = new Set(others.flatMap((one) => leavesOf(one.json)).map(({ value }) => value));
  const sent = Object.keys(request.body ?? {});
  const isOfCustomer = (name: string) => sent.includes(wordsOf(name).join('_'));
  return (
    text === '' || (isJson && leavesOf(json).every(({ value, names }) => known.has(value) && !names.some(isOfCustomer)))
  );
}

/** The words of a text, in lower case: two thousand values are looked for in a megabyte. */
const wordsIn = (text: string) => (text.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.toLowerCase());

/** A text as it stands, and in lower case; with its percent escapes decoded beside it. */
function readable(text: string) {
  const both = withDecoded(text);
  return { both, lower: both.toLowerCase(), words: new Set(wordsIn(both)) };
}

/** Whether a text contains a value as a whole word; one that is too random for chance in any letter case and without hyphens. */
function shows({ both, lower, words }: ReturnType<typeof readable>, value: string): boolean {
  const joined = value.toLowerCase().replaceAll('-', '');
  const mayHold = [value, joined].map((one) => wordsIn(one).every((word) => words.has(word)));
  if (mayHold[0] && holdsWord(both, value)) return true;
  return (
    mayHold.includes(true) &&
    isUnguessable(value) &&
    (holdsWord(lower, value.toLowerCase()) || holdsWord(lower, joined))
  );
}

/** A text, and the same with its percent escapes decoded, where it has any. */
function withDecoded(text: string): string {
  return !text.includes('%') ? text : `${text}\n${text.replace(/%[0-9a-f]{2}/gi, decodedSign)}`;
}

function decodedSign(sign: string): string {
  const code = Number.parseInt(sign.slice(1), 16);
  return code < 0x80 ? String.fromCharCode(code) : sign;
}

/** Whether a value derives from the request: an identity may contain a key or an e-mail address. */
function isMadeFrom(value: string, { request }: Response): boolean {
  const { raw: outgoing, idempotencyKey } = request;
  const customer = customerIn(request);
  const sent = readable([outgoing.path, outgoing.body ?? '', ...outgoing.headers.map(([, one]) => one)].join('\n'));
  const own = [idempotencyKey, customer?.email, customer?.phone].filter((one) => typeof one === 'string' && one !== '');
  const plain = folded(value);
  return shows(sent, value) || own.some((one) => plain.includes(folded(String(one))));
}

function folded(value: string): string {
  return value
    .toLowerCase()
    .replace(/%40/g, '')
    .replace(/[^a-z0-9]/g, '');
}

/** Whether a text contains a value as a whole word or number. */
export function holdsWord(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + value.length] ?? ' ';
    const joinsBefore = /[A-Za-z0-9]/.test(value[0] ?? '') && /[A-Za-z0-9]/.test(before);
    const joinsAfter = /[A-Za-z0-9]/.test(value.at(-1) ?? '') && /[A-Za-z0-9]/.test(after);
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}

/** Whether a value holds the beginning of a common digest of a text: a long one, within its first thousand characters. */
export function isDigestOf(value: string, texts: readonly string[]): boolean {
  const plain = value
    .slice(0, 1000)
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return texts.some((text) =>
    ['md5', 'sha1', 'sha256'].some((algorithm) => {
      const digest = createHash(algorithm).update(text).digest();
      const forms = [digest.toString('hex'), digest.toString('base64url').toLowerCase().replace(/[-_]/g, '')];
      return forms.some((form) => plain.includes(form.slice(0, 16)));
    }),
  );
}

/** Identities of accounts and customers that this run has seen, as far as they are long enough to search for. */
export const knownIdentities = fixture('identities of the tenants', async (): Promise<string[]> => {
  // Without customers there are still accounts.
  const { identity } = (await orNone(creationBaseline())) ?? {};
  await baselineListing();
  // At another path something else may answer, and so it may without a key.
  const good = context().responses.filter(
    (response) => isSuccess(response) && response.request.change.path === undefined && response.request.apiKey !== null,
  );
  const customers = identity
    ? good
        .filter(({ request }) => createsCustomer(request.operation))
        .flatMap((response) => identityValues(response, identity))
    : [];
  const accounts = good
    .filter(({ request }) => request.operation.effect === 'lists' && request.change.guess !== true)
    .flatMap((response) => readListing(response)?.items ?? [])
    .flatMap((item) => item.ranks.flatMap(({ pointer }) => partsOf(item.leaves.get(pointer) ?? '')))
    .filter((value) => information(value) > 0);
  return [...new Set([...customers, ...accounts])].filter((value) => value.length >= shortestTrace);
});

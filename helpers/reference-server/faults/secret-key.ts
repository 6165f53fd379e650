import type { RequirementId } from '../../../schemas/catalogue.js';
import type { Answer } from '../answer.js';
import type { Middleware } from '../middleware.js';
import { isCreation, isListing, onlyTheKeyDecides, withHeader } from '../rewrite.js';
import { type Request, refusal } from '../service.js';
import type { State } from '../state.js';
import { breaking, type Fault } from './fault.js';

const everywhere = () => true;
const rows = (where: (asked: Request) => boolean): readonly RequirementId[] =>
  [...(where === isListing ? [] : ['AUTH-03']), ...(where === isCreation ? [] : ['AUTH-04'])] as RequirementId[];

/** A server that takes some keys for a Secret Key which only resemble it. */
const takesFor = (
  id: string,
  story: string,
  resembles: (sent: string, secret: string) => boolean,
  where: (asked: Request) => boolean = everywhere,
): Fault => ({
  id,
  breaks: rows(where),
  story,
  middleware: (honest, world) => (asked) => {
    const sent = asked.headers.get('api-key');
    const found = sent && where(asked) ? world.tenants.find(({ apiKey }) => resembles(sent, apiKey)) : undefined;
    return honest(found ? withHeader(asked, 'api-key', found.apiKey) : asked);
  },
});

/** Whether a key was never given to anybody: neither valid, nor public, nor rotated out. */
const isStranger = (sent: string, world: State) =>
  world.tenants.every(({ apiKey, publicKey, revokedKey }) => ![apiKey, publicKey, revokedKey].includes(sent));

/** Answers in place of the 401 where a key is nobody's. */
const answersInstead =
  (when: (sent: string, asked: Request, world: State) => boolean, answer: Answer): Middleware =>
  (honest, world) =>
  async (asked) => {
    const sent = asked.headers.get('api-key');
    return sent && isStranger(sent, world) && when(sent, asked, world) ? answer : honest(asked);
  };

const forbidden = refusal(403, 'forbidden', 'This key is not known.');
const badRequest = refusal(400, 'bad_request', 'The header Api-Key is not as it should be.');
const crash = refusal(500, 'internal', 'Something went wrong here.');
const sorted = (text: string) => [...text].sort().join('');

/** Whether a text, read as a pattern, fits the whole of another. */
const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return false;
  }
};

const rotatedOut = (id: string, story: string, where: (asked: Request) => boolean): Fault => ({
  id,
  breaks: ['AUTH-09'],
  story,
  middleware: (honest, world) => (asked) => {
    const found = world.tenants.find(({ revokedKey }) => revokedKey === asked.headers.get('api-key'));
    return honest(found && where(asked) ? withHeader(asked, 'api-key', found.apiKey) : asked);
  },
});

/** AUTH-03, AUTH-04 and AUTH-09: keys that are nearly right, or were right once. */
export const secretKeyFaults: readonly Fault[] = [
  takesFor(
    'key-followed-by-more-accepted',
    'The key is compared up to the length of the stored one, as strncmp does.',
    (sent, secret) => sent.startsWith(secret),
  ),
  takesFor(
    'key-behind-more-accepted',
    'The end of the header is compared, because once a word stood in front of the key.',
    (sent, secret) => sent.endsWith(secret),
    isCreation,
  ),
  takesFor('key-within-more-accepted', 'A gateway matches the key by a pattern without anchors.', (sent, secret) =>
    sent.includes(secret),
  ),
  takesFor(
    'beginning-of-key-accepted',
    'The comparison stops at the end of the shorter text, which is the one that was sent.',
    (sent, secret) => sent.length >= 12 && secret.startsWith(sent),
  ),
  takesFor(
    'end-of-key-accepted',
    'Keys without their prefix were valid in an older version, and are looked up by their end.',
    (sent, secret) => sent.length >= 12 && secret.endsWith(sent),
  ),
  takesFor(
    'key-cut-to-32-characters',
    'The column is 32 characters wide, and the key is cut to it before it is compared.',
    (sent, secret) => sent.slice(0, 32) === secret.slice(0, 32),
  ),
  takesFor(
    'last-character-of-key-ignored',
    'An index that ends one too early.',
    (sent, secret) => sent.length === secret.length && sent.slice(0, -1) === secret.slice(0, -1),
  ),
  takesFor(
    'first-character-of-key-ignored',
    'A loop that begins at one.',
    (sent, secret) => sent.length === secret.length && sent.slice(1) === secret.slice(1),
    isListing,
  ),
  takesFor(
    'middle-of-key-ignored',
    'Logs show keys as their ends with stars between; the cache of valid keys uses that same form.',
    (sent, secret) => sent.slice(0, 14) === secret.slice(0, 14) && sent.slice(-4) === secret.slice(-4),
  ),
  takesFor(
    'key-compared-by-its-sum',
    'The cache of valid keys adds up the characters, so any order of them fits.',
    (sent, secret) => sorted(sent) === sorted(secret),
  ),
  takesFor(
    'key-letter-case-ignored',
    'The collation of the database compares without letter case.',
    (sent, secret) => sent.toLowerCase() === secret.toLowerCase(),
  ),
  takesFor(
    'key-letter-case-ignored-on-creation',
    'The gateway of the writes turns headers into lower case before it compares.',
    (sent, secret) => sent.toLowerCase() === secret.toLowerCase(),
    isCreation,
  ),
  takesFor(
    'key-undefined-accepted',
    'A tenant without a key was stored with the word that stands for nothing.',
    (sent) => ['undefined', 'null'].includes(sent),
  ),
  takesFor(
    'key-null-accepted-on-listing',
    'The read replica holds the word null where a key is missing.',
    (sent) => sent === 'null',
    isListing,
  ),
  takesFor(
    'key-looked-up-in-an-object',
    'Keys are the members of an object, and every object has some by itself.',
    (sent) => sent in {},
  ),
  takesFor(
    'key-read-as-a-pattern',
    'Keys are searched by a pattern, for one of them is shown with dots.',
    (sent, secret) => /[.*+]/.test(sent) && matches(sent, secret),
  ),
  takesFor(
    'key-matched-by-like',
    'The query compares by LIKE, for searching in the dashboard.',
    (sent) => sent === '%',
  ),
  takesFor('key-parsed-before-it-is-compared', 'Headers are parsed as JSON, and true equals any text.', (sent) =>
    ['true', '1'].includes(sent),
  ),
  takesFor(
    'key-zero-accepted-on-listing',
    'A key that does not begin with a digit is the number 0 to the comparison of this language.',
    (sent) => sent === '0',
    isListing,
  ),
  takesFor('injection-in-key-accepted', 'The key is put into the text of a query.', (sent) =>
    /'\s*or\s|"\s*or\s|--\s*$/i.test(sent),
  ),
  {
    id: 'any-key-of-the-right-form-lists',
    breaks: ['AUTH-04'],
    story: 'The cache in front of the listing checks the form of a key and trusts the service to check the rest.',
    middleware: (honest, world) => (asked) => {
      const sent = asked.headers.get('api-key') ?? '';
      const owner = world.tenants.find(({ id }) => id === asked.headers.get('x-tenant-id'));
      const form = (key: string) => key.replaceAll(/[A-Za-z0-9]/g, 'x');
      const fits = owner && form(sent) === form(owner.apiKey) && isStranger(sent, world) && isListing(asked);
      return honest(fits && onlyTheKeyDecides(asked, world) ? withHeader(asked, 'api-key', owner.apiKey) : asked);
    },
  },
  ...breaking(['AUTH-03', 'AUTH-04'], {
    'quote-in-key-crashes': [
      'The key is put into the text of a query, and the error of the database is not caught.',
      answersInstead((sent) => /['"]/.test(sent), crash),
    ],
    'built-in-member-as-key-crashes': [
      'Keys are the members of an object; one that every object has by itself is a function, and no tenant.',
      answersInstead((sent) => sent in {}, crash),
    ],
    'key-without-its-parts-crashes': [
      'The key is split at its underscores, and the third part is read without a look whether it is there.',
      answersInstead((sent) => sent.split('_').length < 3, crash),
    ],
  }),
  {
    id: 'bad-key-forbidden-on-creation',
    breaks: ['AUTH-03'],
    story: 'The guard of the writes says 403 to a key that it does not know, 401 only where there is none.',
    middleware: answersInstead((_, asked, world) => isCreation(asked) && onlyTheKeyDecides(asked, world), forbidden),
  },
  {
    id: 'bad-key-forbidden-on-listing',
    breaks: ['AUTH-04'],
    story: 'The guard of the reads says 403 to a key that it does not know, 401 only where there is none.',
    middleware: answersInstead((_, asked, world) => isListing(asked) && onlyTheKeyDecides(asked, world), forbidden),
  },
  ...breaking(['AUTH-03', 'AUTH-04'], {
    'key-of-another-length-is-a-bad-request': [
      'A validator of headers knows the form of a key and answers before the guard does.',
      answersInstead(
        (sent, asked, world) => onlyTheKeyDecides(asked, world) && sent.length !== world.tenants[0].apiKey.length,
        badRequest,
      ),
    ],
  }),
  {
    id: 'bad-key-lists-nothing',
    breaks: ['AUTH-04'],
    story: 'A key that is nobody’s is an anonymous caller, who may list and finds nothing.',
    middleware: answersInstead((_, asked, world) => isListing(asked) && onlyTheKeyDecides(asked, world), {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"data":[]}',
    }),
  },
  rotatedOut('rotated-key-accepted', 'Rotation adds a key and does not take the old one away.', everywhere),
  rotatedOut(
    'rotated-key-accepted-on-creation',
    'The service of the writes keeps valid keys until it restarts.',
    isCreation,
  ),
  rotatedOut(
    'rotated-key-accepted-on-listing',
    'The cache in front of the listing keeps valid keys for a day.',
    isListing,
  ),
  {
    id: 'rotated-key-forbidden',
    breaks: ['AUTH-09'],
    story: 'A key that is known but closed is taken for a question of permission.',
    middleware: (honest, world) => async (asked) =>
      world.tenants.some(({ revokedKey }) => revokedKey === asked.headers.get('api-key')) ? forbidden : honest(asked),
  },
];

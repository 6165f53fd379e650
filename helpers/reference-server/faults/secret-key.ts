import { posix } from 'node:path';
import { operations } from '../../../schemas/fsapi/operations.js';
import type { Answer } from '../answer.js';
import { crash } from '../answered.js';
import { header, isCreation, isListing, namedTenant, onlyTheKeyDecides, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { beforehand, each, instead } from '../rewrite.js';
import { json, type Request, refusal } from '../service.js';
import type { State } from '../state.js';

const invalidKeyOfEach = operations.flatMap(({ unauthorized }) => (unauthorized ? [unauthorized.invalidKey] : []));

/** A server that takes some keys for a Secret Key which only resemble it. */
const takesFor = (
  resembles: (sent: string, secret: string, tenant: string) => boolean,
  where: (asked: Request) => boolean = () => true,
): Middleware =>
  beforehand((asked, world) => {
    const sent = asked.headers.get('api-key');
    const found =
      sent && where(asked) ? world.tenants.find(({ apiKey, id }) => resembles(sent, apiKey, id)) : undefined;
    return found ? withHeader(asked, 'api-key', found.apiKey) : asked;
  });

/** Whether a key was never given to anybody: neither valid, nor public, nor rotated out. */
const isStranger = (sent: string, world: State) =>
  world.tenants.every(({ apiKey, publicKey, revokedKey }) => ![apiKey, publicKey, revokedKey].includes(sent));

/** Answers in place of the 401 where a key is nobody's. */
const answersInstead = (when: (sent: string, asked: Request, world: State) => boolean, answer: Answer): Middleware =>
  instead((asked, world) => {
    const sent = header(asked, 'api-key');
    return sent !== '' && isStranger(sent, world) && when(sent, asked, world);
  }, answer);

const forbidden = refusal(403, 'forbidden', 'This key is not known.');
const badRequest = refusal(400, 'bad_request', 'The header Api-Key is not as it should be.');
const sorted = (text: string) => [...text].sort().join('');

/** Whether a text that ends with a sign for anything fits another. */
const isLike = (sent: string, sign: string, secret: string) =>
  sent.endsWith(sign) && secret.startsWith(sent.slice(0, -1));

/** Whether a text, read as a pattern, fits the whole of another. */
const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return false;
  }
};

const ofRotatedKey = (asked: Request, { tenants }: State) =>
  tenants.find(({ revokedKey }) => revokedKey === asked.headers.get('api-key'));

const rotatedOut = (where: (asked: Request) => boolean = () => true): Middleware =>
  beforehand((asked, world) => {
    const found = where(asked) ? ofRotatedKey(asked, world) : undefined;
    return found ? withHeader(asked, 'api-key', found.apiKey) : asked;
  });

/** Whether a request is of an operation, and all of it but its key is as it should be. */
const onlyKeyOf = (operation: (asked: Request) => boolean) => (_: string, asked: Request, world: State) =>
  operation(asked) && onlyTheKeyDecides(asked, world);

/** AUTH-03, AUTH-04 and AUTH-09: keys that are nearly right, or were right once. */
export const secretKeyFaults: readonly Fault[] = [
  ...breaking(invalidKeyOfEach, {
    ...each(takesFor, {
      'key-followed-by-more-accepted': [
        'The key is compared up to the length of the stored one, as strncmp does.',
        (sent, secret) => sent.startsWith(secret),
      ],
      'key-within-more-accepted': [
        'A gateway matches the key by a pattern without anchors.',
        (sent, secret) => sent.includes(secret),
      ],
      'beginning-of-key-accepted': [
        'The comparison stops at the end of the shorter text, which is the one that was sent.',
        (sent, secret) => sent.length >= 12 && secret.startsWith(sent),
      ],
      'end-of-key-accepted': [
        'Keys without their prefix were valid in an older version, and are looked up by their end.',
        (sent, secret) => sent.length >= 12 && secret.endsWith(sent),
      ],
      'key-cut-to-32-characters': [
        'The column is 32 characters wide, and the key is cut to it before it is compared.',
        (sent, secret) => sent.slice(0, 32) === secret.slice(0, 32),
      ],
      'last-character-of-key-ignored': [
        'An index that ends one too early.',
        (sent, secret) => sent.length === secret.length && sent.slice(0, -1) === secret.slice(0, -1),
      ],
      'middle-of-key-ignored': [
        'Logs show keys as their ends with stars between; the cache of valid keys uses that same form.',
        (sent, secret) => sent.slice(0, 14) === secret.slice(0, 14) && sent.slice(-4) === secret.slice(-4),
      ],
      'key-compared-by-its-sum': [
        'The cache of valid keys adds up the characters, so any order of them fits.',
        (sent, secret) => sorted(sent) === sorted(secret),
      ],
      'key-letter-case-ignored': [
        'The collation of the database compares without letter case.',
        (sent, secret) => sent.toLowerCase() === secret.toLowerCase(),
      ],
      'key-undefined-accepted': [
        'A tenant without a key was stored with the word that stands for nothing.',
        (sent) => ['undefined', 'null'].includes(sent),
      ],
      'tenant-id-accepted-as-the-key': [
        'The look-up of tenants takes whatever identifies one.',
        (sent, _, tenant) => sent === tenant,
      ],
      'key-looked-up-in-an-object': [
        'Keys are the members of an object, and every object has some by itself.',
        (sent) => sent in {},
      ],
      'key-read-as-a-pattern': [
        'Keys are searched by a pattern, for one of them is shown with dots.',
        (sent, secret) => /[.*+]/.test(sent) && matches(sent, secret),
      ],
      'key-matched-by-like': [
        'The query compares by LIKE, for searching in the dashboard.',
        (sent, secret) => isLike(sent, '%', secret),
      ],
      'key-matched-by-a-glob': [
        'The store of keys is searched by KEYS, which takes patterns.',
        (sent, secret) => isLike(sent, '*', secret),
      ],
      'key-in-quotes-accepted': [
        'Headers are unquoted like the values of a configuration file.',
        (sent, secret) => sent === `"${secret}"`,
      ],
      'key-read-as-the-name-of-a-file': [
        'Each key is a file, and of its name the last part counts.',
        (sent, secret) => sent !== secret && sent.endsWith(`/${secret}`),
      ],
      'key-joined-to-a-folder': [
        'Each key is a file in a folder, and the path is tidied before it is opened.',
        (sent, secret) => sent !== secret && posix.join('store', sent) === posix.join('store', secret),
      ],
      'key-parsed-before-it-is-compared': [
        'Headers are parsed as JSON, and true equals any text.',
        (sent) => ['true', '1'].includes(sent),
      ],
      'injection-in-key-accepted': [
        'The key is put into the text of a query.',
        (sent) => /'\s*or\s|"\s*or\s|--\s*$/i.test(sent),
      ],
    }),
    'pattern-finds-the-newest-key': [
      'The first key that fits a pattern is taken, newest first.',
      beforehand((asked, world) => {
        const newest = world.tenants.at(-1)?.apiKey;
        return newest && /^(\*|%|\.\+)$/.test(header(asked, 'api-key')) ? withHeader(asked, 'api-key', newest) : asked;
      }),
    ],
    'key-made-of-two-keys-accepted': [
      'The beginning of a key names its tenant, the end is its secret, and each is looked up by itself.',
      beforehand((asked, world) => {
        const sent = header(asked, 'api-key');
        const with8 = (part: (key: string) => string) =>
          world.tenants.find(({ apiKey }) => apiKey.length === sent.length && part(apiKey) === part(sent));
        const [named, proven] = [with8((key) => key.slice(0, 16)), with8((key) => key.slice(-8))];
        return named && proven ? withHeader(asked, 'api-key', named.apiKey) : asked;
      }),
    ],
    'any-key-accepted': [
      'The look-up of the key is a stub that was never replaced: a rotated key passes it as any other does.',
      beforehand((asked, world) => {
        const [sent, tenant] = [header(asked, 'api-key'), namedTenant(asked, world)];
        const isKnown = world.tenants.some(({ apiKey, publicKey }) => [apiKey, publicKey].includes(sent));
        return sent === '' || isKnown || !tenant ? asked : withHeader(asked, 'api-key', tenant.apiKey);
      }),
    ],
    'quote-in-key-crashes': [
      'The key is put into the text of a query, and the error of the database is not caught.',
      answersInstead((sent) => /['"]/.test(sent), crash),
    ],
    'key-without-its-parts-crashes': [
      'The key is split at its underscores, and the third part is read without a look whether it is there.',
      answersInstead((sent) => sent.split('_').length < 3, crash),
    ],
    'key-of-another-length-is-a-bad-request': [
      'A validator of headers knows the form of a key and answers before the guard does.',
      answersInstead(
        (sent, asked, world) => onlyTheKeyDecides(asked, world) && sent.length !== world.tenants[0].apiKey.length,
        badRequest,
      ),
    ],
  }),
  ...breaking(['AUTH-03'], {
    'key-behind-more-accepted': [
      'The end of the header is compared, because once a word stood in front of the key.',
      takesFor((sent, secret) => sent.endsWith(secret), isCreation),
    ],
    'bad-key-forbidden-on-creation': [
      'The guard of the writes says 403 to a key that it does not know, 401 only where there is none.',
      answersInstead(onlyKeyOf(isCreation), forbidden),
    ],
  }),
  ...breaking(['AUTH-04'], {
    'first-character-of-key-ignored': [
      'A loop that begins at one.',
      takesFor((sent, secret) => sent.length === secret.length && sent.slice(1) === secret.slice(1), isListing),
    ],
    'key-null-accepted-on-listing': [
      'The read replica holds the word null where a key is missing.',
      takesFor((sent) => sent === 'null', isListing),
    ],
    'key-zero-accepted-on-listing': [
      'A key that does not begin with a digit is the number 0 to the comparison of this language.',
      takesFor((sent) => sent === '0', isListing),
    ],
    'any-key-of-the-right-form-lists': [
      'The cache in front of the listing checks the form of a key and trusts the service to check the rest.',
      beforehand((asked, world) => {
        const [sent, tenant] = [header(asked, 'api-key'), namedTenant(asked, world)];
        const form = (key: string) => key.replaceAll(/[A-Za-z0-9]/g, 'x');
        const fits = tenant && form(sent) === form(tenant.apiKey) && isStranger(sent, world);
        return fits && onlyKeyOf(isListing)(sent, asked, world) ? withHeader(asked, 'api-key', tenant.apiKey) : asked;
      }),
    ],
    'bad-key-lists-nothing': [
      'A key that is nobody’s is an anonymous caller, who may list and finds nothing.',
      answersInstead(onlyKeyOf(isListing), json(200, { data: [] })),
    ],
  }),
  ...breaking(['AUTH-09'], {
    'rotated-key-accepted': ['Rotation adds a key and does not take the old one away.', rotatedOut()],
    'rotated-key-accepted-on-creation': [
      'The service of the writes keeps valid keys until it restarts.',
      rotatedOut(isCreation),
    ],
    'rotated-key-accepted-on-listing': [
      'The cache in front of the listing keeps valid keys for a day.',
      rotatedOut(isListing),
    ],
    'rotated-key-forbidden': [
      'A key that is known but closed is taken for a question of permission.',
      instead((asked, world) => ofRotatedKey(asked, world) !== undefined, forbidden),
    ],
  }),
];

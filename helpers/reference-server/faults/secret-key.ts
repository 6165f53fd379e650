import { createHash } from 'node:crypto';
import { createCustomer, operations } from '../../../schemas/fsapi/operations.js';
import { crash, withAnswerHeaders } from '../answered.js';
import {
  caller,
  header,
  isListing,
  namedTenant,
  onlyTheKeyDecides,
  parsed,
  sentBy,
  withHeader,
  withoutApiKey,
} from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { beforehand, each, instead } from '../rewrite.js';
import { type Answer, json, type Request, rejection } from '../service.js';
import type { State, Tenant } from '../state.js';

/** A server that takes some keys for a Secret Key which only resemble it. */
const takesFor = (
  resembles: (sent: string, secret: string) => boolean,
  where: (asked: Request) => boolean = () => true,
): Middleware =>
  beforehand((asked, world) => {
    const sent = asked.headers.get('api-key');
    const found = sent && where(asked) ? world.tenants.find(({ apiKey }) => resembles(sent, apiKey)) : undefined;
    return found ? withHeader(asked, 'api-key', found.apiKey) : asked;
  });

/** Whether a key was never given to anybody: neither valid, nor public, nor rotated out. */
const isStranger = (sent: string, { tenants }: State) =>
  sent !== '' && tenants.every((tenant) => ![tenant.apiKey, tenant.publicKey, tenant.revokedKey].includes(sent));

/** Answers in place of the 401 where a key is nobody's. */
const answersInstead = (when: (sent: string, asked: Request, world: State) => boolean, answer: Answer): Middleware =>
  instead((asked, world) => {
    const sent = header(asked, 'api-key');
    return isStranger(sent, world) && when(sent, asked, world);
  }, answer);

const onlyKeyOf = (operation: (asked: Request) => boolean) => (_: string, asked: Request, world: State) =>
  operation(asked) && onlyTheKeyDecides(asked, world);

const forbidden = rejection(403, 'forbidden', 'This key is not known.');

/** Whether a look-up finds something for a key that is none of the secrets. */
type Finds = (sent: string, secrets: readonly string[]) => boolean;

/** How a look-up comes to find what was never issued, by the word that the ids of its faults have. */
const findsTooMuch: Readonly<Record<string, readonly [story: string, finds: Finds]>> = {
  'of-an-object': [
    'Keys are members of an object, which has members of its own',
    (sent) => /^(constructor|__proto__|toString)$/.test(sent),
  ],
  'in-a-query': ['The key stands in a query as it is sent, and the first row counts', (sent) => sent.includes("'")],
  'as-a-pattern': ['The key is looked up by LIKE', (sent) => /[%*]$/.test(sent)],
  'by-its-beginning': [
    'The key is looked up by its beginning, whichever of the two is longer',
    (sent, secrets) => sent.length > 16 && secrets.some((key) => key.startsWith(sent) || sent.startsWith(key)),
  ],
};

/** What such a look-up found is nobody's, or the other tenant's: 403 where another tenant is named, and open without one. */
const foundFor =
  (finds: Finds, owner: 'nobody' | 'the other tenant'): Middleware =>
  (honest, world) =>
  async (asked) => {
    const sent = header(asked, 'api-key');
    const secrets = world.tenants.map(({ apiKey }) => apiKey);
    if (secrets.includes(sent) || !finds(sent, secrets)) return honest(asked);
    const tenant = world.tenants[owner === 'nobody' ? 0 : 1] as Tenant;
    const open = owner === 'nobody' ? [''] : ['', tenant.id];
    return open.includes(header(asked, 'x-tenant-id')) ? honest(sentBy(asked, tenant)) : forbidden;
  };

const sorted = (text: string) => [...text].sort().join('');

const ofRevokedKey = (asked: Request, { tenants }: State) =>
  tenants.find(({ revokedKey }) => revokedKey === asked.headers.get('api-key'));

/** AUTH-05: a server that also looks for the key elsewhere. */
const carriedBy = (candidates: (asked: Request) => readonly unknown[]): Middleware =>
  beforehand((asked, world) => {
    const sent = withoutApiKey(asked) ? candidates(asked).map(String) : [];
    const tenant = world.tenants.find(({ apiKey }) => sent.includes(apiKey));
    return tenant ? sentBy(asked, tenant) : asked;
  });

const values = (item: unknown): unknown[] =>
  item !== null && typeof item === 'object' ? Object.values(item).flatMap(values) : [item];

/** AUTH-05: a server that opens a session with a good answer. @param when who gets one */
const session =
  (when: (asked: Request) => boolean): Middleware =>
  (honest, world) => {
    const cookieOf = ({ id }: Tenant) => `sid=${createHash('sha256').update(id).digest('hex')}`;
    return async (asked) => {
      const own = world.tenants.find((tenant) => header(asked, 'cookie').includes(cookieOf(tenant)));
      if (withoutApiKey(asked) && own) return honest(sentBy(asked, own));
      const answer = await honest(asked);
      const tenant = caller(asked, world);
      if (!tenant || !when(asked)) return answer;
      const cookies = `lang=en; Path=/, ${cookieOf(tenant)}; Expires=Fri, 01 Jan 2038 00:00:00 GMT; HttpOnly`;
      return withAnswerHeaders(answer, { 'set-cookie': cookies });
    };
  };

const invalidKeyOfEach = operations.map(({ unauthorized }) => unauthorized.invalidKey);

const both = (id: string, check: string) => operations.map(({ name }) => `${id} ${name}: ${check}`);

const atCreation = (id: string, check: string) => [`${id} ${createCustomer.name}: ${check}`];

/** AUTH-03, AUTH-04, AUTH-05 and AUTH-09: keys that are nearly right, were right once, or stand elsewhere. */
export const secretKeyFaults: readonly Fault[] = [
  ...breaking(invalidKeyOfEach, {
    ...Object.fromEntries(
      Object.entries(findsTooMuch).flatMap(([kind, [story, finds]]) =>
        (['nobody', 'the other tenant'] as const).map((owner) => [
          `key-${kind}-is-${owner === 'nobody' ? 'nobodys' : 'of-another-tenant'}`,
          [`${story}; the tenant found is compared where one is named.`, foundFor(finds, owner)] as const,
        ]),
      ),
    ),
    ...each(takesFor, {
      'key-of-another-environment-accepted': [
        'Only the random part of a key is looked up, so the name of the environment before it says nothing.',
        (sent, secret) => sent !== secret && sent.replace(/_(live|test)_/, '_sandbox_') === secret,
      ],
      'middle-of-key-ignored': [
        'Logs show keys as their ends with stars between; the cache of valid keys uses that same form.',
        (sent, secret) => sent.slice(0, 14) === secret.slice(0, 14) && sent.slice(-4) === secret.slice(-4),
      ],
      'key-compared-by-its-sum': [
        'The cache of valid keys adds up the characters, so any order of them fits.',
        (sent, secret) => sorted(sent) === sorted(secret),
      ],
    }),
    'any-key-accepted': [
      'The look-up of the key is a stub that was never replaced: a rotated key passes it as any other does.',
      beforehand((asked, world) => {
        const [sent, tenant] = [header(asked, 'api-key'), namedTenant(asked, world)];
        const isKnown = world.tenants.some(({ apiKey, publicKey }) => [apiKey, publicKey].includes(sent));
        return sent === '' || isKnown || !tenant ? asked : withHeader(asked, 'api-key', tenant.apiKey);
      }),
      {
        fails: operations.map(
          ({ name, unauthorized }) => `${unauthorized.invalidKey} ${name}: an invalid key (random, of the same shape)`,
        ),
      },
    ],
    'quote-in-key-crashes': [
      'The key is put into the text of a query, and the error of the database is not caught.',
      answersInstead((sent) => /['"]/.test(sent), crash),
    ],
    'key-of-another-length-is-a-bad-request': [
      'A validator of headers knows the form of a key and answers before the guard does.',
      answersInstead(
        (sent, asked, world) => onlyTheKeyDecides(asked, world) && sent.length !== world.tenants[0].apiKey.length,
        rejection(400, 'bad_request', 'The header Api-Key is not as it should be.'),
      ),
    ],
  }),
  ...breaking(['AUTH-04'], {
    'bad-key-lists-nothing': [
      'A key that is nobody’s is an anonymous caller, who may list and finds nothing.',
      answersInstead(onlyKeyOf(isListing), json(200, { data: [] })),
    ],
  }),
  ...breaking(['AUTH-05'], {
    'key-as-bearer-accepted': [
      'The framework’s guard of tokens runs beside the guard of keys.',
      carriedBy((asked) => [header(asked, 'authorization').replace(/^Bearer +/i, '')]),
    ],
    'key-in-body-accepted': [
      'Parameters of address and body are merged before the guard looks for the key.',
      carriedBy((asked) => values(parsed(asked.body))),
      { fails: atCreation('AUTH-05', 'the valid key in the body, and no key in its header') },
    ],
    'key-in-a-form-accepted': [
      'The framework joins the fields of forms with the parameters in which the guard looks.',
      carriedBy((asked) => [...new URLSearchParams(asked.body ?? '').values()]),
      { fails: atCreation('AUTH-05', 'the valid key in a form body, and no key in its header') },
    ],
    'key-in-a-multipart-form-accepted': [
      'The upload of documents brings its key as a field, and the guard is the same everywhere.',
      carriedBy((asked) => (asked.body ?? '').split('\r\n')),
      { fails: atCreation('AUTH-05', 'the valid key in a multipart body, and no key in its header') },
    ],
    'session-cookie-opens-the-service': [
      'The framework’s sessions were left on.',
      session(() => true),
      { fails: both('AUTH-05', 'the cookies that responses have set, and no key in its header') },
    ],
  }),
  ...breaking(['AUTH-09'], {
    'rotated-key-accepted': [
      'Rotation adds a key and does not take the old one away.',
      beforehand((asked, world) =>
        withHeader(asked, 'api-key', ofRevokedKey(asked, world)?.apiKey ?? asked.headers.get('api-key')),
      ),
      { fails: both('AUTH-09', 'the revoked key') },
    ],
  }),
];

import { customer } from '../requests-for-tests.js';
import type { Talk } from '../talk-for-tests.js';
import {
  broken,
  echoes,
  empty,
  isJson,
  type Proof,
  probes,
  raced,
  same,
  status,
  stranger,
  swapped,
  type,
  withHeaders,
  without,
} from './proofs-for-tests.js';

const {
  acrossTenants,
  afterRefusal,
  creates,
  elsewhere,
  keyCreates,
  keyLists,
  keyOnBoth,
  listed,
  nearKeys,
  retried,
  spelt,
  tells,
} = probes;
const reached: Proof = ({ list }) => list().then(status, (error: Error) => error.message);
const basePath: Proof = async ({ server }) => server.basePath;
const cutBody = JSON.stringify(customer()).slice(0, -9);

/** Faults of transport, authentication and idempotency, each with something that its server does in another way. */
export const requestProofs: Readonly<Record<string, Proof>> = {
  'certificate-of-unknown-authority': reached,
  'certificate-expired': reached,
  'certificate-not-yet-valid': reached,
  'certificate-of-another-host': reached,
  'creation-labelled-html': creates({}, type),
  'creation-without-content-type': creates({}, type),
  'creation-in-python-quotes': creates({}, isJson),
  'creation-behind-a-guard-line': creates({}, isJson),
  'creation-with-trailing-comma': creates({}, isJson),
  'html-401': listed(without, type),
  'html-401-on-creation': creates(without, type),
  'bare-word-401-on-listing': listed(without, isJson),
  'plain-text-401': listed(without, type),
  'cut-body-repaired': creates({ body: cutBody }),
  'bare-text-stored': creates({ body: 'hello' }),
  'malformed-body-crashes': creates({ body: 'hello' }),
  'cut-in-a-string-crashes': creates({ body: cutBody }),
  'api-key-in-capitals-not-read': spelt('Api-Key', 'API-KEY'),
  'api-key-in-lower-case-not-read': spelt('Api-Key', 'api-key'),
  'tenant-header-only-as-spelt': spelt('x-tenant-id', 'X-Tenant-Id'),
  'idempotency-key-only-as-spelt': creates(withHeaders({ 'Idempotency-Key': undefined, 'idempotency-key': 'k1' })),
  'idempotency-key-in-lower-case-ignored': async ({ create }) => {
    const again = { body: customer(), headers: { 'Idempotency-Key': undefined, 'idempotency-key': 'k2' } };
    const [first, second] = [await create(again), await create(again)];
    return first.body === second.body;
  },
  'version-two': basePath,
  'version-behind-a-prefix': basePath,
  'no-version': basePath,
  'minor-version-in-the-path': basePath,

  'creation-open-without-key': creates(without),
  'empty-key-creates': creates(empty),
  'missing-key-forbidden-on-creation': creates(without),
  'missing-key-is-a-bad-request': listed(without),
  'empty-key-crashes-on-creation': creates(empty),
  'listing-open-without-key': listed(without),
  'empty-key-lists': listed(empty),
  'listing-without-key-is-empty': listed(without),
  'listing-without-key-redirects-to-login': listed(without),
  'key-in-query-accepted': elsewhere((key) => ({ path: `/customers?key=${key}` })),
  'key-in-bare-authorization-accepted': elsewhere((key) => withHeaders({ Authorization: key })),
  'key-as-bearer-accepted': elsewhere((key) => withHeaders({ Authorization: `Bearer ${key}` })),
  'key-as-basic-accepted': elsewhere((key) =>
    withHeaders({ Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
  ),
  'key-in-x-api-key-accepted': elsewhere((key) => withHeaders({ 'X-Api-Key': key })),
  'key-in-cookie-accepted': elsewhere((key) => withHeaders({ Cookie: `a=b; api_key=${key}` })),
  'key-in-body-accepted': elsewhere((key) => ({ body: customer({ api_key: key }) })),
  'malformed-json-told-before-the-key': creates({ ...without, body: '{"a' }),
  'malformed-json-told-before-a-bad-key': creates({ ...withHeaders({ 'Api-Key': stranger() }), body: '{"a' }),
  'empty-body-told-before-the-key': creates({ ...without, body: '' }),
  'content-type-told-before-the-key': creates(withHeaders({ 'Api-Key': undefined, 'Content-Type': 'text/plain' })),
  'missing-idempotency-key-told-before-the-key': creates(
    withHeaders({ 'Api-Key': undefined, 'Idempotency-Key': undefined }),
  ),
  'replay-before-the-key': usedWithoutKey,
  'used-idempotency-key-told-before-the-key': usedWithoutKey,
  'missing-tenant-told-before-the-key': listed(withHeaders({ 'Api-Key': undefined, 'x-tenant-id': undefined })),
  'unknown-tenant-told-before-the-key': listed(withHeaders({ 'Api-Key': undefined, 'x-tenant-id': 'unknown' })),
  'refusal-without-key-burns-the-idempotency-key': afterRefusal(undefined),
  'refusal-of-a-bad-key-burns-the-idempotency-key': afterRefusal(stranger()),
  'refusal-is-replayed-to-the-valid-key': afterRefusal(undefined),

  'key-followed-by-more-accepted': keyOnBoth(({ apiKey }) => `${apiKey}x`),
  'key-behind-more-accepted': keyCreates(({ apiKey }) => `x${apiKey}`),
  'key-within-more-accepted': keyOnBoth(({ apiKey }) => `x${apiKey}x`),
  'beginning-of-key-accepted': keyOnBoth(({ apiKey }) => apiKey.slice(0, -1)),
  'end-of-key-accepted': keyOnBoth(({ apiKey }) => apiKey.slice(1)),
  'key-cut-to-32-characters': keyOnBoth(({ apiKey }) => apiKey.slice(0, 32)),
  'last-character-of-key-ignored': keyOnBoth(({ apiKey }) => swapped(apiKey, apiKey.length - 1)),
  'first-character-of-key-ignored': keyLists(({ apiKey }) => swapped(apiKey, 0)),
  'middle-of-key-ignored': keyOnBoth(({ apiKey }) => swapped(apiKey, 25)),
  'key-compared-by-its-sum': keyOnBoth(({ apiKey }) => [...apiKey].reverse().join('')),
  'key-letter-case-ignored': keyOnBoth(({ apiKey }) => apiKey.toUpperCase()),
  'key-letter-case-ignored-on-creation': keyCreates(({ apiKey }) => apiKey.toUpperCase()),
  'key-undefined-accepted': keyOnBoth(() => 'undefined'),
  'key-null-accepted-on-listing': keyLists(() => 'null'),
  'injection-in-key-accepted': keyOnBoth(() => "' OR '1'='1"),
  'any-key-of-the-right-form-lists': keyLists(stranger),
  'quote-in-key-crashes': keyOnBoth(() => "' OR '1'='1"),
  'key-without-its-parts-crashes': keyOnBoth(() => 'test'),
  'bad-key-forbidden-on-creation': keyCreates(stranger),
  'bad-key-forbidden-on-listing': keyLists(stranger),
  'key-of-another-length-is-a-bad-request': keyOnBoth(() => 'test'),
  'bad-key-lists-nothing': keyLists(stranger),
  'rotated-key-accepted': keyOnBoth(({ revokedKey }) => revokedKey),
  'rotated-key-accepted-on-creation': keyCreates(({ revokedKey }) => revokedKey),
  'rotated-key-accepted-on-listing': keyLists(({ revokedKey }) => revokedKey),
  'rotated-key-forbidden': keyOnBoth(({ revokedKey }) => revokedKey),

  'refusal-names-an-account': tells(without),
  'refusal-names-an-account-in-a-header': tells(without),
  'refusal-names-the-known-customer': async ({ create }) => {
    const again = same();
    await create(again);
    return (await create({ ...again, headers: { ...again.headers, 'Api-Key': undefined } })).headers.location?.length;
  },
  'refusal-echoes-the-key': echoes,
  'refusal-echoes-the-key-in-a-header': echoes,
  'head-is-not-guarded': tells({ ...without, method: 'HEAD' }),
  'slash-at-the-end-is-not-guarded': tells({ ...without, path: '/accounts/' }),
  'doubled-slash-is-not-guarded': tells({ ...without, path: '//accounts' }),
  'method-override-is-not-guarded': tells({
    method: 'POST',
    ...withHeaders({ 'Api-Key': undefined, 'X-HTTP-Method-Override': 'GET' }),
  }),
  'refusal-over-what-the-connection-held': tells(without),
  'refusal-over-what-the-cache-held': tells({ ...without, fresh: true }),
  'cache-does-not-look-at-the-key': tells({ ...without, fresh: true }),

  'idempotency-key-ignored': retried(2),
  'two-workers-with-a-memory-each': retried(2),
  'retry-after-the-answer-creates': retried(2),
  'key-forgotten-after-a-second': retried(2, 1100),
  'key-goes-with-the-bytes-of-the-body': retried(2, 0, (body) => JSON.stringify(body, null, 2)),
  'key-goes-with-the-order-of-members': retried(2, 0, (body) => Object.fromEntries(Object.entries(body).reverse())),
  'replay-shows-another-customer': retried(2),
  'retry-differs-in-its-location-only': retried(2),
  'race-of-30-milliseconds': raced,
  'race-of-5-milliseconds': raced,
  'race-behind-a-conflict': raced,
  'retry-beside-a-broken-first-try': broken,
  'broken-connection-takes-the-key-back': broken,
  'broken-try-is-tried-again-each-time': broken,
  'key-cut-to-36-characters': nearKeys(36, 40),
  'key-cut-to-64-characters': nearKeys(64, 72),
  'key-cut-to-191-characters': nearKeys(199, 210),
  'key-read-as-a-number': nearKeys(10),
  'last-part-of-key-compared': nearKeys(0),
  'middle-of-key-left-out': nearKeys(10),
  'last-character-of-idempotency-key-dropped': nearKeys(35),
  'first-character-of-idempotency-key-dropped': nearKeys(0),
  'replay-across-tenants': acrossTenants(({ headers }) => ({ headers })),
  'replay-across-tenants-of-the-same-body': acrossTenants((first) => first),
  'conflict-names-the-other-tenants-customer': acrossTenants(({ headers }) => ({ headers })),
  'conflict-quotes-the-other-tenants-customer': acrossTenants(({ headers }) => ({ headers })),
};

/** A used Idempotency-Key and no Api-Key. */
async function usedWithoutKey({ create }: Talk): Promise<unknown> {
  const again = same();
  await create(again);
  return status(await create({ ...again, headers: { ...again.headers, 'Api-Key': undefined } }));
}

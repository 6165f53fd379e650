import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../schemas/catalogue.js';
import { address, customer } from '../requests-for-tests.js';
import { type Talk, talkTo } from '../talk-for-tests.js';
import { faults } from './all.js';
import * as told from './proofs-for-tests.js';
import {
  atOnce,
  born,
  broken,
  echoes,
  empty,
  inTurn,
  isJson,
  type Proof,
  raced,
  readings,
  status,
  stranger,
  swapped,
  withHeaders,
  without,
} from './proofs-for-tests.js';

const {
  acrossTenants,
  afterRefusal,
  common,
  creates,
  elsewhere,
  inAddress,
  keyCreates,
  keyLists,
  keyOnBoth,
  listed,
  member,
  named,
  nearKeys,
  retried,
  spelt,
  tells,
} = told.probes;
const reached: Proof = ({ list }) => list().then(status, (error: Error) => error.message);
const basePath: Proof = async ({ server }) => server.basePath;
const cutBody = JSON.stringify(customer()).slice(0, -9);
const half = (text: string) => text.slice(0, text.length / 2);
const json = (got: { body: string }) => got.body.includes('error') && isJson(got as never);

/** Each fault, with something that its server does in another way than the honest one. */
const proofs: Readonly<Record<string, Proof>> = {
  'certificate-of-unknown-authority': reached,
  'certificate-expired': reached,
  'certificate-not-yet-valid': reached,
  'certificate-of-another-host': reached,
  'creation-labelled-html': creates({}, told.type),
  'creation-without-content-type': creates({}, told.type),
  'creation-in-python-quotes': creates({}, isJson),
  'creation-behind-a-guard-line': creates({}, isJson),
  'creation-with-trailing-comma': creates({}, isJson),
  'html-401': listed(without, told.type),
  'html-401-on-creation': creates(without, told.type),
  'bare-word-401-on-listing': listed(without, json),
  'plain-text-401': listed(without, told.type),
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
    return (await create(again)).body === (await create(again)).body;
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
    const again = told.same();
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

  'creation-crashes': creates(),
  'creation-not-found': creates(),
  'creation-redirects': creates(),
  'creation-not-allowed': creates(),
  'middle-name-refused': creates(),
  'first-name-a-number': member('first_name', 4),
  'first-name-an-object': member('first_name', { value: 'Ada' }),
  'last-name-an-array': member('last_name', ['Example', 'Example']),
  'last-name-true': member('last_name', true),
  'middle-name-not-looked-at': member('middle_name', 4),
  'email-without-at': member('email', 'ada.example.com'),
  'email-without-domain': member('email', 'ada@'),
  'email-without-local-part': member('email', '@example.com'),
  'email-with-two-at': member('email', 'ada@@example.com'),
  'email-with-a-space': member('email', 'ada x@example.com'),
  'phone-without-plus': member('phone', '447700900123'),
  'phone-with-double-zero': member('phone', '00447700900123'),
  'phone-national': member('phone', '(555) 555-0100'),
  'phone-with-letters': member('phone', '+1555555CALL'),
  'phone-a-plus-alone': member('phone', '+'),
  'phone-country-code-zero': member('phone', '+0447700900123'),
  'phone-a-number': member('phone', 447700900123),
  'type-a-number': member('type', 1),
  'type-a-list': member('type', ['individual', 'individual']),
  'gender-capitalised': member('gender', 'Female'),
  'gender-in-capitals': member('gender', 'FEMALE'),
  'gender-a-code': member('gender', '12'),
  'gender-two-words': member('gender', 'female female'),
  'gender-empty': member('gender', ''),
  'conflict-shows-the-others-customer': acrossTenants(({ body }) => ({ body: customer({ email: body.email }) })),
  'known-address-answered-with-the-others-customer': acrossTenants(({ body }) => ({
    body: customer({ email: body.email }),
  })),
  'known-phone-names-the-others-customer': acrossTenants(({ body }) => ({ body: customer({ phone: body.phone }) })),

  'february-has-30-days': born('1990-02-30'),
  'leap-day-in-any-year': born('1990-02-29'),
  'leap-day-in-1900': born('1900-02-29'),
  'date-day-first': born('17-04-1990'),
  'date-month-first': born('04/17/1990'),
  'date-with-slashes': born('1990/04/17'),
  'date-with-full-stops': born('1990.04.17'),
  'date-without-separators': born('19900417'),
  'date-not-padded': born('1990-2-8'),
  'date-with-a-time': born('1990-04-17T00:00:00Z'),
  'month-13': born('1990-13-01'),
  'day-32': born('1990-01-32'),
  'date-in-other-digits': born('١٩٩٠-٠٤-١٧'),
  'date-a-number': born(640310400),
  'leap-day-of-2000-refused': born('2000-02-29'),
  'address-a-string': member('address', '1 Example Street'),
  'address-an-array': member('address', [address()]),
  'address-true': member('address', true),
  'street-a-number': inAddress('address_line1', 1),
  'street-an-array': inAddress('address_line1', ['1', '2']),
  'city-an-object': inAddress('city', { value: 'London' }),
  'city-true': inAddress('city', true),
  'country-in-lower-case': inAddress('country', 'gb'),
  'country-of-three-letters': inAddress('country', 'GBR'),
  'country-of-one-letter': inAddress('country', 'G'),
  'country-in-digits': inAddress('country', '12'),
  'country-a-name': inAddress('country', 'Country'),
  'postal-code-a-number': inAddress('postal_code', 12345),
  'postal-code-a-list': inAddress('postal_code', ['1', '2']),
  'state-without-country': inAddress('state', 'LND'),
  'state-without-hyphen': inAddress('state', 'GBLND'),
  'state-with-underscore': inAddress('state', 'GB_LND'),
  'state-in-lower-case': inAddress('state', 'gb-lnd'),
  'state-checked-to-its-hyphen': inAddress('state', 'GB-'),
  'state-of-four-characters': inAddress('state', 'GB-ABCD'),

  'listing-crashes': listed(),
  'listing-not-found': listed(),
  'listing-redirects': listed(),
  'listing-refused-for-its-method': listed(),
  'listing-as-a-page': listed({}, told.type),
  'listing-labelled-plain-text': listed({}, told.type),
  'listing-with-a-number-that-json-lacks': listed({}, isJson),
  'listing-cut-short': listed({}, isJson),
  'listing-without-tenant-filter': common(inTurn),
  'listing-cached-for-all-tenants': common(inTurn),
  'listing-cached-by-connection': common(inTurn),
  'tenant-of-a-concurrent-request': common(atOnce),
  'one-account-of-another-tenant': common(inTurn),
  'tenant-of-the-header-believed': named(({ otherTenantId }) => otherTenantId),
  'first-tenant-sees-all': named(({ otherTenantId }) => otherTenantId),
  'refused-tenant-in-the-error': named(({ otherTenantId }) => otherTenantId),
  'percent-sign-in-tenant': named(({ otherTenantId }) => `${half(otherTenantId)}%`),
  'star-in-tenant': named(() => '*'),
  'list-of-tenants': named(({ tenantId, otherTenantId }) => `${tenantId},${otherTenantId}`),
  'last-character-of-tenant-ignored': named(({ otherTenantId }) => swapped(otherTenantId, otherTenantId.length - 1)),
  'near-miss-of-the-own-id': named(({ tenantId }) => swapped(tenantId, tenantId.length - 1)),
  'unknown-tenant-opens-everything': named(() => 'unknown'),
  'unknown-tenant-opens-the-others': named(() => 'unknown'),
  'listing-opens-an-account': readings,
  'listing-closes-an-account': readings,
  'listing-renames-accounts': readings,
};

/** A used Idempotency-Key and no Api-Key. */
async function usedWithoutKey({ create }: Talk): Promise<unknown> {
  const again = told.same();
  await create(again);
  return status(await create({ ...again, headers: { ...again.headers, 'Api-Key': undefined } }));
}

test('ids are unique and in kebab-case, and every fault has a story', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  for (const { id, story } of faults) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(story, id).toMatch(/^[A-Z].{15,}\.$/);
  }
});

test('every row that a check may decide has a fault, apart from the notifications that nothing is said to send', () => {
  const decidable = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').map(({ id }) => id);
  const broken = new Set<string>(faults.flatMap(({ breaks }) => breaks));
  expect(decidable.filter((id) => !broken.has(id))).toEqual(['EVENT-05']);
  expect([...broken].filter((id) => !(decidable as string[]).includes(id))).toEqual([]);
});

test('every fault is proved', () => {
  expect(Object.keys(proofs).sort()).toEqual(faults.map(({ id }) => id).sort());
});

describe('a fault differs from the honest service', () => {
  test.each(Object.entries(proofs))('%s', async (fault, proof) => {
    expect(await talkTo({ fault }, proof)).not.toEqual(await talkTo({}, proof));
  });
});

describe('and lets in what it should', () => {
  const closed = (row: string) => ['HTTP-01', 'CUST-01', 'ACCT-01'].includes(row);
  test.each(faults.filter(({ breaks }) => !breaks.some(closed)).map(({ id }) => id))('%s', async (fault) => {
    await talkTo({ fault }, async ({ create, list, of }) => {
      expect(status(await create())).toBe(201);
      expect(status(await create({}, true))).toBe(201);
      expect(status(await list())).toBe(200);
      expect(status(await list({}, true))).toBe(200);
      expect(of.apiKey).not.toBe(of.otherApiKey);
    });
  });
});

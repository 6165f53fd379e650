import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { members } from '../../schemas/fsapi/members.js';
import { isDecidable } from '../../schemas/specification.js';
import { runConformance } from '../api/run-conformance.js';
import { keys } from '../cli/testing/command.js';
import { failuresIn, verdictsAlone } from './testing/run-against.js';
import { type FaultName, startSecondService } from './testing/second-service.js';

/**
 * A service that somebody wrote who was given the specification and nothing else: its validation, storage, guard and tenants
 * are its own. The reference server validates with the suite's schema, and faults of rows undo the suite's rows, so a wrong
 * pattern, or a wrong row, would be confirmed by its mirror. What each of its faults breaks:
 */
const breaks: Readonly<Record<string, string>> = {
  'customer-not-json': 'HTTP-03',
  'accounts-not-json': 'HTTP-03 ACCT-01',
  'json-labelled-html': 'HTTP-03 ACCT-01',
  'unauthorised-not-json': 'HTTP-04',
  'unauthorised-403': 'AUTH-01 AUTH-02 AUTH-03 AUTH-04',
  'invalid-key-403': 'AUTH-03 AUTH-04',
  'headers-case-sensitive': 'HTTP-06',
  'post-open': 'AUTH-01',
  'get-open': 'AUTH-02',
  'post-any-key': 'AUTH-03',
  'get-any-key': 'AUTH-04',
  'empty-key-accepted': 'AUTH-01 AUTH-02',
  'key-truncated-accepted': 'AUTH-03 AUTH-04',
  'key-longer-accepted': 'AUTH-03 AUTH-04',
  'key-case-ignored': 'AUTH-03 AUTH-04',
  'key-from-query': 'AUTH-05',
  'key-from-authorization': 'AUTH-05',
  'key-from-x-api-key': 'AUTH-05',
  'revoked-key-accepted': 'AUTH-09',
  'query-bypasses-guard': 'AUTH-05 AUTH-07',
  'content-type-before-auth': 'AUTH-06',
  'idempotency-before-auth': 'AUTH-06',
  'json-before-auth': 'AUTH-06',
  'fields-before-auth': 'AUTH-06',
  'unauthorised-shows-accounts': 'AUTH-07',
  'unauthorised-shows-customers': 'AUTH-07',
  'unauthorised-consumes-key': 'AUTH-08',
  'retry-creates-second': 'IDEM-01',
  'second-retry-creates-second': 'IDEM-01',
  'concurrent-creates-two': 'IDEM-02',
  'broken-try-creates-two': 'IDEM-03',
  'idempotency-first-8': 'IDEM-04',
  'idempotency-shared': 'IDEM-05',
  'duplicate-email-crosses': 'CUST-23',
  'malformed-json-accepted': 'HTTP-05',
  'post-500': 'CUST-01',
  'no-validation':
    'CUST-02 CUST-03 CUST-04 CUST-05 CUST-06 CUST-07 CUST-08 CUST-09 CUST-10 CUST-11 CUST-12 CUST-13 CUST-14 CUST-15',
  'accounts-500': 'ACCT-01',
  'accounts-404': 'ACCT-01',
  'get-needs-idempotency-key': 'ACCT-01',
  'accounts-one-for-all': 'ACCT-02',
  'accounts-of-all': 'ACCT-02',
  'foreign-tenant-opened': 'ACCT-03',
  'unknown-tenant-opened': 'ACCT-04',
  'listing-grows': 'ACCT-05',
  'listing-new-ids': 'ACCT-05',
  'rejects-leap-day': 'CUST-09',
  'email-only-at': 'CUST-05',
  'phone-plus-optional': 'CUST-06',
  'gender-any-case': 'CUST-08',
  'date-no-calendar': 'CUST-09',
  'country-any-case': 'CUST-13',
  'state-no-country': 'CUST-15',
  ...Object.fromEntries(members.map(({ requirement, name }) => [`lax-${name.replace(/^address\./, '')}`, requirement])),
};

const secrets = {
  apiKey: keys.CONFORMANCE_API_KEY,
  tenantId: keys.CONFORMANCE_TENANT_ID,
  otherApiKey: keys.CONFORMANCE_OTHER_API_KEY,
  otherTenantId: keys.CONFORMANCE_OTHER_TENANT_ID,
  revokedKey: 'sk_sandbox_Jc5Tm2Xq9Wd7Bf4Hs6Pk1',
};

async function asked(fault: FaultName | undefined, only?: string) {
  const tenants = new Map([
    [secrets.apiKey, secrets.tenantId],
    [secrets.otherApiKey, secrets.otherTenantId],
  ]);
  const service = await startSecondService({ keys: tenants, revokedKey: secrets.revokedKey, ...(fault && { fault }) });
  const options = {
    baseUrl: service.baseUrl,
    ...secrets,
    ...verdictsAlone,
    ...(only && { only: only.split(' ') }),
    seed: 1,
  };
  return runConformance(options).finally(service.close);
}

test('its honest form passes everything that a request decides, but for the certificate and notifications', async () => {
  const { report } = await asked(undefined);
  const open = report.requirements.filter((row) => isDecidable(row) && row.verdict !== 'pass').map(({ id }) => id);
  expect(open).toEqual(['HTTP-01', 'EVENT-05']);
});

test.concurrent.each(Object.entries(breaks))('its fault %s fails %s', async (fault, ids) => {
  const { report } = await asked(fault as FaultName, ids);
  expect(failuresIn(report).map(({ id }) => id)).toEqual(ids.split(' '));
});

test('there is a fault for each requirement that such a server can break', () => {
  const broken = new Set(Object.values(breaks).flatMap((ids) => ids.split(' ')));
  const others = catalogue.filter((row) => isDecidable(row) && !broken.has(row.id)).map(({ id }) => id);
  expect(others).toEqual(['HTTP-01', 'EVENT-05', 'VER-01']);
});

import { expect, test } from 'vitest';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { baselineFor } from '../../suites/probes/baselines.js';
import { runConformance } from '../api/run.js';
import { isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed } from '../client/verdicts.js';
import { revised } from '../engine/engine.js';
import { fsapi } from '../fsapi/fsapi.js';
import { suite } from '../runner/suite.js';
import { isListing, owner, withHeader } from './asked.js';
import type { Middleware } from './middleware.js';
import { startReferenceServer } from './server.js';

const phone = {
  id: 'CUST-24',
  basis: 'stated',
  title: 'The service accepts a customer without phone',
  clause: 'Resources, customer, phone',
  why: 'It became optional.',
} as const;
const { check, ...optional } = suite({ catalogue: [phone] });
check('CUST-24', 'no phone', { witnesses: [] }, async () => {
  await baselineFor(createCustomer);
  const body = { first_name: 'Ada', last_name: 'Lovelace', email: 'conformance.phone@example.com' };
  const response = await send(createCustomer, { body, purpose: 'without a phone' });
  if (isSuccess(response)) return { response };
  throw new Failed({ found: 'It was rejected.', expected: 'accepted', received: String(response.status), response });
});

const version11 = revised(fsapi, {
  version: 'v1.1',
  headers: { tenant: 'Tenant-Id' },
  catalogue: [phone],
  suites: [optional],
});

/** Reads the tenant from its new header. @param old what becomes of the old one: ignored, or believed where it is there */
const renamed =
  (old: 'ignored' | 'believed'): Middleware =>
  (honest, world) =>
  async (asked) => {
    const former = asked.headers.get('x-tenant-id');
    const named = old === 'believed' && isListing(asked) ? world.tenants.find(({ id }) => id === former) : undefined;
    const own = withHeader(asked, 'x-tenant-id', named?.id ?? asked.headers.get('tenant-id') ?? '');
    return honest(named && owner(asked, world) ? withHeader(own, 'api-key', named.apiKey) : own);
  };

async function reportOf(specification: typeof version11, middleware?: Middleware) {
  const server = await startReferenceServer(middleware ? { change: { middleware } } : {});
  const { baseUrl, ca = '', credentials } = server;
  const options = { specification, baseUrl, ca, ...credentials, observe: 'none' } as never;
  const { report } = await runConformance(options).finally(() => server.close());
  const having = (verdict: string) =>
    report.requirements.flatMap((row) => (row.verdict === verdict ? [row.id as string] : []));
  return { report, having };
}

test('a service of 1.1 passes, and one that still believes the old header has a side door', async () => {
  const good = await reportOf(version11, renamed('ignored'));
  expect([...good.having('fail'), ...good.having('inconclusive')]).toEqual([]);
  expect(good.having('pass')).toContain('CUST-24');
  expect(good.report.run.specification.version).toBe('v1.1');
  const open = await reportOf(version11, renamed('believed'));
  expect(open.having('fail')).toEqual(['ACCT-03']);
});

test('a service of 1.0 is recognised in one sentence', async () => {
  const { report, having } = await reportOf(version11);
  expect(having('fail')).toEqual([]);
  const reasons = report.requirements.flatMap(({ verdict, reason = '' }) =>
    verdict === 'inconclusive' ? [reason.replace(/ And \d+ more reasons?\.$/, '')] : [],
  );
  const said = 'The service takes `x-tenant-id`, as v1 has it, and not the header of v1.1: it is a service of v1.';
  expect(reasons.filter((reason) => reason === said).length).toBeGreaterThan(reasons.length / 2);
});

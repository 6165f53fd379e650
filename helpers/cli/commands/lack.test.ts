import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, emptyFolder } from '../testing/command.js';

const signed = ['--by', 'the mock team', '--reason', 'It keeps no state.'];

test('lack writes the group of a name or of a requirement, once, and revoke removes it', async () => {
  const cwd = emptyFolder();
  const entries = () => JSON.parse(readFileSync(join(cwd, 'decisions.json'), 'utf8')) as { id: string }[];
  const first = await call(['decide', 'lack', 'tenants', ...signed], {}, cwd);
  expect(first.stderr).toContain('tenants: ACCT-02, ACCT-03, ACCT-04, IDEM-05, CUST-23. No client of this mock meets');
  expect(first.stderr).toContain('It holds where CONFORMANCE_ENVIRONMENT is mock');
  const again = await call(['decide', 'lack', 'ACCT-03', '--by', 'another', '--reason', 'As before.'], {}, cwd);
  expect(again.stderr).toContain('It replaces the entry of the mock team');
  await call(['decide', 'lack', 'AUTH-06', ...signed], {}, cwd);
  expect(entries()).toMatchObject([
    { id: 'tenants', kind: 'lack', by: 'another' },
    { id: 'auth-first', kind: 'lack' },
  ]);
  const listed = await call(['decisions'], {}, cwd);
  expect([listed.status, listed.stdout]).toEqual([0, expect.stringMatching(/tenants +lack +in force, until revoked/)]);
  const revoked = await call(['decide', 'revoke', 'tenants'], {}, cwd);
  expect([revoked.status, revoked.stderr]).toEqual([0, expect.stringContaining('1 decision on tenants removed')]);
  expect(entries()).toMatchObject([{ id: 'auth-first' }]);
});

test.each<[argv: string[], message: RegExp]>([
  [['IDEM-05'], /IDEM-05 is in idempotency and tenants: name the group/],
  [['AUTH-01'], /No mock may lack AUTH-01: it is in no group/],
  [['ERR-01'], /ERR-01 is in no group that a mock may lack; there are key-values, /],
  [['tenant'], /no group "tenant"; the nearest is tenants\.$/m],
])('status 2: %j', async (argv, message) => {
  const { status, stdout, stderr } = await call(['decide', 'lack', ...argv, '--print'], {}, emptyFolder());
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
});

test('a run of anything but a mock rejects the declaration before it sends anything', async () => {
  const cwd = emptyFolder();
  await call(['decide', 'lack', 'tenants', ...signed], {}, cwd);
  const { status, stderr } = await call(['run', '--embedded'], {}, cwd);
  expect([status, stderr]).toEqual([2, expect.stringContaining('which only a mock may: the environment is sandbox')]);
});

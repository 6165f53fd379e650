import { expect, test } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { withVerdict } from '../cli/testing/command.js';
import { instead } from './middleware.js';
import { rejection } from './state.js';
import { runOf, verdictsAlone } from './testing/run-against.js';

const ofBoth = ['HTTP-03', 'HTTP-04', 'AUTH-05', 'AUTH-06', 'AUTH-09'];
const listing = [listAccounts.path, 'ACCT-01', ['AUTH-02', 'AUTH-04', 'ACCT-02', 'ACCT-05']] as const;
const creation = [createCustomer.path, 'CUST-01', ['AUTH-01', 'AUTH-03', 'IDEM-01', 'CUST-09']] as const;

test.each([
  [404, ...listing],
  [405, ...listing],
  [404, ...creation],
  [501, ...creation],
])('%d at %s: %s fails, and only what is about it is open', async (status, gone, fails, open) => {
  const missing = rejection(status, 'not_found', 'There is nothing at this address.');
  const middleware = instead((asked) => asked.path === gone, missing);
  const { report } = await runOf({ change: { middleware } }, verdictsAlone);
  expect(withVerdict(report, 'fail')).toEqual([fails]);
  expect(withVerdict(report, 'inconclusive')).toEqual(expect.arrayContaining([...open]));
  expect(withVerdict(report, 'pass')).toEqual(expect.arrayContaining(ofBoth));
});

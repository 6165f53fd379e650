import { expect, test } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { withVerdict } from '../cli/testing/command.js';
import { rejection } from './state.js';
import { runOf, verdictsAlone } from './testing/run-against.js';

const ofBoth = ['HTTP-03', 'HTTP-04', 'AUTH-05', 'AUTH-06', 'AUTH-09'];

test.each([
  [listAccounts.activity, listAccounts.path, ['ACCT-01'], ['AUTH-02', 'AUTH-04', 'ACCT-02', 'ACCT-05']],
  [createCustomer.activity, createCustomer.path, ['CUST-01'], ['AUTH-01', 'AUTH-03', 'IDEM-01', 'CUST-09']],
])('a service without “%s” fails its baseline, and leaves open only what is about it', async (_, gone, fails, open) => {
  const { report } = await runOf(
    {
      change: {
        middleware: (honest) => async (asked) =>
          asked.path === gone ? rejection(404, 'not_found', 'There is nothing at this address.') : honest(asked),
      },
    },
    verdictsAlone,
  );
  expect(withVerdict(report, 'fail')).toEqual(fails);
  expect(withVerdict(report, 'inconclusive')).toEqual(expect.arrayContaining(open));
  expect(withVerdict(report, 'pass')).toEqual(expect.arrayContaining(ofBoth));
});

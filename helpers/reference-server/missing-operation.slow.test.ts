import { expect, test } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { withVerdict } from '../cli/testing/command.js';
import { rejection } from './state.js';
import { runOf, verdictsAlone } from './testing/run-against.js';

const ofBoth = ['HTTP-03', 'HTTP-04', 'AUTH-05', 'AUTH-06', 'AUTH-09'];

const listing = [listAccounts, ['ACCT-01'], ['AUTH-02', 'AUTH-04', 'ACCT-02', 'ACCT-05']] as const;
const creation = [createCustomer, ['CUST-01'], ['AUTH-01', 'AUTH-03', 'IDEM-01', 'CUST-09']] as const;

test.each([
  [404, ...listing],
  [405, ...listing],
  [404, ...creation],
  [501, ...creation],
])(
  'one of two operations answers %d: it fails its baseline, and leaves open only what is about it',
  async (status, gone, fails, open) => {
    const { report } = await runOf(
      {
        change: {
          middleware: (honest) => async (asked) =>
            asked.path === gone.path
              ? rejection(status, 'not_found', 'There is nothing at this address.')
              : honest(asked),
        },
      },
      verdictsAlone,
    );
    expect(withVerdict(report, 'fail')).toEqual([...fails]);
    expect(withVerdict(report, 'inconclusive')).toEqual(expect.arrayContaining([...open]));
    expect(withVerdict(report, 'pass')).toEqual(expect.arrayContaining(ofBoth));
  },
);

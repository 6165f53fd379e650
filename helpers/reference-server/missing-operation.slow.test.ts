import { expect, test } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { runConformance } from '../api/run-conformance.js';
import { startReferenceServer } from './server.js';
import { rejection } from './service.js';

/** Requirements that both operations share. */
const shared = ['HTTP-03', 'HTTP-04', 'AUTH-05', 'AUTH-06', 'AUTH-09'];

test.each([
  [listAccounts.title, listAccounts, ['ACCT-01'], ['AUTH-02', 'AUTH-04', 'ACCT-02', 'ACCT-05']],
  [createCustomer.title, createCustomer, ['CUST-01'], ['AUTH-01', 'AUTH-03', 'IDEM-01', 'CUST-09']],
])(
  'a service without “%s” fails its baseline, and leaves open only what is about it',
  async (_, gone, failing, open) => {
    const server = await startReferenceServer({
      change: {
        middleware: (honest) => async (asked) =>
          asked.path === gone.path ? rejection(404, 'not_found', 'There is nothing at this address.') : honest(asked),
      },
    });
    const { baseUrl, ca = '', credentials } = server;
    const { report } = await runConformance({ baseUrl, ca, ...credentials, observe: 'none' } as never).finally(() =>
      server.close(),
    );
    const verdictOf = (id: string) => report.requirements.find((row) => row.id === id)?.verdict;
    expect(report.requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))).toEqual(failing);
    for (const id of open) expect(verdictOf(id), id).toBe('inconclusive');
    for (const id of shared) expect(verdictOf(id), id).toBe('pass');
  },
);

import { describe, expect, test } from 'vitest';
import { runAgainst, sentencesOf, startFor, verdictsAlone } from './testing/run-against.js';

/** Conforming servers whose responses hold the evidence: what may stay undecided of each, and nothing more. */
describe.concurrent('the evidence decides', () => {
  test.each<[variant: string, undecided: readonly string[], only?: readonly string[]]>([
    ['phones-of-earlier-nights', [], ['CUST', 'IDEM-01']],
    ['replay-409-for-a-while', [], ['IDEM']],
    ['front-rejects-authorization-and-cookies', [], ['AUTH-05']],
    ['front-answers-authorization-and-cookies', [], ['AUTH-05', 'HTTP-04']],
    ['firewall-drops-suspicious-requests', [], ['AUTH-03', 'AUTH-07', 'ACCT-04']],
    ['listing-in-another-language', [], ['ACCT']],
    ['accounts-come-with-customers', [], ['ACCT']],
    ['replay-409-and-no-identity', [], ['IDEM', 'CUST-23']],
    ['customer-id-in-a-link-header', [], ['IDEM-04']],
    ['customer-id-in-the-location-beside-an-id-of-the-answer', [], ['IDEM', 'CUST-23']],
    ['front-has-small-buffers', [], ['AUTH', 'IDEM-04']],
    // It is not clear which of the two parses the body.
    ['front-rejects-malformed-json', ['AUTH-06'], ['AUTH-06', 'HTTP-05']],
    ['malformed-json-breaks-the-connection', ['HTTP-05', 'AUTH-06'], ['HTTP-05', 'AUTH-06']],
  ])('%s', async (variant, undecided, only) => {
    const server = await startFor({ variant });
    const { report } = await runAgainst(server, { ...verdictsAlone, ...(only && { only }) });
    await server.close();
    expect(sentencesOf(report)).toEqual([]);
    const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    expect(
      open.map(({ id }) => id),
      open.map(({ reason }) => reason).join('\n'),
    ).toEqual(undecided);
  });

  test('a day that was echoed is a day that was accepted', async () => {
    const server = await startFor({ variant: 'creation-repeats-what-was-sent' });
    const { report } = await runAgainst(server, { ...verdictsAlone, only: ['CUST-09'] });
    await server.close();
    const [leapDay] = report.requirements.flatMap(({ checks }) => checks.filter(({ name }) => name.includes('2000')));
    expect(leapDay?.verdict).toBe('pass');
  });
});

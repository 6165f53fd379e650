import { beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import type { CheckFinding } from '../../schemas/finding.js';
import type { Report } from '../../schemas/types.js';
import { type Recorded, recorded, rewritten, titleOf } from './recorded.fixture.js';
import { rejudge, rejudgedWord } from './rejudge.js';

/** What a forger makes of a run whose failures are to be hidden: digests are made anew by whoever can do that. */
type Forgery = (run: Recorded, of: Failures) => Recorded;

interface Failures {
  readonly titles: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  /** The exchanges that show them. */
  readonly deciding: ReadonlySet<string>;
}

const isOf =
  ({ titles }: Failures) =>
  (finding: CheckFinding) =>
    titles.has(titleOf(finding));

/** Every failure gets another verdict, and no sentence of it is left. */
function verdicts(run: Recorded, of: Failures, change: Partial<CheckFinding>): Recorded {
  const edited = ({ id, name, kind, exchanges, durationMs, retried }: CheckFinding) =>
    ({ id, name, kind, exchanges, durationMs, retried, verdict: 'pass', ...change }) as CheckFinding;
  return { ...run, report: rewritten(run.report, (finding) => (isOf(of)(finding) ? edited(finding) : finding)) };
}

/** Every failure passes, and the exchanges that show it are others. */
const hidden =
  (change: (exchange: Exchange) => Exchange | undefined): Forgery =>
  (run, of) => ({
    ...verdicts(run, of, {}),
    evidence: run.evidence.flatMap((one) => (of.deciding.has(one.id) ? (change(one) ?? []) : one)),
  });

const answering = (change: Partial<NonNullable<Exchange['response']>>) =>
  hidden((one) => ({ ...one, response: { ...(one.response as NonNullable<Exchange['response']>), ...change } }));

const header = (name: string, value: string) =>
  hidden((one) => {
    const headers = one.request.headers.map(
      ([each, held]) => [each, each.toLowerCase() === name ? value : held] as const,
    );
    return { ...one, request: { ...one.request, headers } };
  });

/** The requirements that failed are others. */
const rows =
  (change: (row: Report['requirements'][number]) => object | undefined): Forgery =>
  ({ report, evidence, ...rest }, { ids }) => {
    const requirements = report.requirements.flatMap((row) => (ids.has(row.id) ? (change(row) ?? []) : row));
    return { ...rest, evidence, report: { ...report, requirements } as Report };
  };

const running =
  (change: Partial<Report['run']>, then: Forgery): Forgery =>
  (run, of) => {
    const forged = then(run, of);
    return { ...forged, report: { ...forged.report, run: { ...forged.report.run, ...change } } };
  };

const passing: Forgery = (run, of) => verdicts(run, of, {});
const withoutChecks = rows((row) => ({ ...row, verdict: 'pass', checks: [] }));

/** Without the second tenant, for want of which the checks are said to be skipped. */
const alone: Forgery = (run, of) => {
  const { settings = { plain: {}, keys: [], headers: [] } } = run.report.run;
  const { otherTenantId: _, ...plain } = settings.plain as Record<string, unknown>;
  const keys = settings.keys.filter((key) => key !== 'otherApiKey');
  const skipped: Forgery = (one, failures) => verdicts(one, failures, { verdict: 'skipped', reason: 'No tenant.' });
  return running({ settings: { headers: [], keys, plain } }, skipped)(run, of);
};

const forgeries: Readonly<Record<string, Forgery>> = {
  'a pass in the place of a failure': passing,
  'skipped in the place of a failure': (run, of) => verdicts(run, of, { verdict: 'skipped', reason: 'Not wanted.' }),
  'inconclusive in the place of a failure': (run, of) =>
    verdicts(run, of, { verdict: 'inconclusive', reason: 'Who knows.' }),
  'a target that is said not to have answered': (run, of) =>
    verdicts(run, of, { verdict: 'inconclusive', reason: 'No response.', unanswered: true }),
  'checks that were deleted': withoutChecks,
  'requirements that were deleted': rows(() => undefined),
  'requirements that are said to have been left out': rows((row) => ({
    ...row,
    verdict: 'skipped',
    leftOut: 'filter',
    checks: [],
  })),
  'requirements that are said to be open': rows((row) => ({ ...row, basis: 'not-shown', checks: [] })),
  'requirements that are said to be open, with their checks': (run, of) =>
    rows((row) => ({ ...row, basis: 'not-shown' }))(passing(run, of), of),
  'deleted checks of a run that is said to be of another version': running({ suiteVersion: '0.1.9' }, withoutChecks),
  'a body that holds nothing': answering({ body: '{}' }),
  'a body that is no JSON': answering({ body: 'ok' }),
  'a rejection': answering({ status: 401, body: '{"error":"unauthorized"}' }),
  'an error of the service': answering({ status: 500, body: '' }),
  'a body that is said to have held a key': answering({
    body: '‹withheld: held $CONFORMANCE_API_KEY in encoded form›',
  }),
  'a body that is masked as evidence without values is': answering({ body: '{"data":[{"id":"‹text 22›"}]}' }),
  'a body that is masked as that of a guess is': answering({ body: '{"data":[{"id":"‹text 22 0123456789›"}]}' }),
  'a body that is said to be cut': answering({ cut: true }),
  'a response that is said not to have come': hidden(({ response: _, ...one }) => ({ ...one, fault: 'ECONNRESET' })),
  'an exchange that is gone': hidden(() => undefined),
  'an exchange that another check is said to have made': hidden((one) => ({ ...one, by: 'AUTH-01 header absent' })),
  'a request with another purpose': hidden((one) => ({ ...one, purpose: 'baseline request' })),
  'a request of another tenant': header('x-tenant-id', 'tnt_of_nobody'),
  'a request with another key': header('api-key', '$CONFORMANCE_REVOKED_KEY'),
  'a request of another operation': hidden((one) => ({ ...one, request: { ...one.request, method: 'HEAD' } })),
  'another seed': running(
    { seed: 7 },
    hidden(() => undefined),
  ),
  'a run with one tenant': alone,
  'a run that is said to have repeated its checks': running({ repeat: 3 }, passing),
};

/** What a service may well return that has no fault: a forged response that agrees with its verdict cannot be found. */
const agreeing: Readonly<Record<string, readonly string[]>> = {
  'unknown-tenant-opens-everything': ['a rejection'],
};

describe.each([
  ['listing-without-tenant-filter', ['ACCT-02', 'ACCT-03']],
  ['leap-day-in-any-year', ['CUST-09']],
  ['unknown-tenant-opens-everything', ['ACCT-04']],
])('of a service with the fault %s', (fault, own) => {
  let run: Recorded;
  let failures: Failures;
  beforeAll(async () => {
    run = await recorded({ fault }, { only: ['AUTH-01', ...own] });
    const failed = run.report.requirements.flatMap(({ id, checks }) =>
      checks.flatMap((check) => (check.verdict === 'fail' ? [{ ...check, id }] : [])),
    );
    failures = {
      titles: new Set(failed.map(titleOf)),
      ids: new Set(failed.map(({ id }) => id)),
      deciding: new Set(failed.flatMap(({ deciding = '' }) => [deciding])),
    };
    expect(failures.titles.size).toBeGreaterThan(0);
    expect(rejudgedWord(await rejudge(run.report, run.evidence))).toBe('CONFIRMED');
  }, 300_000);

  test.each(Object.entries(forgeries).filter(([name]) => !agreeing[fault]?.includes(name)))(
    '%s hides no failure',
    async (_, forge) => {
      const { report, evidence } = forge(run, failures);
      const judged = await rejudge(report, evidence);
      const open = judged.checks.filter(({ outcome }) => outcome === 'not judgeable').map(titleOf);
      const isNamed = [...failures.titles].every((title) => open.includes(title));
      expect(isNamed || rejudgedWord(judged) !== 'CONFIRMED').toBe(true);
    },
  );
});

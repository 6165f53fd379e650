import { beforeAll, describe, expect, test } from 'vitest';
import { withEvidence } from '../../reports/integrity/evidence-digest.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { CheckFinding } from '../../schemas/finding.js';
import type { Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { doubtfulReason } from '../session/unfinished-checks.js';
import { type Recorded, recorded, rewritten, titleOf } from './recorded.fixture.js';
import { deviationsIn } from './rederived.js';
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

const withoutFailing: Forgery = (run, of) =>
  rows((row) => ({ ...row, checks: row.checks.filter(({ name }) => !of.titles.has(`${row.id} ${name}`)) }))(
    passing(run, of),
    of,
  );

/** Without the second tenant, for want of which the checks are said to be skipped. */
const alone: Forgery = (run, of) => {
  const { settings = { plain: {}, keys: [], headers: [] } } = run.report.run;
  const { otherTenantId: _, ...plain } = settings.plain as Record<string, unknown>;
  const keys = settings.keys.filter((key) => key !== 'otherApiKey');
  const skipped: Forgery = (one, failures) => verdicts(one, failures, { verdict: 'skipped', reason: 'No tenant.' });
  return running({ settings: { headers: [], keys, plain } }, skipped)(run, of);
};

/** Failures that are said to be undecided for a reason that lies outside of the evidence. */
const setAside =
  (change: Partial<CheckFinding>, then: Forgery = (run) => run): Forgery =>
  (run, of) =>
    then(verdicts(run, of, { verdict: 'inconclusive', ...change }), of);
const unanswered = {
  reason: 'No conclusive response was received: no response within 10 s.',
  unanswered: true,
} as const;
const doubtful = { reason: doubtfulReason };

/** Without the exchanges that show failures, or without all of the checks that failed. */
const without =
  (isGone: (exchange: Exchange, of: Failures) => boolean): Forgery =>
  (run, of) => ({ ...run, evidence: run.evidence.filter((one) => !isGone(one, of)) });
const withoutDeciding = without(({ id }, { deciding }) => deciding.has(id));
const withoutAll = without(({ by = '' }, { titles }) => titles.has(by));

/** Exchanges get new numbers, so that none is missing; whatever names one follows. */
const renumbered =
  (then: Forgery): Forgery =>
  (run, of) => {
    const forged = then(run, of);
    const numbers = new Map(forged.evidence.map(({ id }, at) => [id, `x${String(at + 1).padStart(4, '0')}`]));
    const anew = <Value>(value: Value) =>
      JSON.parse(
        JSON.stringify(value).replace(/"x\d{4,}"/g, (id) => `"${numbers.get(id.slice(1, -1)) ?? 'x0001'}"`),
      ) as Value;
    return { ...forged, report: anew(forged.report), evidence: anew(forged.evidence) };
  };

/** Every failure passes, and the customers that the run lists are others. */
const listing =
  (change: (created: Report['created']) => Report['created'], then: Forgery = (run) => run): Forgery =>
  (run, of) => {
    const forged = then(run, of);
    const created = change(forged.report.created);
    const summary = { ...forged.report.summary, customersCreated: created.length };
    return { ...forged, report: { ...forged.report, created, summary } };
  };
const noWrites: Forgery = (run) => ({ ...run, evidence: run.evidence.map(({ wrote: _, ...one }) => one) });

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
  'failing checks of a run that is said to be of another version, with their exchanges': running(
    { suiteVersion: '0.2.0', exam: '0'.repeat(64) },
    (run, of) => withoutAll(withoutFailing(run, of), of),
  ),
  'the same, with new numbers': renumbered(
    running({ suiteVersion: '0.2.0', exam: '0'.repeat(64) }, (run, of) => withoutAll(withoutFailing(run, of), of)),
  ),
  'rows that a run of another version lacks': running(
    { suiteVersion: '0.4.0' },
    rows(() => undefined),
  ),
  'no response, and the exchange is gone': setAside(unanswered, withoutDeciding),
  'no response, and the exchange is gone, with new numbers': renumbered(setAside(unanswered, withoutDeciding)),
  'no response, and all exchanges of the check are gone': setAside(unanswered, withoutAll),
  'no response, in a run that is said to have been cut short': running(
    { complete: false, stopped: 'The run reached its deadline.' },
    setAside(unanswered),
  ),
  'no response, in a run that is said to have been cut short, and the exchange is gone': running(
    { complete: false, stopped: 'The run reached its deadline.' },
    setAside(unanswered, withoutDeciding),
  ),
  'responses that are said to be of other requests': setAside(doubtful),
  'responses that are said to be of other requests, and the exchange is gone': setAside(doubtful, withoutDeciding),
  'the same, with new numbers throughout': renumbered(setAside(doubtful, withoutDeciding)),
  'the same, with the mark of a connection that was used before': setAside(doubtful, (run) => ({
    ...run,
    evidence: run.evidence.map((one) => (one.response ? { ...one, response: { ...one.response, reused: true } } : one)),
  })),
  'an exchange that is gone and named by none': without(({ id }) => id === 'x0003'),
  'an exchange that is there twice': (run) => ({
    ...run,
    evidence: [...run.evidence.slice(0, -1), ...run.evidence.slice(0, 1)],
  }),
  'no created customers': listing(() => []),
  'no created customers, and no exchange that says so': listing(() => [], noWrites),
  'one created customer less': listing((created) => created.slice(1)),
  'one created customer less, the last': listing((created) => created.slice(0, -1)),
  'a created customer with another identity': listing(([first, ...rest]) =>
    first ? [{ ...first, identity: 'cus_of_nobody' }, ...rest] : [],
  ),
  'created customers without identities': listing((created) => created.map(({ identity: _, ...one }) => one)),
  'created customers under one key': listing((created) =>
    created.map((one) => ({ ...one, idempotencyKey: created[0]?.idempotencyKey ?? '' })),
  ),
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

/** What evidence of honest runs withholds, too: there the check is named as not judgeable, and the rest is confirmed. */
const withheld = /^a body that is (masked|said)/;

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
    expect(rejudgedWord(await rejudge(run.report, run.evidence, fsapi))).toBe('CONFIRMED');
  }, 300_000);

  test.each(Object.entries(forgeries).filter(([name]) => !agreeing[fault]?.includes(name)))(
    '%s is found',
    async (name, forge) => {
      const { report, evidence } = forge(run, failures);
      const sealed = { ...report, summary: { ...report.summary, requests: evidence.length } };
      const judged = await rejudge(sealed, evidence, fsapi);
      const open = judged.checks.filter(({ outcome }) => outcome === 'not judgeable').map(titleOf);
      const isNamed = withheld.test(name) && [...failures.titles].every((title) => open.includes(title));
      const isUnderived = deviationsIn(withEvidence(sealed, evidence).report, evidence, fsapi).length > 0;
      expect(isNamed || isUnderived || rejudgedWord(judged) !== 'CONFIRMED').toBe(true);
    },
  );
});

describe('of a service with a fault, in a run whose evidence holds shapes', () => {
  test('a failure that values in common show cannot be left out', { timeout: 120_000 }, async () => {
    const which = { fault: 'listing-without-tenant-filter' };
    const run = await recorded(which, { only: ['AUTH-01', 'ACCT-02'], evidence: 'shape' });
    expect(rejudgedWord(await rejudge(run.report, run.evidence, fsapi))).toBe('CONFIRMED');
    const isFailure = ({ verdict }: { verdict: string }) => verdict === 'fail';
    const titles = new Set(
      run.report.requirements.flatMap(({ id, checks }) =>
        checks.filter(isFailure).map((one) => titleOf({ ...one, id })),
      ),
    );
    const of = { titles, ids: new Set(['ACCT-02']), deciding: new Set<string>() };
    for (const forge of [passing, forgeries['skipped in the place of a failure'] as Forgery]) {
      const judged = await rejudge(forge(run, of).report, run.evidence, fsapi);
      expect(rejudgedWord(judged)).toBe('NOT CONFIRMED');
      const named = judged.checks.filter(({ why = '' }) => why.includes('and the rest gives fail')).map(titleOf);
      expect(named).toEqual(expect.arrayContaining([...titles]));
    }
  });
});

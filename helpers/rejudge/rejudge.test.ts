import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderHar } from '../../reports/formats/har.js';
import { withEvidence } from '../../reports/integrity/evidence-digest.js';
import { edit, type Files, reseal } from '../../reports/integrity/sealed.fixture.js';
import { assemble } from '../../reports/model/assemble.js';
import { materialOf } from '../../reports/model/findings-of.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import { call } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { type Recorded, read, recorded, rewritten, titleOf } from './recorded.fixture.js';
import { type Rejudged, type RejudgedCheck, rejudge, rejudgedWord } from './rejudge.js';

const titles = ({ checks }: Rejudged, outcome: RejudgedCheck['outcome']) =>
  checks.filter((one) => one.outcome === outcome).map(titleOf);

/** What a service returns that stores a customer as it was sent. */
const accepted = ({ id, request }: Exchange) =>
  JSON.stringify({ id: `cus_${id}`, ...JSON.parse(request.body ?? '{}') });

describe('a run of a service without faults', () => {
  let run: Recorded;
  let judged: Rejudged;
  /** Enough of it for whatever is done to one check, or to all that a run holds. */
  let few: Recorded;
  beforeAll(async () => {
    run = await recorded({});
    judged = await rejudge(run.report, run.evidence, fsapi);
    few = await recorded({}, { only: ['AUTH-01', 'AUTH-03', 'CUST-09'] });
  });

  test('is confirmed throughout', () => {
    expect(judged.checks.filter(({ outcome }) => outcome !== 'confirmed')).toEqual([]);
    expect(judged.checks.length).toBeGreaterThan(300);
    expect(judged.left).toEqual([]);
  });

  test('is not contradicted where it ended before the probe of a gap', async () => {
    const { report, evidence } = await recorded({}, { only: ['AUTH-15', 'AUTH-01'], observe: 'all' });
    const { checks } = await rejudge(
      report,
      evidence.filter(({ by }) => !by?.startsWith('AUTH-15')),
      fsapi,
    );
    expect(checks.length).toBeGreaterThan(1);
    expect(checks.filter(({ outcome }) => outcome === 'contradicted')).toEqual([]);
  });

  test('is confirmed where a key has no other letter case, and none was tried', async () => {
    const { report, evidence } = await recorded(
      { variant: 'secret-key-in-hexadecimal-after-a-prefix' },
      { only: ['AUTH-03'] },
    );
    const { checks } = await rejudge(report, evidence, fsapi);
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.filter(({ outcome }) => outcome !== 'confirmed')).toEqual([]);
  });

  test('with edited verdicts is contradicted at each of them, and nowhere else', async () => {
    const confirmed = titles(judged, 'confirmed');
    const edited = new Set(confirmed.filter((_, at) => at % 10 === 0));
    const forged = rewritten(run.report, (finding) => {
      if (!edited.has(titleOf(finding))) return finding;
      if (finding.verdict !== 'pass') return { ...finding, verdict: 'pass' };
      return { ...finding, verdict: 'fail', found: 'Made up.' };
    });
    expect(edited.size).toBeGreaterThan(25);
    const again = await rejudge(forged, run.evidence, fsapi);
    expect(titles(again, 'confirmed').filter((title) => edited.has(title))).toEqual([]);
    // A failure that was made up may be one of values that the evidence withholds.
    const ofGuesses = /^(ACCT-04|AUTH-07|HTTP-04) /;
    const [found, sure] = [titles(again, 'contradicted'), [...edited]].map((all) =>
      all.filter((title) => !ofGuesses.test(title)),
    );
    expect(found).toEqual(sure);
  });

  test('with edited responses is contradicted, or named as not judgeable', async () => {
    // Of invalid values the one response that was a rejection: were it a success, the check would have failed.
    const deciding = new Map(
      run.report.requirements
        .filter(({ id }) => /^CUST-(0[2-9]|1[0-5])$/.test(id))
        .flatMap(({ id, checks }) => checks.map((check) => [titleOf({ ...check, id }), check] as const))
        .filter(([, { verdict, status = 0 }]) => verdict === 'pass' && status >= 400)
        .filter((_, at) => at % 4 === 0)
        .map(([title, { deciding: exchange }]) => [exchange, title] as const),
    );
    expect(deciding.size).toBeGreaterThan(20);
    const forged = run.evidence.map((one) =>
      deciding.has(one.id) && one.response
        ? { ...one, response: { ...one.response, status: 201, body: accepted(one) } }
        : one,
    );
    const again = await rejudge(run.report, forged, fsapi);
    const outcomes = new Map(again.checks.map((one) => [titleOf(one), one.outcome]));
    const unnoticed = [...deciding.values()].filter((title) => outcomes.get(title) === 'confirmed');
    expect(unnoticed).toEqual([]);
  });

  test('with edited requests names them as not judgeable', async () => {
    const ofAuthentication = few.evidence.filter(({ by }) => by?.startsWith('AUTH-03 '));
    const forged = few.evidence.map((one) => {
      if (!ofAuthentication.includes(one)) return one;
      const headers = one.request.headers.map(
        ([name, value]) => [name, name === 'Api-Key' ? '$CONFORMANCE_API_KEY' : value] as const,
      );
      return { ...one, request: { ...one.request, headers } };
    });
    const again = await rejudge(few.report, forged, fsapi);
    const own = again.checks.filter((one) => one.id === 'AUTH-03' && one.name.startsWith('one character'));
    expect(own.length).toBeGreaterThan(5);
    expect([...new Set(own.map(({ outcome }) => outcome))]).toEqual(['not judgeable']);
    expect(own[0]?.why).toMatch(/^the request of x\d+ is another than the one that AUTH-03/);
  });

  test('in which the response of a creation was cut is judged, and lists its customer', async () => {
    const last = few.evidence.findLast(({ wrote, response }) => wrote && response?.status === 201)?.id;
    const evidence = few.evidence.map((one) => {
      const cut = { ...(one.response as NonNullable<Exchange['response']>), body: '{"id":', cut: true };
      return one.id === last ? { ...one, response: cut } : one;
    });
    const { impossible, unlisted, checks } = await rejudge(few.report, evidence, fsapi);
    expect({ impossible, unlisted }).toEqual({ unlisted: [] });
    expect(checks.some(({ outcome }) => outcome === 'confirmed')).toBe(true);
    const key = few.evidence.find(({ id }) => id === last)?.wrote?.idempotencyKey;
    const created = few.report.created.filter(({ idempotencyKey }) => idempotencyKey !== key);
    expect(created.length).toBeLessThan(few.report.created.length);
    expect((await rejudge({ ...few.report, created }, evidence, fsapi)).unlisted).toHaveLength(1);
  });

  test('from which exchanges were taken away names what is missing', async () => {
    const title = few.evidence.find(({ by }) => by?.startsWith('CUST-09 '))?.by;
    const without = few.evidence.filter(({ by }) => by !== title);
    const again = await rejudge(few.report, without, fsapi);
    expect(again.checks.find((one) => titleOf(one) === title)).toMatchObject({
      outcome: 'not judgeable',
      why: expect.stringContaining('the evidence holds no request'),
    });
    expect([judged, again].map(rejudgedWord)).toEqual(['CONFIRMED', 'NOT CONFIRMED']);
    expect(rejudgedWord(await rejudge(few.report, [], fsapi))).toBe('NOT CONFIRMED');
  });

  test('from which a check was deleted is contradicted, with its exchanges and without them', async () => {
    const material = materialOf(few.report, fsapi);
    const title = few.evidence.find(({ by }) => by?.startsWith('CUST-09 '))?.by;
    const forged = assemble({ ...material, findings: material.findings.filter((one) => titleOf(one) !== title) });
    const without = few.evidence.filter(({ by }) => by !== title);
    expect(titles(await rejudge(forged, few.evidence, fsapi), 'contradicted')).toEqual([title]);
    expect(titles(await rejudge(forged, without, fsapi), 'contradicted')).toEqual([title]);
  });

  test('with settings that are none ends, and is not confirmed', async () => {
    const { settings = { plain: {}, keys: [], headers: [] }, ...rest } = run.report.run;
    const report = (more: object) => ({
      ...run.report,
      run: { ...rest, settings: { ...settings, plain: { ...settings.plain, ...more } } },
    });
    const broken = await rejudge(report({ tenantId: { is: 'no text' } }), run.evidence, fsapi);
    expect([broken.impossible, rejudgedWord(broken)]).toEqual(['Its settings cannot be used.', 'NOT CONFIRMED']);
    const timeless = run.evidence.map((one) => ({ ...one, durationMs: Number.NaN }));
    // No certificate is made of it, and no case generated.
    const more = await rejudge(report({ clientCert: 'no certificate', cases: 1e9 }), timeless, fsapi);
    expect(more.impossible).toBeUndefined();
  });

  test('without the settings that judging needs is not confirmed', async () => {
    const { settings: _, ...rest } = few.report.run;
    const judgedNot = await rejudge({ ...few.report, run: rest }, few.evidence, fsapi);
    expect([judgedNot.impossible, rejudgedWord(judgedNot)]).toEqual([expect.any(String), 'NOT CONFIRMED']);
  });

  test('is judged by the command, also where all digests were made anew', async () => {
    const cwd = join(few.folder, '..');
    const honest = await call(['rejudge', 'run', '--out', 'again'], {}, cwd);
    expect([honest.status, honest.stdout], honest.stderr).toEqual([0, expect.stringMatching(/^CONFIRMED {2}Run /)]);
    expect(honest.stdout).toContain('Evidence that was invented in agreement with the verdicts is not found.');
    const again = read(join(cwd, 'again'));
    expect(again.report.run).toMatchObject({ rejudged: { run: few.report.run.id } });
    expect(again.report.run.notices?.[0]).toMatch(/^Judged again: version /);
    expect(readdirSync(cwd)).not.toContain('reports');

    const target = rewritten(few.report, (one) =>
      titleOf(one) === 'AUTH-01 header absent' ? { ...one, verdict: 'inconclusive', reason: 'Made up.' } : one,
    );
    const forged = withEvidence(target, few.evidence).report;
    const files: Files = new Map([
      ['report.json', Buffer.from(renderJson(forged))],
      ['evidence.har', Buffer.from(renderHar(forged, few.evidence))],
      ['created.json', readFileSync(join(few.folder, 'created.json'))],
    ]);
    reseal(files);
    for (const [name, content] of files) writeFileSync(join(few.folder, name), content);
    const verified = await call(['verify', 'run', '--allow-unsigned'], {}, cwd);
    expect([verified.status, verified.stdout]).toEqual([0, expect.stringMatching(/^UNVERIFIED /)]);
    const judgedAgain = await call(['rejudge', 'run'], {}, cwd);
    expect([judgedAgain.status, judgedAgain.stdout]).toEqual([1, expect.stringMatching(/^CONTRADICTED /)]);
    expect(judgedAgain.stdout).toContain(
      'AUTH-01 header absent: inconclusive is recorded, and the evidence gives pass',
    );

    // Nor does a report pass that does not follow from its own checks.
    edit(files, 'report.json', (value) => (value.summary.verdict = 'conformant'));
    reseal(files);
    for (const [name, content] of files) writeFileSync(join(few.folder, name), content);
    const contradicted = await call(['rejudge', 'run'], {}, cwd);
    expect([contradicted.status, contradicted.stdout]).toEqual([1, expect.stringMatching(/^CONTRADICTED /)]);
    expect(contradicted.stdout).toContain('report.json /summary/verdict is conformant, expected inconclusive');
  });
});

test.each([
  ['leap-day-in-any-year', 'CUST-09'],
  ['listing-without-tenant-filter', 'ACCT'],
  ['key-forgotten-after-a-second', 'IDEM-01'],
  ['race-behind-a-conflict', 'IDEM-02'],
])('a run of a service with the fault %s is confirmed, its failures too', async (fault, broken) => {
  const { report, evidence } = await recorded({ fault }, { only: ['AUTH-01', broken] });
  const judged = await rejudge(report, evidence, fsapi);
  const failed = report.requirements.flatMap(({ id, checks }) =>
    checks.filter(({ verdict }) => verdict === 'fail').map((check) => titleOf({ ...check, id })),
  );
  expect(titles(judged, 'contradicted')).toEqual([]);
  expect(titles(judged, 'confirmed')).toEqual(expect.arrayContaining(failed));
});

test('a run whose evidence holds shapes is judged by status, and says what it lacks', async () => {
  const { report, evidence } = await recorded(
    { fault: 'key-letter-case-ignored' },
    { evidence: 'shape', only: ['AUTH', 'ACCT', 'IDEM', 'CUST-09'] },
  );
  const judged = await rejudge(report, evidence, fsapi);
  expect([titles(judged, 'contradicted'), rejudgedWord(judged)]).toEqual([[], 'CONFIRMED']);
  expect(titles(judged, 'confirmed').length).toBeGreaterThan(judged.checks.length / 4);
  const failed = report.requirements.flatMap(({ id, checks }) =>
    checks.filter(({ verdict }) => verdict === 'fail').map((check) => titleOf({ ...check, id })),
  );
  expect(titles(judged, 'confirmed')).toEqual(expect.arrayContaining(failed));
  const forged = rewritten(report, (one) => (one.verdict === 'fail' ? { ...one, verdict: 'pass' } : one));
  const hidden = titles(await rejudge(forged, evidence, fsapi), 'confirmed');
  expect(hidden.filter((title) => failed.includes(title))).toEqual([]);
});

test.each(['listing-paged-by-the-last-account', 'listing-paged-by-a-relative-link'])(
  'a page that a withheld value names does not make a run incomplete: %s',
  async (variant) => {
    const { report, evidence } = await recorded({ variant }, { evidence: 'shape', only: ['AUTH-01', 'ACCT-02'] });
    const judged = await rejudge(report, evidence, fsapi);
    expect([titles(judged, 'contradicted'), rejudgedWord(judged)]).toEqual([[], 'CONFIRMED']);
    // Where the page is gone it does.
    const other = evidence.filter(({ purpose }) => purpose !== 'page 2');
    expect(rejudgedWord(await rejudge(report, other, fsapi))).toBe('NOT CONFIRMED');
  },
);

test('a run that was interrupted before its first request is not contradicted', async () => {
  const { report } = await recorded({}, { only: ['VER-01'] });
  const requirements = report.requirements.map((row) => ({ ...row, checks: [] }));
  const cut = { ...report, requirements, run: { ...report.run, complete: false } };
  expect(await rejudge(cut, [], fsapi)).toMatchObject({ checks: [], impossible: 'No request was sent.' });
});

test('a run whose evidence holds nothing is not judgeable, and says why', async () => {
  const { report, evidence } = await recorded({}, { only: ['AUTH-01'], evidence: 'none' });
  const { checks, impossible } = await rejudge(report, evidence, fsapi);
  expect(impossible).toMatch(/holds nothing to judge/);
  expect([...new Set(checks.map(({ outcome }) => outcome))]).toEqual(['not judgeable']);
});

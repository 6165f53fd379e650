import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { isDecidable } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { decide } from '../model/decide.js';
import { sample } from '../testing/sample.js';
import { rerunCommand, vitestOfSuites } from '../wording/rerun.js';
import { isRule } from '../wording/row.js';
import { forOfficers } from './officer.js';
import { viewOf } from './view.js';

const { report, evidence } = sample();
const view = viewOf(report, fsapi, evidence);
const changed = (id: string, change: Partial<ReportedRequirement>, of: Report = report): Report => ({
  ...of,
  requirements: of.requirements.map((row) => (row.id === id ? { ...row, ...change } : row)),
});

const ofBasis = (basis: string) => fsapi.catalogue.filter((row) => row.basis === basis).length;

describe('the verdict', () => {
  test('counts rules alone, settled questions among them: open questions and duties of people stand apart', () => {
    expect(view.headline.text).toBe('Nonconformant');
    // Of the questions two are settled in the sample.
    const [rules, open] = [fsapi.catalogue.filter(isDecidable).length + 2, ofBasis('not-shown') - 2];
    const { pass } = report.summary.counts;
    expect(view.because).toBe(`${pass} of ${rules} rules passed, 3 failed, 4 were not decided, 1 is waived.`);
    expect([view.rules, view.questions.count]).toEqual([rules, open]);
    expect(view.areas.flatMap(({ rows }) => rows)).toHaveLength(rules + ofBasis('attested'));
  });

  test('says what a filter left out, and what a profile wants or leaves out', () => {
    const filtered = changed('VER-01', { verdict: 'skipped', leftOut: 'filter' });
    expect(viewOf(filtered, fsapi).because).toContain('1 was left out by the filter');
    const lacking = changed('ACCT-03', { verdict: 'skipped', lacks: 'second-tenant', checks: [] });
    const untested = 'Tenant isolation was not tested: no second tenant is configured.';
    expect(viewOf(lacking, fsapi).because).toContain(untested);
    const single = { ...lacking, summary: { ...report.summary, profile: 'single-tenant' as const } };
    const alone = { ...single, target: { ...report.target, tenants: 1 as const } };
    expect(viewOf(alone, fsapi)).toMatchObject({
      headline: { text: 'Nonconformant (single-tenant)' },
      because: expect.stringContaining('Separation of tenants was not tested.'),
    });
  });

  test('of a loopback address says that it is this machine; of the embedded server there is none, and no news', () => {
    const here = { ...report, target: { ...report.target, baseUrl: 'http://127.0.0.1:8080/v1/' } };
    expect(viewOf(here, fsapi).title).toBe('Nonconformant: Process on this machine, 20 November 2025');
    const embedded = { ...report, target: { ...report.target, embedded: true } };
    const demonstration = { headline: { text: 'Demonstration' }, isSignable: false, news: [], open: '' };
    expect(viewOf(embedded, fsapi)).toMatchObject(demonstration);
  });

  test('of a mock that lacks what was declared names it', () => {
    const lacks = ['IDEM-02', 'IDEM-03'].map((id): DecisionEntry => {
      return { id, kind: 'lack', by: 'a team', on: '2025-11-01', reason: 'Stateless' };
    });
    const { requirements } = decide(report.requirements, lacks, { day: '2025-11-20' });
    const target = { ...report.target, environment: 'mock' as const };
    const mock = { ...report, target, requirements, decisions: lacks.map((lack) => ({ ...lack })) };
    const { headline, because, decisions } = viewOf(mock, fsapi);
    expect(headline.text).toBe('Nonconformant');
    expect(because).toContain('missing in this mock, as declared');
    const brief = 'Stateless. Declared on 1 November 2025 by a team, until revoked.';
    expect(decisions).toMatchObject([{ mark: 'lacking', ids: ['IDEM-02', 'IDEM-03'], brief }]);
  });
});

describe('findings', () => {
  test('are failures alone, the gravest first, with the exchange that decided each and its control', () => {
    expect(view.findings.map(({ id }) => id)).toEqual(['AUTH-06', 'IDEM-02', 'CUST-09']);
    expect(view.findings.at(-1)).toMatchObject({
      found: expect.stringContaining('29 February 1990'),
      sides: { sent: { request: 'POST /customers' }, expected: expect.any(String), received: expect.any(String) },
      share: expect.stringMatching(/^\d of \d+ tests of this rule failed\.$/),
      since: 'Since 2 November 2025',
      rerun: expect.stringContaining('--only CUST-09 --seed 418602'),
    });
  });

  test('that one exchange decided, or one cause, stand together and name each other', () => {
    const check = { name: 'c', verdict: 'fail' as const, unmet: 'AUTH-03', exchanges: [], durationMs: 1, found: 'f' };
    const failing = { verdict: 'fail' as const, checks: [check] };
    const two = changed('AUTH-04', failing, changed('AUTH-05', failing));
    const shared = viewOf(two, fsapi).findings.find(({ ids }) => ids.includes('AUTH-05'));
    const others = [{ id: 'AUTH-05', found: expect.any(String) }];
    expect(shared).toMatchObject({ ids: ['AUTH-04', 'AUTH-05'], others });
  });

  test('can be tested again by the command, by vitest and by a program', () => {
    const by = (command: string) => rerunCommand(['CUST-09', 'CUST-10'], { run: { ...report.run, command } });
    expect(by('npx fsapi')).toBe('npx fsapi --only CUST-09,CUST-10 --seed 418602');
    expect(by(vitestOfSuites)).toBe(`CONFORMANCE_SEED=418602 ${vitestOfSuites} -t 'CUST-09|CUST-10'`);
    expect(by('runConformance')).toBe("runConformance({ …, only: ['CUST-09', 'CUST-10'], seed: 418602 })");
  });
});

describe('what was not decided', () => {
  test('stands by reason, in words for people who run no terminal, and as it is for engineers', () => {
    const revoked = view.undecided.find(({ ids }) => ids.includes('AUTH-09'));
    expect(revoked).toMatchObject({
      lines: [expect.stringContaining('Ask the engineering team for a key that was rotated out, to show that')],
      brief: 'No rotated-out key was given. Set `CONFORMANCE_REVOKED_KEY`.',
    });
    expect(view.undecided.flatMap(({ ids }) => ids)).toEqual(expect.arrayContaining(['IDEM-03', 'ACCT-02']));
  });

  test('names a setting to nobody who cannot change it', () => {
    expect(forOfficers('The path of `CONFORMANCE_BASE_URL` is wrong.')).toBe(
      'The path of a setting is wrong. Ask the engineering team for the https address of the service.',
    );
    expect(forOfficers('It sends large bodies, so it runs only by name (`--only LIMIT-02`).')).not.toContain('--only');
    expect(forOfficers('The service has no rule.')).toBe('The service has no rule.');
  });

  test('is not required where the profile does not want it, which also says why the run is conformant', () => {
    const requirements = report.requirements.map((row) =>
      isRule(row) && row.id !== 'EVENT-05' ? { ...row, verdict: 'pass' as const } : row,
    );
    const summary = { ...report.summary, verdict: 'conformant' as const };
    const { because, undecided } = viewOf({ ...report, requirements, summary }, fsapi);
    expect(because).toMatch(/1 was not decided\. The profile full does not require what was not decided\.$/);
    expect(undecided).toMatchObject([{ ids: ['EVENT-05'], lines: [expect.stringMatching(/profile full does not/)] }]);
  });
});

const ruleLine = (of: Report, wanted: string) =>
  viewOf(of, fsapi)
    .areas.flatMap(({ rows }) => rows)
    .find(({ id }) => id === wanted);

test('a rule that passed without some of its tests is a pass with a reservation, and stands nowhere else', () => {
  const skipped = { name: 's', verdict: 'skipped' as const, reason: 'No second key.', exchanges: [], durationMs: 0 };
  const { checks = [] } = report.requirements.find(({ id }) => id === 'HTTP-06') ?? {};
  const reserved = changed('HTTP-06', { checks: [...checks, skipped] });
  const line = 'Passed in 4 of 5 tests. No second key.';
  expect(ruleLine(reserved, 'HTTP-06')).toMatchObject({ mark: 'pass', word: 'Pass, with a reservation', line });
  expect(viewOf(reserved, fsapi).undecided.flatMap(({ ids }) => ids)).not.toContain('HTTP-06');
});

test('a pass is one line of what was sent and received', () => {
  const check = (change: string, received: string) => ({
    ...{ name: change, verdict: 'pass' as const, exchanges: [], durationMs: 1, received },
    sent: { request: 'POST /customers', change },
  });
  const lineOf = (...checks: ReportedRequirement['checks']) =>
    ruleLine(changed('AUTH-03', { checks }), 'AUTH-03')?.line;
  const several = [check('a', '401'), check('b', '401\nnote'), check('c', '403')];
  expect(lineOf(...several)).toBe('3 tests of `POST /customers`. In 2: 401; in 1: 403.');
  expect(lineOf(check('without a key', '401'))).toBe('`POST /customers` without a key: 401.');
  expect(lineOf()).toBe('All responses agree with it.');
});

test('what surprises is asked first, with an example, the rule of an answer, and what cannot be answered in a sentence', () => {
  const observation = (became: object | string) => ({ observation: { became } as never });
  const sentence = 'A POST without `Idempotency-Key` was accepted (201).';
  const raised = changed('IDEM-06', { ...observation('accepted'), sentences: { one: [sentence] } });
  const [unraised] = viewOf(changed('IDEM-06', observation({ accepted: true })), fsapi).questions.asked;
  expect(unraised?.ask).not.toContain('creates two customers');
  expect(viewOf(raised, fsapi).questions.asked[0]).toMatchObject({
    id: 'IDEM-06',
    ask: expect.stringContaining('creates two customers'),
    ...{ does: sentence, rule: 'A POST without `Idempotency-Key` is accepted (201).' },
  });
  const unknown = {
    'unknown members': { became: { 'in the address': 'accepted' } },
    'what is put right': ['/email: x'],
  };
  const sentences = { 'unknown members': ['Unknown members were accepted (201).'], 'what is put right': ['It trims.'] };
  const two = viewOf(changed('CUST-21', { observation: unknown as never, sentences }), fsapi).questions.asked;
  expect(two.filter(({ id }) => id === 'CUST-21').map(({ does }) => does)).toEqual([
    'It trims.',
    sentences['unknown members'][0],
  ]);
  expect(view.questions.silent.join('\n')).toMatch(
    /AREA-01.* The specification defines no operation for it\. It names customers beyond creation, /,
  );
});

test('how a run differs from a baseline is said of that alone', () => {
  expect(view.differences).toBeUndefined();
  const baseline = { id: 'r', startedAt: '2025-11-03T02:00:05.000Z', baseUrl: 'https://a.example/v1/' };
  const named = (run: object) => viewOf({ ...report, run: { ...report.run, baseline, ...run } }, fsapi).differences;
  const differing = '2 differences (ACCT-07, ERR-02).';
  expect(named({})?.sentence).toBe(`Compared with the run of 3 November 2025, 02:00:05 UTC: ${differing}`);
  const names = ['Sandbox', 'this mock'];
  expect(named({ baseline: { ...baseline, names } })?.sentence).toMatch(
    /^Compared with Sandbox \(https:\/\/a\.example/,
  );
  const lines = ['The member `available_balance` is new.'];
  expect(named({})?.notes.find(({ ids }) => ids.includes('ACCT-07'))?.lines).toEqual(lines);
});

test('what is signed answers the questions of an auditor, and says what is not known', () => {
  const answers = (of: Report) => Object.fromEntries(viewOf(of, fsapi).sign.map(([id, , value]) => [id, value]));
  expect(answers(report)).toMatchObject({
    ...{ service: '`https://sandbox.payments.example/v1/`', environment: 'Sandbox', build: 'Not stated' },
    ...{ profile: 'full, two tenants: no area is left out', operator: 'Platform quality, nightly job' },
    time: '20 November 2025, 02:00:07 to 02:01:18 UTC; the clock of the machine that ran it shows UTC+01:00',
    specification: expect.stringMatching(/^Financial Services REST API, v1; digest `[0-9a-f]{64}`$/),
    untested: expect.stringMatching(
      /^2 of \d+ rules \(.*\); tested, and not decided: 2 of \d+ rules \(.*\); \d+ questions .*; \d duties of people that nobody confirmed$/,
    ),
    customers: expect.stringMatching(
      /^\d+ customers of this run, left in the service; `created.json` lists what it made$/,
    ),
    unchanged: expect.stringMatching(/^Not signed.* `fsapi-conformance verify` /),
  });
  const run = { ...report.run, operator: undefined, signingKey: 'k', subject: 'gitCommit:1' };
  const target = { ...report.target, baseUrl: 'http://127.0.0.1:1/v1/' };
  const other = answers({ ...report, run: { ...run, job: undefined }, target });
  expect(other).toMatchObject({ build: '`gitCommit:1`', operator: 'Not named' });
  expect(other.environment).toBe('Process on this machine, tested as Sandbox: no service that others use');
  expect(other.unchanged).toMatch(/^Signed with the key `k`/);
});

test('failures are counted by what they cost, and a service that is slow or loses requests says so in numbers', () => {
  expect(view.tally.map(({ name, failed }) => [name, failed])).toEqual(
    expect.arrayContaining([
      ['Unauthorised access', 1],
      ['Duplicate booking', 1],
      ['Confidentiality between tenants', 0],
    ]),
  );
  expect(view.pace).toMatch(
    /^Responses took 41 ms \(median\) and 812 ms \(slowest\)\. 2 of \d+ requests \(0\.\d %\) repeated/,
  );
  const lossy = { ...report, summary: { ...report.summary, requests: 100, retried: 6 } };
  const said =
    'The service, or the way to it, is unreliable: 6 of 100 requests (6.0 %) repeated after a transport error.';
  expect([viewOf(lossy, fsapi).notices, viewOf(lossy, fsapi).pace, view.notices]).toEqual([
    [said],
    'Responses took 41 ms (median) and 812 ms (slowest).',
    [],
  ]);
  expect(viewOf({ ...lossy, summary: { ...lossy.summary, retried: 5 } }, fsapi).notices).toEqual([]);
});

test('a run in which the target was not available says so first, and once', () => {
  const sentence = 'The configured API key was rejected.';
  const unavailable = { cause: 'key-rejected', sentence, whole: true } as const;
  const requirements = report.requirements.map((row) =>
    row.verdict === 'pass' ? { ...row, verdict: 'inconclusive' as const, reason: sentence, checks: [] } : row,
  );
  const lost = viewOf({ ...report, requirements, run: { ...report.run, unavailable } } as Report, fsapi);
  expect(lost.cause).toBe(sentence);
  expect(lost.undecided.flatMap(({ lines }) => lines)).not.toContain('No response.');
});

test('a decision has its end, and who attested a duty stands beside it', () => {
  expect(view.decisions.find(({ mark }) => mark === 'waived')).toMatchObject({
    when: 'Until 31 January 2026, 72 days left',
    isEnding: false,
    lines: [expect.any(String), 'No approval is named.', expect.any(String), 'Ticket: ONB-2207.'],
  });
  const [duties] = view.areas.slice(-1);
  expect(duties?.about).toMatch(/^No request can test these\./);
  for (const { line, mark } of duties?.rows ?? [])
    expect(line).toMatch(mark === 'attested' ? /^Confirmed by .* Until \d/ : /^$/);
  const accepted = { kind: 'accept', id: 'CUST-19', by: 'an owner', on: '2025-11-01', reason: 'known' } as const;
  const [note] = viewOf({ ...report, decisions: [accepted] }, fsapi).decisions;
  expect(note).toMatchObject({ mark: 'pending', word: 'Accepted', when: 'Until revoked' });
});

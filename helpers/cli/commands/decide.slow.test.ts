import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { decide } from '../../../reports/model/decide.js';
import { unseen } from '../../../reports/testing/hostile.js';
import { digestOf } from '../../../schemas/observation.js';
import type { DecisionEntry, Report } from '../../../schemas/types.js';
import { validator } from '../../../schemas/validate.js';
import { startFor } from '../../reference-server/testing/run-against.js';
import { call, conformance, emptyFolder, reportIn, rowOf, runHere, variablesFor } from '../testing/command.js';

const cwd = emptyFolder();
const today = new Date().toISOString().slice(0, 10);
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const signed = ['--by', 'API board', '--reason', 'Clients rely on it'];
let report: Report;

const decideIn = (folder: string, ...argv: string[]) => call(['decide', ...argv], {}, folder);
const settle = (...argv: string[]) => decideIn(cwd, 'settle', ...argv, '--print');
const entriesIn = (folder: string, file = 'decisions.json') => {
  const held = JSON.parse(readFileSync(join(folder, file), 'utf8')) as DecisionEntry[] | { decisions: DecisionEntry[] };
  return Array.isArray(held) ? held : held.decisions;
};

beforeAll(async () => {
  await runHere(['--embedded', '--format', 'json', '--quiet'], {}, cwd);
  report = reportIn(join(cwd, 'reports', 'latest'));
});

test('each entry accepts the observation that it was made from, and no other behaviour', async () => {
  const seen = report.requirements.filter(({ observation }) => observation !== undefined);
  expect(seen.length).toBeGreaterThan(10);
  for (const one of seen) {
    const { stdout, stderr } = await settle(one.id);
    expect(stderr, one.id).toContain('It says nothing about any service.');
    const printed = JSON.parse(stdout) as DecisionEntry;
    expect(validator('decisions')([printed]), one.id).toBe(false);
    const entry = { ...printed, by: 'the API board', reason: 'Clients rely on it' };
    expect(validator('decisions')([entry]), one.id).toBe(true);
    // Ajv applies that of a shape within a run.
    if (one.contract) {
      expect(entry.schema, one.id).toEqual(one.contract);
      expect(stderr.replace(/\s+/g, ' '), one.id).toMatch(
        /The schema rests on \d+ examples?( of 201| of 401 and \d+ examples? of 422)?, /,
      );
      continue;
    }
    const after = (observation: typeof one.observation) =>
      decide([{ ...one, observation }], [entry], { day: today }).requirements[0];
    expect(after(one.observation)?.verdict, one.id).toBe('pass');
    const parts = Object.keys(one.observation as object);
    const other = after(Object.fromEntries(parts.map((name) => [name, 'otherwise'])));
    expect([other?.verdict, other?.found], one.id).toEqual(['fail', expect.stringContaining(one.sentence ?? '')]);
    expect(after({ otherwise: true })?.verdict, one.id).toMatch(/^(fail|inconclusive)$/);
  }
});

test('a schema that says nothing is not written, and what stands beside the verdict can be accepted', async () => {
  const folder = emptyFolder();
  const shown = (form: string) => ({ creations: { phone: form } });
  const inRun = (form: string) => {
    const requirements = report.requirements.map((row) => ({
      ...row,
      ...(row.id === 'CUST-24' && { observation: shown(form) }),
      ...(row.id === 'ACCT-07' && { contract: { $schema: 'x' } }),
    }));
    mkdirSync(join(folder, 'reports', 'latest'), { recursive: true });
    writeFileSync(join(folder, 'reports', 'latest', 'report.json'), JSON.stringify({ ...report, requirements }));
  };
  inRun('in another form');
  const nothing = await decideIn(folder, 'settle', 'ACCT-07', ...signed);
  expect([nothing.status, nothing.stderr]).toEqual([2, expect.stringContaining('show nothing of ACCT-07')]);
  expect((await decideIn(folder, 'accept', 'CUST-24', ...signed)).status).toBe(0);
  expect(entriesIn(folder)).toMatchObject([{ id: 'CUST-24', observation: digestOf(shown('in another form')) }]);
  inRun('as sent');
  expect((await decideIn(folder, 'accept', 'CUST-24', ...signed)).stderr).toContain('nothing to accept');
});

test('decide adds to the file what a run takes; decisions lists what is due', async () => {
  const folder = emptyFolder();
  cpSync(join(cwd, 'reports', 'latest'), join(folder, 'reports', 'latest'), { recursive: true });
  writeFileSync(join(folder, 'decisions.json'), '{\n  "decisions": [\n  ]\n}\n');
  const check = rowOf(report, 'CUST-15').checks[0]?.name ?? '';
  const approved = ['--expires', soon, '--approved-by', 'API board', '--ticket', 'ONB-411'];
  for (const argv of [
    ['settle', 'CUST-19', ...signed],
    ['waive', 'CUST-15', ...signed, ...approved, '--check', check],
    ['attest', 'AUTH-11', ...signed, '--expires', soon, '--evidence', 'minutes'],
  ])
    expect((await decideIn(folder, ...argv)).stderr).toContain('Written to "decisions.json".');
  expect(entriesIn(folder)).toMatchObject([
    { id: 'CUST-19', kind: 'settle', by: 'API board', on: today },
    { id: 'CUST-15', kind: 'waive', expires: soon, ticket: 'ONB-411', approvedBy: 'API board' },
    { id: 'AUTH-11', kind: 'attest', evidence: 'minutes' },
  ]);
  const again = await decideIn(folder, 'settle', 'CUST-19', ...signed);
  expect(again.stderr).toMatch(/It replaces the entry of API board, .*: Clients/);

  const { status, stdout } = await call(['decisions'], {}, folder);
  expect(status).toBe(1);
  for (const line of [
    /^3 decisions in "decisions.json", .* Expired or unused: 1.\n/,
    /CUST-15 +waive +unused, until .*\n.*ONB-411.*\n.*no check that it covers failed\./,
    /Requested and approved by the same person\./,
    /CUST-19 +settle +in force, until revoked/,
  ])
    expect(stdout).toMatch(line);

  const argv = ['--embedded', '--only', 'CUST-15,CUST-19'];
  const { report: after, status: ofRun } = await conformance({}, folder, argv);
  expect([ofRun, after.unusedWaivers]).toEqual([0, ['CUST-15']]);
  expect(rowOf(after, 'CUST-19').verdict).toBe('pass');
});

test('a failure that a waiver covers is conformant with waivers, until it is revoked, and not before its day', async () => {
  const folder = emptyFolder();
  const server = await startFor({ fault: 'leap-day-in-any-year' });
  const env = variablesFor(server, folder);
  const failed = await conformance(env, folder, [], 'failed');
  expect(failed).toMatchObject({ status: 1, report: { summary: { verdict: 'nonconformant' } } });
  const waiver = ['waive', 'CUST-09', ...signed, '--expires', soon, '--from'];
  expect(await decideIn(folder, ...waiver, 'failed')).toMatchObject({ status: 0 });
  const [entry] = entriesIn(folder);
  expect(entry).toMatchObject({ id: 'CUST-09', check: expect.anything() });
  const waived = await conformance(env, folder, ['--format', 'md,har'], 'waived');
  expect(waived).toMatchObject({
    status: 0,
    report: { summary: { verdict: 'conformant-with-waivers', counts: { waived: 1 } } },
    stdout: expect.stringMatching(/\nCONFORMANT WITH 1 WAIVER {2}/),
  });
  expect(readFileSync(join(folder, 'waived', 'summary.md'), 'utf8')).toMatch(/^# Conformant with 1 waiver\n/);
  const required = ['conformant', 'conformant-with-waivers'].map((verdict) =>
    call(['verify', 'waived', '--allow-unsigned', '--require', verdict], {}, folder),
  );
  const stdout = expect.stringContaining('Not signed: anyone who can edit');
  expect(await Promise.all(required)).toMatchObject([{ status: 1 }, { status: 0, stdout }]);

  await decideIn(folder, ...waiver, 'waived', '--ticket', 'ONB-411');
  expect(entriesIn(folder)).toEqual([{ ...entry, ticket: 'ONB-411' }]);
  expect(JSON.parse((await decideIn(folder, 'revoke', 'CUST-09', '--print')).stdout)).toEqual(entriesIn(folder));
  const revoked = await decideIn(folder, 'revoke', 'CUST-09');
  expect(revoked.stderr).toBe('Removed from "decisions.json".\n');
  expect(entriesIn(folder)).toEqual([]);

  writeFileSync(join(folder, 'future.json'), JSON.stringify([{ ...entry, on: soon }]));
  const argv = ['--only', 'CUST-09', '--decisions', 'future.json'];
  const early = await conformance(env, folder, argv, 'future');
  await server.close();
  expect(early.status).toBe(1);
  expect(early.report.run.notices?.join()).toContain('The waiver of CUST-09 by API board is dated');
  const due = await call(['decisions'], { CONFORMANCE_DECISIONS: 'future.json' }, folder);
  expect([due.status, due.stdout]).toEqual([0, expect.stringMatching(/CUST-09 +waive +not yet in force, until/)]);
});

/** A run of a mock, in a folder of its own, with `lacking` ids that failed. */
function ranAsMock(lacking: readonly string[], verdict: 'fail' | 'inconclusive' = 'fail'): string {
  const folder = emptyFolder();
  const requirements = report.requirements.map((row) => {
    const checks = row.checks.map((check) => ({ ...check, verdict }));
    return lacking.includes(row.id) ? { ...row, verdict, checks } : row;
  });
  const target = { ...report.target, environment: 'mock' as const, embedded: false };
  mkdirSync(join(folder, 'reports', 'latest'), { recursive: true });
  const run = JSON.stringify({ ...report, target, requirements });
  writeFileSync(join(folder, 'reports', 'latest', 'report.json'), run);
  return folder;
}

test('lack writes an entry for each requirement that the run shows, beside entries that wait for a name', async () => {
  const folder = ranAsMock(['ACCT-02', 'ACCT-05', 'IDEM-05', 'CUST-05']);
  const unsigned = { id: 'CUST-05', kind: 'lack', on: today, by: '‹your name›', reason: '‹why it is decided so›' };
  const later = { id: 'IDEM-05', kind: 'lack', by: 'board', on: soon, reason: 'Next release.' };
  writeFileSync(join(folder, 'decisions.json'), JSON.stringify([unsigned, later]));
  expect((await decideIn(folder, 'lack', 'tenants', ...signed)).stderr).toContain('tenants: IDEM-05, ACCT-02.');
  const again = await decideIn(folder, 'lack', 'tenants,ACCT-05', '--by', 'another', '--reason', 'As before.');
  expect(again.stderr.match(/It replaces the entry of API board/g), again.stderr).toHaveLength(1);
  const added = ['IDEM-05', 'ACCT-02', 'ACCT-05'].map((id) => ({ id, kind: 'lack', by: 'another', on: today }));
  expect(entriesIn(folder)).toMatchObject([unsigned, later, ...added]);
  const due = await call(['decisions'], {}, folder);
  expect(due.stderr).toMatch(/^Entry 1 .* holds the placeholder ‹your name›: fill in by\.\n$/);
  expect((await decideIn(folder, 'revoke', 'CUST-05,ACCT-04')).stderr).toContain('holds no decision on ACCT-04');
  expect((await decideIn(folder, 'revoke', 'CUST-05')).status).toBe(0);
  const listed = await call(['decisions'], {}, folder);
  expect(listed.stdout).toMatch(/^IDEM-05, ACCT-02, ACCT-05 +lack +in force, until revoked/m);
  const { status, stderr } = await runHere(['--embedded'], {}, folder);
  expect([status, stderr]).toEqual([2, expect.stringContaining('which only a mock may: the environment is sandbox')]);
});

test.each([
  ['a group of which all passes', 'formats', ['ACCT-02'], /shows no lack of formats: what was tested of it passed/],
  [
    'a requirement that passes',
    'ACCT-02,ACCT-04',
    ['ACCT-02'],
    /shows no lack of ACCT-04: what was tested of it passed/,
  ],
  ['the floor', 'ACCT-02,AUTH-01', ['ACCT-02', 'AUTH-01'], /declares lacking AUTH-01, which every mock has to meet/],
  ['what is no name', 'ACCT-02,tenant', ['ACCT-02'], /"tenant" is no requirement and no group; the nearest is tenants/],
])('lack rejects %s, and writes nothing', async (_, names, lacking, message) => {
  const folder = ranAsMock(lacking);
  const argv = ['lack', names, ...signed];
  expect(await decideIn(folder, ...argv)).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
  expect(existsSync(join(folder, 'decisions.json'))).toBe(false);
});

test('lack GROUP needs a run that decided something; lack ID does not', async () => {
  const fresh = emptyFolder();
  const dead = ranAsMock(
    report.requirements.map(({ id }) => id),
    'inconclusive',
  );
  for (const folder of [fresh, dead])
    expect((await decideIn(folder, 'lack', 'tenants', ...signed)).stderr).toMatch(/Run the suite first/);
  const from = ['--from', join(dead, 'reports', 'latest')];
  expect((await decideIn(fresh, 'lack', 'ACCT-04', ...signed, ...from)).stderr).toMatch(/decided nothing, .* first/);
  expect((await decideIn(fresh, 'lack', 'ACCT-04', ...signed)).status).toBe(0);
});

const by = ['--by', 'b', '--reason', 'r'];
const until = ['--expires', today];
test.each([
  [['wiave', 'CUST-15'], /no kind of decision "wiave"; the nearest is waive/],
  [['settle', 'AREA-06', '--print'], /^The run .* observed nothing for AREA-06\. The specification defines no/],
  [['settle', 'CUST-19'], /^Nothing was written: it lacks by; it lacks reason\.\n$/],
  [['waive', 'CUST-15', ...by, ...until], /has no failure of CUST-15 \(pass\): a waiver would cover .* with --check/],
  [['waive', 'CUST-15', ...by, '--expires', '2026-01-01'], /^Nothing was written: --expires is before today, 20/],
  [['waive', 'CUST-15,CUST-09', ...by, ...until, '--check', 'c'], /--check names checks of one requirement/],
  [['settle', 'CUST-19,CUST-91', '--print'], /"CUST-91", which is not in the catalogue; the nearest is CUST-/],
  [['accept', 'CUST-19', '--print'], /CUST-19 did not change in the run .*, so there is nothing to accept/],
  [['revoke', 'CUST-15'], /"decisions\.json" holds no decision on CUST-15/],
  [['settle', 'CUST-19', '--print', '--from', 'no run'], /"no run", does not exist/],
])('what a run would reject is not written: %j', async (argv, message) => {
  const { status, stdout, stderr } = await decideIn(cwd, ...argv);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  expect(existsSync(join(cwd, 'decisions.json'))).toBe(false);
});

test('text from a target cannot move the cursor', async () => {
  const file = join(emptyFolder(), 'report.json');
  const word = '\u001b[2J\u202e\u009b';
  const requirements = report.requirements.map((one) =>
    one.id === 'CUST-19' ? { ...one, sentence: word, observation: { [word]: word } } : one,
  );
  writeFileSync(file, JSON.stringify({ ...report, requirements }));
  const { stdout, stderr } = await settle('CUST-19', '--from', file);
  expect(stdout + stderr).not.toMatch(unseen);
  expect((JSON.parse(stdout) as { schema: { required: string[] } }).schema.required).toEqual([word]);
});

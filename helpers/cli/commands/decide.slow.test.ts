import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../../reports/model/decide.js';
import type { DecisionEntry, Report } from '../../../schemas/types.js';
import { validator } from '../../../schemas/validate.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { call, emptyFolder, runHere } from '../testing/command.js';

const cwd = emptyFolder();
const today = new Date().toISOString().slice(0, 10);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let report: Report;
const settle = (...argv: string[]) => call(['decide', 'settle', ...argv, '--print'], {}, cwd);
const sign = (text: string): DecisionEntry => ({
  ...(JSON.parse(text) as DecisionEntry),
  by: 'the API board',
  reason: 'Clients rely on it',
});

beforeAll(async () => {
  await runHere(['--embedded', '--format', 'json', '--quiet'], {}, cwd);
  report = JSON.parse(readFileSync(join(cwd, 'reports', 'latest', 'report.json'), 'utf8')) as Report;
}, 240_000);

test('each entry accepts the observation that it was made from, and no other behaviour', async () => {
  const seen = report.requirements.filter(({ observation }) => observation !== undefined);
  expect(seen.length).toBeGreaterThan(10);
  for (const one of seen) {
    const { status, stdout } = await settle(one.id);
    expect(status, one.id).toBe(0);
    const entry = sign(stdout);
    expect(validator('decisions')([entry]), one.id).toBe(true);
    expect(decide([one], [entry], { day: today, specification: fsapi }).requirements[0]?.verdict, one.id).toBe('pass');
    const other = { ...one, observation: { otherwise: true } };
    const after = decide([other], [entry], { day: today, specification: fsapi }).requirements[0];
    expect([after?.verdict, after?.found], one.id).toEqual(['fail', expect.stringContaining(one.sentence ?? '')]);
  }
}, 240_000);

test('a run rejects an entry that nobody signed', async () => {
  const { stdout, stderr } = await settle('CUST-19');
  expect(stderr).toMatch(/creation.*201/);
  expect(stderr).toContain('It says nothing about any service.');
  const entry = JSON.parse(stdout) as DecisionEntry;
  expect(entry.on).toBe(today);
  const file = join(cwd, 'unsigned.json');
  for (const [by, missing] of [
    [entry.by, /"CUST-19".*(reason|by)/],
    ['the API board', /reason/],
  ] as const) {
    writeFileSync(file, JSON.stringify([{ ...entry, by }]));
    const refused = await runHere(['--embedded', '--decisions', file], {}, cwd);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(missing)]);
  }
});

test('decide adds to the file what a run takes; decisions lists what is due', async () => {
  const checkOf = (id: string) => report.requirements.find((row) => row.id === id)?.checks[0]?.name ?? '';
  const folder = emptyFolder();
  cpSync(join(cwd, 'reports', 'latest'), join(folder, 'reports', 'latest'), { recursive: true });
  const decide = (...argv: string[]) => call(['decide', ...argv], {}, folder);
  const signed = ['--by', 'API board', '--reason', 'Clients rely on it'];
  writeFileSync(join(folder, 'minutes.txt'), 'Keys are rotated.');
  writeFileSync(join(folder, 'decisions.json'), '{\n  "decisions": [\n  ]\n}\n');
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const waiver = [
    'waive',
    'CUST-15',
    ...signed,
    '--expires',
    soon,
    '--approved-by',
    'API board',
    '--ticket',
    'ONB-411',
  ];
  const passed = await decide(...waiver);
  expect([passed.status, passed.stderr]).toEqual([
    2,
    expect.stringMatching(
      /has no failure of CUST-15 \(pass\): a waiver would cover every later failure .* Name what it covers by --check\.\n$/,
    ),
  ]);
  for (const written of [
    await decide('settle', 'CUST-19', ...signed),
    await decide(...waiver, '--check', checkOf('CUST-15')),
    await decide('attest', 'AUTH-11', ...signed, '--expires', soon, '--evidence', 'minutes.txt'),
  ])
    expect([written.status, written.stderr]).toEqual([0, expect.stringContaining('Written to "decisions.json".')]);
  const { decisions } = JSON.parse(readFileSync(join(folder, 'decisions.json'), 'utf8')) as {
    decisions: DecisionEntry[];
  };
  expect(decisions).toMatchObject([
    { id: 'CUST-19', kind: 'settle', by: 'API board', on: today },
    { id: 'CUST-15', kind: 'waive', expires: soon, ticket: 'ONB-411', approvedBy: 'API board' },
    { id: 'AUTH-11', kind: 'attest', evidence: 'minutes.txt', evidenceDigest: sha256('Keys are rotated.') },
  ]);
  const again = await decide('settle', 'CUST-19', ...signed);
  expect([again.status, again.stderr]).toEqual([
    0,
    expect.stringMatching(/It replaces the entry of API board, .*: Clients/),
  ]);
  const nothing = await decide('accept', 'CUST-19', ...signed);
  expect([nothing.status, nothing.stderr]).toEqual([2, expect.stringContaining('nothing to accept')]);

  const { status, stdout } = await call(['decisions'], {}, folder);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^3 decisions in "decisions.json", .* Expired or unused: 1.\n/);
  expect(stdout).toMatch(
    /CUST-15 +waive +unused, until .*\n.*ONB-411.*\n.*what it names did not fail.\n.*expires in 10 days/,
  );
  expect(stdout).toContain('Requested and approved by the same person.');
  expect(stdout).toMatch(/CUST-19 +settle +in force, until revoked/);

  const out = join(folder, 'out');
  const run = ['--embedded', '--format', 'json', '--quiet', '--only', 'CUST-15,CUST-19', '--out', out];
  expect((await runHere(run, {}, folder)).status).toBe(0);
  const after = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  expect(after.requirements.find(({ id }) => id === 'CUST-19')?.verdict).toBe('pass');
  expect(after.unusedWaivers).toEqual(['CUST-15']);
}, 240_000);

describe('status 2', () => {
  test.each<[what: string, argv: string[], message: RegExp]>([
    ['an unknown id', ['CUST-91'], /no "CUST-91"; the nearest is CUST-/],
    ['what is stated', ['CUST-09'], /CUST-09 is stated, so there is nothing to settle/],
    ['what is inferred', ['IDEM-02'], /IDEM-02 is inferred/],
    ['a duty of people', ['AUTH-10'], /AUTH-10 is attested, so there is nothing to settle/],
    [
      'what no run observes',
      ['AREA-06'],
      /^No run observes AREA-06, .* The specification defines no operation for it\.\n$/,
    ],
    ['a day that is over', ['CUST-19', '--expires', '2020-01-01'], /which is in the past/],
  ])('%s', async (_, argv, message) => {
    const { status, stdout, stderr } = await settle(...argv);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });

  test.each<[argv: string[], message: RegExp]>([
    [['settle', 'CUST-19'], /settle needs --by, --reason, or --print/],
    [['waive', 'CUST-15'], /waive needs --by, --reason, --expires, or --print/],
    [['waive', 'CUST-15', '--by', 'b', '--reason', 'r', '--expires', 'soon'], /--expires is "soon", which is no day/],
    [['waive', 'CUST-15', '--expires', '2026-02-30', '--print'], /--expires is "2026-02-30", which is no day/],
    [['waive', 'CUST-15', '--by', 'b', '--reason', 'r'], /waive needs --expires, or --print/],
    [['waive', 'CUST-19', '--by', 'b', '--reason', 'r', '--expires', '2199-01-01', '--check', 'any'], /within a year/],
    [['waive', 'CUST-15', '--by', 'b', '--reason', 'r', '--expires', today], /has no failure of CUST-15 .* by --check/],
    [['revoke', 'CUST-15'], /"decisions\.json" holds no decision on CUST-15/],
    [['revoke', 'CUST-91'], /no "CUST-91"; the nearest is CUST-/],
    [['waive', 'AUTH-11', '--by', 'b', '--reason', 'r', '--expires', today], /attest it instead/],
    [
      ['waive', 'CUST-15', '--check', 'no such', '--print'],
      /CUST-15 has no check "no such"; explain CUST-15 lists them/,
    ],
    [['wiave', 'CUST-15'], /no kind of decision "wiave"; the nearest is waive/],
    [['attest', 'AUTH-11', '--by', 'b', '--reason', 'r', '--expires', today], /attest needs --evidence/],
    [['attest', 'AUTH-11', '--evidence', 'gone.txt', '--print'], /"gone\.txt", which cannot be read/],
    [
      ['attest', 'CUST-15', '--by', 'b', '--reason', 'r', '--expires', today, '--evidence', 'unsigned.json'],
      /only organisational/,
    ],
    [['accept', 'CUST-09', '--print'], /CUST-09 is stated, so there is nothing to accept/],
  ])('what a run would reject is not written: %j', async (argv, message) => {
    const { status, stdout, stderr } = await call(['decide', ...argv], {}, cwd);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
    expect(existsSync(join(cwd, 'decisions.json'))).toBe(false);
  });

  test('no run yet', async () => {
    const none = await call(['decide', 'settle', 'CUST-19', '--print'], {}, emptyFolder());
    expect([none.status, none.stderr]).toEqual([2, expect.stringMatching(/no report in reports\/latest/)]);
  });
});

test('text from a target cannot move the cursor', async () => {
  const file = join(emptyFolder(), 'report.json');
  const word = '\u001b[2J\u202e\u009b';
  const requirements = report.requirements.map((one) =>
    one.id === 'CUST-19' ? { ...one, sentence: word, observation: { [word]: word } } : one,
  );
  writeFileSync(file, JSON.stringify({ ...report, requirements }));
  const { stdout, stderr } = await settle('CUST-19', '--from', file);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect((JSON.parse(stdout) as { schema: { required: string[] } }).schema.required).toEqual([word]);
});

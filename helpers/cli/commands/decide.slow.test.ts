import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
const settle = (...argv: string[]) => call(['settle', ...argv, '--print'], {}, cwd);
const sign = (text: string): DecisionEntry => ({
  ...(JSON.parse(text) as DecisionEntry),
  by: 'the API board',
  reason: 'Clients rely on it',
});

beforeAll(async () => {
  await runHere(['--embedded', '--format', 'json', '--quiet'], {}, cwd);
  report = JSON.parse(readFileSync(join(cwd, 'reports', 'latest', 'report.json'), 'utf8')) as Report;
}, 60_000);

test('each entry accepts the observation that it was made from, and no other behaviour', async () => {
  const seen = report.requirements.filter(({ observation }) => observation !== undefined);
  expect(seen.length).toBeGreaterThan(10);
  for (const one of seen) {
    const { status, stdout } = await settle(one.id);
    expect(status, one.id).toBe(0);
    const entry = sign(stdout);
    expect(validator('decisions')([entry]), one.id).toBe(true);
    expect(decide([one], [entry], { day: today, specification: fsapi }).requirements[0]?.verdict, one.id).toBe('pass');
    for (const observation of changes(one.observation) as Report['requirements'][number]['observation'][]) {
      const after = decide([{ ...one, observation }], [entry], { day: today, specification: fsapi }).requirements[0];
      expect(after?.verdict, `${one.id} ${JSON.stringify(observation)}`).toBe('fail');
      expect(after?.found).toContain(one.sentence);
    }
  }
}, 240_000);

type Members = Record<string, unknown>;

/** The same observation with one thing changed, for each thing that its settlement holds on to. */
function changes(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}, or otherwise`];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [...value.map((_, at) => value.toSpliced(at, 1)), [...value, 'one more']];
  if (value === null || typeof value !== 'object') return ['otherwise'];
  if ('$schema' in value) return [...changesOfSchema(value as Members), 'no JSON body'];
  return Object.entries(value).flatMap(([name, inner]) => {
    const { [name]: _, ...rest } = value as Members;
    return [rest, ...changes(inner).map((changed) => ({ ...rest, [name]: changed }))];
  });
}

/** Other types, and members that are not always there any more, or not at all. */
function changesOfSchema(schema: Members): Members[] {
  const {
    type,
    required = [],
    properties = {},
    items,
  } = schema as { type?: unknown; required?: string[]; properties?: Members; items?: unknown };
  const without = (name: string) => Object.fromEntries(Object.entries(properties).filter(([one]) => one !== name));
  return [
    ...(type === undefined ? [] : [{ ...schema, type: 'otherwise' }]),
    ...required.map((name) => ({ ...schema, required: required.filter((one) => one !== name) })),
    ...required.map((name) => ({ ...schema, properties: without(name) })),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      changesOfSchema(inner as Members).map((one) => ({ ...schema, properties: { ...properties, [name]: one } })),
    ),
    ...(items ? changesOfSchema(items as Members).map((one) => ({ ...schema, items: one })) : []),
  ];
}

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

test('settle, waive, attest and accept add to the file what a run takes; decisions lists what is due', async () => {
  const folder = emptyFolder();
  const decide = (...argv: string[]) => call([...argv, '--report', join(cwd, 'reports', 'latest')], {}, folder);
  const signed = ['--by', 'API board', '--reason', 'Clients rely on it'];
  writeFileSync(join(folder, 'minutes.txt'), 'Keys are rotated.');
  writeFileSync(join(folder, 'decisions.json'), '{\n  "decisions": [\n  ]\n}\n');
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const waiver = ['waive', 'CUST-15', ...signed, '--until', soon, '--approved-by', 'API board', '--ticket', 'ONB-411'];
  const passed = await decide(...waiver);
  expect([passed.status, passed.stderr]).toEqual([
    2,
    expect.stringMatching(
      /has no failure of CUST-15 \(pass\): a waiver would cover every later failure .* add --all-checks\.\n$/,
    ),
  ]);
  for (const written of [
    await decide('settle', 'CUST-19', ...signed),
    await call([...waiver, '--all-checks'], {}, folder),
    await decide('attest', 'AUTH-11', ...signed, '--until', soon, '--evidence', 'minutes.txt'),
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

  const { status, stdout } = await decide('decisions');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^3 decisions in "decisions.json", .* 1 has expired or is unused.\n/);
  expect(stdout).toMatch(
    /CUST-15 +waive +unused, until .*\n.*ONB-411.*\n.*the requirement is pass.\n.*expires in 10 days/,
  );
  expect(stdout).toContain('Requested and approved by the same person.');
  expect(stdout).toMatch(/CUST-19 +settle +in force, until revoked/);

  const out = join(folder, 'out');
  const run = ['--embedded', '--format', 'json', '--quiet', '--only', 'CUST-15,CUST-19', '--out', out];
  const judged = await runHere([...run, '--strict-waivers'], {}, folder);
  expect([judged.status, judged.stdout]).toEqual([1, expect.stringContaining('the waiver of CUST-15 is unused')]);
  const after = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  expect(after.requirements.find(({ id }) => id === 'CUST-19')?.verdict).toBe('pass');
  expect(after.unusedWaivers).toEqual(['CUST-15']);
}, 240_000);

describe('status 2', () => {
  test.each<[what: string, argv: string[], message: RegExp]>([
    ['an unknown id', ['CUST-91'], /no "CUST-91"; the nearest is CUST-/],
    ['what is stated', ['CUST-09'], /CUST-09 is stated, so there is nothing to settle/],
    ['what is inferred', ['IDEM-02'], /IDEM-02 is inferred/],
    ['a duty of people', ['AUTH-10'], /can be attested, not settled/],
    [
      'what no run observes',
      ['AREA-06'],
      /^No run observes AREA-06, .* The specification defines no operation for it\.\n$/,
    ],
    ['a day that is over', ['CUST-19', '--until', '2020-01-01'], /which is over/],
  ])('%s', async (_, argv, message) => {
    const { status, stdout, stderr } = await settle(...argv);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });

  test.each<[argv: string[], message: RegExp]>([
    [['settle', 'CUST-19'], /settle needs --by, --reason, or --print/],
    [['waive', 'CUST-15'], /waive needs --by, --reason, --until, or --print/],
    [['waive', 'CUST-15', '--by', 'b', '--reason', 'r', '--until', 'soon'], /--until names "soon", which is no day/],
    [['waive', 'CUST-15', '--until', '2026-02-30', '--print'], /--until names "2026-02-30", which is no day/],
    [['waive', 'CUST-15', '--by', 'b', '--reason', 'r'], /waive needs --until, or --print/],
    [['waive', 'CUST-19', '--by', 'b', '--reason', 'r', '--until', '2199-01-01', '--all-checks'], /within a year/],
    [
      ['waive', 'CUST-15', '--by', 'b', '--reason', 'r', '--until', today],
      /has no failure of CUST-15 .* add --all-checks/,
    ],
    [['revoke', 'CUST-15'], /"decisions\.json" holds no decision on CUST-15/],
    [['revoke', 'CUST-91'], /no "CUST-91"; the nearest is CUST-/],
    [['waive', 'AUTH-11', '--by', 'b', '--reason', 'r', '--until', today], /attest it instead/],
    [
      ['waive', 'CUST-15', '--check', 'no such', '--print'],
      /CUST-15 has no check "no such"; explain CUST-15 lists them/,
    ],
    [['waive', 'CUST-15', '--sentence', '--print'], /describes no failure of CUST-15/],
    [['attest', 'AUTH-11', '--by', 'b', '--reason', 'r', '--until', today], /attest needs --evidence/],
    [['attest', 'AUTH-11', '--evidence', 'gone.txt', '--print'], /"gone\.txt", which cannot be read/],
    [
      ['attest', 'CUST-15', '--by', 'b', '--reason', 'r', '--until', today, '--evidence', 'unsigned.json'],
      /only organisational/,
    ],
    [['accept', 'CUST-09', '--print'], /CUST-09 is stated, so there is nothing to accept/],
  ])('what a run would reject is not written: %j', async (argv, message) => {
    const { status, stdout, stderr } = await call(argv, {}, cwd);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
    expect(existsSync(join(cwd, 'decisions.json'))).toBe(false);
  });

  test('no run yet', async () => {
    const none = await call(['settle', 'CUST-19', '--print'], {}, emptyFolder());
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
  const { stdout, stderr } = await settle('CUST-19', '--report', file);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect((JSON.parse(stdout) as { schema: { required: string[] } }).schema.required).toEqual([word]);
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../reports/model/decide.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { call, emptyFolder } from './testing/command.js';

const cwd = emptyFolder();
let report: Report;
const settle = (...argv: string[]) => call(['settle', ...argv], {}, cwd);
const sign = (text: string): DecisionEntry => ({
  ...(JSON.parse(text) as DecisionEntry),
  by: 'the API board',
  reason: 'Clients rely on it',
});

beforeAll(async () => {
  await call(['run', '--embedded', '--format', 'json', '--quiet'], {}, cwd);
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
    expect(decide([one], [entry], '2026-01-15').requirements[0]?.verdict, one.id).toBe('pass');
    for (const observation of changes(one.observation) as Report['requirements'][number]['observation'][]) {
      const after = decide([{ ...one, observation }], [entry], '2026-01-15').requirements[0];
      expect(after?.verdict, `${one.id} ${JSON.stringify(observation)}`).toBe('fail');
      expect(after?.found).toContain(one.sentence);
    }
  }
}, 120_000);

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

test('a run rejects the entry until somebody signs it; then it decides the next run', async () => {
  const { stdout, stderr } = await settle('CUST-19');
  expect(stderr).toMatch(/creation.*201/);
  expect(stderr).toContain('It says nothing about any service.');
  expect(JSON.parse(stdout)).toMatchObject({ on: new Date().toISOString().slice(0, 10) });
  const file = join(cwd, 'decisions.json');
  const only = ['--only', 'CUST-01,CUST-19'];
  const run = (...argv: string[]) =>
    call(['run', '--embedded', '--format', 'json', '--quiet', ...only, ...argv], {}, cwd);

  const entry = JSON.parse(stdout) as DecisionEntry;
  writeFileSync(file, JSON.stringify([entry]));
  const refused = await run();
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/^Entry 1 .*"decisions\.json", "CUST-19", .*(reason|by).*\n$/);
  writeFileSync(file, JSON.stringify([{ ...entry, by: 'the API board' }]));
  expect((await run()).stderr).toContain('reason');

  const nowhere = { ...sign(stdout), schema: { properties: { statuses: { const: [202] } } } };
  for (const [signed, verdict, status] of [
    [sign(stdout), 'pass', 0],
    [nowhere, 'fail', 1],
  ] as const) {
    writeFileSync(file, JSON.stringify([signed]));
    const judged = await run('--out', join(cwd, verdict));
    expect(judged.status, judged.stdout).toBe(status);
    const after = JSON.parse(readFileSync(join(cwd, verdict, 'report.json'), 'utf8')) as Report;
    expect(after.requirements.find(({ id }) => id === 'CUST-19')?.verdict).toBe(verdict);
  }
  expect((await settle('CUST-19', '--report', 'fail')).stderr).toContain('the API board settled it already on ');
}, 60_000);

describe('status 2', () => {
  test.each<[what: string, argv: string[], message: RegExp]>([
    ['an unknown id', ['CUST-91'], /no "CUST-91"; the nearest is CUST-/],
    ['what is stated', ['CUST-09'], /CUST-09 is stated, so there is nothing to settle/],
    ['what is inferred', ['IDEM-02'], /IDEM-02 is inferred/],
    ['a duty of people', ['AUTH-10'], /can be attested, not settled/],
    ['what was not observed', ['AREA-06'], /observed nothing for AREA-06\..*--only AREA-06/],
    ['no id', [], /settle needs ID/],
    ['two ids', ['CUST-19', 'CUST-20'], /takes ID, and nothing else/],
    ['an unknown option', ['CUST-19', '--repot', 'x'], /no option "--repot"; the nearest is --report/],
    ['a report that is not there', ['CUST-19', '--report', 'no.json'], /"no\.json", does not exist/],
    ['a folder without one', ['CUST-19', '--report', '.'], /is a folder without a report\.json/],
  ])('%s', async (_, argv, message) => {
    const { status, stdout, stderr } = await settle(...argv);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });

  test('no run yet, and what is no report', async () => {
    const folder = emptyFolder();
    const none = await call(['settle', 'CUST-19'], {}, folder);
    expect(none.stderr).toMatch(/no report in reports\/latest/);
    mkdirSync(join(folder, 'reports', 'latest'), { recursive: true });
    const file = join(folder, 'reports', 'latest', 'report.json');
    for (const [text, message] of [
      ['{', /not well-formed JSON/],
      ['{}', /is not a valid report: the whole lacks/],
    ] as const) {
      writeFileSync(file, text);
      const { status, stderr } = await call(['settle', 'CUST-19'], {}, folder);
      expect(stderr).toMatch(message);
      expect(status).toBe(2);
    }
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

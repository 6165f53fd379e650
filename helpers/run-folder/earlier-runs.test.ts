import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { assemble } from '../../reports/model/assemble.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Finding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { digestOf } from '../../schemas/observation.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Configuration } from '../settings/settings.js';
import { chooseBaseline, memoryOf, observationsOf, targetName } from './earlier-runs.js';

const digest = 'a'.repeat(64);
const common = { exchanges: [], durationMs: 1, retried: 0, name: 'n' };
const findings: Finding[] = catalogue.map(({ id, basis }) =>
  basis === 'stated' || basis === 'inferred'
    ? { ...common, kind: 'check', id, verdict: 'pass' }
    : { ...common, kind: 'observation', id, verdict: 'observed', observation: { of: id }, sentences: [`Of ${id}.`] },
);

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});

const everything = catalogue.map(({ id }) => id);
const headers = (...always: string[]): Finding => ({
  ...common,
  kind: 'observation',
  id: 'VER-02',
  verdict: 'observed',
  observation: { creations: { always } },
  sentences: [`Headers: ${always.join(', ') || 'none'}.`],
});
const seeing = (...always: string[]) => findings.map((one) => (one.id === 'VER-02' ? headers(...always) : one));
const blind = findings.map((one) =>
  one.id === 'VER-02' ? ({ ...one, verdict: 'inconclusive', reason: 'No response.' } as Finding) : one,
);
const dead = findings.map(({ id, kind }): Finding => {
  return { ...common, id, kind, verdict: 'inconclusive', reason: 'The target is unreachable.' };
});

interface Night {
  readonly findings?: readonly Finding[];
  readonly partial?: boolean;
  readonly target?: string;
  readonly unreached?: boolean;
  readonly decisions?: readonly DecisionEntry[];
  readonly baseline?: string;
}

/** A run of one night: what it is compared with, its report, and the folder that it leaves. */
function night(at: number, change: Night = {}): Report {
  const { decisions = [], target = 'https://a.example/v1/' } = change;
  const startedAt = new Date(Date.UTC(2026, 0, at)).toISOString();
  const where = { baseUrl: target, environment: 'sandbox', embedded: false } as const;
  const memory = memoryOf(cwd, targetName(where));
  const settings = { ...where, baseline: change.baseline, only: everything } as unknown as Configuration;
  const baseline = chooseBaseline(settings, memory, cwd);
  const report: Report = assemble({
    specification: fsapi,
    findings: change.findings ?? findings,
    asked: change.partial ? ['VER-02'] : everything,
    profile: 'full',
    run: {
      id: `run-${at}`,
      ...{ startedAt, finishedAt: startedAt, complete: true, seed: 1, suiteVersion: '0' },
      specification: { title: 't', version: 'v1' },
      exam: digest,
      configuration: digest,
      ...(memory.last && { previous: memory.last.digest }),
    },
    target: { ...where, tenants: 1 },
    ...{ created: [], requests: 0, retried: 0, decisions },
    ...(memory.last && { history: memory.last.report.history }),
    ...(baseline && { baseline }),
    ...(change.unreached && { unreached: true }),
  });
  const folder = join(cwd, 'reports', 'runs', report.run.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), renderJson(report));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  utimesSync(join(folder, 'manifest.json'), at, at);
  expect(validator('report')(report), JSON.stringify(validator('report').errors)).toBe(true);
  return report;
}

const drift = (report: Report) => report.requirements.find(({ id }) => id === 'VER-02')?.drift;
const accepting = (report: Report): DecisionEntry[] => {
  const observation = digestOf(report.requirements.find(({ id }) => id === 'VER-02')?.observation);
  return [
    {
      id: 'VER-02',
      kind: 'accept',
      by: 'API board',
      on: report.run.startedAt.slice(0, 10),
      reason: 'announced',
      observation,
    },
  ];
};

describe('a change', () => {
  test('stays open night after night, with the day of the first, until it is accepted', () => {
    expect(night(1, { findings: seeing() }).comparison).toBeUndefined();
    expect(night(2, { findings: seeing() }).comparison?.changed).toEqual([]);
    for (const at of [3, 4, 5]) {
      const report = night(at, { findings: seeing('sunset') });
      expect(report.comparison?.changed).toEqual(['VER-02']);
      expect(drift(report)).toMatchObject({ since: '2026-01-03', sentence: 'new `/creations/always` sunset.' });
    }
    const decisions = accepting(night(6, { findings: seeing('sunset') }));
    const accepted = night(7, { findings: seeing('sunset'), decisions });
    expect([accepted.comparison?.changed, accepted.decisions]).toEqual([[], decisions]);
    expect(night(8, { findings: seeing('sunset') }).comparison?.changed).toEqual([]);
    expect(drift(night(9, { findings: seeing('deprecation') }))).toMatchObject({
      sentence: expect.stringContaining('gone `/creations/always` sunset'),
    });
  });

  test('stays open where the acceptance is dated later, until that day', () => {
    night(1, { findings: seeing() });
    const decisions = accepting(night(2, { findings: seeing('sunset') })).map((one) => ({ ...one, on: '2026-01-04' }));
    const changed = (at: number) => night(at, { findings: seeing('sunset'), decisions }).comparison?.changed;
    expect([changed(3), changed(4), changed(5)]).toEqual([['VER-02'], [], []]);
  });

  test('is compared with what was accepted, where no run observed that again', () => {
    night(1, { findings: seeing() });
    const decisions = accepting(night(2, { findings: seeing('sunset') }));
    expect(drift(night(3, { findings: seeing('deprecation'), decisions }))).toMatchObject({
      since: '2026-01-03',
      sentence: expect.stringContaining('gone `/creations/always` sunset'),
    });
  });

  test('is over where the behaviour is as before again, or settled', () => {
    night(1, { findings: seeing() });
    night(2, { findings: seeing('sunset') });
    expect(drift(night(3, { findings: seeing() }))).toBeUndefined();
    night(4, { findings: seeing('sunset') });
    const schema = { type: 'object' };
    const settle = {
      id: 'VER-02',
      kind: 'settle',
      by: 'API board',
      on: '2026-01-05',
      reason: 'promised',
      schema,
    } as const;
    expect(drift(night(5, { findings: seeing('sunset'), decisions: [settle] }))).toBeUndefined();
    expect(drift(night(6, { findings: seeing('sunset') }))).toBeUndefined();
  });

  test.each<[what: string, between: Night]>([
    ['an outage', { findings: dead, unreached: true }],
    ['a dead target of which a header was noted', { findings: seeing(), unreached: true }],
    ['a partial run', { findings: seeing('sunset'), partial: true }],
    ['a run of another target', { findings: seeing('x-other'), target: 'https://b.example/v1/' }],
    ['a run with a named baseline', { findings: seeing('deprecation'), baseline: 'reports/runs/run-1' }],
  ])('is found across %s', (_, between) => {
    night(1, { findings: seeing('deprecation') });
    night(2, { findings: seeing('deprecation') });
    night(3, between);
    expect(drift(night(4, { findings: seeing('sunset') }))).toMatchObject({
      sentence: expect.stringContaining('gone `/creations/always` deprecation'),
    });
  });

  test.each<[what: string, between: Night]>([
    ['an outage', { findings: dead, unreached: true }],
    ['a run that did not observe it', { findings: blind }],
  ])('stays open in %s and after it', (_, between) => {
    night(1, { findings: seeing() });
    night(2, { findings: seeing('sunset') });
    for (const report of [night(3, between), night(4, { findings: seeing('sunset') })]) {
      expect(report.comparison?.changed).toEqual(['VER-02']);
      expect(drift(report)).toMatchObject({
        since: '2026-01-02',
        sentence: expect.stringContaining('new `/creations/always` sunset'),
      });
    }
  });
});

test('a dead target has nothing compared, and no requirement counts as decided anew after it', () => {
  night(1);
  expect(night(2, { findings: dead, unreached: true }).comparison).toMatchObject({ compared: 0 });
  expect(night(3).comparison).toMatchObject({ baseline: { id: 'run-1' }, decided: [], undecided: [], changed: [] });
});

test('the end of a waiver makes no new failure, and `since` is the day of the failure', () => {
  const fails = findings.map((one) =>
    one.id === 'CUST-09' ? ({ ...one, verdict: 'fail', found: 'It failed.' } as Finding) : one,
  );
  const waive = {
    id: 'CUST-09',
    kind: 'waive',
    by: 'o',
    on: '2026-01-01',
    reason: 'r',
    expires: '2026-01-03',
  } as const;
  const since = (report: Report) => report.requirements.find(({ id }) => id === 'CUST-09')?.since;
  night(1);
  expect(night(2, { findings: fails }).comparison?.newFailures).toEqual(['CUST-09']);
  night(3, { findings: fails, decisions: [waive] });
  night(4, { findings: dead, unreached: true });
  night(5, { findings: seeing(), partial: true });
  const ended = night(6, { findings: fails, decisions: [waive] });
  expect([ended.summary.verdict, since(ended), ended.comparison?.newFailures]).toEqual([
    'nonconformant',
    '2026-01-02',
    [],
  ]);
});

test('the history names outages, and partial runs', () => {
  night(1);
  night(2, { findings: dead, unreached: true });
  night(3, { partial: true });
  const { history } = night(4);
  expect(history.map(({ unreached, partial }) => [unreached, partial])).toEqual([
    [undefined, undefined],
    [true, undefined],
    [undefined, true],
    [undefined, undefined],
  ]);
});

test('the history is carried from report to report, thirty runs at most', () => {
  for (let at = 1; at <= 32; at += 1) night(at);
  const { history } = night(33);
  expect([history.length, history[0]?.id, history.at(-1)?.id]).toEqual([30, 'run-4', 'run-33']);
});

describe('a baseline', () => {
  const settings = { baseUrl: 'https://a.example/v1/', environment: 'sandbox', embedded: false, only: everything };
  const chosen = (baseline?: string, change: object = {}) =>
    chooseBaseline(
      { ...settings, baseline, ...change } as unknown as Configuration,
      memoryOf(cwd, 'sandbox https://a.example/v1/'),
      cwd,
    );

  test('that is named is taken from the working folder, file or folder; none is none', () => {
    night(1);
    night(2);
    expect(chosen()).toMatchObject({ kind: 'previous', report: { run: { id: 'run-2' } } });
    expect(chosen('reports/runs/run-1')).toMatchObject({ kind: 'named', report: { run: { id: 'run-1' } } });
    expect(chosen('reports/runs/run-1/report.json')?.report.run.id).toBe('run-1');
    expect(chosen('none')).toBeUndefined();
    expect(() => chosen('gone')).toThrow(/baseline.*"gone"/);
    expect(chosen('reports/runs/run-1', { environment: 'mock' })?.kind).toBe('other target');
  });

  test('names what was observed, by requirement', () => {
    night(1);
    const observed = observationsOf(chosen());
    expect(observed['CUST-19']).toEqual({ of: 'CUST-19' });
    expect(observed).not.toHaveProperty('CUST-01');
  });

  test('whose report is damaged, or whose folder is not whole, is passed over', () => {
    for (const at of [1, 2, 3]) night(at);
    writeFileSync(join(cwd, 'reports', 'runs', 'run-3', 'report.json'), '{"schemaVersion": "1.1", "run":');
    rmSync(join(cwd, 'reports', 'runs', 'run-2', 'manifest.json'));
    expect(chosen()?.report.run.id).toBe('run-1');
  });
});

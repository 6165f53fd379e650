import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptedIn } from '../../reports/drift/remembered.js';
import { assemble } from '../../reports/model/assemble.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Finding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { digestOf } from '../../schemas/observation.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { chooseBaseline, observationsOf } from './baseline.js';
import type { Scope } from './digests.js';
import { appendHistory, readHistory, reportedHistory } from './history.js';

const target = 'sandbox https://a.example/v1/';
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
const scope: Scope = { tenants: 'ours', keys: 'today' };
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
  readonly scope?: Scope;
  readonly unreached?: boolean;
  readonly decisions?: readonly DecisionEntry[];
  readonly baseline?: string;
}

/** A run of one night: what it is compared with, its report, and what it leaves. */
function night(at: number, change: Night = {}): Report {
  const { decisions = [], target: named = target } = change;
  const startedAt = new Date(Date.UTC(2026, 0, at)).toISOString();
  const own = change.scope ?? scope;
  const history = readHistory(cwd, named).rows;
  const address = { baseUrl: 'https://a.example/v1/', embedded: false };
  const compared = chooseBaseline(change.baseline, {
    specification: fsapi,
    ...{ cwd, history, scope: own, target: address, isAccepted: acceptedIn(decisions, startedAt) },
  });
  const { baseline, remembered, isNamed, notices } = compared;
  const report: Report = assemble({
    specification: fsapi,
    findings: change.findings ?? findings,
    asked: change.partial ? ['VER-02'] : everything,
    required: [],
    run: {
      id: `run-${at}`,
      ...{ startedAt, finishedAt: startedAt, complete: true, seed: 1, suiteVersion: '0' },
      specification: { title: 't', version: 'v1' },
      exam: digest,
      configuration: digest,
      ...(notices.length > 0 && { notices: [...notices] }),
    },
    target: { ...address, environment: 'sandbox', tenants: 1 },
    ...{ created: [], requests: 0, retried: 0, decisions },
    history: reportedHistory({ history, scope: own }, cwd),
    ...(baseline && { baseline }),
    ...(!isNamed && { remembered }),
    ...(change.unreached && { unreached: true }),
  });
  const folder = join(cwd, 'reports', 'runs', report.run.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), renderJson(report));
  const left = { report, text: renderJson(report), target: named, scope: own, remembered, decisions, folder };
  appendHistory(cwd, left);
  expect(validator('report')(report)).toBe(true);
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
      expect(drift(report)).toMatchObject({ since: '2026-01-03', before: 'Headers: none.', now: 'Headers: sunset.' });
    }
    const decisions = accepting(night(6, { findings: seeing('sunset') }));
    const accepted = night(7, { findings: seeing('sunset'), decisions });
    expect([accepted.comparison?.changed, accepted.decisions]).toEqual([[], decisions]);
    expect(night(8, { findings: seeing('sunset') }).comparison?.changed).toEqual([]);
    expect(drift(night(9, { findings: seeing('deprecation') }))).toMatchObject({ before: 'Headers: sunset.' });
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
      before: 'Headers: sunset.',
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
    ['a run that did not observe it', { findings: blind }],
    ['a partial run', { findings: seeing('sunset'), partial: true }],
    ['a run with another tenant', { findings: seeing('x-other'), scope: { ...scope, tenants: 'theirs' } }],
    ['a run with another key', { findings: seeing('x-other'), scope: { ...scope, keys: 'another' } }],
    ['a run with a named baseline', { findings: seeing('sunset'), baseline: 'reports/runs/run-1' }],
  ])('is found across %s', (_, between) => {
    night(1, { findings: seeing('deprecation') });
    night(2, { findings: seeing('deprecation') });
    night(3, between);
    expect(drift(night(4, { findings: seeing('sunset') }))).toMatchObject({ before: 'Headers: deprecation.' });
  });

  test.each<[what: string, between: Night]>([
    ['an outage', { findings: dead, unreached: true }],
    ['a run that did not observe it', { findings: blind }],
  ])('stays open in %s and after it', (_, between) => {
    night(1, { findings: seeing() });
    night(2, { findings: seeing('sunset') });
    for (const report of [night(3, between), night(4, { findings: seeing('sunset') })]) {
      expect(report.comparison?.changed).toEqual(['VER-02']);
      expect(drift(report)).toMatchObject({ since: '2026-01-02', now: 'Headers: sunset.' });
    }
  });

  test('outlives the folders of the runs', () => {
    night(1, { findings: seeing() });
    rmSync(join(cwd, 'reports', 'runs'), { recursive: true });
    expect(drift(night(2, { findings: seeing('sunset') }))).toMatchObject({ before: 'Headers: none.' });
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

test('a rotated key ends no drift: the first run with it is compared with those under the other, and says so', () => {
  night(1, { findings: seeing() });
  night(2, { findings: seeing('sunset') });
  const keys = { ...scope, keys: 'rotated' };
  const rotated = night(3, { findings: seeing('sunset'), scope: keys });
  expect(drift(rotated)).toMatchObject({ since: '2026-01-02', before: 'Headers: none.' });
  expect(rotated.run.notices?.join()).toContain('of the same tenants under another key');
  const later = night(4, { findings: seeing('sunset'), scope: keys });
  expect(drift(later)).toMatchObject({ since: '2026-01-02' });
  expect(later.run.notices).toBeUndefined();
});

test('a night of a rejected key opens no change, and no later run is compared with it', () => {
  night(1, { findings: seeing() });
  const rejected = dead.map((one) => (one.id === 'VER-02' ? headers('www-authenticate') : one));
  const bad = night(2, { findings: rejected, scope: { ...scope, keys: 'mistyped' } });
  expect([drift(bad), bad.comparison?.changed]).toEqual([undefined, []]);
  const later = night(3, { findings: seeing(), scope: { ...scope, keys: 'rotated' } });
  expect(later.comparison).toMatchObject({ baseline: { id: 'run-1' }, changed: [], undecided: [], decided: [] });
});

describe('a baseline', () => {
  const chosen = (named?: string) => {
    const search = { cwd, history: readHistory(cwd, target).rows, scope, isAccepted: () => false };
    return chooseBaseline(named, { specification: fsapi, ...search, target: { baseUrl: '', embedded: false } });
  };

  test('that is named is taken from the working folder, file or folder; none is none', () => {
    night(1);
    night(2);
    expect(chosen().baseline?.run.id).toBe('run-2');
    expect(chosen('reports/runs/run-1').baseline?.run.id).toBe('run-1');
    expect(chosen('reports/runs/run-1/report.json').baseline?.run.id).toBe('run-1');
    expect(chosen('none').baseline).toBeUndefined();
    expect(() => chosen('gone')).toThrow(/baseline.*"gone"/);
  });

  test('names what was observed, by requirement', () => {
    night(1);
    for (const named of [undefined, 'reports/runs/run-1']) {
      const observed = observationsOf(chosen(named));
      expect(observed['CUST-19']).toEqual({ of: 'CUST-19' });
      expect(observed).not.toHaveProperty('CUST-01');
    }
  });

  test('whose report is damaged still has what the history knows, with a notice', () => {
    night(1);
    writeFileSync(join(cwd, 'reports', 'runs', 'run-1', 'report.json'), '{"schemaVersion": "1.0", "run":');
    const { baseline, notices } = chosen();
    expect([baseline?.run.id, ...notices]).toEqual(['run-1', expect.stringContaining('not well-formed JSON')]);
  });
});

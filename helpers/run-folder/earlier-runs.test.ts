import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { assemble, type Material } from '../../reports/model/assemble.js';
import { renderJson } from '../../reports/text/report-json.js';
import type { Finding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { digestOf } from '../../schemas/observation.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import type { Configuration } from '../settings/schema.js';
import { chooseBaseline, memoryOf, observationsOf, targetName } from './earlier-runs.js';

const digest = 'a'.repeat(64);
const common = { exchanges: [], durationMs: 1, retried: 0, name: 'n' };
const everything = catalogue.map(({ id }) => id);
const target = 'https://a.example/v1/';

/** What a night finds: everything passes, and VER-02 observes headers; `changed` gives other findings for some. */
function finding(headers: readonly string[] = [], changed: (of: Finding) => object = () => ({})): readonly Finding[] {
  const creations = { always: headers };
  return catalogue.map(({ id, basis }) => {
    const observation = id === 'VER-02' ? { creations } : { of: id };
    const checked = basis === 'stated' || basis === 'inferred';
    const found = checked
      ? { kind: 'check', verdict: 'pass' }
      : { kind: 'observation', verdict: 'observed', observation, sentences: [`Of ${id}.`] };
    const one = { ...common, id, ...found } as Finding;
    return { ...one, ...changed(one) } as Finding;
  });
}
const undecided = { verdict: 'inconclusive', reason: 'No response.', observation: undefined, sentences: undefined };
const blind = finding([], ({ id }) => (id === 'VER-02' ? undecided : {}));
const dead: Night = { findings: finding([], () => undecided), unreached: true };
const sunset = { findings: finding(['sunset']) };
const deprecation = { findings: finding(['deprecation']) };

type Night = Partial<Pick<Material, 'findings' | 'decisions' | 'unreached'>> &
  Partial<Pick<Configuration, 'environment' | 'baseline'> & { partial: boolean; target: string }>;

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});

/** A run of one night: what it is compared with, its report, and the folder that it leaves. */
function night(at: number, change: Night = {}): Report {
  const { findings = finding(), decisions = [], partial, baseline, unreached, environment = 'sandbox' } = change;
  const startedAt = new Date(Date.UTC(2026, 0, at)).toISOString();
  const where = { baseUrl: change.target ?? target, environment, embedded: false };
  const memory = memoryOf(cwd, targetName(where));
  const settings = { ...where, baseline, only: everything } as unknown as Configuration;
  const report: Report = assemble({
    ...{ specification: fsapi, findings, decisions, unreached, profile: 'full' },
    asked: partial ? ['VER-02'] : everything,
    run: {
      ...{ id: `run-${at}`, startedAt, finishedAt: startedAt, complete: true, seed: 1, suiteVersion: '0' },
      specification: { title: 't', version: 'v1' },
      ...{ exam: digest, configuration: digest, previous: memory.last?.digest },
    },
    target: { ...where, tenants: 1 },
    ...{ created: [], requests: 0, retried: 0 },
    ...{ history: memory.last?.report.history, baseline: chooseBaseline(settings, memory, cwd) },
  });
  const folder = join(cwd, 'reports', 'runs', report.run.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), renderJson(report));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  utimesSync(join(folder, 'manifest.json'), at, at);
  return report;
}

const rowOf = (report: Report, id: string) => report.requirements.find((one) => one.id === id);
const drift = (report: Report) => rowOf(report, 'VER-02')?.drift;
const gone = (header: string) => expect.stringContaining(`gone \`/creations/always\` ${header}`);
const deciding = (report: Report, more: object = {}): DecisionEntry[] => {
  const observation = digestOf(rowOf(report, 'VER-02')?.observation);
  const on = report.run.startedAt.slice(0, 10);
  return [{ id: 'VER-02', kind: 'accept', by: 'API board', on, reason: 'announced', observation, ...more }];
};

describe('a change', () => {
  test('stays open night after night, with the day of the first, until it is accepted', () => {
    expect(night(1).comparison).toBeUndefined();
    expect(night(2).comparison?.changed).toEqual([]);
    for (const at of [3, 4, 5]) {
      const report = night(at, sunset);
      expect(report.comparison?.changed).toEqual(['VER-02']);
      expect(drift(report)).toMatchObject({ since: '2026-01-03', sentence: 'new `/creations/always` sunset.' });
    }
    const decisions = deciding(night(6, sunset));
    const accepted = night(7, { ...sunset, decisions });
    expect([accepted.comparison?.changed, accepted.decisions]).toEqual([[], decisions]);
    expect(night(8, sunset).comparison?.changed).toEqual([]);
    expect(drift(night(9, deprecation))).toMatchObject({ sentence: gone('sunset') });
  });

  test('stays open where the acceptance is dated later, until that day', () => {
    night(1);
    const decisions = deciding(night(2, sunset), { on: '2026-01-04' });
    const changed = (at: number) => night(at, { ...sunset, decisions }).comparison?.changed;
    expect([changed(3), changed(4), changed(5)]).toEqual([['VER-02'], [], []]);
  });

  test('is compared with what was accepted, where no run observed that again', () => {
    night(1);
    const decisions = deciding(night(2, sunset));
    const report = night(3, { ...deprecation, decisions });
    expect(drift(report)).toMatchObject({ since: '2026-01-03', sentence: gone('sunset') });
  });

  test('is over where the behaviour is as before again, or settled', () => {
    night(1);
    night(2, sunset);
    expect(drift(night(3))).toBeUndefined();
    const settled = { kind: 'settle', schema: { type: 'object' }, observation: undefined };
    const decisions = deciding(night(4, sunset), settled);
    expect(drift(night(5, { ...sunset, decisions }))).toBeUndefined();
    expect(drift(night(6, sunset))).toBeUndefined();
  });

  test.each([
    ['an outage', dead],
    ['a dead target of which a header was noted', { unreached: true }],
    ['a partial run', { ...sunset, partial: true }],
    ['a run of another target', { findings: finding(['x-other']), target: 'https://b.example/v1/' }],
    ['a run with a named baseline', { ...deprecation, baseline: 'reports/runs/run-1' }],
  ])('is found across %s', (_, between) => {
    night(1, deprecation);
    night(2, deprecation);
    night(3, between);
    expect(drift(night(4, sunset))).toMatchObject({ sentence: gone('deprecation') });
  });

  test.each([
    ['an outage', dead],
    ['a run that did not observe it', { findings: blind }],
  ])('stays open in %s and after it', (_, between) => {
    night(1);
    night(2, sunset);
    for (const report of [night(3, between), night(4, sunset)]) {
      expect(report.comparison?.changed).toEqual(['VER-02']);
      expect(drift(report)).toMatchObject({ since: '2026-01-02', sentence: 'new `/creations/always` sunset.' });
    }
  });
});

test('a dead target has nothing compared, and no requirement counts as decided anew after it', () => {
  night(1);
  expect(night(2, dead).comparison).toMatchObject({ compared: 0 });
  expect(night(3).comparison).toMatchObject({ baseline: { id: 'run-1' }, decided: [], undecided: [], changed: [] });
});

test('the end of a waiver makes no new failure, and `since` is the day of the failure', () => {
  const fails = finding([], ({ id }) => (id === 'CUST-09' ? { verdict: 'fail', found: 'It failed.' } : {}));
  const of = { by: 'o', on: '2026-01-01', reason: 'r' };
  const decisions: DecisionEntry[] = [{ id: 'CUST-09', kind: 'waive', ...of, expires: '2026-01-03' }];
  night(1);
  expect(night(2, { findings: fails }).comparison?.newFailures).toEqual(['CUST-09']);
  night(3, { findings: fails, decisions });
  night(4, dead);
  night(5, { partial: true });
  const { summary, comparison, requirements } = night(6, { findings: fails, decisions });
  const since = requirements.find(({ id }) => id === 'CUST-09')?.since;
  expect([summary.verdict, since, comparison?.newFailures]).toEqual(['nonconformant', '2026-01-02', []]);
});

test('the history is carried from report to report, and names outages and partial runs', () => {
  night(1);
  night(2, dead);
  night(3, { partial: true });
  const { history } = night(4);
  expect(history.map(({ id }) => id)).toEqual(['run-1', 'run-2', 'run-3', 'run-4']);
  expect(history.map(({ unreached }) => unreached)).toEqual([undefined, true, undefined, undefined]);
  expect(history.map(({ partial }) => partial)).toEqual([undefined, undefined, true, undefined]);
});

test('a mock is compared with another target but for what it is declared to lack', () => {
  night(1);
  const findings = finding([], ({ id }) => (/IDEM-0[12]/.test(id) ? { verdict: 'fail', found: 'It failed.' } : {}));
  const mock = { findings, environment: 'mock', baseline: 'reports/runs/run-1' } as const;
  expect(night(2, mock).comparison?.changed).toEqual(['IDEM-01', 'IDEM-02']);
  const lacks = ['IDEM-01', 'IDEM-02'].map((id): DecisionEntry => {
    return { id, kind: 'lack', by: 'b', on: '2026-01-01', reason: 'r' };
  });
  expect(night(3, { ...mock, decisions: lacks }).comparison?.changed).toEqual([]);
});

describe('a baseline', () => {
  const settings = { baseUrl: target, environment: 'sandbox', embedded: false, only: everything };
  const chosen = (baseline?: string, change: object = {}) => {
    const configuration = { ...settings, baseline, ...change } as unknown as Configuration;
    return chooseBaseline(configuration, memoryOf(cwd, `sandbox ${target}`), cwd);
  };

  test('that is named is taken from the working folder, file or folder; none is none', () => {
    night(1);
    night(2);
    expect(chosen()).toMatchObject({ kind: 'previous', report: { run: { id: 'run-2' } } });
    expect(chosen('reports/runs/run-1')).toMatchObject({ kind: 'named', report: { run: { id: 'run-1' } } });
    expect(chosen('reports/runs/run-1/report.json')?.report.run.id).toBe('run-1');
    expect(chosen('none')).toBeUndefined();
    expect(() => chosen('gone')).toThrow(/baseline.*"gone"/);
    const mock = (only: readonly string[]) => chosen('reports/runs/run-1', { environment: 'mock', only });
    expect(mock(everything)?.kind).toBe('other target');
    expect(() => mock(['AUTH-11'])).toThrow('no result for anything that this run tests');
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

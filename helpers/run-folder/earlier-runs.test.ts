import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sample } from '../../reports/testing/sample.js';
import { renderJson } from '../../reports/text/report-json.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import type { Report } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import type { Configuration } from '../settings/schema.js';
import { chooseBaseline, observationsOf, reportBefore } from './earlier-runs.js';

const { report: whole } = sample();
const target = { ...whole.target, baseUrl: 'https://a.example/v1/' };
const name = `sandbox ${target.baseUrl}`;
const everything = catalogue.map(({ id }) => id);
const unavailable = { cause: 'key-rejected', sentence: 'The key was rejected.', whole: true } as const;
const filtered = whole.requirements.map((row) => ({ ...row, leftOut: 'filter' as const }));

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});

/** Leaves the folder of a run below reports/runs, the later the greater `at`, with the times of a copy: the newest first. */
function leave(at: number, change: Partial<Report> = {}, run: Partial<Report['run']> = {}, named = `run-${at}`): void {
  const folder = join(cwd, 'reports', 'runs', named);
  mkdirSync(folder, { recursive: true });
  const startedAt = `2026-03-0${at}T10:20:30.000Z`;
  const report = { ...whole, target, ...change, run: { ...whole.run, id: `run-${at}`, startedAt, ...run } };
  writeFileSync(join(folder, 'report.json'), renderJson(report));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  utimesSync(join(folder, 'manifest.json'), 1000 - at, 1000 - at);
}

const idBefore = () => reportBefore(cwd, name)?.report.run.id;

describe('the report before', () => {
  test('is that of the newest complete run of the target, one that decided nothing too', () => {
    expect(idBefore()).toBeUndefined();
    leave(1);
    leave(2, {}, { unavailable });
    expect(idBefore()).toBe('run-2');
    leave(4, {}, {}, '2026-03-04T10-20-30Z');
    leave(3, {}, {}, 'nightly');
    expect(idBefore()).toBe('run-4');
  });

  test('is none of a filtered run, an incomplete one, or another target', () => {
    leave(1);
    leave(2, { requirements: filtered });
    leave(3, {}, { complete: false });
    leave(4, { target: { ...target, baseUrl: 'https://b.example/v1/' } });
    leave(5, { target: { ...target, environment: 'mock' } });
    expect(idBefore()).toBe('run-1');
  });

  test('is passed over where it is damaged, or its folder is not whole', () => {
    for (const at of [1, 2, 3]) leave(at);
    writeFileSync(join(cwd, 'reports', 'runs', 'run-3', 'report.json'), '{"schemaVersion": "1.2", "run":');
    rmSync(join(cwd, 'reports', 'runs', 'run-2', 'manifest.json'));
    expect(idBefore()).toBe('run-1');
  });
});

describe('a baseline', () => {
  const settings = { baseUrl: target.baseUrl, environment: 'sandbox', embedded: false, only: everything };
  const chosen = (baseline?: string, change: object = {}) => {
    const configuration = { ...settings, baseline, ...change } as unknown as Configuration;
    return chooseBaseline(configuration, reportBefore(cwd, name), cwd);
  };

  test('that is named is taken from the working folder, file or folder; none is none', () => {
    leave(1);
    leave(2);
    expect(chosen()).toMatchObject({ kind: 'previous', report: { run: { id: 'run-2' } } });
    expect(chosen('reports/runs/run-1')).toMatchObject({ kind: 'named', report: { run: { id: 'run-1' } } });
    expect(chosen('reports/runs/run-1/report.json')?.report.run.id).toBe('run-1');
    expect(chosen('none')).toBeUndefined();
    expect(() => chosen('gone')).toThrow(/baseline.*"gone"/);
    const mock = (only: readonly string[]) => chosen('reports/runs/run-1', { environment: 'mock', only });
    expect(mock(everything)?.kind).toBe('other target');
    expect(() => mock(['AUTH-11'])).toThrow('no result for anything that this run tests');
  });

  test('gives what was observed, by this run or by earlier ones', () => {
    const requirements = whole.requirements.map((row) =>
      row.id === 'CUST-19' ? { ...row, observation: undefined, lastObserved: { statuses: [201] } } : row,
    );
    leave(1, { requirements } as Partial<Report>);
    const observed = observationsOf(chosen());
    expect(observed['CUST-19']).toEqual({ statuses: [201] });
    expect(observed).not.toHaveProperty('CUST-01');
  });
});

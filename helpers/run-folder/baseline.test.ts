import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { assemble } from '../../reports/model/assemble.js';
import { renderJson } from '../../reports/text/report-json.js';
import { catalogue } from '../../schemas/catalogue.js';
import type { Finding } from '../../schemas/finding.js';
import type { Report } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { chooseBaseline, observationsOf } from './baseline.js';
import { appendHistory } from './history.js';

const target = 'sandbox https://a.example/v1/';
const digest = 'a'.repeat(64);
const common = { exchanges: [], durationMs: 1, retried: 0, name: 'n' };
const findings: Finding[] = catalogue.map(({ id, basis }) =>
  basis === 'stated' || basis === 'inferred'
    ? { ...common, kind: 'check', id, verdict: 'pass' }
    : { ...common, kind: 'observation', id, verdict: 'observed', observation: { of: id } },
);

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});

/** A run that ended, with its folder and its line in the history. */
function leave(at: number, change: { partial?: boolean; target?: string; folder?: string } = {}): string {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
  const report: Report = assemble({
    findings,
    asked: catalogue.map(({ id }) => id),
    required: [],
    run: {
      id: `run-${at}`,
      startedAt,
      finishedAt: startedAt,
      complete: true,
      seed: 1,
      suiteVersion: '0',
      specification: { title: 't', version: 'v1' },
      exam: digest,
      configuration: digest,
    },
    target: { baseUrl: 'https://a.example/v1/', environment: 'sandbox', embedded: false, tenants: 1 },
    created: [],
    requests: 0,
    retried: 0,
  });
  const folder = join(cwd, change.folder ?? join('reports', 'runs', report.run.id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), renderJson(report));
  appendHistory(cwd, { report, text: renderJson(report), target, partial: false, ...change, folder });
  return folder;
}

const chosen = (named?: string) => {
  const { report, notices } = chooseBaseline(named, cwd, target);
  return [report?.run.id, ...notices];
};

describe('the last complete run against the same target', () => {
  test('is taken; without any there is none', () => {
    expect(chosen()).toEqual([undefined]);
    leave(1);
    leave(2);
    leave(3, { target: 'sandbox https://b.example/v1/' });
    expect(chosen()).toEqual(['run-2']);
  });

  test('a partial one never', () => {
    leave(1, { partial: true });
    expect(chosen()).toEqual([undefined]);
    leave(2);
    leave(3, { partial: true });
    expect(chosen()).toEqual(['run-2']);
  });

  test('one that is gone is passed over without a word, a damaged one with a notice', () => {
    leave(1);
    rmSync(leave(2), { recursive: true });
    expect(chosen()).toEqual(['run-1']);
    writeFileSync(join(leave(3), 'report.json'), '{"schemaVersion": "1.0", "run":');
    expect(chosen()).toEqual([
      'run-1',
      'The report of the run run-3, "report.json", is not well-formed JSON, so an earlier run was looked for to compare with.',
    ]);
  });

  test('a folder that a later run wrote over is that run’s', () => {
    leave(1, { folder: 'out' });
    leave(2, { folder: 'out', target: 'sandbox https://b.example/v1/' });
    expect(chosen()).toEqual([undefined]);
  });
});

test('a named one is taken from the working folder, file or folder; none is none', () => {
  leave(1, { folder: 'one' });
  leave(2);
  expect(chosen('one')).toEqual(['run-1']);
  expect(chosen('one/report.json')).toEqual(['run-1']);
  expect(chosen('none')).toEqual([undefined]);
  expect(() => chosen('gone')).toThrow(/baseline.*"gone"/);
});

test('what was observed, by requirement', () => {
  const { report } = chooseBaseline(leave(1), cwd, target);
  const observed = observationsOf(report ?? expect.unreachable());
  expect(observed['CUST-19']).toEqual({ of: 'CUST-19' });
  expect(observed).not.toHaveProperty('CUST-01');
});

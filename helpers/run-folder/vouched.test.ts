import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sealed } from '../../reports/integrity/sealed.fixture.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import type { Report } from '../../schemas/types.js';
import { emptyFolder } from '../cli/testing/command.js';
import { type HistoryRow, readHistory, reportedHistory } from './history.js';

const files = await sealed({});
const text = String(files.get('report.json'));
const report = JSON.parse(text) as Report;
const target = `${report.target.environment} ${report.target.baseUrl}`;
const scope = { tenants: 't', keys: 'k' };
const honest: HistoryRow = {
  ...{ id: report.run.id, startedAt: report.run.startedAt, target, scope, folder: 'night', report: sha256(text) },
  verdicts: Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict])),
};

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
  mkdirSync(join(cwd, 'night'));
  for (const [name, content] of files) writeFileSync(join(cwd, 'night', name), content);
});

const isNamed = (row: HistoryRow) => reportedHistory({ history: [row], scope }, cwd)[0]?.report === row.report;

test('a row whose sealed report is there and agrees names it', () => {
  expect(isNamed(honest)).toBe(true);
});

test.each<[string, Partial<HistoryRow>]>([
  ['another verdict', { verdicts: { ...honest.verdicts, 'CUST-09': 'pass' } }],
  ['a verdict less', { verdicts: { 'CUST-09': honest.verdicts['CUST-09'] ?? 'fail' } }],
  ['another day', { startedAt: '2025-01-01T00:00:00.000Z' }],
  ['another run', { id: 'planted' }],
  ['another target', { target: 'live https://api.example.com/v1/' }],
  ['another digest', { report: '0'.repeat(64) }],
  ['no folder', { folder: 'nowhere' }],
  ['a target that did not respond', { unreached: true }],
])('a row with %s is a note', (_, change) => {
  expect(isNamed({ ...honest, ...change })).toBe(false);
});

test.each(['report.json', 'manifest.json'])('a row whose %s was edited or is gone is a note', (name) => {
  const path = join(cwd, 'night', name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(report.run.id, 'another'));
  expect(isNamed(honest)).toBe(false);
  rmSync(path);
  expect(isNamed(honest)).toBe(false);
});

test('a line that stands twice is one run', () => {
  expect(reportedHistory({ history: [honest, honest, honest], scope }, cwd)).toHaveLength(1);
});

test.each<[string, object]>([
  ['no digest', { report: 'x' }],
  ['a day alone', { startedAt: '2026-01-01' }],
  ['a flag that is none', { partial: 'yes' }],
])('a line with %s is passed over', (_, change) => {
  mkdirSync(join(cwd, 'reports'));
  const lines = [{ ...honest, ...change }, honest].map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(join(cwd, 'reports', 'history.ndjson'), lines.join(''));
  expect(readHistory(cwd, target, new Date('2100-01-01')).rows).toEqual([honest]);
});

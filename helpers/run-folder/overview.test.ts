import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../../reports/testing/sample.js';
import { renderJson } from '../../reports/text/report-json.js';
import { emptyFolder } from '../cli/testing/command.js';
import { pointLatest, writeOverview } from './folder.js';

const { report } = sample();

function runsIn(...names: readonly string[]): string {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'reports'));
  for (const [at, name] of names.entries()) {
    const folder = join(cwd, 'reports', 'runs', name);
    mkdirSync(folder, { recursive: true });
    const run = { ...report.run, startedAt: `2026-01-0${at + 1}T00:00:00.000Z` };
    writeFileSync(join(folder, 'report.json'), renderJson({ ...report, run }));
    writeFileSync(join(folder, 'manifest.json'), '{}');
  }
  return cwd;
}

function links(cwd: string): readonly (string | undefined)[] {
  writeOverview(cwd);
  const page = readFileSync(join(cwd, 'reports', 'index.html'), 'utf8');
  return [...page.matchAll(/href="(\.[^"#]*)/g)].map(([, to]) => to);
}

test('the runs of reports/runs stand there newest first, each with its page, or its report.json where it has none', () => {
  const cwd = runsIn('a', 'b');
  writeFileSync(join(cwd, 'reports', 'runs', 'b', 'report.html'), 'a page');
  expect(links(cwd)).toEqual(['./runs/b/report.html', './runs/a/report.json']);
});

test('nothing yet is a page too, and what is no run is passed over', () => {
  expect(links(runsIn())).toEqual([]);
  const cwd = runsIn('a', 'b');
  writeFileSync(join(cwd, 'reports', 'runs', 'a', 'report.json'), '{"schemaVersion":"1.2"}');
  writeFileSync(join(cwd, 'reports', 'runs', 'file'), '');
  expect(links(cwd)).toEqual(['./runs/b/report.json']);
});

test('a demonstration is the latest only until a target was tested', () => {
  const cwd = runsIn('1', '2', '3', '4');
  const target = { ...report.target, embedded: true };
  const demonstration = { ...report, target, summary: { ...report.summary, demonstration: true as const } };
  const latest = [demonstration, demonstration, report, demonstration].map((one, at) => {
    const folder = join(cwd, 'reports', 'runs', `${at + 1}`);
    writeFileSync(join(folder, 'report.json'), renderJson(one));
    expect(pointLatest(cwd, folder, one)).toBeUndefined();
    return basename(readlinkSync(join(cwd, 'reports', 'latest')));
  });
  expect(latest).toEqual(['1', '2', '3', '3']);
});

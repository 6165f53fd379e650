import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../../reports/testing/sample.js';
import { renderJson } from '../../reports/text/report-json.js';
import { emptyFolder } from '../cli/testing/command.js';
import { writeOverview } from './overview.js';

const { report } = sample();

function runsIn(...names: readonly string[]): string {
  const cwd = emptyFolder();
  for (const [at, name] of names.entries()) {
    const run = { ...report.run, startedAt: `2026-01-0${at + 1}T00:00:00.000Z` };
    mkdirSync(join(cwd, 'reports', 'runs', name), { recursive: true });
    for (const [file, text] of [
      ['report.json', renderJson({ ...report, run })],
      ['manifest.json', '{}'],
    ] as const)
      writeFileSync(join(cwd, 'reports', 'runs', name, file), text);
  }
  mkdirSync(join(cwd, 'reports'), { recursive: true });
  return cwd;
}

function links(cwd: string): readonly (string | undefined)[] {
  writeOverview(cwd);
  const page = readFileSync(join(cwd, 'reports', 'index.html'), 'utf8');
  return [...page.matchAll(/href="(\.[^"#]*)/g)].map(([, to]) => to);
}

test('the runs of reports/runs stand there newest first, each with its page, or its report.json where it has none', () => {
  const cwd = runsIn('2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z');
  writeFileSync(join(cwd, 'reports', 'runs', '2026-01-02T00-00-00Z', 'report.html'), 'a page');
  expect(links(cwd)).toEqual(['./runs/2026-01-02T00-00-00Z/report.html', './runs/2026-01-01T00-00-00Z/report.json']);
});

test('nothing yet is a page too, and what is no run is passed over', () => {
  expect(links(runsIn())).toEqual([]);
  const cwd = runsIn('a', 'b');
  writeFileSync(join(cwd, 'reports', 'runs', 'a', 'report.json'), '{"schemaVersion":"1.1"}');
  writeFileSync(join(cwd, 'reports', 'runs', 'file'), '');
  expect(links(cwd)).toEqual(['./runs/b/report.json']);
});

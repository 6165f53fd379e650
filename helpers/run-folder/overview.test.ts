import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { writeOverview } from './overview.js';

/** A working folder whose history has these lines. */
function folderWith(lines: readonly string[]): string {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'reports', 'runs'), { recursive: true });
  writeFileSync(join(cwd, 'reports', 'history.ndjson'), lines.map((line) => `${line}\n`).join(''));
  return cwd;
}

function report(cwd: string, folder: string): void {
  mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, folder, 'report.html'), 'a report');
}

const line = (id: string, change: object = {}) =>
  JSON.stringify({
    ...{ id, startedAt: new Date().toISOString(), target: 'sandbox https://a.example/v1/' },
    ...{ folder: `reports/runs/${id}`, verdicts: { 'AUTH-01': 'pass' }, report: 'digest', ...change },
  });
const page = (cwd: string) => readFileSync(join(cwd, 'reports', 'index.html'), 'utf8');
const links = (text: string) => [...new Set([...text.matchAll(/href="(\.[^"#]*)/g)].map(([, to]) => to))];

test('reports that are there are linked, wherever they stand, from wherever the page is', () => {
  const cwd = folderWith([line('a'), line('b', { folder: 'elsewhere' }), line('gone')]);
  report(cwd, 'reports/runs/a');
  report(cwd, 'elsewhere');
  report(cwd, 'reports/runs/2026-11-20T02-17-00Z');
  writeOverview(cwd, fsapi);
  expect(links(page(cwd)).sort()).toEqual([
    './../elsewhere/report.html',
    './runs/2026-11-20T02-17-00Z/report.html',
    './runs/a/report.html',
  ]);
  expect(page(cwd)).toContain('Other runs');
  writeOverview(cwd, fsapi, { out: join(cwd, 'public', 'pages') });
  const published = readFileSync(join(cwd, 'public', 'pages', 'index.html'), 'utf8');
  expect(links(published)).toContain('./../../reports/runs/a/report.html');
});

test('nothing yet is a page too, without a badge', () => {
  const cwd = folderWith([]);
  writeOverview(cwd, fsapi);
  expect(page(cwd)).toContain('No run against a target has completed here.');
  expect(readdirSync(join(cwd, 'reports', 'badges'))).toEqual([]);
});

test('each target has a badge of its own, also where two names look alike', () => {
  const targets = ['sandbox https://a.example/v1/', 'sandbox http://a.example/v1/', 'live https://../../b.example/v1/'];
  const cwd = folderWith(targets.map((target, at) => line(`${at}`, { target })));
  writeOverview(cwd, fsapi);
  const badges = readdirSync(join(cwd, 'reports', 'badges'));
  expect(badges.filter((name) => name.endsWith('.svg'))).toEqual([
    'live-..-..-b.example-v1.svg',
    expect.stringMatching(/^sandbox-a\.example-v1-[0-9a-f]{8}\.svg$/),
    expect.stringMatching(/^sandbox-a\.example-v1-[0-9a-f]{8}\.svg$/),
  ]);
  const badge = JSON.parse(readFileSync(join(cwd, 'reports', 'badges', 'live-..-..-b.example-v1.json'), 'utf8'));
  expect(badge).toEqual({ schemaVersion: 1, label: 'conformance', message: 'conformant', color: '#1d6a40' });
  expect(existsSync(join(cwd, 'b.example-v1.svg'))).toBe(false);
});

test('damaged and hostile lines are passed over, and a folder of the history is no script and no host', () => {
  const cwd = folderWith([
    'no json',
    line('verdict', { verdict: '<b>' }),
    line('profile', { profile: 1 }),
    line('version', { suiteVersion: {} }),
    line('ok', { folder: 'javascript:alert(1)/"><script>' }),
    line('nul', { folder: 'a\0b' }),
    line('far', { folder: '//evil.example' }),
    `${line('cut').slice(0, 40)}`,
  ]);
  report(cwd, 'javascript:alert(1)/"><script>');
  writeOverview(cwd, fsapi);
  expect(page(cwd)).toContain('The newest 3 runs with their reports');
  expect(links(page(cwd))).toEqual(['./../javascript%3Aalert(1)/%22%3E%3Cscript%3E/report.html']);
});

test('of a long history only the newest runs are shown', () => {
  const many = Array.from({ length: 400 }, (_, at) => line(`run-${at}`, at < 300 ? { verdicts: 'no verdicts' } : {}));
  const cwd = folderWith(many);
  writeOverview(cwd, fsapi);
  expect(page(cwd).match(/: Pass<\/title>/g)).toHaveLength(30);
});

test('a run of a clock that was behind stands among the others', () => {
  const cwd = folderWith([line('a'), line('b', { behind: true })]);
  report(cwd, 'reports/runs/b');
  writeOverview(cwd, fsapi);
  expect(page(cwd)).toContain('The run with its report');
  expect(page(cwd)).toMatch(/Other runs[\s\S]*runs\/b\/report\.html/);
});

test('what `decisions` counts stands in the headline', () => {
  const cwd = folderWith([line('a')]);
  const decisions = join(cwd, 'decisions.json');
  const waiver = { id: 'CUST-09', kind: 'waive', by: 'o', on: '2020-01-01', expires: '2020-02-01', reason: 'r' };
  writeFileSync(decisions, JSON.stringify([waiver]));
  writeOverview(cwd, fsapi, { decisions });
  expect(page(cwd)).toMatch(/1\sdecision has expired or is unused/);
  writeFileSync(decisions, '[]');
  writeOverview(cwd, fsapi, { decisions });
  expect(page(cwd)).toContain('Nothing waits for a decision.');
});

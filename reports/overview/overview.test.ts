import { expect, test } from 'vitest';
import { allHostile, unseen } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { type PastRun, renderOverview } from './overview.js';

const { report } = sample();
const runOf = (id: string, change: Partial<PastRun['report']> = {}): PastRun => ({
  report: { ...report, ...change, run: { ...report.run, id } },
  file: `runs/${id}/report.html`,
});

test('each target has a table, with a row for each run: verdict, who waived what, what is new, how fast it was, customers made, link', () => {
  const live = { target: { ...report.target, environment: 'live' as const } };
  const page = renderOverview([runOf('second'), runOf('first'), runOf('other', live)]);
  expect(page.match(/<h2>/g)).toHaveLength(2);
  expect(page).toContain('Live, https://sandbox.payments.example/v1/');
  const [first = ''] = /<tbody><tr>.*?<\/tr>/s.exec(page) ?? [];
  expect(first).toContain('href="./runs/second/report.html"');
  expect(first).toContain('Nonconformant');
  expect(first).toMatch(/CUST-15 waived by the onboarding product owner until 31 January 2026/);
  expect(first).toMatch(/AUTH-06 fails\. .*IDEM-03 is no longer decided\. .*ACCT-07 differs: The member/s);
  expect(first).toMatch(/41 ms \(median\) and 812 ms \(slowest\)\. 2 of \d+ requests/);
  expect(first).toContain(`>${report.summary.customersCreated} customers</data></td>`);
});

test('above the rows stand what is open, a decision that is due as a link, and the last good run; a row says why a run decided nothing', () => {
  const sentence = 'The configured API key was rejected.';
  const { run, summary } = report;
  const lost = runOf('lost');
  Object.assign(lost.report.run, { unavailable: { cause: 'key-rejected', sentence } });
  const good = runOf('good', { summary: { ...summary, verdict: 'conformant' } });
  const due = { id: 'CUST-15', kind: 'waiver-ends' as const, since: '2025-11-20', until: '2025-11-22', by: 'x' };
  const page = renderOverview([{ ...lost, report: { ...lost.report, open: [...report.open, due] } }, good]);
  const [above = '', rows = ''] = page.split('What is new</th>');
  expect(above).toMatch(
    /AUTH-06 fails \(since 20 November 2025\).*href=".\/runs\/lost\/report.html">The waiver of CUST-15 ends/s,
  );
  expect(above).toMatch(/Last good run: <a href="\.\/runs\/good\/report\.html">/);
  expect(rows).toMatch(/^.*?<tr>.*?Key rejected\..*?<\/tr>/s);
  expect(run.unavailable).toBeUndefined();
});

test('below the rows a grid has the requirements whose verdict changed, a column a run', () => {
  const [, grid = ''] = renderOverview([runOf('second')]).split('Changed within 29 runs');
  const [row = ''] = /<tr><td><span class="id">AUTH-06.*?<\/tr>/s.exec(grid) ?? [];
  expect(row.match(/<td>/g)).toHaveLength(1 + report.history.length);
  expect(row).toMatch(/Pass<\/span><\/td><td>.*Fail<\/span><\/td><\/tr>$/);
  expect(grid).not.toContain('AUTH-01');
});

test('no run is a page too, and a folder is no script and no host', () => {
  expect(renderOverview([])).toContain('No run has completed here.');
  const page = renderOverview([{ report, file: '//evil.example/javascript:alert(1)/"><script>' }]);
  expect([...page.matchAll(/href="([^#"][^"]*)"/g)].map(([, to]) => to)).toEqual([
    './//evil.example/javascript%3Aalert(1)/%22%3E%3Cscript%3E',
  ]);
  const target = { ...report.target, baseUrl: allHostile };
  const hostile = renderOverview([runOf('x', { target })]);
  expect(hostile).not.toMatch(/<script|<img/);
  expect(hostile).not.toMatch(unseen);
});

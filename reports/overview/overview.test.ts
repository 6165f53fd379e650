import { expect, test } from 'vitest';
import { allHostile, unseen } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { type PastRun, renderOverview } from './overview.js';

const { report } = sample();
const runOf = (id: string, change: Partial<PastRun['report']> = {}): PastRun => ({
  report: { ...report, ...change, run: { ...report.run, id } },
  file: `runs/${id}/report.html`,
});

test('each target has a table, with a row for each run: verdict, who waived what, what is new, what is open, customers made, link', () => {
  const live = { target: { ...report.target, environment: 'live' as const } };
  const page = renderOverview([runOf('second'), runOf('first'), runOf('other', live)]);
  expect(page.match(/<h2>/g)).toHaveLength(2);
  expect(page).toContain('Live, https://sandbox.payments.example/v1/');
  const [first = ''] = /<tbody><tr>.*?<\/tr>/s.exec(page) ?? [];
  expect(first).toContain('href="./runs/second/report.html"');
  expect(first).toContain('Nonconformant');
  expect(first).toMatch(/CUST-15 waived by the onboarding product owner until 31 January 2026/);
  expect(first).toMatch(/AUTH-06 fails\. .*IDEM-03 is no longer decided\. .*ACCT-07 differs: new/s);
  expect(first).toMatch(/CUST-09 fails \(since 2 November 2025\).*ERR-02 differs \(since 14 November 2025\)/);
  expect(first).toContain(`<td>${report.summary.customersCreated}</td>`);
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

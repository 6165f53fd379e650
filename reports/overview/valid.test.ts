import { expect, test } from 'vitest';
import { renderComparisonPage } from '../compare/page.js';
import { compareReports } from '../drift/comparison.js';
import { messagesAbout } from '../html/validator.fixture.js';
import { sample } from '../testing/sample.js';
import { renderOverview } from './overview-page.js';
import type { PastRun } from './past-run.js';
import { targetsOf } from './target.js';

const { report, evidence } = sample();
const runs = report.history.flatMap((run): PastRun[] =>
  ['sandbox https://a.example/v1/', 'live https://b.example/v1/'].map((target) => ({
    ...run,
    ...{ target, file: `runs/${run.id}/report.html` },
  })),
);

test('the overview is valid HTML', async () => {
  const page = renderOverview({ targets: targetsOf(runs), others: [], now: Date.parse('2025-11-21'), maxAge: 7 });
  expect(await messagesAbout(page)).toEqual([]);
});

test('a comparison is valid HTML', async () => {
  const before = sample({ 'CUST-09': 'pass', 'IDEM-02': 'pass' });
  const few = { before: before.evidence.slice(0, 60), now: evidence.slice(0, 60) };
  expect(await messagesAbout(renderComparisonPage(compareReports(before.report, report), few))).toEqual([]);
});

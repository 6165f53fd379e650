import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { supports } from '../model/support.js';
import { plain } from '../text/inline.js';
import { shown } from '../text/printable.js';
import { byArea } from '../wording/counts.js';
import { decisionFor } from '../wording/decisions.js';
import { scopeOf, whyMissing } from '../wording/scope.js';
import { noticesOf } from '../wording/summary-text.js';
import { derivedId, documentText, durationOf, sidesOf, verdictText } from './for-programs.js';

const longestName = 1_000;
const longestTrace = 20_000;

/**
 * CTRF has five words for our seven; `rawStatus` keeps ours. What was asked and left undecided, or was waived, is neither
 * passed nor failed nor skipped: `other` is the only word that does not say something untrue. An attested row is passed
 * by a person.
 */
const statuses = {
  pass: 'passed',
  fail: 'failed',
  waived: 'other',
  inconclusive: 'other',
  skipped: 'skipped',
  attested: 'passed',
  pending: 'pending',
} as const satisfies Record<Verdict, string>;

/** ctrf.json, Common Test Report Format: a requirement is a test, its checks are the steps. Own members stand under `extra`. */
export function renderCtrf(report: Report): string {
  const { run, target, summary } = report;
  const tests = report.requirements.map((row) => test(row, report));
  const count = (status: string) => tests.filter((one) => one.status === status).length;
  const [start, stop] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: derivedId(report, 'ctrf'),
    runId: run.id || 'unnamed',
    timestamp: run.finishedAt,
    generatedBy: `fsapi-conformance ${run.suiteVersion}`,
    results: {
      tool: { name: 'fsapi-conformance', version: run.suiteVersion },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: byArea(report).length,
        start,
        stop,
        duration: stop - start,
        extra: { verdict: summary.verdict, ...scopeOf(report, text), counts: summary.counts },
      },
      tests,
      environment: {
        appName: run.specification.title,
        appVersion: run.specification.version,
        testEnvironment: target.environment,
        buildUrl: run.job,
        extra: { target: target.baseUrl, embedded: target.embedded, seed: run.seed },
      },
      extra: { notices: noticesOf(report).map(plain) },
    },
  };
  return documentText(document, 2, text);
}

function test(row: ReportedRequirement, report: Report) {
  const { id, title, area, basis, clause, step, since, verdict, checks } = row;
  const open = verdict === 'fail' || verdict === 'inconclusive' || verdict === 'waived';
  const decision = decisionFor(row, report);
  return {
    id: derivedId(report, 'test', id),
    testId: id,
    name: `${id} ${title}`,
    status: whyMissing(row, report) === undefined ? statuses[verdict] : statuses.inconclusive,
    duration: whole(durationOf(row)),
    suite: [area],
    message: verdictText(row, report),
    trace: open ? sidesOf(row, report) : undefined,
    rawStatus: verdict,
    tags: [id, basis],
    steps: checks.map((check) => ({
      name: check.name,
      status: statuses[check.verdict],
      extra: { verdict: check.verdict, exchanges: check.exchanges },
    })),
    extra: {
      ...{ clause, basis, step, since },
      mode: verdict === 'attested' ? 'manual' : undefined,
      ...{ decidedBy: decision?.by, until: decision?.expires },
      supports: supports(row),
    },
  };
}

function text(value: string, name?: string): string {
  return shown(value, name === 'trace' ? longestTrace : longestName);
}

function whole(milliseconds: number): number {
  return Number.isFinite(milliseconds) ? Math.max(0, Math.round(milliseconds)) : 0;
}

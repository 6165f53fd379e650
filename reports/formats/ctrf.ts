import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { supportedBy, supportedItems, supportOnly, topTen } from '../model/support.js';
import { plain } from '../text/inline.js';
import { shown } from '../text/printable.js';
import { byArea } from '../wording/counts.js';
import { decisionFor } from '../wording/decisions.js';
import { scopeOf, whyMissing } from '../wording/scope.js';
import { noticesOf } from '../wording/summary-text.js';
import { derivedId } from './derived-id.js';
import { durationOf, sidesOf, verdictText } from './verdict-text.js';

const longestName = 1_000;
const longestTrace = 20_000;

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/**
 * CTRF has five words for our seven; `rawStatus` keeps ours. What was asked and left undecided, or was waived, is neither
 * passed nor failed nor skipped: `other` is the only word that does not say something untrue. An attested row is passed
 * by a person.
 */
const statuses: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  fail: 'failed',
  waived: 'other',
  inconclusive: 'other',
  skipped: 'skipped',
  attested: 'passed',
  pending: 'pending',
};

/** ctrf.json, Common Test Report Format: a requirement is a test, its checks are the steps. Own members stand under `extra`. */
export function renderCtrf(report: Report): string {
  const { run, target, summary } = report;
  const tests = report.requirements.map((row) => test(row, report));
  const count = (status: Status) => tests.filter((one) => one.status === status).length;
  const [start, stop] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: derivedId(report, 'ctrf'),
    runId: text(run.id) || 'unnamed',
    timestamp: run.finishedAt,
    generatedBy: `fsapi-conformance ${text(run.suiteVersion)}`,
    results: {
      tool: { name: 'fsapi-conformance', version: text(run.suiteVersion) },
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
        appName: text(run.specification.title),
        appVersion: text(run.specification.version),
        testEnvironment: target.environment,
        ...(run.job !== undefined && { buildUrl: text(run.job) }),
        extra: { target: text(target.baseUrl), embedded: target.embedded, seed: run.seed },
      },
      extra: { notices: noticesOf(report).map((notice) => text(plain(notice))), ...support(report) },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function test(row: ReportedRequirement, report: Report) {
  const { id, title, area, basis, clause, verdict, checks } = row;
  const open = verdict === 'fail' || verdict === 'inconclusive' || verdict === 'waived';
  const decision = decisionFor(row, report);
  return {
    id: derivedId(report, 'test', id),
    testId: id,
    name: text(`${id} ${title}`),
    status: whyMissing(row, report) === undefined ? statuses[verdict] : statuses.inconclusive,
    duration: whole(durationOf(row)),
    suite: [text(area)],
    message: text(verdictText(row, report)),
    ...(open && { trace: shown(sidesOf(row, report), longestTrace) }),
    rawStatus: verdict,
    tags: [id, basis],
    steps: checks.map((check) => ({
      name: text(check.name),
      status: statuses[check.verdict],
      extra: { verdict: check.verdict, exchanges: check.exchanges.map(text) },
    })),
    extra: {
      clause: text(clause),
      basis,
      ...(row.step !== undefined && { step: text(row.step) }),
      ...(row.since !== undefined && { since: row.since }),
      ...(verdict === 'attested' && { mode: 'manual' }),
      ...(decision && { decidedBy: text(decision.by), ...(decision.expires && { until: text(decision.expires) }) }),
      ...(supportedBy(row).length > 0 && { supports: supportedBy(row).map(text) }),
    },
  };
}

function support(report: Report) {
  const items = supportedItems(report).map(({ id, name, by, of }) => ({ id: text(id), name: text(name), by, of }));
  return items.length > 0 ? { supports: { of: `${topTen.name} ${topTen.version}`, says: supportOnly, items } } : {};
}

function text(value: string): string {
  return shown(value, longestName);
}

function whole(milliseconds: number): number {
  return Number.isFinite(milliseconds) ? Math.max(0, Math.round(milliseconds)) : 0;
}

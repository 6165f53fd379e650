/** Every requirement in one line: rules with what was sent and received, open questions with the behaviour, duties of people. */

import { byKey } from '../../schemas/by-key.js';
import { gravityOf } from '../../schemas/consequences.js';
import { code } from '../../schemas/marked.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { count, runVerdict, verdicts } from '../../schemas/verdict.js';
import { linesOf, type Names } from '../drift/lines.js';
import { againstBaseline } from '../drift/sentences.js';
import { counted, firstOf } from '../text/counted.js';
import { dayInFull, moment } from '../text/dates.js';
import { approvalOf, endOf } from '../wording/decisions.js';
import { lackingIn } from '../wording/lacking.js';
import { isRule, reasonOf, sentText, whatHappened } from '../wording/row.js';
import { headlineFor, labels } from '../wording/verdict-labels.js';
import { forOfficers } from './officer.js';

type Row = ReportedRequirement;

const mostLines = 20;
const mostIds = 8;
const mostTallies = 4;

/** All rules by area, in catalogue order, one line each. */
export function areasOf({ requirements }: Report) {
  return [...byKey(requirements.filter(isRule).map((row) => [row.area, row]))].map(([name, rows]) => ({
    name,
    tally: tallyOf(rows),
    rows: rows.map((row) => ({
      ...{ id: row.id, title: row.title, mark: row.verdict, line: lineOf(row) },
      supports: row.verdict === 'pass' ? (row.supports ?? []).join(', ') : '',
    })),
  }));
}

/** Counts as words: `6 pass, 1 fail`. */
function tallyOf(rows: readonly Row[]): string {
  const counts = count(rows.map(({ verdict }) => verdict));
  return verdicts
    .flatMap((one) => (counts[one] > 0 ? `${counts[one]} ${labels[one].word.toLowerCase()}` : []))
    .join(', ');
}

/** The outcome of a rule in one line. */
export function lineOf(row: Row): string {
  return row.verdict === 'pass' ? passLine(row) : forOfficers(whatHappened(row));
}

/** Of so many kinds of requests each has its own tally. */
const mostRequests = 3;

/** What a pass sent and received: `POST /customers`: 36 × 401; of a single test the whole request. */
function passLine({ checks }: Row): string {
  const told = checks.filter(({ verdict, sent, received }) => verdict === 'pass' && sent && received);
  const [only, ...others] = told;
  if (!only) return labels.pass.means;
  if (others.length === 0) return `${sentText(only)}: ${headOf(only.received)}.`;
  const byRequest = byKey(told.map((check) => [check.sent?.request ?? '', headOf(check.received)]));
  if (byRequest.size > mostRequests)
    return `${told.length} tests of ${byRequest.size} kinds of requests: ${tallied([...byRequest.values()].flat())}.`;
  return `${[...byRequest].map(([request, received]) => `${code(request)}: ${tallied(received)}`).join('. ')}.`;
}

/** `33 × 422, rejected; 201`, the most frequent first. */
function tallied(texts: readonly string[]): string {
  const groups = [...byKey(texts.map((text) => [text, text]))].toSorted(([, a], [, b]) => b.length - a.length);
  const said = groups.slice(0, mostTallies).map(([text, all]) => (all.length > 1 ? `${all.length} × ${text}` : text));
  const more = groups.length - said.length;
  return `${said.join('; ')}${more > 0 ? ` and ${counted(more, 'more outcome')}` : ''}`;
}

function headOf(received = ''): string {
  return (received.split('\n')[0] ?? '').replace(/\.$/, '');
}

/** The open questions, first where the behaviour asks for a decision, then by the harm of leaving them open. */
export function questionsOf(report: Report, { questions }: Pick<Specification, 'questions'>) {
  const open = report.requirements.filter(({ basis, verdict }) => basis === 'not-shown' && verdict === 'pending');
  const views = open.map((row) => {
    const { ask = '', harm, pressing = {} } = questions[row.id] ?? {};
    const raised = Object.entries(pressing).filter(([seen]) => isSeen(seen.split('/'), row.observation));
    const isPressing = raised.length > 0;
    return {
      ...{ id: row.id, title: row.title, isPressing },
      ask: isPressing ? raised.map(([, decision]) => decision).join(' ') : ask,
      /** What the service does there, a statement each; or why nobody saw it. */
      behaviour: row.sentences ?? [],
      reason: row.observation === undefined ? forOfficers(reasonOf(row)) : '',
      rank: (isPressing ? 0 : 10) + gravityOf(harm),
    };
  });
  return views.toSorted((a, b) => a.rank - b.rank);
}

/** Whether an observation has a value, the last of the steps, where the others lead. */
function isSeen([step, ...rest]: readonly string[], value: unknown): boolean {
  if (step === undefined || rest.length === 0) return value === step;
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return false;
  return isSeen(rest, (value as Readonly<Record<string, unknown>>)[step]);
}

/** The duties of people, which no request can show. */
export function dutiesOf({ requirements }: Report) {
  return requirements
    .filter(({ basis }) => basis === 'attested')
    .map(({ id, title, verdict, decision }) => ({
      ...{ id, title, mark: verdict },
      line:
        verdict === 'attested' && decision
          ? `Confirmed by ${decision.by}: ${decision.reason} Proof: ${decision.evidence ?? 'none'}. Until ${dayInFull(String(decision.expires))}.`
          : 'No request can show this. A named person has to confirm it.',
    }));
}

/** Waivers, lacks, settlements and acceptances that took part, each with its end. Attestations stand with the duties. */
export function decisionsOf(report: Report) {
  const unused = report.unusedWaivers ?? [];
  const lacking = lackingIn(report);
  return report.decisions
    .filter(({ kind }) => kind !== 'attest')
    .map((entry) => {
      const id = String(entry.id);
      const row = report.requirements.find((one) => one.id === id);
      const lack = lacking.find(({ name }) => name === id);
      const checks = [entry.check ?? []].flat().map((name) => `“${name}”`);
      const remarks = [
        unused.includes(id) ? 'Unused: it covers nothing in this run.' : undefined,
        approvalOf({ kind: entry.kind, by: entry.by, approvedBy: entry.approvedBy }),
        checks.length > 0 ? `Only ${firstOf(checks, mostIds)}.` : undefined,
        entry.ticket === undefined ? undefined : `Ticket: ${entry.ticket}.`,
      ];
      return {
        ...{ id, mark: marks[String(entry.kind)] ?? 'pending', end: endOf(entry, report) },
        /** What it is about, what happened, and who decided so. */
        about: lack
          ? `${counted(lack.rows.length, 'rule')}: ${lack.rows.map((one) => one.id).join(', ')}`
          : (row?.title ?? ''),
        found: lack
          ? `No client of this mock meets ${lack.unmet}.`
          : row && entry.kind === 'waive'
            ? whatHappened(row)
            : '',
        by: `${entry.by}, ${dayInFull(String(entry.on))}${entry.approvedBy === undefined ? '' : `, approved by ${entry.approvedBy}`}: ${entry.reason}`,
        remarks: remarks.filter((remark) => remark !== undefined),
      };
    });
}

const marks = { waive: 'waived', lack: 'lacking', settle: 'pass', accept: 'pending' } as Readonly<
  Record<string, 'waived' | 'lacking' | 'pass' | 'pending' | undefined>
>;

/** How the run differs from the one that it was compared with: in a sentence, and observation by observation. */
export function changesOf(report: Report) {
  const sentence = againstBaseline(report);
  const rows = report.requirements.flatMap(({ id, title, drift }) => {
    if (!drift) return [];
    const { differences = [], between, since } = drift;
    return [
      {
        ...{ id, title, mark: 'differs' as const },
        lines: linesOf(differences as Parameters<typeof linesOf>[0], mostLines, between as Names | undefined),
        since: since === undefined ? '' : `Since ${dayInFull(since)}`,
      },
    ];
  });
  return sentence === undefined ? undefined : { sentence, rows };
}

/** The last runs against this target, newest first; none of a first run. */
export function runsOf({ history }: Report) {
  if (history.length < 2) return [];
  return history.toReversed().map(({ startedAt, verdicts: of, partial = false, unreached }) => {
    const counts = count(Object.values(of));
    const verdict = headlineFor(runVerdict(counts, { partial }), 'full', counts.waived);
    const failed = Object.keys(of).filter((id) => of[id] === 'fail');
    return {
      when: moment(startedAt),
      verdict: unreached ? { text: 'No response', mark: 'inconclusive' as const } : verdict,
      failed: firstOf(failed, mostIds),
    };
  });
}

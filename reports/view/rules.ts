/** Every requirement in one line: rules, open questions, duties of people. */

import { byKey } from '../../schemas/common/by-key.js';
import { gravityOf } from '../../schemas/consequences.js';
import { code } from '../../schemas/marked.js';
import { raisedBy, requirementOf, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { count, runVerdict, verdicts } from '../../schemas/verdict.js';
import { counted, dayInFull, firstOf, moment } from '../text/words.js';
import { isRule, reasonOf, sentText, whatHappened } from '../wording/row.js';
import { headlineFor, labels } from '../wording/verdict-labels.js';
import { forOfficers } from './officer.js';

const mostTallies = 4;

/** By area, in catalogue order. */
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

/** `6 pass, 1 fail`. */
function tallyOf(rows: readonly Row[]): string {
  const counts = count(rows.map(({ verdict }) => verdict));
  return verdicts
    .flatMap((one) => (counts[one] > 0 ? `${counts[one]} ${labels[one].word.toLowerCase()}` : []))
    .join(', ');
}

export function lineOf(row: Row): string {
  return row.verdict === 'pass' ? passLine(row) : forOfficers(whatHappened(row));
}

/** So many kinds of requests get their own tally. */
const mostRequests = 3;

/** `POST /customers`: 36 × 401; of a single test the whole request. */
function passLine({ checks }: Row): string {
  const passed = checks.filter(({ verdict, sent, received }) => verdict === 'pass' && sent && received);
  const [only, ...others] = passed;
  if (!only) return labels.pass.means;
  if (others.length === 0) return `${sentText(only)}: ${headOf(only.received)}.`;
  const byRequest = byKey(passed.map((check) => [check.sent?.request ?? '', headOf(check.received)]));
  if (byRequest.size > mostRequests)
    return `${passed.length} tests of ${byRequest.size} kinds of requests: ${tallied([...byRequest.values()].flat())}.`;
  return `${[...byRequest].map(([request, received]) => `${code(request)}: ${tallied(received)}`).join('. ')}.`;
}

/** `33 × 422, rejected; 201`, the most frequent first. */
function tallied(texts: readonly string[]): string {
  const groups = [...byKey(texts.map((text) => [text, text]))].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = groups.slice(0, mostTallies).map(([text, all]) => (all.length > 1 ? `${all.length} × ${text}` : text));
  const more = groups.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? ` and ${counted(more, 'more outcome')}` : ''}`;
}

function headOf(received = ''): string {
  return (received.split('\n')[0] ?? '').replace(/\.$/, '');
}

/** Open questions, first those whose behaviour asks for a decision, then by harm. */
export function questionsOf(report: Report, specification: Pick<Specification, 'catalogue'>) {
  const open = report.requirements.filter(({ basis, verdict }) => basis === 'not-shown' && verdict === 'pending');
  const views = open.map((row) => {
    const requirement = requirementOf(specification, row.id);
    const { title, consequence } = requirement;
    const raised = raisedBy(row, requirement);
    const isPressing = raised.length > 0;
    return {
      ...{ id: row.id, isPressing, ask: raised.join(' ') || title },
      /** What the service does, a statement each. */
      behaviour: row.sentences ?? [],
      reason: row.observation === undefined ? forOfficers(reasonOf(row)) : '',
      rank: (isPressing ? 0 : 10) + gravityOf(consequence),
    };
  });
  return views.toSorted((a, b) => a.rank - b.rank);
}

/** How many questions a settlement has made a rule: `3 of 44 questions are settled.` */
export function settledOf({ requirements }: Report): string {
  const all = requirements.filter(({ basis }) => basis === 'not-shown');
  return `${all.filter(isRule).length} of ${counted(all.length, 'question')} are settled.`;
}

/** Duties of people, which no request can show. */
export function dutiesOf({ requirements }: Report) {
  return requirements
    .filter(({ basis }) => basis === 'attested')
    .map(({ id, title, verdict, decision, reason = '' }) => {
      if (verdict !== 'attested' || !decision)
        return { id, title, mark: 'pending' as const, word: 'Not confirmed', line: reason };
      const { by, reason: why, evidence = 'none', expires } = decision;
      const line = `Confirmed by ${by}: ${why} Proof: ${evidence}. Until ${dayInFull(String(expires))}.`;
      return { id, title, mark: verdict, word: labels.attested.word, line };
    });
}

/** Why a run decided nothing, or less, in a few words. */
export const causes: Readonly<Record<NonNullable<Report['history'][number]['unavailable']>, string>> = {
  'not-reached': 'Target not reached',
  'stopped-answering': 'Target stopped answering',
  'key-rejected': 'Key rejected',
  'other-key-rejected': 'Second tenant’s key rejected',
  'in-front': 'Kept out by something in front',
};

/** The last runs against this target, newest first; none for a first run. */
export function runsOf({ history }: Report) {
  if (history.length < 2) return [];
  return history.toReversed().map(({ startedAt, verdicts: of, partial = false, unavailable }) => {
    const counts = count(Object.values(of));
    const verdict = headlineFor(runVerdict(counts, { partial }), 'full', counts.waived);
    const failed = Object.keys(of).filter((id) => of[id] === 'fail');
    return {
      when: moment(startedAt),
      verdict: unavailable ? { text: causes[unavailable], mark: 'inconclusive' as const } : verdict,
      failed: firstOf(failed),
    };
  });
}

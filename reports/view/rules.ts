import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import { code } from '../../schemas/marked.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { counted, dayInFull, startOf } from '../text/words.js';
import { isRule, sentText } from '../wording/row.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { forOfficers } from './officer.js';

const aboutDuties =
  'No request can test these. Ask whoever answers for each; an engineer records the answer, with its proof and its end, by `decide attest`.';

/** The rules by area, then the duties of people. Other parts of a report say what did not pass. */
export function areasOf({ requirements }: Report) {
  const areas = byKey(requirements.filter(isRule).map((row) => [row.area, row]));
  const duties = requirements.filter(({ basis }) => basis === 'attested').map(dutyLine);
  return [
    ...[...areas].map(([name, rows]) => ({ name, about: '', rows: rows.map(ruleLine) })),
    ...(duties.length > 0 ? [{ name: 'Duties of people', about: aboutDuties, rows: duties }] : []),
  ];
}

type Line = Readonly<{ id: string; title: string; mark: Mark; word: string; line: string }>;

function ruleLine(row: Row): Line {
  const { id, verdict, supports = [] } = row;
  const isPass = verdict === 'pass';
  const reservation = isPass ? reservationOf(row) : '';
  return {
    id,
    mark: verdict,
    title: isPass && supports.length > 0 ? `${row.title} (OWASP ${supports.join(', ')})` : row.title,
    word: reservation === '' ? labels[verdict].word : 'Pass, with a reservation',
    line: isPass ? reservation || passLine(row) : '',
  };
}

function dutyLine({ id, title, verdict, decision }: Row): Line {
  if (verdict !== 'attested' || !decision) return { id, title, mark: 'pending', word: 'Not confirmed', line: '' };
  const { by, reason, evidence = 'none', expires } = decision;
  const line = `Confirmed by ${by}: ${reason} Proof: ${evidence}. Until ${dayInFull(String(expires))}.`;
  return { id, title, mark: verdict, word: labels.attested.word, line };
}

/** Empty if all tests were run. */
function reservationOf({ checks }: Row) {
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  if (skipped.length === 0) return '';
  const reasons = [...new Set(skipped.map(({ reason = '' }) => forOfficers(reason)))].join(' ');
  return `Passed in ${checks.length - skipped.length} of ${counted(checks.length, 'test')}. ${reasons}`;
}

const mostNamed = 3;

/** `36 tests of POST /customers. In 33: 422, rejected; in 3: 201.` A single test shows its whole request. */
function passLine({ checks }: Row) {
  const passed = checks.filter(({ verdict, sent, received }) => verdict === 'pass' && sent && received);
  const [only, ...others] = passed;
  if (!only) return labels.pass.means;
  if (others.length === 0) return `${sentText(only)}: ${headOf(only.received)}.`;
  const requests = [...new Set(passed.map(({ sent }) => code(sent?.request ?? '')))];
  const of = requests.length <= mostNamed ? ` of ${listed(requests)}` : '';
  return `${passed.length} tests${of}${tallied(passed.map(({ received }) => headOf(received)))}.`;
}

function tallied(texts: readonly string[]) {
  const groups = [...byKey(texts.map((text) => [text, text]))].toSorted(([, a], [, b]) => b.length - a.length);
  if (groups.length === 1) return `: ${groups[0]?.[0]}`;
  const outcomes = groups.slice(0, mostNamed).map(([text, all]) => `in ${all.length}: ${text}`);
  const more = groups.slice(mostNamed).reduce((sum, [, all]) => sum + all.length, 0);
  if (more > 0) outcomes.push(`in ${more}: other permitted responses`);
  return `. ${startOf(outcomes.join('; '))}`;
}

/** The first line of what was received, without its counts. */
const headOf = (received = '') => (received.split('\n')[0] ?? '').replace(/( \([^)]*\))?\.?$/, '');

export const causes: Readonly<Record<NonNullable<Report['history'][number]['unavailable']>, string>> = {
  'not-reached': 'Target not reached',
  'stopped-answering': 'Target stopped answering',
  'key-rejected': 'Key rejected',
  'other-key-rejected': 'Second tenant’s key rejected',
  'in-front': 'Kept out by something in front',
};

import { type Consequence, consequences, gravityOf } from '../../schemas/consequences.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { startOf } from '../text/phrases.js';
import { shown } from '../text/printable.js';
import { whatHappened } from '../wording/summary-text.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { type Changed, type Comparison, isSame, type Moved } from './comparison.js';
import { linesOf } from './lines.js';
import { recorded } from './sentences.js';

/** How a requirement differs, in the order in which a reader needs it. */
type Kind = 'new-failure' | 'undecided' | 'changed' | 'fixed' | 'decided' | 'still';

/** One requirement that differs, with both sides in sentences, and what differs in an observation, a line each. */
export type Item = ReturnType<typeof item>;

/** One side: the mark, what happened, and the exchanges that show it. */
export interface Side {
  readonly mark?: Mark;
  readonly text: string;
  readonly exchanges: readonly string[];
}

type NameOf = Comparison['nameOf'];

const mostLines = 20;

/** Everything that differs, by kind, and the gravest first within each. */
export function itemsOf(comparison: Comparison<Report>): readonly Item[] {
  const { failures, undecided, decided, changed, nameOf } = comparison;
  const gravest = (kind: Kind, moved: readonly Moved[]) => gravestOf(kind, moved, nameOf);
  const isNew = new Set(failures.new.map(({ id }) => id));
  return [
    ...gravest('new-failure', failures.new),
    ...gravest('undecided', undecided),
    ...changed.map((one) => observed(one, nameOf)),
    ...gravest('fixed', failures.fixed),
    ...gravest(
      'decided',
      decided.filter(({ id }) => !isNew.has(id)),
    ),
    ...gravest('still', failures.still),
  ];
}

function gravestOf(kind: Kind, moved: readonly Moved[], nameOf: NameOf): readonly Item[] {
  const harmOf = ({ now }: Moved) => gravityOf(now.consequence as Consequence | undefined);
  return moved.toSorted((a, b) => harmOf(a) - harmOf(b)).map((one) => item(kind, one, nameOf));
}

function item(kind: Kind, { id, before, now }: Moved, nameOf: NameOf) {
  const consequence = now.consequence as Consequence | undefined;
  const harm = consequence && { consequence: consequences[consequence].name };
  return { kind, id, title: now.title, ...harm, ...sides(before, now, nameOf), differences: [] as readonly string[] };
}

function observed(one: Changed, nameOf: NameOf): Item {
  const { before, now, ...rest } = item('changed', one, nameOf);
  return {
    ...rest,
    before: { ...before, text: one.before?.sentence ?? 'Not observed.' },
    now: { ...now, text: one.now.sentence ?? 'Not observed.' },
    differences: linesOf(one.differences, mostLines).map(startOf),
  };
}

/** Both sides, with the exchanges of one check: the one that decided what is open, and its namesake in the other run. */
function sides(
  before: ReportedRequirement | undefined,
  now: ReportedRequirement,
  nameOf: NameOf,
): { before: Side; now: Side } {
  const open = now.verdict === 'pass' && before ? before : now;
  const { name = '' } = open.checks.find(({ verdict }) => verdict === open.verdict) ?? open.checks[0] ?? {};
  return { before: side(before, name, nameOf), now: side(now, name, nameOf) };
}

function side(row: ReportedRequirement | undefined, check: string, nameOf: NameOf): Side {
  if (!row) return { text: 'Not in this report.', exchanges: [] };
  const happened = whatHappened(row);
  const text = happened === row.title ? labels[row.verdict].means : happened;
  const named = row.checks.find(({ name }) => nameOf(name) === nameOf(check));
  const { deciding, exchanges = [] } = named ?? {};
  return { mark: row.verdict, text, exchanges: [deciding ?? exchanges].flat().slice(0, 1) };
}

/** A comparison for programs: `same`, the ids as report.json keeps them, and each requirement with both its sides. */
export function comparisonData(comparison: Comparison<Report>): unknown {
  const about = ({ run, target, summary }: Report) => ({
    ...{ run: run.id, startedAt: run.startedAt, suiteVersion: run.suiteVersion },
    ...{ baseUrl: target.baseUrl, verdict: summary.verdict, profile: summary.profile },
  });
  const { baseline: _, ...ids } = recorded(comparison);
  const value = {
    same: isSame(comparison),
    ...{ before: about(comparison.before), now: about(comparison.now), ...ids },
    requirements: itemsOf(comparison).map(({ before, now, ...one }) => ({ ...one, before, now })),
  };
  return JSON.parse(JSON.stringify(value, (_key, of) => (typeof of === 'string' ? shown(of, 2_000) : of)));
}

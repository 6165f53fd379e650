import { type Consequence, consequences, gravityOf } from '../../schemas/consequences.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Comparison, Moved } from '../drift/comparison.js';
import { linesOf } from '../drift/lines.js';
import { startOf, whatHappened } from '../wording/summary-text.js';
import { labels, type Mark } from '../wording/verdict-labels.js';

/** How a requirement differs, in the order in which a reader needs it. */
export const kinds = {
  'new-failure': 'New failures',
  undecided: 'Became inconclusive',
  changed: 'Changed behaviour',
  fixed: 'Fixed',
  decided: 'Became decided',
  still: 'Still failing',
} as const;
export type Kind = keyof typeof kinds;

/** One requirement that differs, with both sides in sentences. */
export interface Item {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly consequence?: string;
  readonly before: Side;
  readonly now: Side;
  /** What differs in an observation, a line each. */
  readonly differences: readonly string[];
}

/** One side: the mark, what happened, and the exchanges that show it. */
export interface Side {
  readonly mark?: Mark;
  readonly text: string;
  readonly exchanges: readonly string[];
}

const mostLines = 20;
const mostExchanges = 1;

/** Everything that differs, by kind, and the gravest first within each. */
export function itemsOf(comparison: Comparison<Report>): readonly Item[] {
  const { failures, undecided, decided, changed, before, now } = comparison;
  const isNew = new Set(failures.new.map(({ id }) => id));
  const rowsOf = (report: Report) =>
    new Map((report.requirements as ReportedRequirement[]).map((row) => [row.id, row]));
  const [earlier, later] = [rowsOf(before), rowsOf(now)];
  const observed = changed.map(({ id, title, differences, ...texts }): Item => {
    const [old, young] = [earlier.get(id), later.get(id)];
    return {
      ...{ kind: 'changed' as const, id, title, ...harm(young) },
      before: { ...side(old), text: texts.before ?? 'Not observed.' },
      now: { ...side(young), text: texts.now ?? 'Not observed.' },
      differences: linesOf(differences, mostLines).map(startOf),
    };
  });
  return [
    ...gravest(failures.new).map((one) => item('new-failure', one)),
    ...gravest(undecided).map((one) => item('undecided', one)),
    ...observed,
    ...gravest(failures.fixed).map((one) => item('fixed', one)),
    ...gravest(decided.filter(({ id }) => !isNew.has(id))).map((one) => item('decided', one)),
    ...gravest(failures.still).map((one) => item('still', one)),
  ];
}

function gravest(moved: readonly Moved[]): readonly Moved[] {
  const harmOf = ({ rows }: Moved) => gravityOf(rows.now.consequence as Consequence | undefined);
  return moved.toSorted((a, b) => harmOf(a) - harmOf(b));
}

function item(kind: Kind, { id, rows }: Moved): Item {
  const { before, now } = rows;
  return { kind, id, title: now.title, ...harm(now), before: side(before), now: side(now), differences: [] };
}

function harm(row: ReportedRequirement | undefined): Pick<Item, 'consequence'> {
  const consequence = row?.consequence as Consequence | undefined;
  return consequence === undefined ? {} : { consequence: consequences[consequence].name };
}

function side(row: ReportedRequirement | undefined): Side {
  if (!row) return { text: 'Not in this report.', exchanges: [] };
  const happened = whatHappened(row);
  const text = happened === row.title ? labels[row.verdict].means : happened;
  return { mark: row.verdict, text, exchanges: shownBy(row) };
}

/** The exchanges that decided a verdict; of a pass and of an observation the first. */
function shownBy({ checks, verdict }: ReportedRequirement): readonly string[] {
  const { deciding, exchanges = [] } = checks.find((check) => check.verdict === verdict) ?? checks[0] ?? {};
  return deciding === undefined ? exchanges.slice(0, mostExchanges) : [deciding];
}

import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { Blocks, Cell, Finding, Part } from '../document/blocks.js';
import { bullets, code, columnsOf, facts, firstPart, mark, paragraph, table } from '../document/compose.js';
import { type Comparison, isSame, type NamedCheck } from '../drift/comparison.js';
import { contextOf, inSentence, recorded } from '../drift/sentences.js';
import { coded, safe, section } from '../formats/markdown-text.js';
import { pageOf } from '../html/page.js';
import { moment } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { clip, shown as shownText } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { type Item, itemsOf, type Kind, kinds, type Side } from './items.js';

type BothEvidence = Readonly<Record<'before' | 'now', readonly Exchange[]>>;

const style =
  '.finding .x>summary .id{width:auto;margin-right:12px}\n.finding .rows{table-layout:fixed}\n.finding .rows .pair{grid-template-columns:minmax(0,1fr)}\n@media print{.finding .rows tr,.finding .rows .pair{break-inside:auto}}\n';
const longest = 1_000;
const mostChecks = 50;

/** Two runs as one page: what differs, gravest first, both sides and their exchanges beside each other. Pure. */
export function renderComparisonPage(comparison: Comparison<Report>, evidence: BothEvidence): string {
  const items = itemsOf(comparison);
  const { title } = comparison.now.run.specification;
  const groups = (Object.keys(kinds) as Kind[]).flatMap((kind): Part[] => {
    const own = items.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    return [
      {
        id: kind,
        title: kinds[kind],
        size: own.length,
        blocks: own.map((one) => finding(one, items.indexOf(one) + 1, evidence)),
      },
    ];
  });
  const parts = [summary(comparison), ...groups, ...vanished(comparison.vanished)];
  return pageOf({
    title: `Comparison: ${isSame(comparison) ? 'Same' : 'Differs'}`,
    parts,
    style,
    heads: {
      name: `Comparison of two runs, ${title}`,
      classification: comparison.now.run.classification,
      foot: `Runs ${comparison.before.run.id} and ${comparison.now.run.id}`,
    },
  });
}

/** The two runs in words: address, environment, when, verdict. */
function sideText(report: Report): string {
  const { run } = report;
  return `${startOf(environmentOf(report))}, ${moment(run.startedAt)}, suite ${run.suiteVersion}: ${headline(report).text}`;
}

function summary(comparison: Comparison<Report>): Part {
  const { before, now } = comparison;
  const same = isSame(comparison);
  const fact = (report: Report): Cell => [
    paragraph(code(clip(report.target.baseUrl, 200)), 'cell'),
    paragraph(sideText(report)),
  ];
  const { title: subject } = now.run.specification;
  return firstPart(
    { name: 'Comparison of two runs', subject, classification: now.run.classification },
    {
      kind: 'headline',
      mark: same ? 'pass' : 'changed',
      text: same ? 'Same' : 'Differs',
      lead: clip(inSentence(comparison), longest),
      blocks: facts('medium', [
        ['Before', fact(before)],
        ['Now', fact(now)],
        ['Note', contextOf(comparison).join(' ')],
      ]),
      beside: [],
    },
  );
}

function finding(
  { kind, id, title, consequence, before, now, differences }: Item,
  place: number,
  evidence: BothEvidence,
): Finding {
  const cells = (of: Side): Cell => [
    kind !== 'changed' && of.mark && paragraph(mark(of.mark), 'cell'),
    paragraph(clip(of.text, longest)),
  ];
  const shown = (of: Side, from: readonly Exchange[], prefix: string): Blocks => {
    const found = from.find(({ id: name }) => of.exchanges.includes(name));
    // Both runs count from x0001, and a page has each id once.
    const own = found && { ...found, id: `${prefix}${place}-${found.id}` };
    return own && { kind: 'exchanges', exchanges: [own], inFinding: true };
  };
  const [left, right] = [shown(before, evidence.before, 'old'), shown(now, evidence.now, 'new')];
  return {
    kind: 'finding',
    place: `${kind}-${id}`,
    mark: kind === 'changed' ? 'changed' : (now.mark ?? 'changed'),
    aside: [id, consequence].filter(Boolean).join(', '),
    title,
    bookmark: id,
    opening: table(columnsOf({ Before: 'text', Now: 'text' }), [
      [cells(before), cells(now)],
      ...(left || right ? [[left, right]] : []),
    ]),
    body: differences.length > 0 && bullets(differences),
  };
}

function vanished(named: readonly NamedCheck[]): readonly Part[] {
  if (named.length === 0) return [];
  const items = named.slice(0, mostChecks).map((one) => `${one.id} ${clip(one.name, 200)}`);
  const more = named.length > mostChecks ? [`and ${named.length - mostChecks} more`] : [];
  return [
    { id: 'vanished', title: 'Checks that disappeared', size: named.length, blocks: bullets([...items, ...more]) },
  ];
}

/** A comparison as Markdown, for a chat or a merge request: what differs, a table for each kind. */
export function renderComparisonMarkdown(comparison: Comparison<Report>): string {
  const items = itemsOf(comparison);
  const side = (name: string, report: Report) => `${name}: ${safe(report.target.baseUrl)} (${safe(sideText(report))})`;
  const groups = (Object.keys(kinds) as Kind[]).map((kind) => {
    const rows = items.filter((one) => one.kind === kind);
    const lines = rows.map((one) => [
      safe(one.id),
      ...[one.title, one.before.text, one.now.text].map((text) => coded(text)),
    ]);
    return section(kinds[kind], ['Requirement', 'Title', 'Before', 'Now'], lines);
  });
  const blocks = [
    `# ${isSame(comparison) ? 'Same' : 'Differs'}`,
    safe(inSentence(comparison), 1_000),
    `${side('Before', comparison.before)}  \n${side('Now', comparison.now)}`,
    safe(contextOf(comparison).join(' ')),
    ...groups,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** A comparison for programs: `same`, the ids as report.json keeps them, and each requirement with both its sides. */
export function renderComparisonJson(comparison: Comparison<Report>): string {
  const side = ({ run, target, summary }: Report) => ({
    ...{ run: run.id, startedAt: run.startedAt, suiteVersion: run.suiteVersion },
    ...{ baseUrl: target.baseUrl, verdict: summary.verdict, profile: summary.profile },
  });
  const { baseline: _, ...ids } = recorded(comparison);
  const value = {
    same: isSame(comparison),
    ...{ before: side(comparison.before), now: side(comparison.now), ...ids },
    requirements: itemsOf(comparison).map(({ before, now, ...one }) => ({ ...one, before, now })),
  };
  return `${JSON.stringify(value, (_key, of) => (typeof of === 'string' ? shownText(of, 2_000) : of), 2)}\n`;
}

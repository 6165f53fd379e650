import { catalogue, type Requirement } from '../../schemas/catalogue.js';
import { gravityOf } from '../../schemas/consequences.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { Blocks, Cell, Column, Part } from '../document/blocks.js';
import { bullets, code, paragraph, table } from '../document/compose.js';
import { counted, others } from '../text/counted.js';
import { clip } from '../text/printable.js';
import type { TargetOverview } from './target.js';

/** Targets that have room beside each other. */
const mostColumns = 6;
const mostIds = 12;

const known: readonly Requirement[] = catalogue;

/** Requirements by target, as far as their verdicts differ. `undefined` for a single target. */
export function sideBySide(all: readonly TargetOverview[]): Part | undefined {
  if (all.length < 2) return undefined;
  const targets = all.slice(0, mostColumns);
  const different = known.filter(({ id }) => new Set(targets.flatMap(({ state }) => decided(state.get(id)))).size > 1);
  const rows = different
    .toSorted((a, b) => gravityOf(a.consequence) - gravityOf(b.consequence))
    .map(({ id, title }): readonly Cell[] => [code(id), title, ...targets.map(({ state }) => cellOf(state.get(id)))]);
  const columns: readonly Column[] = [
    { name: 'Id', holds: 'id' },
    { name: 'Requirement', holds: 'text' },
    ...targets.map(({ title }) => ({ name: clip(title, 80), holds: 'side' }) as const),
  ];
  const more = all.length - targets.length;
  const left = more > 0 ? ` ${counted(more, 'more target')} ${more === 1 ? 'has' : 'have'} no column.` : '';
  return {
    id: 'side-by-side',
    title: 'Side by side',
    size: different.length,
    blocks: [
      paragraph(`Requirements whose newest verdicts differ between the targets that tested them.${left}`, 'intro'),
      rows.length > 0 ? table(columns, rows) : paragraph('No verdict differs.', 'prose'),
      limits(targets),
    ],
  };
}

/** A verdict that says something about the target: what was not tested differs from nothing. */
function decided(verdict: Verdict | undefined): Verdict[] {
  return verdict !== undefined && ['pass', 'fail', 'waived', 'inconclusive'].includes(verdict) ? [verdict] : [];
}

function cellOf(verdict: Verdict | undefined): Cell {
  return verdict === undefined ? 'no run' : { kind: 'mark', mark: verdict };
}

/** What the table does not compare: requirements that only some targets tested, and behaviour without a rule. */
function limits(targets: readonly TargetOverview[]): Blocks {
  const isTested = (id: string, { state }: TargetOverview) => decided(state.get(id)).length > 0;
  const tested = known.filter(({ id }) => targets.some((target) => isTested(id, target)));
  const untested = targets.flatMap((target) => {
    const ids = tested.filter(({ id }) => !isTested(id, target)).map(({ id }) => id);
    return ids.length === 0 ? [] : [`Not tested at ${clip(target.title, 120)}, but elsewhere: ${listed(ids)}.`];
  });
  const digestsOf = (id: string) =>
    targets.flatMap(({ last: { observations = {} } }) => (Object.hasOwn(observations, id) ? [observations[id]] : []));
  const differing = known.map(({ id }) => id).filter((id) => new Set(digestsOf(id)).size > 1);
  const behaviour = `Behaviour that the specification leaves open differs in ${listed(differing)}; \`fsapi-conformance diff\` with two of the reports shows how.`;
  const items = [...untested, ...(differing.length > 0 ? [behaviour] : [])];
  return items.length > 0 && bullets(items);
}

function listed(ids: readonly string[]): string {
  return `${ids.slice(0, mostIds).join(', ')}${others(ids.length - mostIds)}`;
}

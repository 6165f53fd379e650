import { gravityOf } from '../../schemas/consequences.js';
import type { Requirement, Specification } from '../../schemas/specification.js';
import { calledBy } from '../../schemas/suite-version.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { Block, Blocks, Cell, Column, Part } from '../document/blocks.js';
import { bullets, code, columnsOf, firstPart, mark, paragraph, table } from '../document/compose.js';
import { pageOf } from '../html/page.js';
import { counted, enumerated, firstOf } from '../text/counted.js';
import { dayInFull, moment } from '../text/dates.js';
import { clip } from '../text/printable.js';
import type { Mark } from '../wording/verdict-labels.js';
import { ageInDays, type BadgeTime, isOld } from './badge.js';
import { headlineOf } from './past-run.js';
import type { TargetOverview } from './target.js';
import { reportLink, targetPart, verdictPiece } from './target-part.js';

interface OverviewInput extends BadgeTime {
  readonly specification: Specification;
  readonly targets: readonly TargetOverview[];
  /** Folders of runs that no history names: demonstrations, and runs that did not complete. Newest first. */
  readonly others: readonly OtherFolder[];
  /** How many decisions have expired or are unused, as the command `decisions` counts them. */
  readonly over: number;
}

export interface OtherFolder {
  readonly name: string;
  /** Its report.html, as a path from the page. */
  readonly file: string;
}

const mostFolders = 20;

/** index.html: every target with its runs. Pure, as every renderer. */
export function renderOverview(input: OverviewInput): string {
  const { specification, targets, others: folders, now } = input;
  const [first] = targets;
  const made = moment(new Date(now).toISOString());
  return pageOf({
    title: `Conformance overview: ${first && targets.length === 1 ? headlineOf(first.last).text : counted(targets.length, 'target')}`,
    parts: [summary(input), ...sideBySide(targets, specification), ...targets.map(targetPart), ...foldersPart(folders)],
    heads: { name: `Conformance overview, ${specification.title}`, foot: `As of ${made}` },
  });
}

function summary(input: OverviewInput): Part {
  const { specification, targets, now, over } = input;
  const old = targets.filter(({ last }) => isOld(last, input));
  const notices = old.map(
    ({ title, last }) => `The newest run against ${title} is ${counted(ageInDays(last, now), 'day')} old.`,
  );
  const asOf = dayInFull(new Date(now).toISOString());
  return firstPart(
    { name: 'Conformance overview', subject: `${specification.title}, as of ${asOf}` },
    notices.length > 0 && { kind: 'notices', items: notices },
    { kind: 'headline', ...headline(targets, over), blocks: [] },
    targets.length > 0 && tableOf(targets),
  );
}

const gravest: readonly Mark[] = ['fail', 'inconclusive', 'skipped', 'waived', 'lacking', 'pass'];

/** The gravest verdict of the newest runs, how many targets have it, and what is open in a sentence. */
function headline(targets: readonly TargetOverview[], over: number): { mark: Mark; text: string; lead: string } {
  const heads = targets.map(({ last }) => headlineOf(last));
  const mark = gravest.find((one) => heads.some((head) => head.mark === one));
  const worst = heads.filter((head) => head.mark === mark);
  if (!mark || !worst[0])
    return { mark: 'pending', text: 'No run', lead: 'No run against a target has completed here.' };
  // Each target has a number of waivers of its own.
  const shared = worst[0].text.replace(/ \(.*/, '').replace(/but for \d+ waived/, 'but for waivers');
  const text = targets.length === 1 ? worst[0].text : `${shared}: ${worst.length} of ${targets.length} targets`;
  const open = targets.filter((target) => target.open.length > 0);
  const count = open.reduce((sum, target) => sum + target.open.length, 0);
  const where = targets.length === 1 ? '' : ` at ${enumerated(open.map(({ title }) => title))}`;
  const waiting = count > 0 && `${counted(count, 'finding')} ${count === 1 ? 'waits' : 'wait'} for a decision${where}.`;
  const [have, are] = over === 1 ? ['has', 'is'] : ['have', 'are'];
  const ended =
    over > 0 && `${counted(over, 'decision')} ${have} expired or ${are} unused: ${calledBy} decisions says which.`;
  const lead = [waiting, ended].filter(Boolean).join(' ') || 'Nothing waits for a decision.';
  return { mark, text, lead: clip(lead, 400) };
}

function tableOf(targets: readonly TargetOverview[]): Block {
  const rows = targets.map(({ place, title, last, open }): readonly Cell[] => [
    verdictPiece(last),
    { kind: 'link', to: place, text: title },
    open.length === 0
      ? 'Nothing'
      : firstOf(
          open.map(({ requirement: { id } }) => id),
          5,
        ),
    paragraph(reportLink(last, moment(last.startedAt)), 'cell'),
  ]);
  return table(
    columnsOf({ Verdict: 'ending', Target: 'text', 'Without a decision': 'text', 'Newest run': 'ending' }),
    rows,
  );
}

function foldersPart(folders: readonly OtherFolder[]): readonly Part[] {
  if (folders.length === 0) return [];
  const more = folders.length - mostFolders;
  const blocks = [
    paragraph(
      'Demonstrations, runs that did not complete, and runs of a clock that was behind: they are part of no history.',
      'intro',
    ),
    bullets(folders.slice(0, mostFolders).map(({ name, file }) => ({ kind: 'file', path: file, text: name }))),
    more > 0 && paragraph(`${more} more are not listed.`),
  ];
  return [{ id: 'other-runs', title: 'Other runs', size: folders.length, blocks }];
}

/** Targets that have room beside each other. */
const mostColumns = 6;
const mostIds = 12;

/** Requirements by target, as far as their verdicts differ. `undefined` for a single target. */
function sideBySide(all: readonly TargetOverview[], { catalogue: known }: Specification): readonly Part[] {
  if (all.length < 2) return [];
  const targets = all.slice(0, mostColumns);
  const different = known.filter(({ id }) => new Set(targets.flatMap(({ state }) => decided(state.get(id)))).size > 1);
  const rows = different
    .toSorted((a, b) => gravityOf(a.consequence) - gravityOf(b.consequence))
    .map(({ id, title }): readonly Cell[] => {
      const verdicts = targets.map(({ state }) => state.get(id));
      return [code(id), title, ...verdicts.map((verdict) => (verdict ? mark(verdict) : 'no run'))];
    });
  const heads: readonly Column[] = [
    { name: 'Id', holds: 'id' },
    { name: 'Requirement', holds: 'text' },
    ...targets.map(({ title }) => ({ name: clip(title, 80), holds: 'side' }) as const),
  ];
  const more = all.length - targets.length;
  const left = more > 0 ? ` ${counted(more, 'more target')} ${more === 1 ? 'has' : 'have'} no column.` : '';
  const blocks = [
    paragraph(`Requirements whose newest verdicts differ between the targets that tested them.${left}`, 'intro'),
    rows.length > 0 ? table(heads, rows) : paragraph('No verdict differs.', 'prose'),
    limits(targets, known),
  ];
  return [{ id: 'side-by-side', title: 'Side by side', size: different.length, blocks }];
}

/** A verdict that says something about the target: what was not tested differs from nothing. */
function decided(verdict: Verdict | undefined): Verdict[] {
  return verdict !== undefined && ['pass', 'fail', 'waived', 'lacking', 'inconclusive'].includes(verdict)
    ? [verdict]
    : [];
}

/** What the table does not compare: requirements that only some targets tested, and behaviour without a rule. */
function limits(targets: readonly TargetOverview[], known: readonly Requirement[]): Blocks {
  const isTested = (id: string, { state }: TargetOverview) => decided(state.get(id)).length > 0;
  const tested = known.filter(({ id }) => targets.some((target) => isTested(id, target)));
  const untested = targets.flatMap((target) => {
    const ids = tested.filter(({ id }) => !isTested(id, target)).map(({ id }) => id);
    return ids.length === 0
      ? []
      : [`Not tested at ${clip(target.title, 120)}, but elsewhere: ${firstOf(ids, mostIds)}.`];
  });
  const digestsOf = (id: string) =>
    targets.flatMap(({ last: { observations = {} } }) => (Object.hasOwn(observations, id) ? [observations[id]] : []));
  const differing = known.map(({ id }) => id).filter((id) => new Set(digestsOf(id)).size > 1);
  const behaviour = `Behaviour that the specification leaves open differs in ${firstOf(differing, mostIds)}; \`${calledBy} diff\` with two of the reports shows how.`;
  const items = [...untested, ...(differing.length > 0 ? [behaviour] : [])];
  return items.length > 0 && bullets(items);
}

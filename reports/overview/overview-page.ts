import type { Block, Cell, Part } from '../document/blocks.js';
import { bullets, firstPart, paragraph, table } from '../document/compose.js';
import { pageOf } from '../html/page.js';
import { counted, enumerated, others } from '../text/counted.js';
import { dayInFull, moment } from '../text/dates.js';
import { clip } from '../text/printable.js';
import type { Mark } from '../wording/verdict-labels.js';
import { ageInDays, type BadgeTime, isOld } from './badge.js';
import { headlineOf } from './past-run.js';
import { sideBySide } from './side-by-side.js';
import type { TargetOverview } from './target.js';
import { reportLink, targetPart, verdictPiece } from './target-part.js';

/** What the overview is made of. */
interface OverviewInput extends BadgeTime {
  readonly targets: readonly TargetOverview[];
  /** Folders of runs that no history names: demonstrations, and runs that did not complete. Newest first. */
  readonly others: readonly OtherFolder[];
}

export interface OtherFolder {
  readonly name: string;
  /** Its report.html, as a path from the page. */
  readonly file: string;
}

const mostFolders = 20;
const specification = 'Financial Services REST API';

/** index.html: every target with its runs. Pure, as every renderer. */
export function renderOverview(input: OverviewInput): string {
  const { targets, others: folders, now } = input;
  const [first] = targets;
  const side = sideBySide(targets);
  const made = moment(new Date(now).toISOString());
  return pageOf({
    title: `Conformance overview: ${first && targets.length === 1 ? headlineOf(first.last).text : counted(targets.length, 'target')}`,
    parts: [summary(input), ...(side ? [side] : []), ...targets.map(targetPart), ...foldersPart(folders)],
    heads: { name: `Conformance overview, ${specification}`, foot: `As of ${made}` },
  });
}

function summary(input: OverviewInput): Part {
  const { targets, now } = input;
  const old = targets.filter(({ last }) => isOld(last, input));
  const notices = old.map(
    ({ title, last }) => `The newest run against ${title} is ${counted(ageInDays(last, now), 'day')} old.`,
  );
  const asOf = dayInFull(new Date(now).toISOString());
  return firstPart(
    { name: 'Conformance overview', subject: `${specification}, as of ${asOf}` },
    notices.length > 0 && { kind: 'notices', items: notices },
    { kind: 'headline', ...headline(targets), blocks: [], beside: [] },
    targets.length > 0 && tableOf(targets),
  );
}

const gravest: readonly Mark[] = ['fail', 'inconclusive', 'skipped', 'pass'];

/** The gravest verdict of the newest runs, how many targets have it, and what is open in a sentence. */
function headline(targets: readonly TargetOverview[]): { mark: Mark; text: string; lead: string } {
  const heads = targets.map(({ last }) => headlineOf(last));
  const mark = gravest.find((one) => heads.some((head) => head.mark === one));
  const worst = heads.filter((head) => head.mark === mark);
  if (!mark || !worst[0])
    return { mark: 'pending', text: 'No run', lead: 'No run against a target has completed here.' };
  const text =
    targets.length === 1
      ? worst[0].text
      : `${worst[0].text.replace(/ \(.*/, '')}: ${worst.length} of ${targets.length} targets`;
  const open = targets.filter((target) => target.open.length > 0);
  const count = open.reduce((sum, target) => sum + target.open.length, 0);
  const where = targets.length === 1 ? '' : ` at ${enumerated(open.map(({ title }) => title))}`;
  const lead =
    count === 0
      ? 'Nothing waits for a decision.'
      : `${counted(count, 'finding')} ${count === 1 ? 'waits' : 'wait'} for a decision${where}.`;
  return { mark, text, lead: clip(lead, 400) };
}

function tableOf(targets: readonly TargetOverview[]): Block {
  const rows = targets.map(({ place, title, last, open }): readonly Cell[] => [
    verdictPiece(last),
    { kind: 'link', to: place, text: title },
    open.length === 0 ? 'Nothing' : idsOf(open),
    paragraph(reportLink(last, moment(last.startedAt)), 'cell'),
  ]);
  const columns = [
    { name: 'Verdict', holds: 'ending' },
    { name: 'Target', holds: 'text' },
    { name: 'Without a decision', holds: 'text' },
    { name: 'Newest run', holds: 'ending' },
  ] as const;
  return table(columns, rows);
}

function idsOf(open: TargetOverview['open']): string {
  const ids = open.map(({ requirement: { id } }) => id);
  return `${ids.slice(0, 5).join(', ')}${others(ids.length - 5)}`;
}

function foldersPart(folders: readonly OtherFolder[]): readonly Part[] {
  if (folders.length === 0) return [];
  const more = folders.length - mostFolders;
  const blocks = [
    paragraph('Demonstrations, and runs that did not complete: they are part of no history.', 'intro'),
    bullets(folders.slice(0, mostFolders).map(({ name, file }) => ({ kind: 'file', path: file, text: name }))),
    more > 0 && paragraph(`${more} more are not listed.`),
  ];
  return [{ id: 'other-runs', title: 'Other runs', size: folders.length, blocks }];
}

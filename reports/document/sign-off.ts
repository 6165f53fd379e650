import { byKey } from '../../schemas/by-key.js';
import { listed } from '../../schemas/listed.js';
import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type OpenFinding, openFindings, skippedByReason } from '../model/open-findings.js';
import { integrityOf } from '../model/record.js';
import { counted, others as othersText } from '../text/counted.js';
import { span } from '../text/dates.js';
import { plain } from '../text/inline.js';
import { lowerFirst, startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import { account, effort, environmentOf, lead, noticesOf, termText, testedOf, was } from '../wording/summary-text.js';
import { basisOf } from '../wording/verdict-labels.js';
import { adviceFor } from './advice.js';
import type { Blocks, Cell, Part, Text } from './blocks.js';
import { code, columnsOf, facts, heading, idOf, list, mark, paragraph, soft, strong, table } from './compose.js';

/** Letters of one line of the page. */
const lineLength = 98;
/**
 * Lines for all that is open and all that was not tested: the rest of the page is taken. A row has half a line of space,
 * and a waiver, which says more than a finding, two lines.
 */
const room = 25;
const mostOfSkipped = 9;
const ofWaiver = 2.5;
const mostWaived = 4;
const mostNotices = 2;
/** So many requirements are named by their ids alone. */
const mostNamed = 12;

/** One page that stands alone: what was found, waived and not tested, and what each signature says. */
export function signOff({ report, digest, specification }: DocumentInput): Part {
  const { run, target } = report;
  const notices = noticesOf(report).slice(0, mostNotices);
  const skipped = notTested(report);
  const blocks: Blocks = [
    facts([
      ['Verdict', paragraph([strong(`${headline(report).text}.`), ` ${shortened(lead(report), 300)}`])],
      ['Read this first', notices.length > 0 && list(notices.map((one) => shortened(one, 160)))],
      ['Target', paragraph([`${startOf(environmentOf(report))}, `, code(clip(target.baseUrl, 120))])],
      ['Time', span(run.startedAt, run.finishedAt)],
      ['Scope', shortened(`${testedOf(report, specification)}. ${account(report)} ${startOf(effort(report))}.`, 600)],
      ['Basis', basisOfAll(report)],
      ['report.json', { kind: 'digest', text: digest }],
      ['Signature', shortened(integrityOf(report), 300)],
    ]),
    open(report, room - skipped.lines),
    skipped.blocks,
    target.embedded ? paragraph('A demonstration is not signed.', 'prose') : signatures(report),
  ];
  return { id: 'sign-off', title: 'Sign-off', onPaper: true, blocks };
}

/** What the verdict rests on, so that nobody signs an inference as a clause. */
function basisOfAll({ requirements }: Report): string {
  const judged = requirements.filter(({ verdict }) => /^(pass|fail|waived|lacking|inconclusive)$/.test(verdict));
  const sizes = [...byKey(judged.map((row) => [basisOf(row), row.id]))];
  return `Of ${counted(judged.length, 'judged requirement')}: ${sizes.map(([basis, ids]) => `${lowerFirst(basis)} ${ids.length}`).join('; ')}.`;
}

/**
 * What happened, in the words of the findings; waivers, which a signature accepts, are never crowded out.
 * @param lines that there is room for
 */
function open(report: Report, lines: number): Blocks {
  const all = openFindings(report).filter(({ mark: of }) => of !== 'changed' && of !== 'differs');
  if (all.length === 0) return undefined;
  const waived = all.filter(({ mark: of }) => of === 'waived').slice(0, mostWaived);
  const failed = all.filter(({ mark: of }) => of !== 'waived');
  const left = lines - ofWaiver * waived.length;
  const isShort = failed.length * 2.5 > left;
  const found = failed.slice(0, Math.floor(left / (isShort ? 1.5 : 2.5)));
  const rows = [...found, ...waived];
  const others = all.filter((row) => !rows.includes(row)).map(({ id, more }) => `${id}${othersText(more)}`);
  const named = [others.slice(0, mostNamed).join(', '), othersText(others.length - mostNamed)];
  // Requirements, as the signatures count them: a row may stand for several.
  const size = all.reduce((sum, { more }) => sum + 1 + more, 0);
  const columns = (['mark', 'id', 'text'] as const).map((holds) => ({ name: '', holds }));
  const cells = rows.map((row): readonly Cell[] => [
    mark(row.mark),
    idOf(row.id),
    happened(row, report, isShort ? lineLength - 16 : 2 * lineLength - 20),
  ]);
  return [
    table(columns, cells, heading('Open findings and waivers', counted(size, 'requirement'), { sub: true })),
    others.length > 0 && paragraph(['And ', named, ', on the page before.']),
  ];
}

function happened(row: OpenFinding, report: Report, letters: number): Blocks {
  const { found, more, id } = row;
  if (row.by === undefined) {
    const size = more > 0 && ` ${counted(more + 1, 'requirement')}.`;
    return paragraph([shortened(plain(found), letters - (size || '').length), size && strong(size)]);
  }
  const title = report.requirements.find((one) => one.id === id)?.title ?? '';
  return paragraph([
    strong(shortened(title, 60).replace(/(?<!…)$/, '.')),
    ` ${clip(termText(row), 70)}. `,
    soft(shortened(plain(found), 60)),
  ]);
}

/** All that was skipped with its reasons, and with titles where there is room; and how many lines that takes. */
function notTested(report: Report): { readonly blocks: Blocks; readonly lines: number } {
  const groups = skippedByReason(report);
  const size = report.summary.counts.skipped;
  if (size === 0) return { blocks: undefined, lines: 0 };
  const hasTitles = size <= mostNamed;
  // Each reason gets a share of the lines that ids and titles leave.
  const ofNames = groups.map(({ rows }) => rows.length * (hasTitles ? 50 : 9));
  const left = mostOfSkipped * lineLength - ofNames.reduce((sum, one) => sum + one, 0);
  const ofReason = Math.max(70, Math.floor(left / groups.length));
  const texts = groups.map(({ reason, rows }): Text => {
    const named = rows.map(({ id, title }, at) => [at > 0 && ', ', idOf(id), hasTitles && ` ${shortened(title, 42)}`]);
    const why = sentencesOf([plain(reason), ...adviceFor(reason)].join(' '), ofReason);
    return [named, ': ', soft(lowerFirst(why))];
  });
  const lines = ofNames.reduce((sum, one) => sum + Math.ceil((one + ofReason) / lineLength), 0);
  return { blocks: [heading('Not tested', String(size), { sub: true }), list(texts)], lines };
}

/** The whole sentences of a text that have room; of one that is longer than that, its beginning. */
function sentencesOf(text: string, letters: number): string {
  const end = text.length <= letters ? -1 : text.lastIndexOf('. ', letters);
  return end > 0 ? text.slice(0, end + 1) : shortened(text, letters);
}

function shortened(text: string, letters: number): string {
  return text.length <= letters
    ? text
    : `${text
        .slice(0, letters)
        .replace(/\s\S*$/, '')
        .replace(/(?<![\s:,])[\s:,]+$/, '')}…`;
}

const columns = columnsOf({ Statement: 'text', 'Name and role': 'sign', Date: 'sign', Signature: 'sign' });
const box = { kind: 'box' } as const;
const ways: Text = [box, ' accepted\u2003', box, ' accepted on condition\u2003', box, ' rejected'];

/** Three people's lines. The last one decides, and may do so in three ways. */
function signatures(report: Report): Blocks {
  const { counts, concerns = [] } = report.summary;
  const open = counts.fail + counts.inconclusive;
  const untested = concerns.flatMap(({ name, tested }) => (tested === 0 ? [lowerFirst(name)] : []));
  const what = [
    `the verdict ${headline(report).text}`,
    open > 0 ? `the ${counted(open, 'open requirement')}` : '',
    counts.waived > 0 ? `the ${counted(counts.waived, 'waiver')}` : '',
    counts.lacking ? `the ${counted(counts.lacking, 'requirement')} declared lacking` : '',
    counts.skipped > 0 ? `the ${counted(counts.skipped, 'requirement')} that ${was(counts.skipped)} not tested` : '',
    untested.length > 0 ? `that ${listed(untested)} ${was(untested.length)} not tested` : '',
  ].filter(Boolean);
  const read = open > 0 ? 'the findings and their evidence' : 'the report';
  const says: readonly Text[] = [
    [strong('Prepared by: '), 'I made this run. Target, time and scope are as stated above.'],
    [strong('Reviewed by: '), `I read ${read}, and what was not tested.`],
    [strong('Decided by: '), `on ${shortened(listed(what), 300)} I decide:`],
  ];
  return [
    table(
      columns,
      says.map((text, at) => [[paragraph(text), at === says.length - 1 && paragraph(ways)], '', '', '']),
      heading('Signatures', undefined, { sub: true }),
    ),
    paragraph(soft('Condition, or reason of a rejection:')),
  ];
}

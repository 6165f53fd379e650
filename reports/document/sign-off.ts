import { listed } from '../../schemas/listed.js';
import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { openFindings } from '../model/open-findings.js';
import { integrityOf, verifyWith } from '../model/record.js';
import { counted, others } from '../text/counted.js';
import { span } from '../text/dates.js';
import { lowerFirst, startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { withVerdict } from '../wording/counts.js';
import { headline } from '../wording/scope.js';
import {
  account,
  concernRows,
  effort,
  environmentOf,
  lead,
  noticesOf,
  termText,
  testedOf,
  was,
} from '../wording/summary-text.js';
import type { Blocks, Cell, Part } from './blocks.js';
import { code, columnsOf, facts, heading, idOf, list, mark, paragraph, soft, strong, table } from './compose.js';

/** Characters for the titles of all that was not tested: it is named in full, on one page. */
const roomOfTitles = 550;
/** Notices and open findings that the page has room for. */
const mostNotices = 3;
const mostOpen = 6;
/** From so many requirements that were not tested on, there is room for a third of the findings. */
const many = 16;
/** So many of the others are named by their ids. */
const mostNamed = 12;

/** One page that stands alone: what was found and what was not tested, and what each signature says. */
export function signOff({ report, digest }: DocumentInput): Part {
  const { run, target } = report;
  const concerns = concernRows(report).map(([name, text]) => [strong(`${name}: `), shortened(text, 150), ' ']);
  const notices = noticesOf(report).slice(0, mostNotices);
  const blocks: Blocks = [
    facts('long', [
      ['Verdict', paragraph([strong(`${headline(report).text}.`), ` ${lead(report)}`])],
      ['Read this first', notices.length > 0 && list(notices.map((one) => shortened(one, 160)))],
      ['Target', paragraph([`${startOf(environmentOf(report))}, `, code(clip(target.baseUrl, 120))])],
      ['Time', span(run.startedAt, run.finishedAt)],
      ['Scope', paragraph(`${testedOf(report)}. ${account(report)} ${startOf(effort(report))}.`)],
      ['Concerns', concerns.length > 0 && paragraph(concerns)],
      ['report.json', { kind: 'digest', text: digest }],
      ['Signature', paragraph([integrityOf(report), ' ', soft(verifyWith(report))])],
    ]),
    notTested(report),
    open(report),
    target.embedded
      ? paragraph('A demonstration is not signed.', 'prose')
      : table(
          signed,
          roles(report).map(([role, says]) => [paragraph([strong(`${role}: `), says]), '', '', '', '']),
          heading('Signatures', undefined, { sub: true }),
        ),
  ];
  return { id: 'sign-off', title: 'Sign-off', newPage: true, on: 'paper', blocks };
}

/** All that was skipped, with titles: the fewer words the more there is. */
function notTested(report: Report): Blocks {
  const rows = withVerdict(report, 'skipped');
  const letters = Math.max(24, Math.min(200, Math.floor(roomOfTitles / rows.length)));
  const named = rows.map(({ id, title }, at) => [at > 0 && '; ', idOf(id), ` ${shortened(title, letters)}`]);
  const title = heading('Not tested', `${rows.length}, reasons under Summary`, { sub: true });
  return rows.length > 0 && [title, paragraph([named, '.'])];
}

function shortened(title: string, letters: number): string {
  return title.length <= letters ? title : `${title.slice(0, letters).replace(/[\s:,]*\s\S*$/, '')}…`;
}

function open(report: Report): Blocks {
  const rows = openFindings(report).filter(({ mark: of }) => of !== 'changed');
  if (rows.length === 0) return undefined;
  const titles = new Map(report.requirements.map((row) => [row.id, row.title]));
  const most = report.summary.counts.skipped > many ? mostOpen / 3 : mostOpen;
  const cells = rows.slice(0, most).map((row): readonly Cell[] => {
    const title = strong(shortened(titles.get(row.id) ?? '', 80));
    const term = row.by !== undefined && soft(` ${clip(termText(row), 100)}`);
    return [mark(row.mark), idOf(row.id), paragraph([title, others(row.more), term])];
  });
  const rest = rows.slice(most).map(({ id }) => id);
  const columns = (['mark', 'id', 'text'] as const).map((holds) => ({ name: '', holds }));
  const beyond = ['And ', rest.slice(0, mostNamed).join(', '), others(rest.length - mostNamed)];
  return [
    table(columns, cells, heading('Open findings and waivers', String(rows.length), { sub: true })),
    rest.length > 0 && paragraph([beyond, '. All stand under Summary.']),
  ];
}

const signed = columnsOf({ Statement: 'text', Name: 'sign', Role: 'sign', Date: 'sign', Signature: 'sign' });

function roles(report: Report): readonly (readonly [role: string, says: string])[] {
  const { counts } = report.summary;
  const open = counts.fail + counts.inconclusive;
  const { concerns = [] } = report.summary;
  const untested = concerns.flatMap(({ name, tested }) => (tested === 0 ? [lowerFirst(name)] : []));
  const accepted = [
    `the verdict ${headline(report).text}`,
    open > 0 ? `the ${counted(open, 'open finding')}` : '',
    counts.waived > 0 ? `the ${counted(counts.waived, 'waiver')}` : '',
    counts.skipped > 0 ? `that ${counted(counts.skipped, 'requirement')} ${was(counts.skipped)} not tested` : '',
    untested.length > 0 ? `that ${listed(untested)} ${was(untested.length)} not tested` : '',
  ].filter(Boolean);
  const read = open > 0 ? `the ${counted(open, 'open finding')} and their evidence` : 'the report';
  return [
    ['Prepared by', 'I made this run. Target, time and scope are as stated above.'],
    ['Reviewed by', `I read ${read}, and what was not tested.`],
    ['Accepted by', `I accept ${listed(accepted)}.`],
  ];
}

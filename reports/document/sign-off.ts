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
} from '../wording/summary-text.js';
import type { Blocks, Cell, Column, Part } from './blocks.js';
import { code, facts, heading, idOf, list, mark, paragraph, soft, strong, table } from './compose.js';

/** How long the titles of requirements that were not tested may be, by how many there are: all are named, on one page. */
const titleLengths = [
  { upTo: 8, letters: 200 },
  { upTo: 16, letters: 44 },
  { upTo: Number.POSITIVE_INFINITY, letters: 24 },
] as const;
/** Each notice fewer is room for a finding more, three for four: they take two lines. */
const mostNotices = 3;
/** From so many requirements that were not tested on, the page has room for fewer findings. */
const many = 16;
/** So many of the others are named by their ids. */
const mostNamed = 12;
/** Of up to so many open findings the page tells what was found too. */
const named = 5;

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
  const letters = titleLengths.find(({ upTo }) => rows.length <= upTo)?.letters ?? 0;
  const named = rows.map(({ id, title }, at) => [at > 0 && '; ', idOf(id), ` ${shortened(title, letters)}`]);
  const title = heading('Not tested', `${rows.length}, reasons under Summary`, { sub: true });
  return rows.length > 0 && [title, paragraph([named, '.'])];
}

/** The first words of a title. */
function shortened(title: string, letters: number): string {
  return title.length <= letters ? title : `${title.slice(0, letters).replace(/[\s:,]*\s\S*$/, '')}…`;
}

function open(report: Report): Blocks {
  const rows = openFindings(report).filter(({ mark: of }) => of !== 'changed');
  if (rows.length === 0) return undefined;
  const titles = new Map(report.requirements.map((row) => [row.id, row.title]));
  const { skipped } = report.summary.counts;
  const room = Math.floor(((mostNotices - Math.min(mostNotices, noticesOf(report).length)) * 4) / 3);
  const most = room + (rows.length <= named && skipped <= many ? named : 2);
  const allNamed = rows.length <= named && skipped <= named && noticesOf(report).length < 2;
  const cells = rows
    .slice(0, most)
    .map((row): readonly Cell[] => [
      mark(row.mark),
      idOf(row.id),
      [
        paragraph([
          strong(shortened(titles.get(row.id) ?? '', 80)),
          others(row.more),
          row.by !== undefined && soft(` ${clip(termText(row), 100)}`),
        ]),
        allNamed && paragraph(shortened(row.found, 80)),
      ],
    ]);
  const rest = rows.slice(most).map(({ id }) => id);
  const more = rest.length - mostNamed;
  const columns = (['mark', 'id', 'text'] as const).map((holds) => ({ name: '', holds }));
  return [
    table(columns, cells, heading('Open findings and waivers', String(rows.length), { sub: true })),
    rest.length > 0 &&
      paragraph(['And ', rest.slice(0, mostNamed).join(', '), others(more), '. All stand under Summary.']),
  ];
}

const signed: readonly Column[] = [
  { name: 'Statement', holds: 'text' },
  ...['Name', 'Role', 'Date', 'Signature'].map((name) => ({ name, holds: 'sign' }) as const),
];

/** What each role signs. */
function roles(report: Report): readonly (readonly [role: string, says: string])[] {
  const { counts } = report.summary;
  const open = counts.fail + counts.inconclusive;
  const untested = (report.summary.concerns ?? [])
    .filter(({ tested }) => tested === 0)
    .map(({ name }) => lowerFirst(name));
  const accepted = [
    `the verdict ${headline(report).text}`,
    open > 0 ? `the ${counted(open, 'open finding')}` : '',
    counts.waived > 0 ? `the ${counted(counts.waived, 'waiver')}` : '',
    counts.skipped > 0
      ? `that ${counted(counts.skipped, 'requirement')} ${counts.skipped === 1 ? 'was' : 'were'} not tested`
      : '',
    untested.length > 0 ? `that ${listed(untested)} ${untested.length === 1 ? 'was' : 'were'} not tested` : '',
  ].filter(Boolean);
  const read = open > 0 ? `the ${counted(open, 'open finding')} and their evidence` : 'the report';
  return [
    ['Prepared by', 'I made this run. Target, time and scope are as stated above.'],
    ['Reviewed by', `I read ${read}, and what was not tested.`],
    ['Accepted by', `I accept ${listed(accepted)}.`],
  ];
}

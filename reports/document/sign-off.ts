import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { openFindings } from '../model/open-findings.js';
import { integrityOf, verifyWith } from '../model/signing.js';
import { span } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { headline } from '../wording/scope.js';
import {
  account,
  concernRows,
  counted,
  effort,
  environmentOf,
  lead,
  noticesOf,
  others,
  startOf,
  termText,
  testedOf,
} from '../wording/summary-text.js';
import { type Block, type Cell, code, idOf, mark, type Part, paragraph, soft, strong } from './blocks.js';

/** So many of a kind have room for their titles: of more there is the number, and where they stand. */
const mostSkipped = 8;
const mostOpen = 9;
/** Of up to so many open findings the page tells what was found too. */
const told = 5;

/** One page that stands alone: what was found and what was not tested, and what each signature says. */
export function signOff({ report, digest }: DocumentInput): Part {
  const { run, target } = report;
  const concerns = concernRows(report).map(([name, text]) => [strong(`${name}: `), clip(text, 150)]);
  const blocks: readonly Block[] = [
    {
      kind: 'facts',
      names: 'medium',
      rows: [
        ['Verdict', paragraph([strong(`${headline(report).text}.`), ` ${lead(report)}`])],
        [
          'Read this first',
          noticesOf(report).length > 0
            ? {
                kind: 'list',
                items: noticesOf(report)
                  .slice(0, 4)
                  .map((one) => clip(one, 160)),
              }
            : undefined,
        ],
        ['Target', paragraph([`${startOf(environmentOf(report))}, `, code(clip(target.baseUrl, 200))])],
        ['Time', span(run.startedAt, run.finishedAt)],
        ['Scope', paragraph(`${testedOf(report)}. ${account(report)} ${startOf(effort(report))}.`)],
        ['Concerns', concerns.length > 0 ? { kind: 'list', items: concerns } : undefined],
        ['Not tested', notTestedInFew(report)],
        ['report.json', { kind: 'digest', text: digest }],
        ['Signature', paragraph([integrityOf(report), ' ', soft(verifyWith(report))])],
      ],
    },
    ...open(report),
    { kind: 'signatures', roles: roles(report) },
  ];
  return { id: 'sign-off', title: 'Sign-off', newPage: true, on: 'paper', blocks };
}

function notTestedInFew({ requirements }: Report): Cell {
  const rows = requirements.filter(({ verdict }) => verdict === 'skipped');
  if (rows.length === 0) return 'Nothing that a run can test.';
  if (rows.length > mostSkipped)
    return `${counted(rows.length, 'requirement')}: titles and reasons stand under Summary.`;
  const named = rows.flatMap(({ id, title }, at) => [at > 0 && '; ', idOf(id), ` ${title}`]);
  return paragraph([...named, '. Reasons stand under Summary.']);
}

function open(report: Report): readonly Block[] {
  const rows = openFindings(report).filter(({ mark: of }) => of !== 'changed');
  if (rows.length === 0) return [];
  const titles = new Map(report.requirements.map((row) => [row.id, row.title]));
  const cells = rows
    .slice(0, mostOpen)
    .map((row): readonly Cell[] => [
      mark(row.mark),
      idOf(row.id),
      [
        paragraph([
          strong(clip(titles.get(row.id) ?? '', 130)),
          others(row.more),
          row.by !== undefined && soft(` ${clip(termText(row), 100)}`),
        ]),
        ...(rows.length > told ? [] : [paragraph(clip(row.found, 130))]),
      ],
    ]);
  const more = rows.length - mostOpen;
  return [
    {
      kind: 'table',
      title: { kind: 'heading', text: 'Open findings and waivers', aside: String(rows.length) },
      columns: [
        { name: 'Verdict', holds: 'mark' },
        { name: 'Requirement', holds: 'id' },
        { name: 'What was required', holds: 'text' },
      ],
      rows: cells,
    },
    ...(more > 0 ? [paragraph(`And ${more} more: all stand under Summary.`)] : []),
  ];
}

function roles(report: Report): Extract<Block, { kind: 'signatures' }>['roles'] {
  const { counts } = report.summary;
  const open = counts.fail + counts.inconclusive;
  const accepted = [
    open > 0 ? `the ${counted(open, 'open finding')}` : '',
    counts.waived > 0 ? `the ${counted(counts.waived, 'waiver')}` : '',
    counts.skipped > 0
      ? `that ${counted(counts.skipped, 'requirement')} ${counts.skipped === 1 ? 'was' : 'were'} not tested`
      : '',
  ].filter(Boolean);
  const read = open > 0 ? `the ${counted(open, 'open finding')} and their evidence` : 'the report';
  return [
    { role: 'Prepared by', says: 'I made this run. Target, time and scope are as stated above.' },
    { role: 'Reviewed by', says: `I read ${read}, and what was not tested.` },
    {
      role: 'Accepted by',
      says: accepted.length > 0 ? `I accept ${inWords(accepted)}.` : `I accept the verdict: ${headline(report).text}.`,
    },
  ];
}

function inWords(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

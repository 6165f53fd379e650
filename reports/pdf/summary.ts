import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { openFindings } from '../model/open-findings.js';
import { certificateOf, shortDigest } from '../model/record.js';
import { span } from '../text/dates.js';
import { headline as headlineOf } from '../text/scope.js';
import {
  account,
  concernRows,
  effort,
  environmentOf,
  lead,
  noticesOf,
  startOf,
  testedOf,
  unbroken,
} from '../text/summary-text.js';
import { brief } from './glyphs.js';
import { marked, sign } from './marks.js';
import { marksByArea, open, skipped } from './open.js';
import { colours, sizes, width } from './page-layout.js';
import { bookmark, type Part } from './part.js';
import { signOff } from './sign-off.js';
import { beside, even, facts, rule } from './table.js';
import { bold, code, coded, place, set, soft, stack } from './typography.js';

const left = 314;
const right = 164;

/** The use of a first page: measured or printed. */
interface Purpose {
  /** Points left over above the signatures, which stand at the foot of their page. */
  readonly room: number;
  /** False where the page is only measured, so that the parts have no pages yet. */
  readonly paged: boolean;
}

/**
 * The first page: the verdict, the target, the verdicts of all requirements, the findings, and room
 * for three signatures.
 * @param parts what follows, for the contents
 */
export function summary(source: DocumentInput, parts: readonly Part[], { room, paged }: Purpose): Part {
  const { report } = source;
  const body = [
    masthead(report),
    ...noticed(report),
    beside(
      [left, width - left - right, right],
      [headline(report), '', stack([counts(report), contents(parts, paged)])] as TableCell[],
      [0, 12, 0, 0],
    ),
    ...open(openFindings(report), source.findings),
    ...skipped(report),
    // Within a block that is kept together a place cannot be measured.
    stack([marksByArea(source), signOff(room)], { unbreakable: paged }),
  ];
  return { id: 'summary', title: 'Summary', body };
}

function masthead(report: DocumentInput['report']): Content {
  const title = `${brief(report.run.specification.title, 100, 1)}, ${environmentOf(report)}`;
  return set([bold('Conformance report'), soft(`  ${title}`)], { fontSize: 10.5, ...bookmark('Summary', 'summary') });
}

// Notices change the reading of the whole report, so they stand above the verdict.
function noticed(report: DocumentInput['report']): readonly Content[] {
  const notices = noticesOf(report);
  if (notices.length === 0) return [];
  return [
    rule(width, 'section', [0, 8, 0, 6]),
    ...notices.map((notice, index) => set(coded(brief(notice, 400, 3)), { fontSize: sizes.prose, bold: index === 0 })),
    rule(width, 'row', [0, 5, 0, 0]),
  ];
}

function headline(report: DocumentInput['report']): Content {
  const { text, mark } = headlineOf(report);
  return stack([
    sign(mark, 21, { x: 0, y: 4.5 }),
    bold(text, { fontSize: sizes.verdict, lineHeight: 1, color: colours[mark], margin: [31, 0, 0, 6] }),
    set(unbroken(lead(report)), { fontSize: sizes.lead, lineHeight: 1.16, margin: [0, 0, 0, 5] }),
    set(unbroken(account(report)), { fontSize: 9.5, lineHeight: 1.22, margin: [0, 0, 0, 9] }),
    about(report),
  ]);
}

function about(report: DocumentInput['report']): Content {
  const { run, target } = report;
  const line = (text: string | undefined, most = 200) => (text === undefined ? undefined : set(brief(text, most, 2)));
  return facts(
    [
      ['Tested', set(testedOf(report))],
      [
        'Concerns',
        line(
          concernRows(report)
            .map((row) => row.join(': '))
            .join(' ') || undefined,
          600,
        ),
      ],
      ['Where', set([`${startOf(environmentOf(report))}, `, code(brief(target.baseUrl, 200, 1))])],
      ['Certificate', line(certificateOf(report), 240)],
      ['When', set(span(run.startedAt, run.finishedAt))],
      ['How', set(effort(report))],
      ['Suite', set([code(shortDigest(run.exam)), soft('  in full under Record')])],
      ['By', line(run.operator)],
      ['Job', line(run.job, 160)],
    ],
    { term: 62, wide: left - 62, space: 1 },
  );
}

function counts({ summary: { counts: of }, requirements }: DocumentInput['report']): Content {
  const number = (value: number, setting: object) =>
    set(String(value), { alignment: 'right', fontSize: 10, ...setting });
  const head = bold(`${requirements.length} requirements, one verdict each`, { colSpan: 2, noWrap: true });
  const lines = verdicts.map((verdict): TableCell[] => [
    marked(verdict, { bold: true }) as TableCell,
    number(of[verdict], of[verdict] === 0 ? { color: colours.soft } : { bold: true }),
  ]);
  const sum = lines.length + 1;
  return {
    table: {
      widths: [right - 40, 40],
      body: [
        [{ ...head, margin: [0, 2, 0, 1.5] }, ''],
        ...lines,
        [set('Sum'), number(requirements.length, { bold: true })],
      ],
    },
    layout: {
      hLineWidth: (index) => (index === 0 || index > sum ? 0 : index === sum ? 1.5 : 0.5),
      hLineColor: (index) => (index === sum ? colours.ink : colours.line),
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 2.9,
      paddingBottom: () => 1.5,
    },
  };
}

/** The parts and their pages. */
function contents(parts: readonly Part[], paged: boolean): Content {
  const small = { fontSize: sizes.code, lineHeight: 1 };
  const lines = parts.map(({ id, title }): TableCell[] => [
    set(title, { linkToDestination: place(id), ...small }),
    paged ? ({ pageReference: place(id), alignment: 'right', color: colours.soft, ...small } as TableCell) : '',
  ]);
  const head = bold('Contents', { margin: [0, 0, 0, 2] });
  return stack([head, even([right - 40, 40], lines, 10)], { margin: [0, 7, 0, 0] });
}

import type { Content } from 'pdfmake/interfaces.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type ReasonGroup, undecidedOf } from '../model/open-findings.js';
import { withVerdict } from '../text/counts.js';
import { basisAndAge, openChecks, otherChecks, shareOfChecks } from '../text/finding.js';
import { plain } from '../text/inline.js';
import { rerunCommand } from '../text/rerun-command.js';
import { counted, noFindings, whatHappened } from '../text/summary-text.js';
import { requirements } from './blocks.js';
import { burst } from './burst.js';
import { checkTable } from './checks.js';
import { codeBlock } from './code.js';
import { coded } from './coded.js';
import { exchanges, shownIds } from './exchange.js';
import { sides, sidesLength } from './expected-received.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { sizes, width } from './page-layout.js';
import { bookmark, type Part, part } from './part.js';
import { beside, facts, rule } from './table.js';
import { bold, code, over, place, prose, set, soft, stack, together } from './typography.js';

/** Up to this many characters in its narrowest column a finding's opening takes less than a page. */
const onePage = 800;

/** What contradicts a requirement, then what stayed undecided: told in full, so that nobody has to ask again. */
export function findings(source: DocumentInput): Part {
  const { report, homes } = source;
  const { alone, together: groups } = undecidedOf(report);
  const rows = [...withVerdict(report, 'fail'), ...alone];
  const here = shownIds(rows.map((row) => homes.ofFinding(row)));
  const told = [
    ...rows.map((row, index) => finding(row, source, here, index === 0)),
    ...groups.map((group, index) => sharedCause(group, rows.length + index === 0)),
  ];
  return part('findings', 'Findings', true, told.length > 0 ? told.flat() : [prose(noFindings)]);
}

/** Where each finding stands: the name of its place by requirement, one for all that share a cause. */
export function findingOf(report: DocumentInput['report']): ReadonlyMap<string, string> {
  const { alone, together: groups } = undecidedOf(report);
  return new Map([
    ...[...withVerdict(report, 'fail'), ...alone].map(({ id }) => [id, `finding-${id}`] as const),
    ...groups.flatMap(({ rows }) => rows.map(({ id }) => [id, `together-${rows[0]?.id}`] as const)),
  ]);
}

// Forty requirements that one refused key leaves open are one finding.
function sharedCause({ rows, reason }: ReasonGroup, first: boolean): readonly Content[] {
  const id = rows[0]?.id ?? '';
  return [
    together(
      ...apart(first),
      byline('inconclusive', soft(`${counted(rows.length, 'requirement')}, for one reason`)),
      title(
        brief(plain(reason), 400),
        bookmark(`${counted(rows.length, 'requirement')}: ${plain(reason)}`, `together-${id}`, 'findings'),
      ),
    ),
    stack([requirements({ rows })], { margin: [0, 5, 0, 0] }),
  ];
}

function finding(
  row: ReportedRequirement,
  source: DocumentInput,
  here: ReadonlySet<string>,
  first: boolean,
): readonly Content[] {
  const { report, homes } = source;
  const open = openChecks(row);
  const [check] = open;
  const own = homes.ofFinding(row);
  const all = new Set(open.flatMap((each) => each.exchanges)).size;
  const elsewhere = otherChecks(row, open.length);
  const again = check?.again;
  const said = brief(whatHappened(row), 700);
  return [
    stack(
      [
        together(
          ...apart(first),
          byline(
            row.verdict,
            set([code(row.id, { linkToDestination: place(row.id) }), soft(`   ${basisAndAge(row, report)}`)]),
          ),
          title(brief(row.title, 200, 3), bookmark(`${row.id}  ${row.title}`, `finding-${row.id}`, 'findings')),
        ),
        prose(coded(said)),
        check && sides(check),
      ],
      { unbreakable: said.length + (check ? sidesLength(check) : 0) < onePage },
    ),
    ...(check ? burst(check, homes) : []),
    again === undefined
      ? stack([])
      : stack([over('Send it again'), codeBlock(again, '… cut for the page; it stands whole in report.json')], {
          unbreakable: true,
        }),
    facts(
      [
        ['The rule', told(row.clause)],
        ['The step', told(row.step)],
        ['Why it matters', told(row.why)],
        ['With the suite', code(rerunCommand(row.id, report))],
      ],
      { margin: [0, 12, 0, 0] },
    ),
    checkTable(open, over('Checks', shareOfChecks(row, open.length)), here),
    elsewhere === '' ? stack([]) : set([`${elsewhere} in report.json.`], { margin: [0, 6, 0, 0] }),
    exchanges(own, own.length < all ? `the first ${own.length} of ${all}` : '') ?? stack([]),
  ];
}

function told(text: string | undefined): Content | undefined {
  return text === undefined ? undefined : set(brief(text));
}

function apart(first: boolean): Content[] {
  return first ? [] : [rule(width, 'head', [0, 22, 0, 12])];
}

function byline(verdict: Parameters<typeof marked>[0], rest: Content): Content {
  return beside([82, width - 82], [marked(verdict, { bold: true }), rest]);
}

function title(text: string, setting: object): Content {
  return bold(text, { fontSize: sizes.title, lineHeight: 1.15, margin: [0, 4, 40, 3], ...setting });
}

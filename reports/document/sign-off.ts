import { byKey } from '../../schemas/by-key.js';
import { listed } from '../../schemas/listed.js';
import type { Report } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { skippedByReason } from '../model/open-findings.js';
import { integrityOf } from '../model/record.js';
import { counted } from '../text/counted.js';
import { dayInFull, span } from '../text/dates.js';
import { plain } from '../text/inline.js';
import { lowerFirst, startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { withVerdict } from '../wording/counts.js';
import { decisionFor } from '../wording/decisions.js';
import { mockLimit } from '../wording/limits.js';
import { headline } from '../wording/scope.js';
import { account, effort, environmentOf, lead, noticesOf, testedOf, was } from '../wording/summary-text.js';
import { basisOf } from '../wording/verdict-labels.js';
import { adviceFor } from './advice.js';
import type { Blocks, Part, Text } from './blocks.js';
import { code, columnsOf, facts, heading, idOf, list, onPaper, paragraph, soft, strong, table } from './compose.js';
import { openOnPaper } from './open.js';

const mostNotices = 2;
/** So many skipped requirements have their titles. */
const mostTitled = 12;

/**
 * What was found, waived and not tested, and the signatures. What they sign, the verdict with its target, scope and digest,
 * stands on the page of the signatures.
 */
export function signOff(source: DocumentInput): Part {
  const { report } = source;
  const open = openOnPaper(source);
  const blocks: Blocks = [
    open ?? paragraph('No requirement failed, none is inconclusive, and none is waived.', 'prose'),
    notTested(report),
    onPaper(
      heading('What is signed', undefined, { sub: true }),
      signed(source),
      report.target.embedded ? paragraph('A demonstration is not signed.', 'prose') : signatures(report),
    ),
  ];
  return { id: 'sign-off', title: 'Sign-off', onPaper: true, blocks };
}

function signed({ report, digest, specification }: DocumentInput): Blocks {
  const { run, target } = report;
  const notices = noticesOf(report).slice(0, mostNotices);
  const attested = withVerdict(report, 'attested').map((row) => {
    const { by, expires } = decisionFor(row, report) ?? {};
    return `${row.id} by ${clip(by ?? 'nobody named', 120)}${expires === undefined ? '' : `, until ${dayInFull(expires)}`}`;
  });
  return facts([
    ['Verdict', paragraph([strong(`${headline(report).text}.`), ` ${clip(lead(report), 300)}`])],
    ['Read this first', notices.length > 0 && list(notices.map((one) => clip(one, 160)))],
    [
      'Target',
      paragraph([
        `${startOf(environmentOf(report))}, `,
        code(clip(target.baseUrl, 120)),
        target.environment === 'mock' && `. ${mockLimit}`,
      ]),
    ],
    ['Time', span(run.startedAt, run.finishedAt)],
    ['Scope', clip(`${testedOf(report, specification)}. ${account(report)} ${startOf(effort(report))}.`, 600)],
    ['Basis', basisOfAll(report)],
    ['Attested', attested.length > 0 && list(attested)],
    ['report.json', { kind: 'digest', text: digest }],
    ['Signature', clip(integrityOf(report), 300)],
  ]);
}

/** What the verdict rests on, so that nobody signs an inference as a clause. */
function basisOfAll({ requirements }: Report): string {
  const judged = requirements.filter(({ verdict }) => /^(pass|fail|waived|lacking|inconclusive)$/.test(verdict));
  const sizes = [...byKey(judged.map((row) => [basisOf(row), row.id]))];
  return `${counted(judged.length, 'judged requirement')}: ${sizes.map(([basis, ids]) => `${lowerFirst(basis)} ${ids.length}`).join('; ')}.`;
}

/** All that was skipped, with its reasons; with titles where these are few. */
function notTested(report: Report): Blocks {
  const size = report.summary.counts.skipped;
  const texts = skippedByReason(report).map(({ reason, rows }): Text => {
    const named = rows.map(({ id, title }, at) => [at > 0 && ', ', idOf(id), size <= mostTitled && ` ${title}`]);
    return [named, ': ', soft(lowerFirst(clip([plain(reason), ...adviceFor(reason)].join(' '), 300)))];
  });
  return size > 0 && [heading('Not tested', String(size), { sub: true }), list(texts)];
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
    counts.attested > 0 ? `the ${counted(counts.attested, 'attestation')}` : '',
    counts.lacking ? `the ${counted(counts.lacking, 'requirement')} declared lacking` : '',
    counts.skipped > 0 ? `the ${counted(counts.skipped, 'requirement')} that ${was(counts.skipped)} not tested` : '',
    untested.length > 0 ? `that ${listed(untested)} ${was(untested.length)} not tested` : '',
  ].filter(Boolean);
  const read = open > 0 ? 'the findings and their evidence' : 'the report';
  const says: readonly Text[] = [
    [strong('Prepared by: '), 'I made this run. Target, time and scope are as stated above.'],
    [strong('Reviewed by: '), `I read ${read}, and what was not tested.`],
    [strong('Decided by: '), `on ${clip(listed(what), 300)} I decide:`],
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

import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { openPoints, questionsOf } from '../model/questions.js';
import { counted } from '../text/counted.js';
import { dayInFull } from '../text/dates.js';
import { statementsOf } from '../wording/observed.js';
import { headline } from '../wording/scope.js';
import { embeddedNotice, environmentOf } from '../wording/summary-text.js';
import { coded, safe, section } from './markdown-text.js';

/** Characters of what was observed: report.html has it in full. */
const longest = 700;

/** questions.md: what the specification leaves open, as questions to the owner of the API, with columns for the answer. */
export function renderQuestions(report: Report, _: unknown, specification: Specification): string {
  const open = openPoints(report, specification).filter(({ verdict }) => verdict === 'pending');
  const rows = open.flatMap((row) => questionsOf(row, specification).map((question) => ({ row, ...question })));
  const pressing = rows.filter(({ isPressing }) => isPressing);
  const others = rows.filter(({ isPressing }) => !isPressing);
  const { run, target } = report;
  const blocks = [
    target.embedded ? `> **${headline(report).text}. ${safe(embeddedNotice)}**` : '',
    '# Questions to the owner of the API',
    safe(
      `${run.specification.title}, ${environmentOf(report)}, ${target.baseUrl}, run of ${dayInFull(run.startedAt)}. The specification leaves ${counted(open.length, 'point')} open. An answer that is settled becomes a rule.`,
      600,
    ),
    asked('To decide first', pressing),
    asked('Open', others),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function asked(title: string, rows: readonly { readonly row: ReportedRequirement; readonly ask: string }[]): string {
  const lines = rows.map(({ row, ask }, index) => {
    const seen = row === rows[index - 1]?.row ? 'As above.' : coded(behaviour(row), longest);
    return [safe(row.id), safe(ask), seen, '', '', ''];
  });
  return section(title, ['Id', 'Question', 'Behaviour of the service', 'Owner', 'Date', 'Answer'], lines);
}

function behaviour(row: ReportedRequirement): string {
  const statements = statementsOf(row);
  return statements.length > 0 ? statements.join(' ') : (row.reason ?? 'Not observed.');
}

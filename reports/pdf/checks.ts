import type { Content } from 'pdfmake/interfaces.js';
import type { ReportedCheck } from '../../schemas/types.js';
import { caseSummary } from '../text/cases.js';
import { headAndRest, shownChecks } from '../text/finding.js';
import { withoutStop } from '../text/summary-text.js';
import { coded } from './coded.js';
import { idLinks } from './exchange.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { width } from './page-layout.js';
import { type Column, table } from './table.js';
import { set, soft, stack } from './typography.js';

const longest = 300;
const ends = { mark: 84, ids: 104 };

/** The checks of a finding. Columns that no check fills are left out. */
export function checkTable(checks: readonly ReportedCheck[], title: Content, here: ReadonlySet<string>): Content {
  const shown = checks.slice(0, shownChecks);
  if (shown.length === 0) return stack([]);
  const more = (['expected', 'received', 'reason'] as const).filter((name) =>
    shown.some((check) => check[name] !== undefined),
  );
  const wide = (width - ends.mark - ends.ids) / (more.length + 1);
  const names = { expected: 'Expected', received: 'Received', reason: 'Reason' };
  const columns: Column[] = [
    { name: 'Verdict', wide: ends.mark },
    { name: 'Check', wide },
    ...more.map((name) => ({ name: names[name], wide })),
    { name: 'Exchanges', wide: ends.ids, right: true },
  ];
  const rows = shown.map((check) => [
    marked(check.verdict),
    set([
      brief(check.name, longest),
      ...(check.retried ? [soft(` begun again ${check.retried}×`)] : []),
      ...(check.cases ? [soft(` ${caseSummary(check)}`)] : []),
    ]),
    ...more.map((name) => set(coded(oneLine(name === 'reason' ? check[name] : firstWords(check[name]))))),
    idLinks(check.exchanges, here),
  ]);
  return table(columns, rows, { title });
}

// The whole stands beside the finding; here a column of them has to be compared.
function firstWords(text: string | undefined): string | undefined {
  return text === undefined ? undefined : headAndRest(text).head;
}

function oneLine(text: string | undefined): string {
  return text === undefined ? '' : brief(withoutStop(text.split('\n')[0] ?? ''), longest);
}

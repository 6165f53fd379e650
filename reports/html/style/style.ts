import { verdicts } from '../../../schemas/verdict.js';
import type { DocumentInput } from '../../model/document-input.js';
import { shortDigest } from '../../model/record.js';
import type { AreaCounts } from '../../wording/counts.js';
import { environmentOf } from '../../wording/summary-text.js';
import { base } from './base.js';
import { narrow } from './narrow.js';
import { parts } from './parts.js';
import { type Margins, print } from './print.js';
import { tokens } from './tokens.js';

/** The whole style sheet of one report. */
export function styleOf(source: DocumentInput): string {
  const { report, digest } = source;
  const { run } = report;
  return sheet(filters(source.areas), {
    title: `Conformance report, ${run.specification.title}, ${environmentOf(report)}`,
    classification: run.classification,
    source: `Run ${run.id}, report.json ${shortDigest(digest)}`,
  });
}

/** The style sheet of a page in the manner of the report. @param own what this page adds */
export function sheet(own: string, margins: Margins): string {
  return [tokens, base, parts, narrow, own, print(margins)].join('').replace(/\n+/g, '\n');
}

/**
 * The filters: which radio button is set decides which rows are shown. Paper shows all of them, and a row that a link
 * leads to is shown whatever is set.
 */
function filters(areas: readonly AreaCounts[]): string {
  const byArea = areas.map(({ key }) => `#requirements:has(#area-${key}:checked) .group:not([data-area="${key}"])`);
  const byVerdict = verdicts.flatMap((verdict) => {
    const set = `#requirements:has(#verdict-${verdict}:checked)`;
    const row = `[data-verdict="${verdict}"]`;
    return [`${set} .req:not(${row})`, `${set} .group:not(:has(${row}))`];
  });
  const empty = areas.flatMap(({ key, counts }) =>
    verdicts
      .filter((verdict) => counts[verdict] === 0)
      .map((verdict) => `#requirements:has(#area-${key}:checked):has(#verdict-${verdict}:checked) .nothing`),
  );
  return `
@media screen{
${[...byArea, ...byVerdict].join(',\n')}{display:none}
#requirements .group:has(:target),#requirements .req:is(:target,:has(:target)){display:block!important}
${empty.length > 0 ? `${empty.join(',\n')}{display:block}` : ''}
}
`;
}

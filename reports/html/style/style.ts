import { verdicts } from '../../../schemas/verdict.js';
import type { RunningHeads } from '../../document/blocks.js';
import type { AreaCounts } from '../../wording/counts.js';
import { base } from './base.js';
import { narrow } from './narrow.js';
import { parts } from './parts.js';
import { print } from './print.js';
import { tokens } from './tokens.js';

/** The style sheet of a page in the manner of the report. @param own what this page adds */
export function styleOf(own: string, heads: RunningHeads): string {
  return [tokens, base, parts, narrow, own, print(heads)].join('').replace(/\n+/g, '\n');
}

/**
 * The filters: which radio button is set decides which rows are shown. Paper shows all of them, and a row that a link
 * leads to is shown whatever is set.
 */
export function filters(areas: readonly AreaCounts[]): string {
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

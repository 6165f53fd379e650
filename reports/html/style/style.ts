import { verdicts } from '../../../schemas/verdict.js';
import type { RunningHeads } from '../../document/blocks.js';
import type { AreaCounts } from '../../wording/counts.js';
import { print } from './print.js';
import { base, narrow, parts } from './screen.js';

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
#requirements:not(:has(#area-all:checked):has(#verdict-all:checked)) .rest::details-content,.rest:has(:target)::details-content{content-visibility:visible;display:block;height:auto}
#requirements:not(:has(#area-all:checked):has(#verdict-all:checked)) .rest>summary{display:none}
#requirements .group:has(:target),#requirements .req:is(:target,:has(:target)){display:block!important}
${empty.length > 0 ? `${empty.join(',\n')}{display:block}` : ''}
}
`;
}

/** The colours of every document, on white and on black. Every text colour keeps a contrast of 5.8 or more on its ground. */
const light = {
  paper: '#fff',
  ink: '#1a1e23',
  soft: '#4b535d',
  pass: '#1d6a40',
  fail: '#b3211c',
  waived: '#6d3b9e',
  lacking: '#525b66',
  inconclusive: '#8a5300',
  skipped: '#525b66',
  pending: '#525b66',
  attested: '#0b6570',
  changed: '#0a55b0',
  link: '#0a55b0',
  wash: '#f4f5f7',
  line: '#d8dce1',
  bar: '#98a0a9',
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  paper: '#15181c',
  ink: '#e7e9ec',
  soft: '#a9b1bb',
  pass: '#79c596',
  fail: '#ff8b80',
  waived: '#c8a5f2',
  lacking: '#a9b1bb',
  inconclusive: '#e6b04e',
  skipped: '#a9b1bb',
  pending: '#a9b1bb',
  attested: '#6ec5cf',
  changed: '#86b7f7',
  link: '#86b7f7',
  wash: '#1d2126',
  line: '#343a42',
  bar: '#6d7681',
};

/** Colours and type; light, dark and paper. */
const tokens = `
:root{${declared(light)};
--sans:-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Noto Sans Mono","Liberation Mono",monospace;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{${declared(dark)}}}
`;

function declared(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

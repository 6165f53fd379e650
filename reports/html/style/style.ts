import { verdicts } from '../../../schemas/verdict.js';
import type { RunningHeads } from '../../document/blocks.js';
import { dark, light } from '../../document/colours.js';
import type { AreaCounts } from '../../wording/counts.js';
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
#requirements .group:has(:target),#requirements .req:is(:target,:has(:target)){display:block!important}
${empty.length > 0 ? `${empty.join(',\n')}{display:block}` : ''}
}
`;
}

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

/** A4: the summary on page one, findings with their exchanges open, marks as on the screen. */
function print({ name, classification = '', foot }: RunningHeads): string {
  return `
@page{size:A4;margin:20mm 16mm 18mm 18mm;
@top-left{content:${quoted(name)};font:8.5pt Arial,sans-serif;color:#4b535d}
@top-right{content:${quoted(classification)};font:8.5pt Arial,sans-serif;color:#4b535d}
@bottom-left{content:${quoted(foot)};font:8.5pt Arial,sans-serif;color:#4b535d}
@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8.5pt Arial,sans-serif;color:#4b535d}}
@page:first{@top-left{content:""}}
@media print{
:root{color-scheme:light}
html,body{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{font-size:10pt;line-height:14pt}
.page{display:block;padding:0;max-width:none}
nav,.filters,.nothing,.more>summary::before,.x>summary::before{display:none}
.top{border:0;padding:0}
.top p:last-child{display:none}
.prose{font-size:10pt;line-height:14.5pt}
.lead{font-size:12.5pt;line-height:17pt;max-width:none}
.over .soft{display:none}
h1{font-size:26pt}
h2{font-size:18pt;line-height:24pt}
h3{font-size:13pt;line-height:18pt}
h1,h2,h3,h4,.label,.byline,.intro{break-after:avoid}
.summary .two{margin-top:14pt}
.summary .facts{margin-top:12pt;row-gap:2pt;--term:84pt}
.summary .tally{font-size:13pt;line-height:18pt;margin-top:12pt}
.rows td{padding:3pt 8pt 3pt 0}
.rows th{padding:3pt 10pt 4pt 0}
.two{grid-template-columns:minmax(0,1fr) 164pt;gap:20pt}
.two .rows :is(th,td):nth-child(2){display:none}
.summary .prose{font-size:9.5pt;line-height:13.5pt}
.rows,.facts,.req,.burst li,.history-line{font-size:9pt;line-height:12.5pt}
.rows th{font-size:8.5pt}
.m{width:10pt;height:10pt;vertical-align:baseline}
.rows .mark,.req .mark,.rows a{line-height:12.5pt}
h1 .m{width:22pt;height:22pt}
.label{font-size:8.5pt}
code,.id,.code{font-size:8.5pt}
pre{font-size:8pt;line-height:11pt}
a{color:inherit;text-decoration:none}
.c-mark{width:82pt}.c-id{width:62pt}.c-ids{width:86pt}
.summary .grid{display:none}
#sign-off .facts,#sign-off .facts>div{padding:0;max-width:none;row-gap:3pt}
#sign-off>p,#sign-off .tally{font-size:9pt;line-height:12.5pt;margin-top:6pt}
#sign-off .rows:last-child td{height:36pt}
.part{margin-top:22pt}
#sign-off,#findings{break-before:page;margin-top:0}
thead{display:table-header-group}
tr,.req>summary,.sides,.burst,.history-line,.facts>div{break-inside:avoid}
.pair{break-inside:avoid}
.x>summary{break-after:avoid}
.finding{break-inside:auto}
.finding .xs>details:nth-child(-n+4)::details-content{content-visibility:visible;display:block;height:auto}
.finding .pair{padding-bottom:8pt}
.sides{gap:18pt}
.req>summary{grid-template-columns:82pt 62pt minmax(0,1fr) 150pt 44pt}
.clause{font-size:8.5pt;padding-left:10pt}
#record .xs,#record h4,.rows .more:not([open])>summary{display:none}
.c-title{width:170pt}.c-ending{width:130pt}
.req>summary::after{display:none}
.history-line{grid-template-columns:62pt minmax(0,1fr) 270pt}
.wide .history-line{grid-template-columns:52pt 110pt minmax(0,1fr)}
.x>summary .id{width:46pt}
}
`;
}

/** Text for the style sheet: every character that is no letter or digit as its code point, so that none ends the string. */
function quoted(text: string): string {
  const escaped = text.replace(/[^a-zA-Z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

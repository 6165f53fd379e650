import type { RunningHeads } from '../../document/blocks.js';

const margin = 'font:8.5pt Arial,sans-serif;color:#4b535d';

/**
 * Paper, A4: for a person who prints the page, and for report.pdf. The cover, the sign-off page, then the parts one after
 * the other; findings with their first exchange open and cut, marks as on the screen.
 */
export function print({ name, classification = '', foot }: RunningHeads): string {
  return `
@page{size:A4;margin:20mm 16mm 18mm 18mm;
@top-left{content:${quoted(name)};${margin}}
@top-right{content:${quoted(classification)};${margin}}
@bottom-left{content:${quoted(foot)};${margin}}
@bottom-right{content:"Page " counter(page) " of " counter(pages);${margin}}}
@page:first{@top-left{content:""}}
@media print{
:root{color-scheme:light}
html,body{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{font-size:10pt;line-height:14pt}
.layout{display:block;padding:0;max-width:none}
nav,.filters,.nothing,.rest>summary,.more>summary::before,.x>summary::before,.req>summary::after,.folded>summary::after{display:none}
.folded::details-content,.rest::details-content{content-visibility:visible;display:block;height:auto}
a{color:inherit;text-decoration:none}
${type}${cover}${signOff}${findings}${others}
}
`;
}

/** Type, and where a page may end. In print marks and links take the line height of their cell, or baselines part. */
const type = `
h1{font-size:26pt}
h1 .m{width:22pt;height:22pt}
h2{font-size:18pt;line-height:24pt}
h3{font-size:12pt;line-height:16pt}
.prose{font-size:10pt;line-height:14pt;max-width:none}
.intro{margin-bottom:8pt}
.lead{font-size:12.5pt;line-height:17pt;max-width:none}
.label,.over .soft{font-size:8.5pt}
.over{margin:9pt 0 3pt;font-size:9.5pt;line-height:13pt}
.rows,.facts,.req,.burst li,.history-line{font-size:9pt;line-height:12pt}
.rows td{padding:3pt 8pt 3pt 0}
.rows th{padding:3pt 10pt 3pt 0;font-size:8.5pt}
.rows .mark,.req .mark,.rows a{line-height:12pt}
.facts{row-gap:2pt}
.facts>div{grid-template-columns:var(--term,84pt) minmax(0,1fr)}
code,.id,.code,.sides .code{font-size:8.5pt}
:not(pre)>code{font-size:.94em}
pre{font-size:7.5pt;line-height:10pt;padding:5pt 7pt}
.m{width:9pt;height:9pt;vertical-align:baseline}
.c-mark{width:82pt}.c-id{width:62pt}.c-ids{width:86pt}.c-title{width:170pt}.c-ending{width:130pt}
.part{margin-top:20pt;padding-top:8pt}
.tally,.group{margin-top:14pt}
.group h3,.tally{font-size:11pt;line-height:15pt;padding-bottom:3pt}
thead{display:table-header-group}
h1,h2,h3,.label,.byline,.intro,.over,.tally,.x>summary{break-after:avoid}
tr,pre,.intro,.req>summary,.sides,.burst,.history-line,.facts>div,.pair{break-inside:avoid}
.prose,.rows p,li{orphans:3;widows:3}
`;

/** Page 1: the verdict, the scope, the digest, and what is open. */
const cover = `
.top{border:0;padding:0}
.top p:last-child{display:none}
.notices{margin-top:12pt;padding:6pt 0;font-size:10pt;line-height:14pt}
.summary .two{margin-top:14pt;grid-template-columns:minmax(0,1fr) 162pt;gap:16pt}
.two .rows :is(th,td):nth-child(2){display:none}
.two .rows td.n{font-size:10pt}
.summary .prose{font-size:9.5pt;line-height:13pt}
.summary .facts{margin-top:10pt;--term:84pt}
.summary .paper .facts{margin-top:2pt}
.summary .facts .digest{display:block;width:32ch;font-size:8pt}
.summary .tally{font-size:13pt;line-height:18pt;margin-top:12pt}
.summary .grid{margin-top:14pt;gap:6pt 20pt}
.marks .m{width:9pt;height:9pt}
`;

const signOff = `
#sign-off{break-before:page;break-after:page;margin-top:0}
#sign-off .paper{break-inside:avoid}
#sign-off .facts{--term:84pt}
#sign-off .said,#sign-off .paper>p{font-size:9pt;line-height:12pt}
#sign-off .rows td{padding:2pt 8pt 2pt 0}
#sign-off .c-mark{width:74pt}#sign-off .c-side{width:72pt}#sign-off .c-ending{width:84pt}
#sign-off .paper .rows td{height:30pt}
#sign-off .paper .rows th.c-text{width:46%}
#sign-off .c-sign{width:auto}
#sign-off .paper>p:last-child{margin-top:6pt;padding-bottom:26pt;border-bottom:1px solid var(--line)}
.box{display:inline-block;width:8pt;height:8pt;border:.8pt solid var(--ink);vertical-align:-.5pt}
`;

/** A finding does not begin at the foot of a page: what it says stands on one, with the request to send again. */
const findings = `
#findings{break-before:page;margin-top:0}
.finding{padding-top:10pt;margin-top:14pt}
h2+.finding{padding-top:4pt}
.finding h3{margin:2pt 0}
.finding .facts{--term:84pt;margin-top:9pt}
.opening{break-inside:avoid;break-after:avoid}
.folded>summary{break-after:avoid;break-inside:avoid}
.folded:not(:has(.rows,.xs)){break-inside:avoid}
.opening .prose+.prose{margin-top:3pt}
.sides{gap:16pt;margin-top:8pt}
.sides>div{padding-top:4pt}
.finding .xs>details:nth-child(n+5){display:none}
.finding .x:first-child::details-content{content-visibility:visible;display:block;height:auto}
.x>summary{padding:2.5pt 0;font-size:8.5pt;line-height:12pt}
.x>summary .id{width:46pt}
.x .n{width:48pt}
.pair{gap:12pt;padding:0 0 6pt}
.more{margin-top:6pt}
.burst li{grid-template-columns:46pt minmax(0,1fr) 110pt;line-height:11pt}
`;

const others = `
.req>summary{grid-template-columns:82pt 62pt minmax(0,1fr);padding:3pt 0}
.req>summary .n{display:none}
.clause{grid-column:3;padding:0;font-size:8.5pt}
.inside>:not(.rows,.xs){margin-left:0}
details.more:not([open],.rest),#record .xs,#record .over{display:none}
.history-line{grid-template-columns:62pt minmax(0,1fr) 270pt;padding:2pt 0}
.wide .history-line{grid-template-columns:52pt 110pt minmax(0,1fr)}
#limits li{margin-bottom:2pt}
#words .facts,#record .facts{--term:112pt;row-gap:3pt;margin-top:6pt}
#record .digest{font-size:8.5pt}
`;

/** Text for the style sheet: every character that is no letter or digit as its code point, so that none ends the string. */
function quoted(text: string): string {
  const escaped = text.replace(/[^a-zA-Z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/common/package-root.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { type Child, html, trusted } from './html.js';

const ownFile = (name: string) => readFileSync(new URL(`reports/page/${name}`, packageRoot), 'utf8');
const css = ownFile('report.css');
const marks = ownFile('marks.svg');

/** Colours of verdicts, on light and on dark paper. */
const colours = {
  pass: ['#1d6a40', '#79c596'],
  fail: ['#b3211c', '#ff8b80'],
  waived: ['#6d3b9e', '#c8a5f2'],
  inconclusive: ['#8a5300', '#e6b04e'],
  attested: ['#0b6570', '#6ec5cf'],
  differs: ['#0a55b0', '#86b7f7'],
} as const;
const coloured = Object.entries(colours).map(([name, pair]) => `.${name}{color:light-dark(${pair.join()})}\n`);

type RunningHeads = Readonly<{ head: string; classification?: string; foot: string }>;

/** A page in one file. Its policy allows only its own style sheet, so that a target's content loads and sends nothing. */
export function framed(title: string, body: Child, { head, classification = '', foot }: RunningHeads) {
  const edges = `@page{@top-left{content:${quoted(head)}}@top-right{content:${quoted(classification)}}@bottom-left{content:${quoted(foot)}}}\n`;
  const style = [css, ...coloured, edges].join('');
  const digest = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
${trusted(`<meta http-equiv="Content-Security-Policy" content="${policy}">`)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${trusted(marks)}<main>
${body}
</main>
</body>
</html>
`.source;
}

export const marked = (mark: Mark, word: string = labels[mark].word) =>
  html`<span class="mark ${mark}">${sign(mark)}${word}</span>`;

export const sign = (mark: Mark) => html`<svg class="m ${mark}" aria-hidden="true"><use href="#m-${mark}"/></svg>`;

/** @param layout `rows`: on a phone each row stands alone */
export function table(heads: readonly Child[], rows: readonly (readonly Child[])[], layout = 'rows') {
  const head = heads.map((name) => html`<th scope="col">${name}</th>`);
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
  return html`<div class="${layout}"><table>${head.length > 0 && html`<thead><tr>${head}</tr></thead>`}<tbody>${body}</tbody></table></div>`;
}

/** A CSS string, which no character can end. */
function quoted(text: string) {
  const escaped = text.replace(/[^a-zA-Z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

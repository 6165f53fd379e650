import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/common/package-root.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { type Child, html, type Markup, trusted } from './html.js';

/** Read from the package: the build copies neither. */
const [css, marks] = ['report.css', 'marks.svg'].map((name) =>
  readFileSync(new URL(`reports/page/${name}`, packageRoot), 'utf8'),
) as [string, string];

/** At the edges of each printed page. */
type RunningHeads = Readonly<{
  head: string;
  classification?: string | undefined;
  foot: string;
}>;

/** A page of one file. Its policy allows only its own style sheet: a target's content can load or send nothing. */
export function framed(title: string, body: Child, heads: RunningHeads): string {
  const style = `${css}${atTheEdges(heads)}`;
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

/** A mark and its word: shape, word, and the colour of both. */
export function marked(mark: Mark, word: string = labels[mark].word): Markup {
  return html`<span class="mark ${mark}">${sign(mark)}${word}</span>`;
}

/** A mark, to stand beside its word. */
export function sign(mark: Mark): Markup {
  return html`<svg class="m ${mark}" aria-hidden="true"><use href="#m-${mark}"/></svg>`;
}

export function table(heads: readonly string[], rows: readonly (readonly Child[])[]): Markup {
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  )}</tbody></table>`;
}

function atTheEdges({ head, classification = '', foot }: RunningHeads): string {
  return `@page{@top-left{content:${quoted(head)}}@top-right{content:${quoted(classification)}}@bottom-left{content:${quoted(foot)}}}\n`;
}

/** A CSS string: all but letters, digits and spaces become code points, so that nothing ends it. */
function quoted(text: string): string {
  const escaped = text.replace(/[^a-zA-Z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}

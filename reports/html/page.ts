import { createHash } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { Document, Part } from '../document/blocks.js';
import { reportDocument } from '../document/parts.js';
import { grouped } from '../text/printable.js';
import type { AreaCounts } from '../wording/counts.js';
import { setPart } from './blocks.js';
import { definitions } from './marks.js';
import { type Child, html, type Markup, trusted } from './markup.js';
import { filters, styleOf } from './style/style.js';

/** report.html: the report for people. */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  return pageOf(reportDocument(report, evidence));
}

interface Page extends Pick<Document, 'title' | 'heads' | 'parts'> {
  /** By which its register of requirements can be filtered, where it has one. */
  readonly areas?: readonly AreaCounts[];
  /** Rules of this page alone. */
  readonly style?: string;
}

/** A page of parts. It runs nothing, and content of a target cannot load or send anything. */
export function pageOf({ title, parts, areas = [], heads, style = '' }: Page): string {
  return shell({
    title,
    style: styleOf(`${style}${filters(areas)}`, heads),
    // What only paper shows is in the page too, since it may be printed; it is hidden on a screen.
    contents: contentsOf(parts.filter(({ on }) => on !== 'paper')),
    main: parts.map(setPart),
  });
}

/** A page that needs no other file: what the browser may run and show of it follows from its own digests. */
interface Shell {
  readonly title: string;
  readonly style: string;
  /** The one script of the page, a module that imports nothing. Without it the page can run nothing. */
  readonly script?: string;
  /** What stands beside the main column. */
  readonly contents?: Markup;
  readonly main: Child;
}

/** A whole page. Its policy allows no source at all but its own style sheet and script, by their digests. */
export function shell({ title, style, script, contents, main }: Shell): string {
  const scripts = script === undefined ? '' : ` script-src 'sha256-${sha256(script)}';`;
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}';${scripts} base-uri 'none'; form-action 'none'`;
  const page = html`<!DOCTYPE html>
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
${definitions()}
<div class="page">
${contents}
<main>
${main}
</main>
</div>
${
  script !== undefined &&
  html`<script type="module">${trusted(script)}</script>
`
}</body>
</html>
`;
  return page.source;
}

function contentsOf(entries: readonly Part[]): Markup {
  return html`<nav aria-label="Contents"><p><b>Contents</b></p><ul>${entries.map(
    ({ id, title, size }) =>
      html`<li><a href="#${id}"><span>${title}</span>${size !== undefined && html` <span class="soft">${grouped(size)}</span>`}</a></li>`,
  )}</ul></nav>`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

import { createHash } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import type { Document, Part } from '../document/blocks.js';
import { reportDocument } from '../document/parts.js';
import { grouped } from '../text/printable.js';
import type { AreaCounts } from '../wording/counts.js';
import { setPart } from './blocks.js';
import { definitions } from './marks.js';
import { html, type Markup, trusted } from './markup.js';
import { filters, styleOf } from './style/style.js';

/** report.html: the report for people. */
export function renderHtml(report: Report, evidence: readonly Exchange[], specification: Specification): string {
  return pageOf(reportDocument(report, evidence, specification));
}

interface Page extends Pick<Document, 'title' | 'heads' | 'parts'> {
  /** By which its register of requirements can be filtered, where it has one. */
  readonly areas?: readonly AreaCounts[];
}

/**
 * A page of parts, which needs no other file. Its policy allows no source but its own style sheet, by its digest: it runs
 * nothing, and content of a target cannot load or send anything.
 */
export function pageOf({ title, parts, areas = [], heads }: Page): string {
  const style = styleOf(filters(areas), heads);
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}'; base-uri 'none'; form-action 'none'`;
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
<div class="layout">
${contentsOf(parts.filter(({ onPaper }) => !onPaper))}
<main>
${parts.map(setPart)}
</main>
</div>
</body>
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

import { createHash } from 'node:crypto';
import type { Part } from '../document/blocks.js';
import { grouped } from '../text/printable.js';
import type { AreaCounts } from '../wording/counts.js';
import { setPart } from './blocks.js';
import { definitions } from './marks.js';
import { html, type Markup, trusted } from './markup.js';
import type { PaperMargins } from './style/print.js';
import { styleOf } from './style/style.js';

/** What a page is made of. */
export interface Page {
  readonly title: string;
  readonly parts: readonly Part[];
  /** By which its register of requirements can be filtered, where it has one. */
  readonly areas?: readonly AreaCounts[];
  readonly margins: PaperMargins;
}

/**
 * One file that needs nothing else and runs nothing. Its policy allows no source at all but the one style sheet, by its
 * digest; content of a target cannot load or send anything.
 */
export function pageOf({ title, parts, areas = [], margins }: Page): string {
  const style = styleOf(areas, margins);
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
<div class="page">
${contents(parts)}
<main>
${parts.map(setPart)}
</main>
</div>
</body>
</html>
`;
  return page.source;
}

// What only paper shows is in the page too, since it may be printed; it is hidden on a screen.
function contents(parts: readonly Part[]): Markup {
  return html`<nav aria-label="Contents"><p><b>Contents</b></p><ul>${parts
    .filter(({ on }) => on !== 'paper')
    .map(
      ({ id, title, size }) =>
        html`<li><a href="#${id}"><span>${title}</span>${size !== undefined && html` <span class="soft">${grouped(size)}</span>`}</a></li>`,
    )}</ul></nav>`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

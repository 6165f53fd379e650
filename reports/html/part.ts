import type { Part } from '../document/blocks.js';
import { type Child, html, type Markup } from './markup.js';

/** A part of the report in the frame that all have. */
export function part({ id, title, untitled, on }: Part, body: Child): Markup {
  if (untitled) return html`<section id="${id}" class="${id}" aria-labelledby="verdict">${body}</section>`;
  const heading = `${id}-heading`;
  return html`<section id="${id}" class="${on === undefined ? 'part' : `part ${on}`}" aria-labelledby="${heading}"><h2 id="${heading}">${title}</h2>${body}</section>`;
}

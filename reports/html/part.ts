import { type Child, html, type Markup } from './markup.js';

/** One part of the page: its place in the contents, and its markup. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** How many there are, for the contents. */
  readonly size?: number;
  readonly body: Markup;
}

/** A part with the heading and the frame that all have. */
export function part(id: string, title: string, body: Child, size?: number): Part {
  const heading = `${id}-heading`;
  return {
    id,
    title,
    ...(size !== undefined && { size }),
    body: html`<section id="${id}" class="part" aria-labelledby="${heading}"><h2 id="${heading}">${title}</h2>${body}</section>`,
  };
}

/** Names and values, one under the other; those without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: Child])[]): Markup {
  const shown = rows.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

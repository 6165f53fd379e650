import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { type Homes, settleIn } from '../homes.js';
import { type AreaTally, byArea } from '../tally.js';
import { type Child, html, type Markup } from './markup.js';

/** What every part of the page is made from. */
export interface Source {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly areas: readonly AreaTally[];
  readonly homes: Homes;
}

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
  const told = rows.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return html`<dl class="facts">${told.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Reads a report and its evidence once, for all parts. */
export function sourceOf(report: Report, evidence: readonly Exchange[]): Source {
  return { report, evidence, areas: byArea(report), homes: settleIn(report, evidence) };
}

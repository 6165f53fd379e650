import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import type { Document } from '../document/blocks.js';
import { reportDocument } from '../document/parts.js';
import type { AreaCounts } from '../wording/counts.js';
import { setPart } from './blocks.js';
import { contentsOf, shell } from './shell.js';
import { filters, styleOf } from './style/style.js';

/** report.html: the report for people. */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  return pageOf(reportDocument(report, evidence));
}

/** What a page of parts is made of. */
export interface Page extends Pick<Document, 'title' | 'heads' | 'parts'> {
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

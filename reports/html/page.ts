import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { partsOf } from '../document/parts.js';
import { documentInputOf } from '../model/document-input.js';
import { dayInFull } from '../text/dates.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { setPart } from './blocks.js';
import { contentsOf, shell } from './shell.js';
import { styleOf } from './style/style.js';

/**
 * report.html: one file that needs nothing else and runs nothing; content of a target cannot load or send anything.
 */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  const source = documentInputOf(report, evidence);
  const parts = partsOf(source);
  return shell({
    title: `${headline(report).text}: ${environmentOf(report)}, ${dayInFull(report.run.startedAt)}`,
    style: styleOf(source),
    // What only paper shows is in the page too, since it may be printed; it is hidden on a screen.
    contents: contentsOf(parts.filter(({ on }) => on !== 'paper')),
    main: parts.map(setPart),
  });
}

import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { supportedItems, topTen } from '../model/support.js';
import { limitsOf, glossary as others } from '../text/limits.js';
import { counted } from '../text/summary-text.js';
import { labels } from '../text/verdict-labels.js';
import { marked } from './marks.js';
import { type Child, html } from './markup.js';
import { facts, type Part, part } from './part.js';

/** What a reader may not conclude from this run. */
export function limits({ report }: DocumentInput): Part {
  return part('limits', 'What it does not prove', [
    html`<ul class="prose">${limitsOf(report).map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    supported(report),
  ]);
}

/** Items that passes support, with how many of the requirements that bear on each did pass. */
function supported(report: DocumentInput['report']): Child {
  const items = supportedItems(report);
  if (items.length === 0) return undefined;
  return [
    html`<h3 class="tally">${topTen.name} ${topTen.version} <span class="soft">supported by what passed, not proved</span></h3>`,
    facts(
      items.map(({ id, name, by, of }) => [
        id,
        [
          `${name}: `,
          by.map((row) => [html`<a class="id" href="#${row}">${row}</a>`, ' ']),
          html`<span class="soft">${by.length} of ${counted(of, 'requirement')}</span>`,
        ],
      ]),
    ),
  ];
}

/** The words of the report, verdicts first. */
export function glossary(_: DocumentInput): Part {
  const rows: Child[] = [
    ...([...verdicts, 'changed'] as const).map(
      (mark) => html`<div><dt>${marked(mark)}</dt><dd>${labels[mark].means}</dd></div>`,
    ),
    ...others.map(([word, meaning]) => html`<div><dt>${word}</dt><dd>${meaning}</dd></div>`),
  ];
  return part('words', 'Words', html`<dl class="facts words">${rows}</dl>`);
}

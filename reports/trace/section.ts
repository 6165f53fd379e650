import { requirement } from '../../schemas/catalogue.js';
import type { Verdict } from '../../schemas/verdict.js';
import { sign } from '../html/marks.js';
import { type Child, coded, html, type Markup } from '../html/markup.js';
import { startOf } from '../text/phrases.js';
import { labels } from '../wording/verdict-labels.js';
import { isOpen, type Traced } from './comparison.js';
import { type Sentence, type Specification, type SpecificationBlock, sentencesOf } from './specification.js';
import { kinds, reviewOf } from './wording.js';

/** A traced sentence with its place in the page. */
export interface Numbered extends Traced {
  readonly anchor: string;
}

/** Verdicts by requirement; none without a report. */
export type Marked = ReadonlyMap<string, Verdict>;

/** A chapter of the specification, set as it is, with notes beside its sentences. */
interface Chapter {
  readonly id: string;
  readonly title: string;
  /** Sentences and table rows. */
  readonly size: number;
  readonly content: Child;
}

/** The specification by its headings of the first and second level. */
export function sections(
  { blocks }: Specification,
  numbered: readonly Numbered[],
  verdicts: Marked,
): readonly Chapter[] {
  const bySentence = new Map(numbered.map((one) => [one.sentence, one]));
  const of = (sentence: Sentence) => bySentence.get(sentence);
  const chapters: { title: string; blocks: SpecificationBlock[] }[] = [{ title: 'Introduction', blocks: [] }];
  for (const block of blocks)
    if (block.kind === 'heading' && block.depth <= 2) chapters.push({ title: block.text, blocks: [] });
    else chapters.at(-1)?.blocks.push(block);
  return chapters
    .filter(({ blocks: inside }, at) => at > 0 || inside.length > 0)
    .map(({ title, blocks: inside }, at) => ({
      id: `chapter-${at + 1}`,
      title,
      size: inside.flatMap(sentencesOf).length,
      content: inside.map((block) => set(block, of, verdicts)),
    }));
}

type Find = (sentence: Sentence) => Numbered | undefined;

function set(block: SpecificationBlock, of: Find, verdicts: Marked): Child {
  switch (block.kind) {
    case 'heading':
      return html`<h3 class="tally">${block.text}</h3>`;
    case 'code':
      return line(of(block.sentence), html`<pre>${block.code}</pre>`, verdicts);
    case 'table':
      return table(block, of, verdicts);
    case 'sentences':
      return block.sentences.map((one) => line(of(one), coded(one.text), verdicts));
    case 'item':
      return block.sentences.map((one, at) =>
        line(of(one), coded(one.text), verdicts, { label: at === 0 ? block.label : '', depth: block.depth }),
      );
  }
}

/** A sentence at the left, its notes at the right. */
function line(
  of: Numbered | undefined,
  text: Child,
  verdicts: Marked,
  item?: { readonly label: string; readonly depth: number },
): Child {
  if (!of) return undefined;
  return html`<div class="line${item ? ` item depth-${Math.min(item.depth, 3)}` : ''}" id="${of.anchor}">${item && html`<span class="soft">${item.label}</span>`}<div class="says">${text}</div><div class="notes">${notes(of, verdicts)}</div></div>
`;
}

function table({ columns, rows }: Extract<SpecificationBlock, { kind: 'table' }>, of: Find, verdicts: Marked): Markup {
  const head = [...columns, 'Requirements'].map((name) => html`<th scope="col">${coded(name)}</th>`);
  return html`<table class="rows stack said-by"><thead><tr>${head}</tr></thead><tbody>${rows.map(
    ({ cells, sentence }) => {
      const own = of(sentence);
      return html`<tr id="${own?.anchor ?? ''}">${cells.map((cell, at) => html`<td data-name="${columns[at] ?? ''}">${coded(cell)}</td>`)}<td class="notes">${own && notes(own, verdicts)}</td></tr>`;
    },
  )}</tbody></table>`;
}

/** What the catalogue says about a sentence: its requirements, why none covers it, or what to review. */
function notes(of: Traced, verdicts: Marked): Child {
  const { status, clause } = of;
  if (isOpen(of)) return html`<p><b class="changed">${startOf(status)}.</b> ${toReview(of, verdicts)}</p>`;
  if (status === 'exempt') return html`<p class="soft">${clause && kinds[clause.kind]}, exempt. ${clause?.exempt}</p>`;
  return html`<p>${requirementLinks(clause?.requirements ?? [], verdicts)}</p>`;
}

/** What a person has to review about a sentence that is not accounted for. */
export function toReview(of: Traced, verdicts: Marked): Child {
  return [reviewOf(of), ' ', requirementLinks(of.clause?.requirements ?? [], verdicts)];
}

function requirementLinks(ids: readonly string[], verdicts: Marked): Child {
  return ids.map((id) => {
    const verdict = verdicts.get(id);
    const word = verdict && labels[verdict].word;
    const title = [word, requirement(id).title].filter(Boolean).join('. ');
    return [
      html`<a class="id${verdict ? ` ${verdict}` : ''}" href="#${id}" title="${title}">${verdict && sign(verdict)}${id}${word !== undefined && html`<span class="unseen"> ${word}</span>`}</a>`,
      ' ',
    ];
  });
}

import { verdicts } from '../../schemas/verdict.js';
import type { Block, Blocks, Cell, Column, Of, Part, Piece, Register, Text } from '../document/blocks.js';
import { inOrder, isText } from '../document/compose.js';
import { counted as numbered } from '../text/counted.js';
import { unbroken } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { counted } from '../wording/counts.js';
import { headAndRest } from '../wording/finding.js';
import { basisOf, labels } from '../wording/verdict-labels.js';
import { burst, grid, hrefOf } from './charts.js';
import { cutOnPaper, exchangeList } from './exchange.js';
import { marked, sign } from './marks.js';
import { type Child, coded, html, type Markup } from './markup.js';

/** report.json has in full what is longer. */
const longest = 4_000;

/** A part of the report as a section of the page. */
export function setPart(of: Part): Markup {
  const { id, title, untitled, onPaper } = of;
  const body = setBlocks(of.blocks);
  if (untitled) return html`<section id="${id}" class="${id}" aria-labelledby="verdict">${body}</section>`;
  const heading = `${id}-heading`;
  return html`<section id="${id}" class="${onPaper ? 'part paper' : 'part'}" aria-labelledby="${heading}"><h2 id="${heading}">${title}</h2>${body}</section>`;
}

/** Blocks of a document as markup. */
function setBlocks(blocks: Blocks): Child {
  return inOrder(blocks).map(setBlock);
}

function setBlock(block: Block): Child {
  return (setters[block.kind] as (of: Block) => Child)(block);
}

const setters: { readonly [K in Block['kind']]: (of: Of<K>) => Child } = {
  masthead,
  notices,
  headline,
  beside: ({ blocks, beside }) =>
    html`<div class="two"><div>${setBlocks(blocks)}</div><div>${setBlocks(beside)}</div></div>`,
  marks,
  text: paragraph,
  list,
  heading,
  facts,
  table,
  finding,
  sides,
  burst,
  exchanges,
  grid,
  register,
  listing,
  fold: ({ title, open, blocks }) =>
    html`<details class="more"${open && html` open`}><summary>${title}</summary>${setBlocks(blocks)}</details>`,
  only: ({ on, blocks }) => html`<div class="${on}">${setBlocks(blocks)}</div>`,
};

const paragraphClasses = { intro: 'prose intro', prose: 'prose', more: 'more' } as const;

function paragraph({ text, as }: Of<'text'>): Child {
  if (as === 'cell') return setText(text);
  return html`<p${as && html` class="${paragraphClasses[as]}"`}>${setText(text)}</p>`;
}

function setText(text: Text): Child {
  if (typeof text === 'string') return coded(clip(text, longest));
  if (text === undefined || text === false) return undefined;
  return 'kind' in text ? piece(text) : text.map(setText);
}

function piece(of: Piece): Child {
  switch (of.kind) {
    case 'code':
      return html`<code>${clip(of.text, longest)}</code>`;
    case 'digest':
      return html`<code class="digest">${of.text}</code>`;
    case 'command':
      return html`<code class="all">${of.text}</code>`;
    case 'mark':
      if (of.to === undefined) return marked(of.mark, of.word);
      return html`<a href="#${of.to}" title="${labels[of.mark].word}">${marked(of.mark, of.word)}</a>`;
    case 'link':
      return html`<a href="#${of.to}">${of.text}</a>`;
    case 'file':
      return html`<a href="${hrefOf(of)}">${of.text}</a>`;
    case 'exchange':
      return of.isShown ? html`<a href="#${of.id}">${of.text}</a>` : of.text;
    case 'box':
      return html`<span class="box"></span>`;
    case 'id':
      return html`<a class="id" href="#${of.to ?? of.id}">${of.id}</a>`;
    case 'address':
      return address(of.text);
    case 'strong':
      return html`<b>${setText(of.text)}</b>`;
    default:
      return html`<span class="${of.kind === 'soft' ? 'soft' : 'near'}">${setText(of.text)}</span>`;
  }
}

// The address comes from the environment: only an address that a browser opens as a page becomes a link.
function address(text: string): Child {
  if (!/^https?:\/\//i.test(text)) return text;
  return html`<a href="${text}" rel="noreferrer noopener">${text}</a>`;
}

function setCell(cell: Cell): Child {
  if (typeof cell === 'string') return setText(cell);
  return isText(cell) ? piece(cell) : setBlocks(cell);
}

/** Several statements as a list, so that the eye finds the one it looks for; one as a paragraph. */
function list({ items, points }: Of<'list'>): Markup {
  if (items.length < 2 && !points) return html`<p>${items.map(setText)}</p>`;
  return html`<ul class="${points ? 'prose' : 'said'}">${items.map((item) => html`<li>${setText(item)}</li>`)}</ul>`;
}

function heading({ text, aside, mark, anchor, sub, top }: Of<'heading'>): Markup {
  const beside = aside && [' ', html`<span class="soft">${aside}</span>`];
  if (sub) return html`<p class="over">${text}${beside}</p>`;
  const inside = html` class="tally"${anchor && html` id="${anchorOf(anchor)}"`}>${mark ? marked(mark) : text}${beside}`;
  return top ? html`<h2${inside}</h2>` : html`<h3${inside}</h3>`;
}

function anchorOf(anchor: string): string {
  return anchor.toLowerCase().replaceAll(' ', '-');
}

function facts({ rows }: Of<'facts'>): Markup {
  return html`<dl class="facts">${rows.map(
    ([name, value]) =>
      value !== undefined && value !== false && html`<div><dt>${setText(name)}</dt><dd>${setCell(value)}</dd></div>`,
  )}</dl>`;
}

function table({ title, columns, rows, anchors = [] }: Of<'table'>): Child {
  const labelled = title?.anchor !== undefined && html` aria-labelledby="${anchorOf(title.anchor)}"`;
  return [
    title && heading(title),
    html`<table class="rows stack"${labelled}><thead><tr>${columns.map(
      ({ name, holds }) =>
        html`<th scope="col" class="${`${holds === 'ids' || holds === 'count' ? 'n ' : ''}c-${holds}`}">${name}</th>`,
    )}</tr></thead><tbody>${rows.map(
      (cells, row) =>
        html`<tr${anchors[row] !== undefined && html` id="${anchors[row]}"`}>${cells.map((cell, at) => html`<td${attributes(columns[at])}>${setCell(cell)}</td>`)}</tr>`,
    )}</tbody></table>`,
  ];
}

// On a phone the cells of a row stand one under the other, so the two sides keep their names.
function attributes(column: Column | undefined): Child {
  if (column?.holds === 'side') return html` data-name="${column.name}"`;
  if (column?.holds === 'count') return html` class="n"`;
  return column?.holds === 'ids' && html` class="n id"`;
}

function finding({ place, mark, id, aside, title, opening, body, folded }: Of<'finding'>): Markup {
  const heading = `title-${place}`;
  // A summary is pressed as a whole: it holds no link, and no paragraph.
  const named = id !== undefined && (folded ? html`<span class="id">${id}</span>` : piece({ kind: 'id', id }));
  const byline = [marked(mark), ' ', named, ' ', html`<span class="soft">${aside}</span>`];
  const name = html`<h3 id="${heading}">${coded(clip(title, 600))}</h3>`;
  const rest = inOrder(body).map((block) => [setBlock(block), '\n']);
  if (!folded)
    return html`<article class="finding" id="${place}" aria-labelledby="${heading}"><div class="opening">
<p class="byline">${byline}</p>
${name}
${setBlocks(opening)}</div>
${rest}</article>`;
  const [first, ...others] = inOrder(opening);
  const [found, below] = first?.kind === 'text' ? [first.text, others] : [undefined, opening];
  // A link to the inside of what is folded opens it.
  return html`<article class="finding" aria-labelledby="${heading}"><details class="folded"><summary><span class="byline">${byline}</span>
${name}
<span class="prose">${setText(found)}</span></summary><div id="${place}"><div class="opening">${setBlocks(below)}</div>
${rest}</div></details></article>`;
}

function listing({ title, text }: Of<'listing'>): Child {
  if (title === undefined) return html`<pre>${text}</pre>`;
  return html`<p class="over">${title} <span class="soft screen">one click selects it all</span></p><pre class="all">${cutOnPaper(clip(text, 20_000))}</pre>`;
}

function exchanges({ exchanges: list, aside, inFinding }: Of<'exchanges'>): Child {
  return [
    heading({ kind: 'heading', sub: true, text: 'Exchanges', ...(aside !== undefined && { aside }) }),
    exchangeList(list, inFinding),
  ];
}

/** The sent request, the expected and the received response, side by side. */
function sides({ sent, expected, received, control }: Of<'sides'>): Markup {
  const columns: Child[] = [
    sent !== undefined && html`<div><p class="label">Sent</p><p class="code">${changed(sent)}</p></div>`,
    expected !== undefined && html`<div><p class="label">Expected</p>${firstStrong(clip(expected, longest))}</div>`,
    html`<div class="received"><p class="label">Received</p>${firstStrong(clip(received, longest))}${
      control !== undefined && html`<p><span class="soft">Control</span> ${coded(clip(control, longest))}</p>`
    }</div>`,
  ];
  return html`<div class="sides">${columns}</div>`;
}

function changed({ request, change }: NonNullable<Of<'sides'>['sent']>): Child {
  const start = clip(request, longest);
  return change === undefined ? start : [`${start} `, html`<b class="change">${clip(change, longest)}</b>`];
}

function firstStrong(text: string): Child {
  const { head, rest } = headAndRest(text);
  return [html`<p><b>${coded(head)}</b></p>`, ...rest.map((line) => html`<p>${coded(line)}</p>`)];
}

/** Requirements by area, each of which opens. Filters are radio buttons that the style sheet evaluates. */
function register({ groups }: Register): Markup {
  const all = ['all', 'All', groups.reduce((sum, { rows }) => sum + rows.length, 0)] as const;
  const areas = groups.map(({ key, short, rows }) => [key, short, rows.length] as const);
  const byVerdict = verdicts.map((verdict) => {
    return [verdict, labels[verdict].word, groups.reduce((sum, { counts }) => sum + counts[verdict], 0)] as const;
  });
  const present = byVerdict.filter(([, , count]) => count > 0);
  return html`<div class="filters">${filter('area', 'Area', [all, ...areas])}${filter('verdict', 'Verdict', [all, ...present])}</div>
${groups.map(group)}
<p class="nothing">No requirement of this area has this verdict.</p>`;
}

/** @param options by which requirements are selected; the first shows all */
function filter(
  name: string,
  legend: string,
  options: readonly (readonly [value: string, label: string, count: number])[],
): Markup {
  return html`<fieldset><legend>${legend}</legend>${options.map(
    ([value, label, count], index) =>
      html`<label><input type="radio" name="${name}" id="${name}-${value}"${index === 0 && html` checked`}><span>${label} <span class="soft">${count}</span></span></label>`,
  )}</fieldset>`;
}

const needsEyes = /^(fail|inconclusive|waived)$/;

function group({ name, key, counts, entries }: Register['groups'][number]): Markup {
  const [open, rest] = [true, false].map((is) =>
    entries.filter(({ requirement }) => needsEyes.test(requirement.verdict) === is),
  );
  const size = rest?.length ?? 0;
  return html`<div class="group" data-area="${key}"><h3>${name} <span class="soft">${counted(counts)}</span></h3>${open?.map(entry)}${
    size > 0 &&
    html`<details class="more rest"><summary>Show ${open?.length !== 0 && 'the other '}${numbered(size, 'requirement')}</summary>${rest?.map(entry)}</details>`
  }</div>`;
}

function entry({ requirement, outcome, proof, inside }: Register['groups'][number]['entries'][number]): Markup {
  const { id, verdict, title, clause, checks } = requirement;
  return html`<details class="req" id="${id}" data-verdict="${verdict}"><summary>${marked(verdict)}<span class="id">${id}</span><span class="what">${title}${outcome && html`<span class="soft aside">${coded(clip(outcome, 400))}</span>`}${proof !== undefined && html`<span class="soft aside paper">${coded(clip(proof, 400))}</span>`}</span><span class="clause soft">${basisOf(requirement)}: ${clause}</span><span class="n soft">${checks.length > 1 && `${checks.length} checks`}</span></summary>
<div class="inside">${setBlocks(inside)}</div></details>`;
}

function masthead({ name, subject, classification }: Of<'masthead'>): Markup {
  return html`<header class="top"><p><b>${name}</b> <span class="soft">${subject}</span></p><p class="soft">${classification}</p></header>`;
}

function notices({ items }: Of<'notices'>): Markup {
  return html`<div class="notices" role="note">${items.map((item) => html`<p>${coded(item)}</p>`)}</div>`;
}

function headline({ mark, text, lead, blocks }: Of<'headline'>): Markup {
  return html`<h1 id="verdict" class="${mark}">${sign(mark)}${text.replace('-', '\u2011')}</h1>
<p class="lead">${unbroken(lead)}</p>
${setBlocks(blocks)}`;
}

function marks({ areas }: Of<'marks'>): Markup {
  return html`<div class="grid">${areas.map(
    ({ name, rows, counts }) =>
      html`<div><p class="label">${name}, ${rows.length}<span class="unseen">: ${counted(counts)}</span></p><div class="marks" aria-hidden="true">${rows.map(
        ({ id, title, verdict }) =>
          html`<a href="#${id}" tabindex="-1" title="${`${id} ${labels[verdict].word}. ${title}`}">${sign(verdict)}</a>`,
      )}</div></div>`,
  )}</div>`;
}

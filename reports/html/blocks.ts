import type { Block, Cell, Facts, Heading, Part, Piece, Table, Text } from '../document/blocks.js';
import { clip } from '../text/printable.js';
import { coded } from './coded.js';
import { marked } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { part, type Part as SetPart } from './part.js';

/** report.json has in full what is longer. */
const longest = 4_000;

/** A part of the report as a section of the page. */
export function setPart({ id, title, size, blocks }: Part): SetPart {
  return part(id, title, blocks.map(setBlock), size);
}

/** A block of the report as markup. */
export function setBlock(block: Block): Child {
  switch (block.kind) {
    case 'text':
      return html`<p${block.as && html` class="${block.as === 'intro' ? 'prose intro' : 'prose'}"`}>${setText(block.text)}</p>`;
    case 'list':
      return list(block.items, block.points);
    case 'heading':
      return heading(block);
    case 'facts':
      return facts(block);
    case 'table':
      return table(block);
    case 'requirements':
      return requirements(block);
    case 'fold':
      return html`<details class="more"${block.open && html` open`}><summary>${block.title}</summary>${block.blocks.map(setBlock)}</details>`;
    case 'only':
      return block.on === 'page' && block.blocks.map(setBlock);
  }
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
    case 'mark':
      return marked(of.mark);
    case 'id':
      return html`<a class="id" href="#${of.id}">${of.id}</a>`;
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
  if (!('kind' in cell)) return cell.map(setBlock);
  return isBlock(cell) ? setBlock(cell) : piece(cell);
}

function isBlock(of: Piece | Block): of is Block {
  return ['text', 'list', 'heading', 'facts', 'table', 'requirements', 'fold', 'only'].includes(of.kind);
}

/** Several statements as a list, so that the eye finds the one it looks for; one as a paragraph. */
function list(items: readonly Text[], points: true | undefined): Markup {
  if (items.length < 2 && !points) return html`<p>${items.map(setText)}</p>`;
  return html`<ul class="${points ? 'prose' : 'said'}">${items.map((item) => html`<li>${setText(item)}</li>`)}</ul>`;
}

function heading({ text, aside, mark, anchor }: Heading): Markup {
  const title = mark ? marked(mark) : text;
  return html`<h3 class="tally"${anchor && html` id="${anchorOf(anchor)}"`}>${title}${aside && [' ', html`<span class="soft">${aside}</span>`]}</h3>`;
}

function anchorOf(anchor: string): string {
  return anchor.toLowerCase().replaceAll(' ', '-');
}

function facts({ rows }: Facts): Markup {
  return html`<dl class="facts">${rows.map(
    ([name, value]) => value !== undefined && html`<div><dt>${setText(name)}</dt><dd>${setCell(value)}</dd></div>`,
  )}</dl>`;
}

function table({ title, columns, rows }: Table): Child {
  const labelled = title?.anchor !== undefined && html` aria-labelledby="${anchorOf(title.anchor)}"`;
  return [
    title && heading(title),
    html`<table class="rows stack"${labelled}><thead><tr>${columns.map(
      ({ name, holds }) => html`<th scope="col" class="c-${holds}">${name}</th>`,
    )}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${setCell(cell)}</td>`)}</tr>`)}</tbody></table>`,
  ];
}

/** Requirements by id and title, in columns where there is room. */
export function requirements({ rows, reason }: Omit<Extract<Block, { kind: 'requirements' }>, 'kind'>): Markup {
  const ids = html`<ul class="ids">${rows.map(({ id, title }) => html`<li>${piece({ kind: 'id', id })}<span>${title}</span></li>`)}</ul>`;
  return reason === undefined ? ids : html`<div class="together"><p class="soft">${setText(reason)}</p>${ids}</div>`;
}

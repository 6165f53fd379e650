import { clip } from '../text/printable.js';
import { statementsOf } from '../text/statements.js';
import { type Child, html, type Markup } from './markup.js';

/**
 * What of a sentence is written as it stands in requests and answers: variables and options of this suite, media types,
 * headers, members with an underscore or inside of others, and paths.
 */
const asWritten = new RegExp(
  [
    'CONFORMANCE_[A-Z_]+',
    '(?<![\\w-])--[a-z][a-z-]+',
    '\\b(?:application|text)/[a-z][a-z+.-]*[a-z]',
    '\\b(?:x-[a-z]+(?:-[a-z]+)*|[A-Z][a-z]+(?:-[A-Z][a-z]+)+)\\b',
    '(?<![\\w./])_?[a-z][a-z0-9]*(?:(?:_|\\.(?=[a-z_]))[a-z0-9_]+)+\\b',
    '(?<=^|\\s)/[a-z][\\w/{}-]*',
  ].join('|'),
  'g',
);

/** What names members one after the other: those without an underscore are names too then. */
const lists = /(?:\d{3} ha(?:s|ve)|answer has|are required:) ((?!no )[\w.{}[\]-]+(?:(?:,| and) [a-z_][\w.{}[\]-]*)*)/;
/** A member as differences name it. */
const quoted = '(?<=[Mm]ember )"[^"\\n]{1,200}"';
const names = new RegExp(`${quoted}|${asWritten.source}`, 'g');

/** A text with the names in it set as code. */
export function coded(text: string): Child {
  const list = lists.exec(text);
  if (!list?.[1]) return named(text, names);
  const start = list.index + list[0].length - list[1].length;
  const members = list[1].replace(/\.$/, '');
  return [
    named(text.slice(0, start), names),
    named(members, /(?<![\w.])(?!and\b)[A-Za-z_{][\w.{}[\]-]*/g),
    named(text.slice(start + members.length), names),
  ];
}

function named(text: string, pattern: RegExp): Child {
  const parts: Child[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const name = found.replace(/^"(.*)"$/, '$1');
    parts.push(text.slice(from, index), html`<code>${name}</code>`);
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
}

/** An observation for people: one statement as a sentence, several as a list, so that the eye finds the one it looks for. */
export function said(text: string, most: number): Child {
  const statements = statementsOf(clip(text, most));
  return statements.length < 2 ? coded(statements.join('')) : statementList(statements);
}

/** Statements, each on a line of its own. */
export function statementList(statements: readonly string[]): Markup {
  return html`<ul class="said">${statements.map((statement) => html`<li>${coded(statement)}</li>`)}</ul>`;
}

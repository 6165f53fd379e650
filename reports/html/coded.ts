import { inline } from '../text/inline.js';
import { type Child, html, type Markup } from './markup.js';

/** A sentence with the names in it set as code. */
export function coded(text: string): Child {
  return inline(text).map((span) => (span.kind === 'code' ? html`<code>${span.text}</code>` : span.text));
}

/** Statements for people: one as a sentence, several each on a line of its own, so that the eye finds the one it looks for. */
export function said(statements: readonly string[]): Child {
  return statements.length < 2 ? coded(statements.join('')) : statementList(statements);
}

/** Statements, each on a line of its own. */
function statementList(statements: readonly string[]): Markup {
  return html`<ul class="said">${statements.map((statement) => html`<li>${coded(statement)}</li>`)}</ul>`;
}

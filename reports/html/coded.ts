import { inline } from '../text/inline.js';
import { type Child, html } from './markup.js';

/** A sentence with the names in it set as code. */
export function coded(text: string): Child {
  return inline(text).map((span) => (span.kind === 'code' ? html`<code>${span.text}</code>` : span.text));
}

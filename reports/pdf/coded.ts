import type { Content } from 'pdfmake/interfaces.js';
import { inline } from '../text/inline.js';
import { code } from './typography.js';

/** A sentence with the names in it set as code. */
export function coded(text: string): Content[] {
  return inline(text).map((span) => (span.kind === 'code' ? code(span.text) : span.text));
}

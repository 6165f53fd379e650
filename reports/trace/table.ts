import type { Report } from '../../schemas/types.js';
import { plain } from '../text/inline.js';
import { printableLine } from '../text/printable.js';
import type { Trace } from './comparison.js';

const columns = ['place', 'status', 'kind', 'requirements', 'verdicts', 'exempt', 'sha256', 'text'];

/** trace.csv (RFC 4180): one row for each sentence. Lists stand in one cell, divided by spaces; verdicts as `AUTH-01=pass`. */
export function renderTraceCsv({ traced }: Trace, report: Report | undefined): string {
  const verdicts = new Map(report?.requirements.map(({ id, verdict }) => [id, verdict]));
  const rows = traced.map(({ place, status, clause, sentence }) => {
    const ids = clause?.requirements ?? [];
    const judged = ids.flatMap((id) => (verdicts.has(id) ? [`${id}=${verdicts.get(id)}`] : []));
    const text = sentence === undefined ? '' : plain(sentence.text);
    const digest = sentence?.sha256 ?? clause?.sha256 ?? '';
    return [place, status, clause?.kind ?? '', ids.join(' '), judged.join(' '), clause?.exempt ?? '', digest, text];
  });
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A cell in quotes. Spreadsheets take what begins with one of a few signs for a formula: an apostrophe makes it text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${printableLine(safe).replaceAll('"', '""')}"`;
}

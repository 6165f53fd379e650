import { byKey } from '../../schemas/by-key.js';
import type { Clauses } from '../../schemas/clauses.js';
import type { Report } from '../../schemas/types.js';
import { formatJson } from '../text/format-json.js';
import { plain } from '../text/inline.js';
import { printableLine } from '../text/printable.js';
import type { Trace } from './comparison.js';

/** Columns of clauses.json: one clause is one line, so that a difference between two versions is read sentence by sentence. */
const width = 250;

/**
 * clauses.json for this copy of the specification: what is known keeps its requirements. A new sentence has the kind
 * `new` until a person gives it one, with its requirements or the reason why none covers it.
 */
export function renderClauses({ specification, traced }: Trace, { sections: known }: Clauses): string {
  const present = traced.flatMap(({ sentence, clause }) => (sentence ? [{ sentence, clause }] : []));
  const sections = [...byKey(present.map((one) => [JSON.stringify(one.sentence.heading), one]))].map(([key, own]) => {
    const heading = own[0]?.sentence.heading ?? [];
    const cited = known.find((one) => JSON.stringify(one.heading) === key)?.cited;
    const clauses = own.map(({ sentence: { at, sha256 }, clause: { kind = 'new', requirements, exempt } = {} }) => ({
      ...(at !== undefined && { at }),
      ...{ kind, sha256 },
      ...(requirements ? { requirements } : exempt !== undefined && { exempt }),
    }));
    return { heading, cited: cited ?? (heading.join(', ') || 'Introduction'), clauses };
  });
  return `${formatJson({ specification: specification.title, sections }, 0, width)}\n`;
}

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

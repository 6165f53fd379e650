import type { Clauses, Section } from '../../schemas/clauses.js';
import type { Report } from '../../schemas/types.js';
import { plain } from '../text/inline.js';
import { printableLine } from '../text/printable.js';
import type { Trace } from './comparison.js';

/**
 * clauses.json for this copy of the specification: what is known keeps its requirements. A new sentence has the kind
 * `new` until a person gives it one, with its requirements or the reason why none covers it.
 */
export function renderClauses({ specification, traced }: Trace, { sections: known }: Clauses): string {
  const sections = new Map<string, Omit<Section, 'clauses'> & { readonly lines: string[] }>();
  for (const { sentence, clause } of traced) {
    if (!sentence) continue;
    const { heading, at, sha256 } = sentence;
    const key = JSON.stringify(heading);
    const cited = known.find((one) => JSON.stringify(one.heading) === key)?.cited;
    const section = sections.get(key) ?? { heading, cited: cited ?? (heading.join(', ') || 'Introduction'), lines: [] };
    sections.set(key, section);
    const { kind = 'new', requirements, exempt } = clause ?? {};
    section.lines.push(line({ at, kind, sha256, ...(requirements ? { requirements } : { exempt }) }));
  }
  const rendered = [...sections.values()].map(
    ({ heading, cited, lines }) => `    {
      "heading": ${inLine(heading)},
      "cited": ${JSON.stringify(cited)},
      "clauses": [
${lines.map((one) => `        ${one}`).join(',\n')}
      ]
    }`,
  );
  return `{
  "specification": ${JSON.stringify(specification.title)},
  "sections": [
${rendered.join(',\n')}
  ]
}
`;
}

/** One clause on one line, so that a difference between two versions is read sentence by sentence. */
function line(members: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const shown = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}": ${typeof value === 'string' ? JSON.stringify(value) : inLine(value)}`],
  );
  return `{ ${shown.join(', ')} }`;
}

const inLine = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

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

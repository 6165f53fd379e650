import type { Clause, Clauses, Section } from '../../schemas/clauses.js';
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
    section.lines.push(line({ at, kind: clause?.kind ?? 'new', sha256, ...outcome(clause) }));
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

function outcome(clause: Clause | undefined): Partial<Clause> {
  if (!clause) return {};
  return clause.requirements ? { requirements: clause.requirements } : { exempt: clause.exempt ?? '' };
}

/** One clause on one line, so that a difference between two versions is read sentence by sentence. */
function line(members: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const shown = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}": ${typeof value === 'string' ? JSON.stringify(value) : inLine(value)}`],
  );
  return `{ ${shown.join(', ')} }`;
}

const inLine = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

import { counted } from '../../reports/text/counted.js';
import { grouped } from '../../reports/text/printable.js';
import type { Report } from '../../schemas/types.js';
import { casesOfKind, kinds } from '../configuration/generated-cases.js';
import type { Configuration } from '../configuration/settings.js';
import type { Evidence } from '../evidence/journal-to-evidence.js';

type Run = Report['run'];

/** What the report says of the generated cases of a run, where there are any. */
export function casesOf(configuration: Configuration, { unkept, asked }: Evidence): Run['cases'] {
  const { cases: each } = configuration;
  if (each === 0) return undefined;
  const planned = kinds.length * casesOfKind(configuration);
  const { requests, created } = unkept;
  return { each, planned, asked, unkept: { requests, customers: created } };
}

/** Exchanges that a sentence names. */
const mostNamed = 5;

/** What the suite did not read: one sentence for the report, where there is anything. */
export function inPartNotices({ inPart }: Pick<Evidence, 'inPart'>): string[] {
  if (inPart.length === 0) return [];
  const more = inPart.length > mostNamed ? ' and others' : '';
  const which = `${inPart.slice(0, mostNamed).join(', ')}${more}`;
  return [
    `The suite read ${counted(inPart.length, 'response', 'responses')} only in part (${which}): they are nested deeper than 24 levels or hold more than 5,000 values. It did not look for identities in the rest.`,
  ];
}

/** How many cases were generated, and how much of them stands in the evidence: one sentence for the report. */
export function caseNotices(cases: Run['cases'], seed: number): string[] {
  if (!cases) return [];
  const { planned, asked, each, unkept } = cases;
  const isWhole = asked === planned;
  const were = isWhole
    ? counted(asked, 'case was', 'cases were')
    : `${grouped(asked)} of ${counted(planned, 'case')} were`;
  const kept =
    unkept.requests === 0
      ? 'All exchanges stand in the evidence.'
      : `Of the exchanges ${counted(unkept.requests, 'is', 'are')} only counted; the rest, every finding among them, stands in the evidence.`;
  return [
    `${were} generated with seed ${seed}, ${grouped(each)} well-formed and ${grouped(each)} malformed for each member. ${kept}`,
  ];
}

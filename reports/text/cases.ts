import type { ReportedCheck } from '../../schemas/types.js';
import { grouped } from './printable.js';

/** What became of the generated cases of a check, in few words: `100 asked, 97 refused, 3 put right`. */
export function caseSummary({ cases }: Pick<ReportedCheck, 'cases'>): string | undefined {
  if (!cases) return undefined;
  const { planned, asked, letIn, refused, putRight, open } = cases;
  const of = asked === planned ? grouped(asked) : `${grouped(asked)} of ${grouped(planned)}`;
  const parts = [
    [letIn, 'let in'],
    [refused, 'refused'],
    [putRight, 'put right'],
    [open, 'undecided'],
  ] as const;
  return [`${of} asked`, ...parts.flatMap(([count, word]) => (count > 0 ? [`${grouped(count)} ${word}`] : []))].join(
    ', ',
  );
}

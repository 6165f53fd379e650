import type { ReportedCheck } from '../../schemas/types.js';
import { grouped } from '../text/printable.js';

/** The outcome of the generated cases of a check in few words: `100 sent, 97 rejected, 3 normalised`. */
export function caseSummary({ cases }: Pick<ReportedCheck, 'cases'>): string | undefined {
  if (!cases) return undefined;
  const { planned, asked, letIn, refused, putRight, open } = cases;
  const of = asked === planned ? grouped(asked) : `${grouped(asked)} of ${grouped(planned)}`;
  const parts = [
    [letIn, 'accepted'],
    [refused, 'rejected'],
    [putRight, 'normalised'],
    [open, 'undecided'],
  ] as const;
  return [`${of} sent`, ...parts.flatMap(([count, word]) => (count > 0 ? [`${grouped(count)} ${word}`] : []))].join(
    ', ',
  );
}

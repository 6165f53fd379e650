import type { Report } from '../schemas/types.js';

/** The line that asks one requirement again, with the same customers, where the suite is called as it was for this run. */
export function askedAgain({ run }: Pick<Report, 'run'>, id: string): string {
  return `${run.command ?? 'npm run conformance --'} --only ${id} --seed ${run.seed}`;
}

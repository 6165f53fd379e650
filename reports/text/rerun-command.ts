import type { Report } from '../../schemas/types.js';

/** The command that asks one requirement again as it was asked, generated cases too, where the suite was called for this run. */
export function rerunCommand(id: string, { run }: Report): string {
  const cases = run.cases ? ` --cases ${run.cases.each}` : '';
  return `${run.command ?? 'npm run conformance --'} --only ${id} --seed ${run.seed}${cases}`;
}

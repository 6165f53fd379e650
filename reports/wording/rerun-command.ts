import type { Report } from '../../schemas/types.js';

/** The command that tests a requirement, or several by ids with commas, again with the same seed, from the folder of this run's call. */
export function rerunCommand(id: string, { run }: Report): string {
  const cases = run.cases ? ` --cases ${run.cases.each}` : '';
  return `${run.command ?? 'npm run conformance --'} --only ${id} --seed ${run.seed}${cases}`;
}

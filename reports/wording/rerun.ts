import { calledBy } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';

/** `run.command` of the library. */
export const calledByProgram = 'runConformance';
/** `run.command` of vitest. */
export const vitestOfSuites = 'npx vitest run --project conformance';

export function rerunCommand(ids: readonly string[], { run }: Pick<Report, 'run'>) {
  const { command = calledBy, seed } = run;
  if (command === vitestOfSuites) return `CONFORMANCE_SEED=${seed} ${command} -t '${ids.join('|')}'`;
  if (command === calledByProgram) return `${command}({ …, only: ['${ids.join("', '")}'], seed: ${seed} })`;
  return `${command} --only ${ids.join(',')} --seed ${seed}`;
}

import { appendJobSummary } from '../../session/ci-job.js';
import { perform } from '../../session/run.js';
import { isInteractive, readConfiguration } from '../../settings/configuration.js';
import type { Place } from '../place.js';

export async function run(
  { options }: { readonly options: Readonly<Record<string, unknown>> },
  { out = process.stdout, demonstrates, ...place }: Place,
): Promise<number> {
  const { tested, env, cwd } = place;
  const interactive = demonstrates || isInteractive(env, [process.stdin, out]);
  const configured = readConfiguration({ specification: tested, named: options, env, cwd, interactive });
  const { status, report } = await perform(configured, { ...place, out, keepsFiles: true });
  appendJobSummary(env, report, tested);
  return status;
}

import { renderJson } from '../../../reports/text/report-json.js';
import { plainLog } from '../../ci/job-log.js';
import { readConfiguration } from '../../configuration/configuration.js';
import { isInteractive } from '../../configuration/rules/embedded.js';
import { asCommand, type Environment } from '../../session/environment.js';
import { withheldText } from '../../session/errors.js';
import { perform } from '../../session/session.js';
import type { Surroundings } from '../define-command.js';

/** Runs the suites and writes the reports. Gives the exit status. @throws UsageError before anything was sent */
export async function run(
  argv: readonly string[],
  {
    out = process.stdout,
    terms = asCommand,
    demonstrates,
    ...place
  }: Surroundings & Pick<Environment, 'order' | 'earlySignals'> & Partial<Pick<Environment, 'out' | 'terms'>>,
): Promise<number> {
  const { tested, env, cwd } = place;
  const interactive = demonstrates || isInteractive(env, [process.stdin, out]);
  const configured = readConfiguration({ specification: tested, argv: [...argv], env, cwd, interactive });
  for (const warning of configured.warnings) plainLog(process.stderr, env).write(`${warning}\n`);
  const { watch, baseUrl, json } = configured.configuration;
  if (watch && baseUrl !== undefined)
    return (await import('../../session/watch.js')).watch(argv, place, { ...configured.configuration, baseUrl });
  const shownOn = json ? process.stderr : out;
  const { status, withheld, report } = await perform(configured, { ...place, out: shownOn, terms });
  if (json && report) out.write(renderJson(report));
  if (withheld) plainLog(process.stderr, env).write(`${withheldText(withheld)}\n`);
  return status;
}

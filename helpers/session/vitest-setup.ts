import type { TestProject } from 'vitest/node';
import { embeddedNotice } from '../../reports/wording/summary-text.js';
import { monotonic } from '../client/clock.js';
import { readConfiguration } from '../configuration/configuration.js';
import { isInteractive } from '../configuration/rules/embedded.js';
import { inputOf, openTarget } from './open-target.js';

/**
 * Opens the target for `npx vitest --project conformance`: the one in `.env` or the environment, else, as for the
 * command, the embedded reference server where somebody asked for it. Gives how to let go of it. Reports are written by
 * the command alone.
 * @throws UsageError
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { env } = process;
  const interactive = isInteractive(env, [process.stdin, process.stdout]);
  const { configuration, secrets } = readConfiguration({ argv: [], env, cwd: process.cwd(), interactive });
  if (configuration.embedded) process.stderr.write(`Demonstration. ${embeddedNotice}\n`);
  const target = await openTarget(configuration, secrets);
  project.provide('conformance', inputOf(target, new Date(), monotonic()));
  return () => target.close();
}

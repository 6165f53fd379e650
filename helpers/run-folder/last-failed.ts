import type { Configuration } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { readHistory } from './history.js';

/**
 * With `--last-failed`, a configuration that tests no more than what failed or was inconclusive when it was last tested
 * against this target, whatever runs stood between; else the configuration as it is.
 * @param named the name of the target in the history
 * @throws UsageError where there is no such requirement
 */
export function onlyLastFailed(configuration: Configuration, cwd: string, named: string): Configuration {
  if (!configuration.lastFailed) return configuration;
  const { rows } = readHistory(cwd, named);
  if (rows.length === 0)
    throw new UsageError('There is no earlier run against this target, so --last-failed selects nothing.');
  const isOpen = (id: string) => {
    const last = rows.findLast(({ verdicts }) => verdicts[id] !== undefined && verdicts[id] !== 'skipped');
    return ['fail', 'inconclusive'].includes(last?.verdicts[id] ?? '');
  };
  const only = configuration.only.filter(isOpen);
  if (only.length === 0)
    throw new UsageError(
      'Nothing failed and nothing was inconclusive when it was last tested, so --last-failed selects nothing.',
    );
  return { ...configuration, only };
}

import { UsageError } from './usage-error.js';

/** What an earlier version had and this one does not, with what to use instead: one sentence or two each. */
export const removed: Readonly<
  Record<'commands' | 'options' | 'variables' | 'formats', Readonly<Record<string, string>>>
> = {
  commands: {
    merge: 'Runs of several machines take a `--seed` each; the overview (`index`) shows them side by side.',
    open: '`index` prints the address of the overview, and a run that of its report.',
    prune:
      '`find reports/runs -mindepth 1 -maxdepth 1 -mtime +90` lists folders older than 90 days; the history needs none.',
    qualify:
      '`npm run test:all` tests every fault and variant of this version, and `list --matrix` prints which faults fail which requirement.',
  },
  /** By command and option: `run --rate`. Of `run`, the variable of an option and the name in the library follow from it. */
  options: {
    'verify --rejudge': '`rejudge RUN` judges the evidence of a run again.',
    'run --repeat': 'Run again: the overview shows a verdict that goes back and forth as unstable.',
    'run --resume': 'Run again with another `--seed`, or with a longer `--deadline`.',
    'run --shard': 'Give each machine another `--seed`.',
    'trace --report': '`trace FILE` names the requirements of each sentence, and report.json has their verdicts.',
    'trace --out': '`trace FILE` prints to the terminal, and `--json` prints the same for programs.',
    'diff --format': '`diff OLD NEW` prints to the terminal, and `--json` prints the same for programs.',
    'pack --with-qualification': 'A qualification is no longer made; `list --matrix` prints the kill matrix.',
  },
  /** Variables that belong to no option, and so the names in the library that follow from them. */
  variables: {
    CONFORMANCE_ALLOW_KEY_IN_QUERY:
      'CONFORMANCE_ALLOW_KEY_ELSEWHERE=true allows a valid key in every place that services log or store.',
  },
  formats: {
    ctrf: 'Use junit, which pipelines read.',
    sarif: 'Use junit for pipelines, or earl and oscal for auditors.',
    reproduce: 'Each finding in html, pdf and junit has a curl line that sends its request again.',
  },
};

/**
 * The error for something that an earlier version had.
 * @param shown how the message calls it
 * @returns undefined for what no version had
 */
export function removal(of: keyof typeof removed, name: string, shown: string): UsageError | undefined {
  const table = removed[of];
  const instead = Object.hasOwn(table, name) ? table[name] : undefined;
  return instead === undefined ? undefined : new UsageError(`${shown} was removed in version 0.3. ${instead}`);
}

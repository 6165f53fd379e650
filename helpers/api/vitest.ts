import * as installed from 'vitest';
import { asTests, type TestResult } from '../../reports/formats/as-tests.js';
import { lead } from '../../reports/wording/summary-text.js';
import { catalogue } from '../../schemas/catalogue.js';
import { UsageError } from '../configuration/usage-error.js';
import { namedIds } from '../configuration/values/filter.js';
import { exitOf } from '../session/exit-status.js';

import type { ConformanceOptions } from './options.js';
import { runConformance } from './run-conformance.js';

/** The two functions of vitest that are needed, in whatever version. */
interface TestFunctions {
  readonly test: (name: string, body: (context: { skip(note?: string): void }) => void) => void;
  readonly beforeAll: (work: () => Promise<void>, timeoutMs?: number) => void;
}

/** None in vitest's terms: a run keeps to a deadline of its own. */
const noTimeout = 0;

/**
 * Makes each requirement a test of the vitest project from whose test file it is called: `IDEM-01 A retry …`. The run
 * is made once, before the first of them. Failed and inconclusive requirements fail; one that was skipped, is waived or is not
 * shown by the specification is skipped, with the reason or with what was observed. A run that is not conformant for
 * another reason (nothing was judged, an observation changed with `failOnDrift`) fails as a whole.
 * @param functions those of the project's own vitest, where this package would find another copy of it
 * @throws UsageError for a filter that matches nothing, and where another vitest runs than is found; what else is wrong
 * with the options fails the tests
 */
export function conformanceTests(options: ConformanceOptions, functions: TestFunctions = installed): void {
  const asked = options.only && namedIds(options.only, 'only');
  // Failures point to the line that asked for the tests: what stands in here is of no help to anybody.
  const site = { stack: '' };
  Error.captureStackTrace(site, conformanceTests);
  const described = new Map<string, TestResult>();

  const run = async () => {
    const { exitStatus, report } = await runConformance(options);
    for (const one of asTests(report)) described.set(one.id, one);
    const isRed = [...described.values()].some(({ state }) => state === 'fail');
    const because = exitStatus === 1 ? exitOf(report).because : undefined;
    if (exitStatus !== 0 && !isRed) throw new Error(because === undefined ? lead(report) : `${because}.`);
  };
  try {
    functions.beforeAll(run, noTimeout);
  } catch (cause) {
    if (functions !== installed) throw cause;
    throw new UsageError(
      'The vitest that this package finds is not the one that runs. Hand over the functions of yours: ' +
        'conformanceTests(options, { test, beforeAll }).',
    );
  }

  for (const { id, title } of catalogue) {
    if (asked && !asked.includes(id)) continue;
    functions.test(`${id} ${title}`, ({ skip }) => {
      const { state, text } = described.get(id) ?? { state: 'fail', text: 'The run ended without a word on it.' };
      if (state === 'skip') return skip(text);
      const stack = `Error: ${text}\n${site.stack.split('\n').slice(1).join('\n')}`;
      if (state === 'fail') throw Object.assign(new Error(text), { stack });
    });
  }
}

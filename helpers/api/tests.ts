import { asTests, type TestResult } from '../../reports/formats/as-tests.js';
import { againInVitest } from '../../reports/wording/finding.js';
import { lead } from '../../reports/wording/summary-text.js';
import type { Report } from '../../schemas/types.js';
import { UsageError } from '../configuration/usage-error.js';
import { namedIds } from '../configuration/values/filter.js';
import { exitOf } from '../session/exit-status.js';

import { inLibraryNames } from './library-names.js';
import { type OptionsFor, runConformance } from './run.js';

/** The functions of vitest that are needed, in whatever version. */
export interface TestFunctions {
  readonly test: (name: string, body: (context: { skip(note?: string): void }) => void) => void;
  readonly beforeAll: (work: () => Promise<void>, timeoutMs?: number) => void;
  /** Without it a run that is not conformant, though no requirement failed, is known before the tests, and ends them. */
  readonly afterAll?: (work: () => Promise<void>) => void;
}

/** None in vitest's terms: a run keeps to a deadline of its own. */
const noTimeout = 0;

/** The project's own, as this package finds it: it brings none. */
const installed = (await import('vitest').catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
})) as TestFunctions | undefined;

/**
 * Makes each requirement a test of the vitest project from whose test file it is called: `IDEM-01 A retry …`. The run
 * is made once, before the first of them. A failed requirement fails; one that is inconclusive, was skipped, is waived or
 * is not shown by the specification is skipped, with the reason or with what was observed. A run that is not conformant
 * though no requirement failed (something stayed inconclusive, an observation changed with `failOnDrift`) fails the file.
 * @param functions those of the project's own vitest, where this package would find another copy of it
 * @throws UsageError for a filter that matches nothing, and where another vitest runs than is found, or none is; what else
 * is wrong with the options fails the tests
 */
export function conformanceTests(
  { from, ...options }: OptionsFor & { readonly from?: (...args: never[]) => void },
  functions: TestFunctions | undefined = installed,
): void {
  if (!functions)
    throw new UsageError(
      'vitest is not installed beside this package. Install it (npm install --save-dev vitest), or hand over the ' +
        'functions of yours: conformanceTests(options, { test, beforeAll, afterAll }).',
    );
  const asked = options.only && namedIds(options.only, 'only', options.specification);
  // Failures point to the line that asked for the tests: what stands in here is of no help to anybody.
  const site = { stack: '' };
  Error.captureStackTrace(site, from ?? conformanceTests);
  const described = new Map<string, TestResult>();
  let notGreen: string | undefined;

  const run = async () => {
    const { exitStatus, report } = await runConformance(options);
    for (const one of asTests(againInVitest(report, options.listener !== undefined), options.specification))
      described.set(one.id, one);
    notGreen = whyNotGreen(exitStatus, report);
    if (!functions.afterAll) failFile();
  };
  const failFile = () => {
    if (notGreen !== undefined) throw new Error(notGreen);
  };
  try {
    functions.beforeAll(run, noTimeout);
    functions.afterAll?.(async () => failFile());
  } catch (cause) {
    if (functions !== installed) throw cause;
    throw new UsageError(
      'The vitest that this package finds is not the one that runs. Hand over the functions of yours: ' +
        'conformanceTests(options, { test, beforeAll, afterAll }).',
    );
  }

  for (const { id, title } of options.specification.catalogue) {
    if (asked && !asked.includes(id)) continue;
    functions.test(`${id} ${title}`, ({ skip }) => {
      const { state, text } = described.get(id) ?? { state: 'fail', text: 'The run ended without a word on it.' };
      const said = inLibraryNames(text);
      if (state === 'skip') return skip(said);
      const stack = `Error: ${said}\n${site.stack.split('\n').slice(1).join('\n')}`;
      if (state === 'fail') throw Object.assign(new Error(said), { stack });
    });
  }
}

/** What keeps a run without a red test from being green: its verdict, or what was to count beside it. */
function whyNotGreen(exitStatus: number, report: Report): string | undefined {
  if (exitStatus === 0 || report.requirements.some(({ verdict }) => verdict === 'fail')) return undefined;
  const because = exitStatus === 1 ? exitOf(report).because : undefined;
  return inLibraryNames(because === undefined ? lead(report) : `${because}.`);
}

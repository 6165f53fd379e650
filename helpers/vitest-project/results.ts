import type { Vitest } from 'vitest/node';
import { clip, printable, printableLine } from '../../reports/text/printable.js';
import { caseOf } from '../../reports/view/cases.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { type Definition, titleOf } from '../runner/suite.js';
import type { Asked } from '../session/ask-target.js';

/** How a test of vitest ends. */
interface TestResult {
  readonly title: string;
  readonly state: 'pass' | 'fail' | 'skip';
  /** Why it is no pass; one line for what is skipped, empty for a pass. Nothing unprintable is in it. */
  readonly text: string;
}

/** The tests of each file of suites, by its absolute path: plain data, which vitest hands to the process of the tests. */
export type ResultsByFile = Readonly<Record<string, readonly TestResult[]>>;

declare module 'vitest' {
  interface ProvidedContext {
    conformance: ResultsByFile;
  }
}

/** The files of suites that vitest was asked for, and what of them its filter of names (`-t`) lets through. */
export async function chosenBy(vitest: Vitest) {
  const files = await Promise.all(
    vitest.state.getPaths().map(async (path) => {
      const exported: readonly unknown[] = Object.values((await import(path)) as object);
      const definitions = exported.flatMap((one) => (one as { definitions?: readonly Definition[] }).definitions ?? []);
      return { path, definitions };
    }),
  );
  const pattern = vitest.getGlobalTestNamePattern() ?? /^/;
  const chosen = new Set(files.flatMap((file) => file.definitions).filter((one) => pattern.test(titleOf(one))));
  return { files, isChosen: (definition: Definition) => chosen.has(definition) };
}

type Chosen = Awaited<ReturnType<typeof chosenBy>>;

const longestNote = 300;
const longestFailure = 10_000;

/**
 * Each definition as a test of its file, as the report has it, decisions included. What the specification leaves open is
 * skipped with its observation, until somebody settles it.
 */
export function resultsOf(files: Chosen['files'], { findings, faults }: Asked, report: Report): ResultsByFile {
  const outcomes = new Map([...findings, ...faults].map((one) => [titleOf(one), one]));
  const resultOf = (definition: Definition): TestResult => {
    const title = titleOf(definition);
    const outcome = outcomes.get(title);
    if (outcome?.kind === 'harness-fault') return { title, state: 'fail', text: outcome.message };
    // A pass of a check is one even where the rest of its requirement was not asked.
    if (outcome?.verdict === 'pass') return { title, state: 'pass', text: '' };
    const row = report.requirements.find(({ id }) => id === definition.id) as ReportedRequirement;
    const checks = row.checks.filter(({ name }) => name === definition.name);
    const [{ verdict, found, reason } = row] = checks;
    const { state, text, detail } = caseOf({ ...row, verdict, found, reason, checks }, report);
    if (state === 'pass') return { title, state, text: '' };
    if (state === 'failure')
      return { title, state: 'fail', text: printable(clip(`${text}\n\n${detail}`, longestFailure)) };
    return { title, state: 'skip', text: printableLine(clip(text, longestNote)) };
  };
  return Object.fromEntries(files.map(({ path, definitions }) => [path, definitions.map(resultOf)]));
}

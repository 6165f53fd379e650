import type { Vitest } from 'vitest/node';
import { clip, printable, printableLine } from '../../reports/text/words.js';
import { caseOf } from '../../reports/view/cases.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { type Definition, type Suite, suitesOf, titleOf } from '../runner/suite.js';
import type { Asked } from '../session/ask-target.js';

/** A test of vitest. */
type TestResult = Readonly<{
  title: string;
  state: 'pass' | 'fail' | 'skip' | 'todo';
  /** Why it is no pass, printable; one line for what is skipped. */
  text: string;
}>;

/** Tests by absolute path of a suite file: plain data, which vitest hands to the tests' process. */
export type ResultsByFile = Readonly<Record<string, readonly TestResult[]>>;

declare module 'vitest' {
  interface ProvidedContext {
    conformance: ResultsByFile;
  }
}

/** The suite files that vitest was asked for, and what its filter of names (`-t`) selects. */
export async function chosenBy(vitest: Vitest) {
  const files = await Promise.all(
    vitest.state.getPaths().map(async (path) => {
      const definitions = suitesOf((await import(path)) as object).flatMap((suite) => suite.definitions);
      return { path, definitions };
    }),
  );
  const pattern = vitest.getGlobalTestNamePattern() ?? /^/;
  const chosen = new Set(files.flatMap((file) => file.definitions).filter((one) => pattern.test(titleOf(one))));
  return { files, isChosen: (definition: Definition) => chosen.has(definition) };
}

type Files = Awaited<ReturnType<typeof chosenBy>>['files'];

/** Characters of a reason, and of a failure. */
const [longestNote, longestFailure] = [300, 10_000];

/** Definitions as tests. Open questions are todos; those that no request shows follow the last definition. */
export function resultsOf(files: Files, { findings, faults }: Asked, report: Report, suites: readonly Suite[]) {
  const all = suites.flatMap(({ definitions }) => definitions);
  const outcomes = new Map([...findings, ...faults].map((one) => [titleOf(one), one]));
  const resultOf = (definition: Pick<Definition, 'id' | 'name'>): TestResult => {
    const title = titleOf(definition);
    const outcome = outcomes.get(title);
    if (outcome?.kind === 'harness-fault') return { title, state: 'fail', text: outcome.message };
    // A check may pass even if the rest of its requirement was not chosen.
    if (outcome?.verdict === 'pass') return { title, state: 'pass', text: '' };
    const row = report.requirements.find(({ id }) => id === definition.id) as ReportedRequirement;
    const checks = row.checks.filter(({ name }) => name === definition.name);
    const [{ verdict, found, reason } = row] = checks;
    const { state, text, detail } = caseOf({ ...row, verdict, found, reason, checks }, report);
    if (state === 'pass') return { title, state, text: '' };
    if (state === 'failure')
      return { title, state: 'fail', text: printable(clip(`${text}\n\n${detail}`, longestFailure)) };
    return { title, state: row.verdict === 'pending' ? 'todo' : 'skip', text: printableLine(clip(text, longestNote)) };
  };
  const probed = new Set(all.map(({ id }) => id));
  const unasked = report.requirements.filter(({ id, verdict }) => verdict === 'pending' && !probed.has(id));
  return Object.fromEntries(
    files.map(({ path, definitions }) => {
      const more = definitions.includes(all.at(-1) as Definition) ? unasked : [];
      return [path, [...definitions, ...more.map(({ id, title: name }) => ({ id, name }))].map(resultOf)];
    }),
  );
}

import type { Vitest } from 'vitest/node';
import { clip, printable, printableLine } from '../../reports/text/printable.js';
import { caseOf } from '../../reports/view/cases.js';
import type { Requirement } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { type Definition, titleOf } from '../runner/suite.js';
import type { Asked } from '../session/ask-target.js';

/** How a test of vitest ends. */
interface TestResult {
  readonly title: string;
  readonly state: 'pass' | 'fail' | 'skip' | 'todo';
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

/** A file of suites that vitest was asked for. */
interface SuiteFile {
  readonly path: string;
  readonly definitions: readonly Definition[];
}

/** The files of suites that vitest was asked for, and what of them its filter of names (`-t`) lets through. */
export async function chosenBy(vitest: Vitest) {
  const files = await Promise.all(
    vitest.state.getPaths().map(async (path): Promise<SuiteFile> => {
      const exported: readonly unknown[] = Object.values((await import(path)) as object);
      const definitions = exported.flatMap((one) => (one as { definitions?: readonly Definition[] }).definitions ?? []);
      return { path, definitions };
    }),
  );
  const pattern = vitest.getGlobalTestNamePattern() ?? /^/;
  const chosen = new Set(files.flatMap((file) => file.definitions).filter((one) => pattern.test(titleOf(one))));
  return { files, isChosen: (definition: Definition) => chosen.has(definition) };
}

/**
 * Each definition as a test of its file, as the report has it, decisions included; beside them the requirements of their
 * area that no request shows. What the specification leaves open is skipped with its observation, until somebody settles it.
 */
export async function resultsOf(
  files: readonly SuiteFile[],
  { findings, faults }: Asked,
  report: Report,
): Promise<ResultsByFile> {
  const all = (await fsapi.tests()).suites.flatMap(({ definitions }) => definitions);
  const outcomes = new Map([...findings, ...faults].map((one) => [titleOf(one), one]));
  const rowOf = (id: string) => report.requirements.find((row) => row.id === id) as ReportedRequirement;
  const ofDefinition = (definition: Definition): TestResult => {
    const { id, name } = definition;
    const title = titleOf(definition);
    const outcome = outcomes.get(title);
    if (outcome?.kind === 'harness-fault') return { title, state: 'fail', text: outcome.message };
    // A pass of a check is one even where the rest of its requirement was not asked.
    if (outcome?.verdict === 'pass') return { title, state: 'pass', text: '' };
    const row = rowOf(id);
    const check = row.checks.find((one) => one.name === name);
    return resultOf(title, check ? { ...row, ...verdictOf(check), checks: [check] } : row, report);
  };
  const ofRow = ({ id, title, basis }: Requirement): TestResult => {
    const result = resultOf(`${id} ${title}`, rowOf(id), report);
    return basis === 'not-shown' ? { ...result, state: 'todo' } : result;
  };
  return Object.fromEntries(
    files.map(({ path, definitions }) => [
      path,
      [...definitions.map(ofDefinition), ...unasked(definitions, all).map(ofRow)],
    ]),
  );
}

const verdictOf = ({ verdict, found, reason }: ReportedRequirement['checks'][number]) => ({ verdict, found, reason });

const longestNote = 300;
const longestFailure = 10_000;

function resultOf(title: string, row: ReportedRequirement, report: Report): TestResult {
  const { state, text, detail } = caseOf(row, report);
  if (state === 'pass') return { title, state, text: '' };
  if (state === 'failure')
    return { title, state: 'fail', text: printable(clip(`${text}\n\n${detail}`, longestFailure)) };
  return { title, state: 'skip', text: printableLine(clip(text, longestNote)) };
}

/** Requirements that no request shows: they stand in the file of the last definition of their area, else of the last of all. */
function unasked(definitions: readonly Definition[], all: readonly Definition[]): readonly Requirement[] {
  const area = ({ id }: { readonly id: string }) => id.split('-')[0];
  return fsapi.catalogue.filter((row) => {
    const beside = all.findLast((one) => area(one) === area(row)) ?? all.at(-1);
    return !all.some(({ id }) => id === row.id) && definitions.some((one) => one === beside);
  });
}

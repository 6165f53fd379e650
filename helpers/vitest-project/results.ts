import type { Vitest } from 'vitest/node';
import { clip, printable, printableLine } from '../../reports/text/printable.js';
import { caseOf } from '../../reports/view/cases.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { Requirement } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { fsapi } from '../fsapi/fsapi.js';
import { type Definition, selected, titleOf } from '../runner/suite.js';
import type { Asked } from '../session/ask-target.js';
import type { Configuration } from '../settings/settings.js';

/** How a test of vitest ends. */
interface TestResult {
  readonly title: string;
  readonly state: 'pass' | 'fail' | 'skip' | 'todo';
  /** Why it is no pass; one line for what is skipped, empty for a pass. Nothing unprintable is in it. */
  readonly text: string;
}

/** The tests of each file of suites, by its absolute path: plain data, which vitest hands to the process of the tests. */
export type ResultsByFile = Readonly<Record<string, readonly TestResult[]>>;

/** A file of suites that vitest was asked for, with what it defines, and what of it the name filter (`-t`) lets through. */
interface SuiteFile {
  readonly path: string;
  readonly definitions: readonly Definition[];
  readonly chosen: readonly Definition[];
}

/** The files of suites that vitest was asked for. */
export async function filesOfSuites(vitest: Vitest): Promise<readonly SuiteFile[]> {
  const pattern = vitest.getGlobalTestNamePattern() ?? /^/;
  return Promise.all(
    vitest.state.getPaths().map(async (path) => {
      const exported: readonly unknown[] = Object.values((await import(path)) as object);
      const definitions = exported.flatMap((one) => (one as { definitions?: readonly Definition[] }).definitions ?? []);
      return { path, definitions, chosen: definitions.filter((one) => pattern.test(titleOf(one))) };
    }),
  );
}

const longestNote = 300;
const longestFailure = 10_000;

/**
 * Each definition as a test of its file, as the report has it, decisions included; beside them the requirements of their
 * area that no request shows. What the specification leaves open is skipped with its observation, until somebody settles it.
 */
export async function resultsOf(
  files: readonly SuiteFile[],
  asked: Asked,
  reportOf: (asked: Asked) => Report,
): Promise<ResultsByFile> {
  const all = (await fsapi.tests()).suites.flatMap(({ definitions }) => definitions);
  const outcomes = new Map<string, Finding | HarnessFault>(
    [...asked.findings, ...asked.faults].map((one) => [titleOf(one), one]),
  );
  const ofRequirement = (title: string, id: string, findings: readonly Finding[]): TestResult => {
    const expected = asked.expected.filter((one) => findings.some(({ name }) => one.id === id && one.name === name));
    const report = reportOf({ ...asked, expected, findings, only: [id] });
    const row = report.requirements.find((one) => one.id === id) as Report['requirements'][number];
    const { state, text, detail } = caseOf(row, report);
    if (state === 'pass') return { title, state, text: '' };
    if (state === 'failure')
      return { title, state: 'fail', text: printable(clip(`${text}\n\n${detail}`, longestFailure)) };
    return { title, state: 'skip', text: printableLine(clip(text, longestNote)) };
  };
  const ofDefinition = (definition: Definition): TestResult => {
    const { id, kind } = definition;
    const title = titleOf(definition);
    const outcome = outcomes.get(title);
    if (outcome === undefined) return { title, state: 'skip', text: 'It was not asked.' };
    if (outcome.kind === 'harness-fault') return { title, state: 'fail', text: outcome.message };
    // A pass is one whatever was decided: most checks need no report of their own. Observations are settled together.
    if (outcome.verdict === 'pass') return { title, state: 'pass', text: '' };
    return ofRequirement(title, id, kind === 'check' ? [outcome] : asked.findings.filter((one) => one.id === id));
  };
  const ofRow = ({ id, title, basis }: Requirement): TestResult => {
    const result = ofRequirement(`${id} ${title}`, id, []);
    return basis === 'not-shown' ? { ...result, state: 'todo' } : result;
  };
  return Object.fromEntries(
    files.map(({ path, definitions }) => [
      path,
      [...definitions.map(ofDefinition), ...unasked(definitions, all).map(ofRow)],
    ]),
  );
}

/** Requirements that no request shows: they stand in the file of the last definition of their area, else of the last of all. */
function unasked(definitions: readonly Definition[], all: readonly Definition[]): readonly Requirement[] {
  const area = ({ id }: { readonly id: string }) => id.split('-')[0];
  return fsapi.catalogue.filter((row) => {
    const beside = all.findLast((one) => area(one) === area(row)) ?? all.at(-1);
    return !all.some(({ id }) => id === row.id) && definitions.some((one) => one === beside);
  });
}

/**
 * What a report can be about: requirements of which a filter of vitest left out a check are left out whole, unless one that
 * ran failed, since some of its checks prove no requirement.
 * @returns undefined where nothing is left
 */
export async function provable(asked: Asked, configuration: Configuration): Promise<Asked | undefined> {
  const { suites } = await fsapi.tests();
  const { expected, findings, faults } = asked;
  const titles = new Set(expected.map(titleOf));
  const definitions = selected(suites, configuration);
  const cut = new Set(definitions.filter((one) => !titles.has(titleOf(one))).map(({ id }) => id));
  const failed = new Set(findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const isAbout = ({ id }: { readonly id: string }) => !cut.has(id) || failed.has(id);
  const asks = expected.filter(isAbout);
  if (asks.length === 0 && faults.length === 0) return undefined;
  const left = configuration.only.filter((id) => asks.some((one) => one.id === id));
  const notices = ['vitest ran the checks from their sources. The suite digest is that of the build.'];
  return { ...asked, expected: asks, findings: findings.filter(isAbout), notices, ...(cut.size > 0 && { only: left }) };
}

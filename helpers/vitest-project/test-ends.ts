import { assemble } from '../../reports/model/assemble.js';
import { clip, printable, printableLine } from '../../reports/text/printable.js';
import { caseOf } from '../../reports/view/cases.js';
import { vitestOfSuites } from '../../reports/wording/rerun.js';
import type { Finding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import type { Definition } from '../runner/suite.js';
import type { Given } from './setup.js';

/** One requirement as a test of vitest. */
export interface TestResult {
  readonly id: string;
  readonly state: 'pass' | 'fail' | 'skip';
  /** Why it is no pass; one line for what is skipped, empty for a pass. Nothing unprintable is in it. */
  readonly text: string;
}

const longestNote = 300;
const longestFailure = 10_000;

/**
 * How the tests of a run end: as the report will have it, decisions included, as far as the findings so far go. What the
 * specification does not show is skipped with its observation, until somebody settles it.
 */
export function testEnds(
  { input: { configuration, startedAt, embedded }, decisions }: Pick<Given, 'input' | 'decisions'>,
  definitions: readonly Definition[],
  specification: Specification,
) {
  const { baseUrl, environment, only, otherTenantId, profile, seed } = configuration;
  const at = new Date(startedAt).toISOString();
  const observed = new Map<string, readonly Finding[]>();
  const ofRequirement = (id: string, findings: readonly Finding[] = []): TestResult => {
    const report = assemble({
      specification,
      findings,
      asked: only,
      profile,
      run: {
        ...{ id: '', startedAt: at, finishedAt: at, complete: false, seed, suiteVersion, command: vitestOfSuites },
        ...{ specification: { title: '', version: '' }, exam: '', configuration: '' },
      },
      target: { baseUrl, environment, embedded, tenants: otherTenantId === undefined ? 1 : 2 },
      ...{ created: [], requests: 0, retried: 0, decisions },
    });
    const row = report.requirements.find((one) => one.id === id) as ReportedRequirement;
    const { state, text, detail } = caseOf(row, report);
    if (state === 'pass') return { id, state, text: '' };
    if (state === 'failure')
      return { id, state: 'fail', text: printable(clip(`${text}\n\n${detail}`, longestFailure)) };
    return { id, state: 'skip', text: printableLine(clip(text, longestNote)) };
  };
  const ofFinding = (finding: Finding): TestResult => {
    const { id, kind } = finding;
    // A pass is one whatever was decided: most checks need no report of their own.
    if (kind === 'check')
      return finding.verdict === 'pass' ? { id, state: 'pass', text: '' } : ofRequirement(id, [finding]);
    // A requirement may have several observations, which are settled together: the last one shows the outcome.
    const all = [...(observed.get(id) ?? []), finding];
    observed.set(id, all);
    const isLast = all.length === definitions.filter((definition) => definition.id === id).length;
    const result = ofRequirement(id, all);
    return isLast ? result : { ...result, state: 'skip' };
  };
  return { ofFinding, ofRequirement };
}

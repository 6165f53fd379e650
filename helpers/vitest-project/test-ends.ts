import { asTests, type TestResult } from '../../reports/formats/as-tests.js';
import { assemble } from '../../reports/model/assemble.js';
import { vitestOfSuites } from '../../reports/wording/finding.js';
import type { Finding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { TestEnd } from '../runner/define-tests.js';
import type { Definition } from '../runner/suite.js';
import type { Given } from './run-of-vitest.js';

/**
 * How the tests of a run end: as the report will have it, decisions included, as far as the findings so far go. What the
 * specification does not show is skipped with its observation, until somebody settles it.
 */
export function testEnds(
  { input, decisions }: Given,
  definitions: readonly Definition[],
  specification: Specification,
) {
  const { configuration, startedAt, embedded } = input;
  const { baseUrl, environment, only, otherTenantId, profile, seed } = configuration;
  const at = new Date(startedAt).toISOString();
  const observed = new Map<string, readonly Finding[]>();
  const ofRequirement = (id: string, findings: readonly Finding[] = []): TestResult => {
    const report = assemble({
      specification,
      findings,
      asked: only,
      required: [],
      profile,
      run: {
        ...{ id: '', startedAt: at, finishedAt: at, complete: false, seed, suiteVersion, command: vitestOfSuites },
        ...{ specification: { title: '', version: '' }, exam: '', configuration: '' },
      },
      target: { baseUrl, environment, embedded, tenants: otherTenantId === undefined ? 1 : 2 },
      ...{ created: [], requests: 0, retried: 0, decisions },
    });
    return asTests(
      { ...report, requirements: report.requirements.filter((row) => row.id === id) },
      specification,
    )[0] as TestResult;
  };
  return {
    /** Of a requirement that no check or observation of this run is about. */
    ofRequirement: (id: string): TestEnd => ofRequirement(id),
    ofFinding: (finding: Finding): TestEnd => {
      const { id, kind } = finding;
      if (kind === 'check')
        return finding.verdict === 'pass' ? { state: 'pass', text: '' } : ofRequirement(id, [finding]);
      // A requirement may have several observations, which are settled together: the last one shows the outcome.
      const all = [...(observed.get(id) ?? []), finding];
      observed.set(id, all);
      const isLast = all.length === definitions.filter((definition) => definition.id === id).length;
      const result = ofRequirement(id, all);
      return isLast ? result : { state: 'skip', text: result.text };
    },
  };
}

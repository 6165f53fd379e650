import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Finding, HarnessFault } from '../../schemas/finding.js';

/** What the reporter has heard from the suites. */
export interface Heard {
  readonly findings: Finding[];
  /** Faults of the suite itself: a probe that threw what no probe throws, a module that did not load. */
  readonly faults: HarnessFault[];
  /** Checks that were begun, or waited for their turn, by id and name. */
  readonly expected: { readonly id: string; readonly name: string }[];
}

/**
 * A vitest reporter that turns tests back into findings: each test is one check or one observation, and carries its
 * finding as meta data. It prints nothing; `onFinding` hears each finding as it comes.
 */
export function createReporter(
  onFinding: (finding: Finding, heard: Heard) => void,
): Reporter & { readonly heard: Heard } {
  const heard: Heard = { findings: [], faults: [], expected: [] };
  const fault = (id: string, name: string, message: string) =>
    heard.faults.push({ kind: 'harness-fault', id, name, message });
  return {
    heard,
    onTestModuleCollected: (module: TestModule) => {
      for (const test of module.children.allTests()) heard.expected.push(idAndName(test));
      for (const error of module.errors()) fault('', module.relativeModuleId, error.stack ?? error.message);
    },
    onTestCaseResult: (test: TestCase) => {
      const { finding } = test.meta() as { finding?: Finding | HarnessFault };
      if (finding?.kind === 'harness-fault') heard.faults.push(finding);
      else if (finding) {
        heard.findings.push(finding);
        onFinding(finding, heard);
      } else if (test.result().state === 'failed') {
        const { id, name } = idAndName(test);
        fault(id, name, test.result().errors?.[0]?.message ?? 'the test failed without a finding');
      }
    },
    onTestSuiteResult: (suite) => {
      for (const error of suite.errors()) fault('', suite.fullName, error.stack ?? error.message);
    },
    onTestModuleEnd: (module) => {
      for (const error of module.errors()) fault('', module.relativeModuleId, error.stack ?? error.message);
    },
    onTestRunEnd: (_, errors) => {
      for (const error of errors) fault('', 'unhandled', error.stack ?? error.message);
    },
  };
}

/** Which check or observation a test is of: what the runner's adapter wrote into its meta data. */
function idAndName(test: TestCase): { id: string; name: string } {
  const { definition } = test.meta() as { definition?: { id: string; name: string } };
  return definition ?? { id: '', name: test.name };
}

import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Finding, HarnessFault } from '../../schemas/finding.js';

/** What the reporter has heard from the suites. */
interface Heard {
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
  const fault = (id: string, name: string, error: SerializedError) => {
    // The suites' thread hands on errors without their class.
    const storage = error.name === 'StorageError' ? { storage: error.message } : {};
    heard.faults.push({ kind: 'harness-fault', id, name, message: error.stack ?? error.message, ...storage });
  };
  return {
    heard,
    onTestModuleCollected: (module: TestModule) => {
      for (const test of module.children.allTests()) heard.expected.push(probeOf(test));
      for (const error of module.errors()) fault('', module.relativeModuleId, error);
    },
    onTestCaseResult: (test: TestCase) => {
      const { finding } = test.meta() as { finding?: Finding | HarnessFault };
      if (finding?.kind === 'harness-fault') heard.faults.push(finding);
      else if (finding) {
        heard.findings.push(finding);
        onFinding(finding, heard);
      } else if (test.result().state === 'failed') {
        const { id, name } = probeOf(test);
        const message = test.result().errors?.[0]?.message ?? 'the test failed without a finding';
        heard.faults.push({ kind: 'harness-fault', id, name, message });
      }
    },
    onTestSuiteResult: (suite) => {
      for (const error of suite.errors()) fault('', suite.fullName, error);
    },
    onTestModuleEnd: (module) => {
      for (const error of module.errors()) fault('', module.relativeModuleId, error);
    },
    onTestRunEnd: (_, errors) => {
      for (const error of errors) fault('', 'unhandled', error);
    },
  };
}

/** The requirement and the name of the check or observation that a test is. One that no suite defined has its own name. */
function probeOf(test: TestCase): { readonly id: string; readonly name: string } {
  const { probe } = test.meta() as { probe?: { readonly id: string; readonly name: string } };
  return probe ?? { id: '', name: test.name };
}

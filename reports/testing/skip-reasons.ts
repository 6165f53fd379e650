import type { Reporter, TestModule } from 'vitest/node';

/** One line for the tests that were skipped for a reason: how many for each. Empty where there are none. */
export function skipLine(reasons: readonly string[]): string {
  const each = [...new Set(reasons)].map((one) => `${reasons.filter((other) => other === one).length}: ${one}`);
  return each.length === 0 ? '' : `Skipped tests, by reason: ${each.sort().join('; ')}.`;
}

/** A reporter of vitest, beside another: why tests of the project itself were skipped, in one line at the end. */
export default class SkipReasons implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // Checks of a service have the report of their run.
    const own = modules.filter(({ project }) => project.name !== 'conformance');
    const skipped = own.flatMap((module) => [...module.children.allTests('skipped')]);
    const line = skipLine(
      skipped.flatMap((test) => {
        const result = test.result();
        return result.state === 'skipped' && result.note !== undefined ? [result.note] : [];
      }),
    );
    if (line !== '') process.stdout.write(`\n${line}\n`);
  }
}

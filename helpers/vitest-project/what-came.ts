import type { TestCase, TestModule } from 'vitest/node';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { JournalEntry } from '../evidence/journal.js';
import type { Asked } from '../session/ask-target.js';

declare module '@vitest/runner' {
  interface TaskMeta {
    /** Of the file: what the run has recorded. */
    entries?: JournalEntry[];
    /** Of a file: requirements of which vitest was not asked for every check. */
    cut?: readonly string[];
  }
}

/**
 * What came of the tests of a run, as the command has it of its own. Requirements of which a filter of vitest (`-t`) left
 * out a check are left out whole, unless one of those that ran failed: some of its checks prove no requirement.
 * @param only ids that the configuration lets through
 * @returns undefined where nothing is left that a report could be about
 */
export function whatCame(modules: readonly TestModule[], only: readonly string[]): Asked | undefined {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const found = tests.flatMap((test) => {
    const { probe, finding } = test.meta();
    return probe ? [{ ...probe, finding }] : [];
  });
  const probes = found.sort((one, other) => one.at - other.at);
  const findings = probes.flatMap(({ finding }): Finding[] =>
    finding && finding.kind !== 'harness-fault' ? [finding] : [],
  );
  const cut = new Set(modules.flatMap((module) => module.meta().cut ?? []));
  const failed = new Set(findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const isAbout = ({ id }: { readonly id: string }) => !cut.has(id) || failed.has(id);
  const faults = [
    ...tests.flatMap(faultsOf),
    ...modules.flatMap((module) => module.errors().map(({ message }) => fault({ message }))),
  ];
  const expected = probes.filter(isAbout).map(({ id, name }) => ({ id, name }));
  if (expected.length === 0 && faults.length === 0) return undefined;
  return {
    expected,
    findings: findings.filter(isAbout),
    faults,
    entries: modules.flatMap((module) => module.meta().entries ?? []),
    notices: ['vitest ran the checks from their sources. The suite digest is that of the build.'],
    ...(cut.size > 0 && { only: only.filter((id) => isAbout({ id }) && expected.some((one) => one.id === id)) }),
  };
}

/** A probe that threw what no probe throws, and a test that broke before it had a finding. */
function faultsOf(test: TestCase): HarnessFault[] {
  const { finding, probe } = test.meta();
  if (finding?.kind === 'harness-fault') return [finding];
  const { errors = [] } = test.result();
  return probe && !finding ? errors.map(({ message }) => fault({ ...probe, message })) : [];
}

function fault(of: { readonly id?: string; readonly name?: string; readonly message: string }): HarnessFault {
  return { kind: 'harness-fault', id: '', name: '', ...of };
}

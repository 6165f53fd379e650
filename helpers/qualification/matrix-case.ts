import type { QualifiedCase } from '../../schemas/types.js';
import { faults } from '../reference-server/faults/all.js';
import { variants } from '../reference-server/variants/all.js';
import { isTimed, runAgainst, startFor, verdictsAlone } from './run-against.js';

/** One server of the matrix, and what has to fail against it. */
export interface MatrixCase extends Pick<QualifiedCase, 'id' | 'about'> {
  readonly kind: 'fault' | 'variant';
  readonly breaks: readonly string[];
  /** True where it has to be tested alone. */
  readonly timed: boolean;
}

/** What one run of a case came to. */
export type CaseOutcome = Pick<QualifiedCase, 'failed' | 'error'>;

/** Every fault and every conforming variant of this version. */
export function matrixCases(): readonly MatrixCase[] {
  return [
    ...faults.map((fault) => {
      const { id, story: about, breaks } = fault;
      return { kind: 'fault', id, about, breaks: [...breaks].sort(), timed: isTimed(fault) } as const;
    }),
    ...variants.map(({ id, freedom }) => ({ kind: 'variant', id, about: freedom, breaks: [], timed: false }) as const),
  ];
}

/**
 * Runs the suites once against the server of a case.
 * @param all test a fault with every requirement, and not only with those that it breaks
 */
export async function runCase({ kind, id }: MatrixCase, all: boolean): Promise<CaseOutcome> {
  const fault = kind === 'fault' ? faults.find((one) => one.id === id) : undefined;
  const server = await startFor({ [kind]: id });
  try {
    const { report } = await runAgainst(server, {
      ...verdictsAlone,
      ...(fault && !all && { only: [...fault.breaks, ...(fault.with ?? [])] }),
      ...(fault?.customer && { customer: fault.customer }),
    });
    const failed = report.requirements.flatMap((row) => (row.verdict === 'fail' ? [row.id as string] : []));
    return { failed: failed.sort() };
  } catch (error) {
    return { failed: [], error: error instanceof Error ? error.message : String(error) };
  } finally {
    await server.close();
  }
}

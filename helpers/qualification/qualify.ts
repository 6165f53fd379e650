import { availableParallelism } from 'node:os';
import { concluded } from '../../reports/integrity/qualification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Qualification } from '../../schemas/types.js';
import { suiteDigest } from '../run-folder/digests.js';
import type { MatrixCase } from './matrix-case.js';
import { runMatrix } from './run-matrix.js';

/** How a qualification is made. */
interface Qualifying {
  readonly cases: readonly MatrixCase[];
  /** Tests each fault with every requirement, and not only with those that it breaks. */
  readonly all: boolean;
  /** Id of the key that is to sign it. */
  readonly signingKey: string | undefined;
  /** Hears how many cases have ended. */
  readonly onProgress?: (ended: number) => void;
}

/** Runs the suite against each server of the matrix, and records what came of it. */
export async function qualify({ cases, all, signingKey, onProgress }: Qualifying): Promise<Qualification> {
  const startedAt = new Date().toISOString();
  let ended = 0;
  const onEnd = () => {
    ended += 1;
    onProgress?.(ended);
  };
  const tested = await runMatrix(cases, { all, onEnd });
  const ofKind = (kind: MatrixCase['kind']) => tested.filter((_, at) => cases[at]?.kind === kind);
  const { qualified, totals, faults, variants } = concluded({ faults: ofKind('fault'), variants: ofKind('variant') });
  return {
    schemaVersion: '1.0',
    startedAt,
    finishedAt: new Date().toISOString(),
    suiteVersion,
    exam: suiteDigest(),
    ...(signingKey !== undefined && { signingKey }),
    machine: {
      node: process.version,
      platform: process.platform,
      architecture: process.arch,
      processors: availableParallelism(),
    },
    scope: all ? 'all' : 'own',
    ...{ qualified, totals, faults, variants },
  };
}

import type { Report, ReportedRequirement } from '../../../schemas/types.js';
import { type Conformance, type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { faults } from '../faults/all.js';
import type { Fault } from '../faults/fault.js';
import { type ReferenceServer, startReferenceServer } from '../server.js';
import { variants } from '../variants/all.js';

/**
 * Whether a fault shows in retries alone, whose moments matter: many runs that share a process would blur it, so it is
 * asked alone.
 */
export function isTimed({ breaks }: Fault): boolean {
  return breaks.every((id) => /^IDEM-0[123]$/.test(id));
}

/** Which reference server is asked: the honest one, unless a fault or a variant is named. */
export interface Which {
  readonly fault?: string;
  readonly variant?: string;
}

/** Starts a reference server for a test: over plain HTTP where the certificate is not what is asked about, to save time. */
export function startFor({ fault, variant }: Which): Promise<ReferenceServer> {
  const change =
    fault === undefined ? variants.find(({ id }) => id === variant) : faults.find(({ id }) => id === fault);
  return startReferenceServer({
    https: change?.server?.certificate !== undefined,
    ...(fault !== undefined && { fault }),
    ...(variant !== undefined && { variant }),
  });
}

/** Runs the suites in this process against a reference server, with both tenants and all keys. */
export function runAgainst(
  { baseUrl, ca, credentials }: ReferenceServer,
  options: ConformanceOptions = {},
): Promise<Conformance> {
  const { otherApiKey, ...keys } = credentials;
  const target = {
    baseUrl,
    ...keys,
    ...(otherApiKey !== undefined && { otherApiKey }),
    ...(ca !== undefined && { ca }),
  };
  return runConformance({ ...target, seed: 1, ...options });
}

/** The requirements that failed. */
export function failuresIn(report: Report): readonly ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'fail');
}

/** What a test shows of requirements that failed and were not to. */
export function sentencesOf(report: Report): string[] {
  return failuresIn(report).map(({ id, found }) => `${id}: ${found}`);
}

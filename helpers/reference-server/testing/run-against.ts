import type { Report, ReportedRequirement } from '../../../schemas/types.js';
import { type Conformance, type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { type ReferenceOptions, type ReferenceServer, startReferenceServer } from '../server.js';

/** Options of a run of which only verdicts are read: no body is redacted for evidence that nobody reads. */
export const verdictsAlone = { observe: 'none', evidence: 'none' } as const;

/** Which reference server is tested: the honest one, unless a fault or a variant is named. */
export type Which = Pick<ReferenceOptions, 'fault' | 'variant'>;

/** Starts a reference server: over plain HTTP where the certificate is not what is tested, to save time. */
export const startFor = (which: Which): Promise<ReferenceServer> =>
  startReferenceServer({ ...which, https: which.fault === 'certificate-expired' });

/** Runs the suites in this process against a reference server, with both tenants and all keys. */
export function runAgainst(
  { baseUrl, ca, credentials }: ReferenceServer,
  options: ConformanceOptions = {},
): Promise<Conformance> {
  const { otherApiKey, ...keys } = credentials;
  const more = { ...(otherApiKey !== undefined && { otherApiKey }), ...(ca !== undefined && { ca }) };
  return runConformance({ baseUrl, ...keys, ...more, seed: 1, ...options });
}

/** The requirements that failed. */
export function failuresIn(report: Report): readonly ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'fail');
}

/** What a test shows of requirements that failed and were not to. */
export function sentencesOf(report: Report): string[] {
  return failuresIn(report).map(({ id, found }) => `${id}: ${found}`);
}

/** The checks that failed, as `AUTH-01 header absent`. */
export function failedChecks(report: Report): string[] {
  return failuresIn(report).flatMap(({ id, checks }) =>
    checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => `${id} ${name}`),
  );
}

import { settlingSchema } from '../../../reports/model/settlement.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../../schemas/types.js';
import { type Conformance, type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { type ReferenceOptions, type ReferenceServer, startReferenceServer } from '../server.js';

/** Of a run of which only verdicts are read. */
export const verdictsAlone = { observe: 'none', evidence: 'none' } as const;

/** Over plain HTTP where the certificate is not what is tested, to save time. */
export const startFor = (which: ReferenceOptions): Promise<ReferenceServer> =>
  startReferenceServer({ https: which.fault === 'certificate-expired', ...which });

/** `AUTH-01` and `AUTH-02` are of `AUTH`. */
export const areasOf = (ids: readonly string[]) => [...new Set(ids.map((id) => id.replace(/-.*/, '')))];

/** Runs the suites against a reference server, with both tenants and all keys. */
export function runAgainst(
  { baseUrl, ca, credentials }: ReferenceServer,
  options: ConformanceOptions = {},
): Promise<Conformance> {
  const { otherApiKey, ...keys } = credentials;
  const more = { ...(otherApiKey !== undefined && { otherApiKey }), ...(ca !== undefined && { ca }) };
  return runConformance({ baseUrl, ...keys, ...more, seed: 1, ...options });
}

export async function runOf(which: ReferenceOptions, options: ConformanceOptions = {}): Promise<Conformance> {
  const server = await startFor(which);
  return runAgainst(server, options).finally(server.close);
}

export function failuresIn(report: Report): readonly ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'fail');
}

export function sentencesOf(report: Report): string[] {
  return failuresIn(report).map(({ id, found }) => `${id}: ${found}`);
}

export function failedChecks(report: Report): string[] {
  return checksWith(report, 'fail').map(({ id, name }) => `${id} ${name}`);
}

/** Checks with a verdict, each with the id of its requirement. */
export function checksWith({ requirements }: Report, verdict: string) {
  const all = requirements.flatMap(({ id, checks }) => checks.map((check) => ({ id, ...check })));
  return all.filter((check) => check.verdict === verdict);
}

/** A settlement of each question that a report shows an answer to. */
export function settlementsIn({ requirements }: Report): DecisionEntry[] {
  const settled = { kind: 'settle', by: 'an owner', on: '2026-01-01', reason: 'known' } as const;
  return requirements.flatMap(({ id, basis, observation, contract }): DecisionEntry[] => {
    const schema = contract ?? (observation === undefined ? undefined : settlingSchema(observation));
    const isEmpty = schema === undefined || Object.keys(schema).every((keyword) => keyword === '$schema');
    return basis !== 'not-shown' || isEmpty ? [] : [{ ...settled, id, schema: schema as never }];
  });
}

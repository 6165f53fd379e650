import type { CheckFinding, Finding } from '../../schemas/finding.js';
import { isDecidable, type Specification } from '../../schemas/specification.js';

/** Findings of checks that were begun, or waited for their turn, when the run ended: the rest does not decide a requirement. */
export function unfinishedChecks(
  expected: readonly { readonly id: string; readonly name: string }[],
  findings: readonly Finding[],
  { catalogue }: Pick<Specification, 'catalogue'>,
  stopped = 'The run was cut short.',
): CheckFinding[] {
  const decidable = new Set(catalogue.filter(isDecidable).map(({ id }) => id));
  const done = new Set(findings.map(({ id, name }) => `${id} ${name}`));
  return expected
    .filter(({ id, name }) => decidable.has(id) && !done.has(`${id} ${name}`))
    .map(({ id, name }) => ({
      ...undecided({ id, name, durationMs: 0, retried: 0, exchanges: [] }, `Not finished. ${stopped}`),
      unanswered: true as const,
    }));
}

/** Why a finding has no verdict that rests on an exchange which may hold the answer of another. */
export const doubtfulReason =
  'The target sent unsolicited data on a reused connection, so responses cannot be matched to requests.';

/** The findings, without the verdict of any that rests on an exchange which may hold the answer of another. */
export function withoutDoubtful(findings: readonly Finding[], doubtful: ReadonlySet<string>): Finding[] {
  const reason = doubtfulReason;
  return findings.map((finding) => {
    if (!finding.exchanges.some((id) => doubtful.has(id))) return finding;
    if (finding.kind === 'check') {
      return finding.verdict === 'pass' || finding.verdict === 'fail' ? undecided(finding, reason) : finding;
    }
    const { observation: _, sentences: __, ...rest } = finding;
    return finding.verdict === 'observed' ? { ...rest, verdict: 'inconclusive', reason } : finding;
  });
}

type About = Pick<CheckFinding, 'id' | 'name' | 'exchanges' | 'durationMs' | 'retried'>;

function undecided({ id, name, exchanges, durationMs, retried }: About, reason: string): CheckFinding {
  return { kind: 'check', id, name, exchanges, durationMs, retried, verdict: 'inconclusive', reason };
}

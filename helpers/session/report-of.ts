import { assemble } from '../../reports/model/assemble.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding } from '../../schemas/finding.js';
import { isDecidable, type Specification } from '../../schemas/specification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { jobOf } from '../ci/job.js';
import { moment } from '../client/clock.js';
import { evidenceOf } from '../evidence/journal.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import { inPartNotices } from './notices.js';
import type { Prepared } from './prepare.js';

/** What a run knows beside what it was asked and what came back; notices are what a reader has to know, one sentence each. */
type About = { env: NodeJS.ProcessEnv; started: StartedTarget | undefined; notices: readonly string[] };

/** Makes of what came back the report, redacted, and its evidence. The run has ended now. */
export function reportOf(prepared: Prepared, asked: Asked, { env, started, notices: before }: About) {
  const { tested, target, began, memory, decisions, baseline, signer } = prepared;
  const { configuration, embedded } = target;
  const { exchanges, created, retried, certificate, ...evidence } = evidenceOf(asked.entries);
  const stopped = asked.stopped?.sentence ?? started?.silent ?? evidence.stopped;
  const { unproven = new Set() } = asked;
  const isTold = ({ id }: { readonly id: string }) => !unproven.has(id);
  const expected = asked.expected.filter(isTold);
  const heard = withoutDoubtful(asked.findings.filter(isTold), evidence.doubtful);
  const findings = inOrder(expected, heard, tested, stopped);
  const notices = [...before, ...inPartNotices(evidence)];
  const report = assemble({
    specification: tested,
    findings,
    asked: configuration.only.filter((id) => !unproven.has(id)),
    profile: configuration.profile,
    target: {
      ...{ baseUrl: configuration.baseUrl, environment: configuration.environment, embedded, certificate },
      tenants: configuration.otherTenantId === undefined ? 1 : 2,
    },
    ...{ created, retried, baseline },
    requests: exchanges.length,
    unreached: !exchanges.some(isOfService),
    decisions: decisions?.entries,
    history: memory?.last?.report.history,
    run: {
      id: prepared.id,
      startedAt: new Date(began.startedAt).toISOString(),
      finishedAt: new Date(moment(began)).toISOString(),
      complete: stopped === undefined && heard.length >= expected.length,
      stopped,
      seed: configuration.seed,
      suiteVersion,
      command: prepared.command,
      node: process.version,
      specification: { title: tested.title, version: tested.version },
      operator: configuration.operator,
      classification: configuration.classification,
      job: jobOf(env),
      signingKey: signer?.keyid,
      exam: prepared.exam,
      subject: configuration.subject,
      strict: configuration.failOnDrift ? ['drift'] : undefined,
      configuration: prepared.configured,
      decisions: decisions?.digest,
      previous: memory?.last?.digest,
      notices: notices.length > 0 ? notices : undefined,
    },
  });
  return { report: prepared.redactor.redact(report), exchanges };
}

/** Whether the service itself responded, and no gateway in its place. */
function isOfService({ response }: Exchange): boolean {
  return response !== undefined && ![502, 503, 504].includes(response.status);
}

/**
 * The findings in the order in which the suites define their checks, whatever came back first. A check that was begun, or
 * waited for its turn, when the run ended does not decide a requirement.
 * @param stopped why the run ended early
 */
export function inOrder(
  expected: Asked['expected'],
  findings: readonly Finding[],
  { catalogue }: Pick<Specification, 'catalogue'>,
  stopped = 'The run was cut short.',
): Finding[] {
  const nameOf = ({ id, name }: Asked['expected'][number]) => `${id} ${name}`;
  const ended = new Map(findings.map((one) => [nameOf(one), one]));
  const decidable = new Set(catalogue.filter(isDecidable).map(({ id }) => id));
  return expected.flatMap((one) => {
    const finding = ended.get(nameOf(one));
    if (finding || !decidable.has(one.id)) return finding ?? [];
    const { id, name } = one;
    const unfinished = { kind: 'check', id, name, durationMs: 0, retried: 0, exchanges: [] } as const;
    return { ...undecided(unfinished, `Not finished. ${stopped}`), unanswered: true };
  });
}

/** Why a finding has no verdict that rests on an exchange which may hold the answer of another. */
const doubtfulReason =
  'The target sent unsolicited data on a reused connection, so responses cannot be matched to requests.';

/** The findings, without the verdict of any that rests on an exchange which may hold the answer of another. */
export function withoutDoubtful(findings: readonly Finding[], doubtful: ReadonlySet<string>): Finding[] {
  return findings.map((finding) => {
    const decides = ['pass', 'fail', 'observed'].includes(finding.verdict);
    const isDoubtful = decides && finding.exchanges.some((id) => doubtful.has(id));
    return isDoubtful ? undecided(finding, doubtfulReason) : finding;
  });
}

type Probed = Pick<Finding, 'kind' | 'id' | 'name' | 'exchanges' | 'durationMs' | 'retried'>;

function undecided({ kind, id, name, exchanges, durationMs, retried }: Probed, reason: string): Finding {
  return { kind, id, name, exchanges, durationMs, retried, verdict: 'inconclusive', reason };
}

import { assemble, type Material } from '../../reports/model/assemble.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding } from '../../schemas/finding.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { jobOf } from '../ci/job.js';
import { moment } from '../client/clock.js';
import { type Evidence, evidenceOf } from '../evidence/journal-to-evidence.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import { strictOf } from './exit-status.js';
import { inPartNotices } from './notices.js';
import type { Prepared } from './prepare.js';
import { unfinishedChecks, withoutDoubtful } from './unfinished-checks.js';

/** What a run knows beside what it was asked and what came back. */
interface About {
  readonly env: NodeJS.ProcessEnv;
  readonly started: StartedTarget | undefined;
  /** What a reader has to know, one sentence each. */
  readonly notices: readonly string[];
}

/** Makes of what came back the report, redacted, and its evidence. The run has ended now. */
export function reportOf(run: Prepared, asked: Asked, { env, started, notices }: About) {
  const evidence = evidenceOf(asked.entries);
  const stopped = asked.stopped ?? started?.silent ?? evidence.stopped;
  const heard = withoutDoubtful(asked.findings, evidence.doubtful);
  const complete = stopped === undefined && heard.length >= asked.expected.length;
  const report = assemble({
    specification: run.tested,
    findings: inOrder([...heard, ...unfinishedChecks(asked.expected, heard, run.tested, stopped)], asked),
    target: targetOf(run, evidence),
    ...askedOf(run, asked),
    ...comparedBy(run),
    ...sentIn(evidence),
    run: {
      ...factsOf(run),
      ...endOf(run, evidence, notices),
      ...jobOf(env),
      complete,
      ...(stopped !== undefined && { stopped }),
    },
  });
  return { report: run.redactor.redactDeep(report), exchanges: evidence.exchanges };
}

/** What is known of a run before it asks. */
function factsOf({ target: { configuration }, memory, tested, ...run }: Prepared) {
  const { seed, operator, classification, subject } = configuration;
  return {
    id: run.id,
    startedAt: run.startedAt.toISOString(),
    seed,
    suiteVersion,
    command: run.command,
    node: process.version,
    specification: { title: tested.title, version: tested.version },
    ...(operator !== undefined && { operator }),
    ...(classification !== undefined && { classification }),
    ...(run.signer && { signingKey: run.signer.keyid }),
    exam: run.exam,
    ...(subject !== undefined && { subject }),
    ...strictOf(configuration),
    configuration: run.configured,
    ...(run.decisions && { decisions: run.decisions.digest }),
    ...(memory?.last && { previous: memory.last.digest }),
  };
}

/** What is known once it has asked. */
function endOf({ startedAt, beganAt }: Prepared, evidence: Evidence, before: About['notices']) {
  const began = { startedAt: startedAt.getTime(), beganAt };
  const all = [...before, ...inPartNotices(evidence)];
  const notices = all.filter((notice) => notice !== undefined);
  return {
    finishedAt: new Date(moment(began)).toISOString(),
    ...(notices.length > 0 && { notices }),
  };
}

function targetOf({ target: { configuration, embedded } }: Prepared, { certificate }: Evidence): Report['target'] {
  const { baseUrl, environment, otherTenantId } = configuration;
  const tenants = otherTenantId === undefined ? 1 : 2;
  return { baseUrl, environment, embedded, tenants, ...(certificate && { certificate }) };
}

/** What was to be tested. */
function askedOf({ target: { configuration } }: Prepared, { only = configuration.only }: Asked) {
  return { asked: only, profile: configuration.profile };
}

/** What people decided, and what the run is compared with. */
function comparedBy({ decisions, memory, baseline }: Prepared): Partial<Material> {
  return {
    ...(decisions && { decisions: decisions.entries }),
    ...(memory?.last && { history: memory.last.report.history }),
    ...(baseline && { baseline }),
  };
}

/** What the run sent and created. */
function sentIn({ exchanges, created, retried }: Evidence) {
  return {
    created,
    requests: exchanges.length,
    retried,
    unreached: !exchanges.some(isOfService),
  };
}

/** Whether the service itself responded, and no gateway in its place. */
function isOfService({ response }: Exchange): boolean {
  return response !== undefined && ![502, 503, 504].includes(response.status);
}

/** In the order in which the suites define them, whatever came back first. */
function inOrder(findings: Finding[], { expected }: Asked): Finding[] {
  const turn = new Map(expected.map(({ id, name }, at) => [`${id} ${name}`, at]));
  const at = ({ id, name }: Finding) => turn.get(`${id} ${name}`) ?? Number.MAX_SAFE_INTEGER;
  return findings.sort((a, b) => at(a) - at(b));
}

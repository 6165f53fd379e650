import { withEvidence } from '../../reports/integrity/evidence-digest.js';
import { assemble, type Material } from '../../reports/model/assemble.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import { requirementPages, suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { jobOf } from '../ci/job.js';
import { clockNotice, moment } from '../client/clock.js';
import { casesOfKind, kinds } from '../configuration/generated-cases.js';
import { judgedSettings } from '../configuration/judged-settings.js';
import type { Configuration } from '../configuration/settings.js';
import { type Evidence, evidenceOf } from '../evidence/journal-to-evidence.js';
import { ownButObserved } from '../redaction/redactor.js';
import { reportedHistory } from '../run-folder/history.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import type { Environment } from './environment.js';
import { strictOf } from './exit-status.js';
import { caseNotices, inPartNotices } from './notices.js';
import type { Prepared } from './prepare.js';
import { unfinishedChecks, withoutDoubtful } from './unfinished-checks.js';

/** A report that can be drawn, and drawn again where a signal comes meanwhile. */
export interface Drawing {
  readonly evidence: Evidence;
  /**
   * The report, redacted, and evidence.har where there is a folder for it.
   * @param stopped why the run is incomplete, where it is not known from what was asked
   */
  draw(stopped?: string): { readonly report: Report; readonly har?: string };
}

/** What a run knows beside what it was asked and what came back. */
interface About {
  readonly environment: Environment;
  readonly started: StartedTarget | undefined;
  /** What a reader has to know, one sentence each. */
  readonly notices: readonly string[];
}

/** Makes of what came back a report that can be drawn. The run has ended now. */
export function drawingOf(run: Prepared, asked: Asked, { environment, started, notices }: About): Drawing {
  const evidence = evidenceOf(asked.entries);
  const cut = asked.early?.sentence ?? started?.silent ?? evidence.stopped;
  const heard = withoutDoubtful(asked.findings, evidence.doubtful);
  const hasAll = heard.length >= asked.expected.length;
  const material = {
    specification: run.tested,
    findings: inOrder([...heard, ...unfinishedChecks(asked.expected, heard, run.tested, cut)], asked),
    target: targetOf(run, evidence),
    ...askedOf(run, asked),
    ...comparedBy(run, environment.cwd),
    ...sentIn(evidence),
  };
  const facts = { ...factsOf(run), ...endOf(run, evidence, notices), ...jobIn(environment) };
  return {
    evidence,
    draw: (stopped = cut) => {
      const complete = stopped === undefined && hasAll;
      const drawn = assemble({ ...material, run: { ...facts, complete, ...(stopped !== undefined && { stopped }) } });
      const report = run.redactor.redactDeep(drawn, ownButObserved);
      return run.folder.isKept ? withEvidence(report, evidence.exchanges) : { report };
    },
  };
}

/** What is known of a run before it asks. */
function factsOf({ target: { configuration }, history, tested, ...run }: Prepared) {
  const { seed, operator, classification, require, subject } = configuration;
  const settings = judgedSettings(configuration);
  return {
    id: run.folder.id,
    startedAt: run.startedAt.toISOString(),
    seed,
    suiteVersion,
    ...(requirementPages && { pages: requirementPages }),
    command: run.command,
    node: process.version,
    specification: { title: tested.title, version: tested.version },
    ...(operator !== undefined && { operator }),
    ...(classification !== undefined && { classification }),
    ...(run.signer && { signingKey: run.signer.keyid }),
    exam: run.exam,
    ...(subject !== undefined && { subject }),
    ...(settings && { settings }),
    ...strictOf(configuration),
    configuration: run.configured,
    ...(run.decisions && { decisions: run.decisions.digest }),
    ...(require.length > 0 && { required: [...require] }),
    ...(history.length > 0 && { previous: history.at(-1)?.report }),
  };
}

/** What is known once it has asked. */
function endOf(
  { target: { configuration }, tested, startedAt, beganAt }: Prepared,
  evidence: Evidence,
  before: About['notices'],
) {
  const began = { startedAt: startedAt.getTime(), beganAt };
  const cases = casesOf(configuration, evidence, tested);
  const all = [...before, ...caseNotices(cases, configuration.seed), ...inPartNotices(evidence), clockNotice(began)];
  const notices = all.filter((notice) => notice !== undefined);
  return {
    finishedAt: new Date(moment(began)).toISOString(),
    ...(cases && { cases }),
    ...(notices.length > 0 && { notices }),
  };
}

/** What the report says of the generated cases of a run, where there are any. */
function casesOf(
  configuration: Configuration,
  { unkept, asked }: Evidence,
  specification: Specification,
): Report['run']['cases'] {
  const { cases: each } = configuration;
  if (each === 0) return undefined;
  const planned = kinds.length * casesOfKind(configuration, specification);
  const { requests, created } = unkept;
  return { each, planned, asked, unkept: { requests, customers: created } };
}

/** The CI job that the process is part of. */
function jobIn({ env, terms }: Environment) {
  return terms.ownsProcess ? jobOf(env) : {};
}

function targetOf({ target: { configuration, embedded } }: Prepared, { certificate }: Evidence): Report['target'] {
  const { baseUrl, environment, otherTenantId } = configuration;
  const tenants = otherTenantId === undefined ? 1 : 2;
  return { baseUrl, environment, embedded, tenants, ...(certificate && { certificate }) };
}

/** What was to be tested. */
function askedOf({ target: { configuration } }: Prepared, { only = configuration.only }: Asked) {
  return { asked: only, required: configuration.require, profile: configuration.profile };
}

/** What people decided, and what the run is compared with. */
function comparedBy(run: Prepared, cwd: string): Partial<Material> {
  const { baseline, remembered, isNamed } = run.baseline;
  return {
    history: reportedHistory(run, cwd),
    ...(run.decisions && { decisions: run.decisions.entries }),
    ...(baseline && { baseline }),
    ...(run.target.configuration.like !== undefined && { isLike: true }),
    ...(!isNamed && { remembered }),
  };
}

/** What the run sent and created. */
function sentIn({ exchanges, unkept, created, listed, retried }: Evidence) {
  return {
    created,
    listed,
    requests: exchanges.length + unkept.requests,
    retried,
    unreached: unkept.requests === 0 && !exchanges.some(isOfService),
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

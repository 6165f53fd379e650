import { withEvidence } from '../../reports/integrity/evidence-digest.js';
import { assemble } from '../../reports/model/assemble.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Finding } from '../../schemas/finding.js';
import { requirementPages, suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { jobOf } from '../ci/job.js';
import { clockNotice, moment } from '../client/clock.js';
import { judgedSettings } from '../configuration/judged-settings.js';
import { type Evidence, evidenceOf } from '../evidence/journal-to-evidence.js';
import { ownButObserved } from '../redaction/redactor.js';
import { suiteDigest } from '../run-folder/digests.js';
import { reportedHistory } from '../run-folder/history.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Asked } from './ask-target.js';
import { caseNotices, casesOf, inPartNotices } from './case-summary.js';
import type { Environment } from './environment.js';
import { strictOf } from './exit-status.js';
import type { Prepared } from './prepare.js';
import { unfinishedChecks, withoutDoubtful } from './unfinished-checks.js';

/** A run that was asked, as far as its report is made of it. */
export type Drawing = ReturnType<typeof drawingOf>;

/** Makes of what came back a report that can be drawn, and drawn again where a signal comes meanwhile. */
export function drawingOf(
  prepared: Prepared,
  asked: Asked,
  { env, terms }: Environment,
  about: { started: StartedTarget | undefined; notices: readonly string[] },
) {
  const { configuration } = prepared.target;
  const { baseline, remembered, isNamed } = prepared.baseline;
  const evidence = evidenceOf(asked.entries);
  const began = { startedAt: prepared.startedAt.getTime(), beganAt: prepared.beganAt };
  const finishedAt = new Date(moment(began));
  const putClock = clockNotice(began);
  const heard = withoutDoubtful(asked.findings, evidence.doubtful);
  const hasAll = heard.length >= asked.expected.length;
  const cut = asked.early?.sentence ?? about.started?.silent ?? evidence.stopped;
  const cases = casesOf(configuration, evidence);
  const found = [...heard, ...unfinishedChecks(asked.expected, heard, cut)];
  const notices = [
    ...about.notices,
    ...caseNotices({ ...cases, seed: configuration.seed }),
    ...inPartNotices(evidence),
    putClock,
  ].filter((notice) => notice !== undefined);
  const material = {
    findings: inOrder(found, asked),
    asked: asked.only ?? configuration.only,
    required: configuration.require,
    profile: configuration.profile,
    target: targetOf(prepared, evidence),
    created: evidence.created,
    listed: evidence.listed,
    requests: evidence.exchanges.length + evidence.unkept.requests,
    retried: evidence.retried,
    decisions: prepared.decisions?.entries,
    history: reportedHistory(prepared),
    ...(baseline && { baseline }),
    ...(!isNamed && { remembered }),
    unreached: evidence.unkept.requests === 0 && !evidence.exchanges.some(isOfService),
  };
  const draw = (stopped = cut): Report =>
    assemble({
      ...material,
      run: {
        ...factsOf(prepared),
        finishedAt: finishedAt.toISOString(),
        complete: stopped === undefined && hasAll,
        ...(stopped !== undefined && { stopped }),
        ...(terms.ownsProcess && jobOf(env)),
        ...cases,
        ...(prepared.history.length > 0 && { previous: prepared.history.at(-1)?.report }),
        ...(notices.length > 0 && { notices }),
      },
    });
  return {
    evidence,
    /**
     * The report, redacted, and evidence.har where there is a folder for it.
     * @param stopped why the run is incomplete, where it is not known from what was asked
     */
    draw: (stopped?: string): { readonly report: Report; readonly har?: string } => {
      const report = prepared.redactor.redactDeep(draw(stopped), ownButObserved);
      return prepared.folder.isKept ? withEvidence(report, evidence.exchanges) : { report };
    },
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

/** What is known of a run before it asks. */
function factsOf({ target: { configuration }, folder, startedAt, configured, decisions, signer, command }: Prepared) {
  const { seed, operator, classification, require } = configuration;
  const settings = judgedSettings(configuration);
  return {
    id: folder.id,
    startedAt: startedAt.toISOString(),
    seed,
    suiteVersion,
    ...(requirementPages && { pages: requirementPages }),
    command,
    node: process.version,
    specification: { title: 'Financial Services REST API', version: 'v1' },
    ...(operator !== undefined && { operator }),
    ...(classification !== undefined && { classification }),
    ...(signer && { signingKey: signer.keyid }),
    exam: suiteDigest(),
    ...(settings && { settings }),
    ...strictOf(configuration),
    configuration: configured,
    ...(decisions && { decisions: decisions.digest }),
    ...(require.length > 0 && { required: [...require] }),
  };
}

function targetOf({ target: { configuration, embedded } }: Prepared, { certificate }: Evidence): Report['target'] {
  const { baseUrl, environment, otherTenantId } = configuration;
  const tenants = otherTenantId === undefined ? 1 : 2;
  return { baseUrl, environment, embedded, tenants, ...(certificate && { certificate }) };
}

import { renderHar } from '../../reports/formats/har.js';
import { type Bundle, decoded } from '../../reports/integrity/bundle.js';
import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import type { Exchange } from '../../schemas/exchange.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { createdFileName, isCreatedOf } from '../evidence/created-file.js';

/**
 * What of evidence.har and created.json is not as this suite writes it from a report and its exchanges: members that no
 * check reads, the order and the times of exchanges, customers. A run of another suite may have written them otherwise.
 * @param evidence absent where evidence.har is not there
 */
export function unlikeWritten(
  report: Report,
  evidence: readonly Exchange[] | undefined,
  { files }: Bundle,
): IntegrityError[] {
  if (report.run.suiteVersion !== suiteVersion) return [];
  const har = evidence ? checkEvidence(report, evidence, decoded(files.get('evidence.har')?.content)) : [];
  return [...har, ...checkCreated(report, files.get(createdFileName)?.content)];
}

function checkEvidence(report: Report, evidence: readonly Exchange[], text: string): IntegrityError[] {
  const file = 'evidence.har';
  const begun = Date.parse(report.run.startedAt);
  const late = evidence.find(({ startedAt, offsetMs }) => Math.abs(Date.parse(startedAt) - begun - offsetMs) > 1000);
  const number = (one: Exchange | undefined) => Number(one?.id.slice(1) ?? 0);
  const disorder = evidence.find((one, at) => number(one) < number(evidence[at - 1]));
  return [
    ...(renderHar(report, evidence) === text ? [] : [{ file, says: 'is not in the form that this suite writes' }]),
    ...(late ? [{ file, at: late.id, says: `began at ${late.startedAt}, not as long after the run as it says` }] : []),
    ...(disorder ? [{ file, at: disorder.id, says: 'follows a later exchange' }] : []),
  ];
}

/** Customers of generated cases stand in created.json alone, and so do those that came while a run was being cut short. */
function checkCreated({ run, target, created }: Report, content: Uint8Array | undefined): IntegrityError[] {
  const file = createdFileName;
  if (!content) return [{ file, says: 'is missing' }];
  const by = { run: run.id, target: target.baseUrl };
  const more = run.cases !== undefined || !run.complete;
  const isAlike = isCreatedOf(decoded(content), { by, customers: created, more });
  return isAlike ? [] : [{ file, says: 'does not list the customers of report.json' }];
}

import { assemble } from '../../reports/model/assemble.js';
import { materialOf } from '../../reports/model/findings-of.js';
import { counted } from '../../reports/text/counted.js';
import type { Finding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import type { Rejudged } from './rejudge.js';

/**
 * The report that this version makes of the evidence of an earlier one. What the evidence does not decide any more is
 * inconclusive; observations stay as they were recorded.
 * @param judging what identifies it: `exam` of this version, `report` the SHA-256 of the report.json that was judged
 */
export function rejudgedReport(
  specification: Specification,
  report: Report,
  { checks }: Rejudged,
  judging: { readonly id: string; readonly exam: string; readonly report: string; readonly signingKey?: string },
): Report {
  const material = materialOf(report, specification);
  const byName = new Map(checks.map((one) => [`${one.id} ${one.name}`, one]));
  const { id, exam, report: sha256, signingKey } = judging;
  const { signingKey: _, ...recorded } = material.run;
  const otherwise = checks.flatMap(({ id: row, name, outcome, why = '' }) =>
    outcome === 'confirmed' ? [] : [{ id: row, name, outcome, why }],
  );
  return assemble({
    ...material,
    findings: material.findings.map((then): Finding => {
      const again = byName.get(`${then.id} ${then.name}`);
      if (then.kind !== 'check' || !again) return then;
      if (again.finding) return again.finding;
      const { id: row, name, exchanges, durationMs, retried } = then;
      const reason = `Not judgeable from the recorded evidence: ${again.why}.`;
      return { kind: 'check', id: row, name, exchanges, durationMs, retried, verdict: 'inconclusive', reason };
    }),
    run: {
      ...recorded,
      ...{ id, suiteVersion, exam },
      ...(signingKey !== undefined && { signingKey }),
      rejudged: {
        run: report.run.id,
        report: sha256,
        suiteVersion: report.run.suiteVersion,
        exam: report.run.exam,
        otherwise,
      },
      notices: [
        `Judged again: version ${suiteVersion} judged the evidence that version ${report.run.suiteVersion} recorded. ${counted(otherwise.length, 'check')} came out otherwise, or could not be judged. Nothing was sent.`,
        ...(report.run.notices ?? []),
      ],
    },
  });
}

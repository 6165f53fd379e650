import { clauses } from '../../schemas/clauses.js';
import { renderOverview } from '../overview/overview-page.js';
import type { PastRun } from '../overview/past-run.js';
import { targetsOf } from '../overview/target.js';
import { sample } from '../testing/sample.js';
import { traceOf } from '../trace/comparison.js';
import { renderTrace } from '../trace/page.js';
import { readSpecification } from '../trace/specification.js';
import { renderVerifyPage } from '../verify-page/page.js';

const { report } = sample();

function overview(): string {
  const runs = report.history.flatMap((run): PastRun[] =>
    ['sandbox https://a.example/v1/', 'live https://b.example/v1/'].map((target) => ({
      ...run,
      ...{ target, file: `runs/${run.id}/report.html` },
    })),
  );
  return renderOverview({ targets: targetsOf(runs), others: [], now: Date.parse('2025-11-21'), maxAge: 7 });
}

/** A trace with a sentence of each kind: covered, with a failure among its requirements, exempt, changed, new and gone. */
function trace(): string {
  const markdown =
    '# Specification\n\n## Authentication\n\n6. New.\n7. Requests must use HTTPS.\n\n| a |\n|---|\n| b |\n';
  return renderTrace(traceOf(readSpecification(markdown), clauses), { name: 'a.md', sha256: '' }, report);
}

/** The pages beside the report, each with something of every kind that it shows. */
export const pages = { overview, trace, verify: renderVerifyPage } as const;

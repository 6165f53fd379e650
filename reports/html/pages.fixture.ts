import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { renderStartHere } from '../formats/start-here.js';
import { manifestOf } from '../integrity/manifest.js';
import { renderOverview } from '../overview/overview-page.js';
import type { PastRun } from '../overview/past-run.js';
import { targetsOf } from '../overview/target.js';
import { sample } from '../testing/sample.js';

const { report } = sample();

function overview(): string {
  const runs = report.history.flatMap((run): PastRun[] =>
    ['sandbox https://a.example/v1/', 'live https://b.example/v1/'].map((target) => ({
      ...run,
      ...{ target, file: `runs/${run.id}/report.html` },
    })),
  );
  return renderOverview({
    specification: fsapi,
    targets: targetsOf(runs, fsapi),
    others: [],
    over: 0,
    now: Date.parse('2025-11-21'),
    maxAge: 7,
  });
}

function startHere(): string {
  const names = ['attestation.dsse.json', 'report.html', 'report.json', 'report.pdf'];
  const files = names.map((name) => ({ name, bytes: 123_456_789, sha256: 'a'.repeat(64) }));
  return renderStartHere(report, manifestOf(report, files), [`proof-${'a'.repeat(64)}.pdf`]);
}

/** The pages beside the report, each with something of every kind that it shows. */
export const pages = { overview, startHere } as const;

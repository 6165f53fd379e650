import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareReports, isSame } from '../../reports/drift/comparison.js';
import { linesOf } from '../../reports/drift/lines.js';
import type { Report } from '../../schemas/types.js';
import { readConfiguration } from '../configuration/configuration.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { variants } from '../reference-server/variants/all.js';
import { asGuest } from '../session/environment.js';
import { perform } from '../session/session.js';
import { variablesOf } from '../target-process/variables.js';

/**
 * `npm run soak:drift -- [--times N] [--variants PATTERN]`: conforming servers that do not change are asked again and again,
 * with other seeds, in any order and at any concurrency. Whatever a run says otherwise than the first is printed.
 * Exit status 1 where there was any.
 */
const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, variants: { type: 'string', default: '.' } },
});
const times = Number(values.times);
const pattern = new RegExp(values.variants);
const chosen = ['honest', ...variants.map(({ id }) => id)].filter((id) => pattern.test(id));
const silence = { write: () => true };

/** One run: with each time another order, and another number of requests in flight. */
async function asked(server: ReferenceServer, caFile: string | undefined, time: number): Promise<Report> {
  // From 2 on: one request at a time can send no burst, which is another suite digest.
  const concurrency = String(2 ** (1 + ((time * 7) % 5)));
  const env = variablesOf(server, caFile);
  const configured = readConfiguration({ argv: ['--concurrency', concurrency], env, cwd: place });
  const { report } = await perform(configured, { env, cwd: place, out: silence, terms: asGuest, order: time });
  if (!report) throw new Error('the run published no report');
  return report;
}

const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-soak-'));
let runs = 0;
let otherwise = 0;
for (const id of chosen) {
  const server = await startReferenceServer(id === 'honest' ? {} : { variant: id });
  const caFile = server.ca === undefined ? undefined : join(place, 'ca.pem');
  if (caFile !== undefined) writeFileSync(caFile, server.ca ?? '');
  let first: Report | undefined;
  for (let time = 1; time <= times; time += 1) {
    const report = await asked(server, caFile, time);
    runs += 1;
    first ??= report;
    const comparison = compareReports(first, report);
    if (isSame(comparison)) continue;
    otherwise += 1;
    const { changed, failures, undecided, decided } = comparison;
    const rows = changed.map((row) => `${row.id} ${linesOf(row.differences, 5).join(', ')}`);
    const moved = [...failures.new, ...undecided, ...decided].map((row) => `${row.id} ${row.before} then ${row.now}`);
    process.stdout.write(`${id}, run ${time}: ${[...rows, ...moved].join('; ')}\n`);
  }
  await server.close();
}
rmSync(place, { recursive: true, force: true });
process.stdout.write(`${runs} runs against ${chosen.length} conforming servers: ${otherwise} reported otherwise.\n`);
process.exit(otherwise > 0 ? 1 : 0);

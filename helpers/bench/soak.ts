import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Comparison, compareReports, isSame } from '../../reports/drift/comparison.js';
import { linesOf } from '../../reports/drift/lines.js';
import type { Report } from '../../schemas/types.js';
import { readConfiguration } from '../configuration/configuration.js';
import { startReferenceServer } from '../reference-server/server.js';
import { variants } from '../reference-server/variants/all.js';
import { asGuest } from '../session/environment.js';
import { perform } from '../session/session.js';
import { variablesOf } from '../target-process/variables.js';
import { startWeather, type Weather } from './bad-weather.js';

/**
 * `npm run soak -- [--times N] [PATTERN]`: conforming servers that do not change are asked again and again, with other
 * seeds, in any order and at any concurrency. Whatever a run says otherwise than the first, which has good weather, is
 * printed. The pattern chooses among `weather/NAME` and `variant/ID`; all weather unless given. Exit status 1 where a
 * run failed a requirement, or said anything else otherwise in good weather.
 */

const weathers: Readonly<Record<string, Weather>> = {
  '503s': { unavailable: 0.1 },
  resets: { resets: 0.1 },
  both: { unavailable: 0.05, resets: 0.05 },
  latency: { latencyMs: [1, 2000] },
  limit: { perSecond: 20 },
  all: { unavailable: 0.05, resets: 0.05, latencyMs: [1, 2000], perSecond: 20 },
};

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const times = Number(values.times);
const pattern = new RegExp(positionals[0] ?? '^weather');
const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-soak-'));

/** One run: each time another order, and another number of requests in flight. */
async function run(variables: Record<string, string>, time: number, argv: readonly string[]): Promise<Report> {
  // From 2 on: one request at a time can send no burst, which is another suite digest.
  const concurrency = String(2 ** (1 + ((time * 7) % 5)));
  const configured = readConfiguration({ argv: [...argv, '--concurrency', concurrency], env: variables, cwd: place });
  const surroundings = { env: variables, cwd: place, out: { write: () => true }, terms: asGuest, order: time };
  const { report } = await perform(configured, surroundings);
  if (!report) throw new Error('the run published no report');
  return report;
}

/** What a run says otherwise than the first, in a line. */
function inWords({ changed, failures, undecided, decided }: Comparison): string {
  const rows = changed.map((row) => `${row.id} ${linesOf(row.differences, 5).join(', ')}`);
  const moved = [...failures.new, ...undecided, ...decided].map(
    (row) => `${row.id} ${row.before?.verdict} then ${row.now.verdict}`,
  );
  return [...rows, ...moved].join('; ');
}

interface Subject {
  readonly name: string;
  readonly variant?: string;
  readonly weather?: Weather;
}

/** Asks one server as often as that. @returns how many runs were wrong */
async function soak({ name, variant, weather }: Subject): Promise<number> {
  const server = await startReferenceServer({ https: !weather, ...(variant !== undefined && { variant }) });
  const caFile = server.ca === undefined ? undefined : join(place, 'ca.pem');
  if (caFile !== undefined) writeFileSync(caFile, server.ca ?? '');
  const proxy = weather && (await startWeather(server, weather));
  const calm = variablesOf(server, caFile);
  const argv = weather ? ['--observe', 'cheap'] : [];
  const first = await run(calm, 0, argv);
  let [otherwise, failed] = [0, 0];
  for (let time = 1; time <= times; time += 1) {
    const report = await run({ ...calm, ...(proxy && { CONFORMANCE_BASE_URL: proxy.baseUrl }) }, time, argv);
    failed += report.summary.counts.fail > 0 ? 1 : 0;
    const comparison = compareReports(first, report);
    if (isSame(comparison)) continue;
    otherwise += 1;
    process.stdout.write(`  run ${time}: ${inWords(comparison)}\n`);
  }
  process.stdout.write(`${name}: ${times} runs, ${times - otherwise} as in good weather, ${failed} failed\n`);
  await proxy?.close();
  await server.close();
  return weather ? failed : failed + otherwise;
}

const all: readonly Subject[] = [
  ...Object.entries(weathers).map(([name, weather]) => ({ name: `weather/${name}`, weather })),
  { name: 'variant/honest' },
  ...variants.map(({ id }) => ({ name: `variant/${id}`, variant: id })),
];
const subjects = all.filter(({ name }) => pattern.test(name));
if (subjects.length === 0) throw new RangeError(`nothing is named like ${pattern.source}`);
let wrong = 0;
for (const subject of subjects) wrong += await soak(subject);
rmSync(place, { recursive: true, force: true });
process.exit(wrong > 0 ? 1 : 0);

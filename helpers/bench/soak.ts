import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { startReferenceServer } from '../reference-server/server.js';
import { variablesOf } from '../target-process/variables.js';
import { startWeather, type Weather } from './bad-weather.js';

/**
 * `npm run soak -- [runs] [weather …]`: runs the suite that often in each kind of bad weather, against a service that is
 * in order, and counts the runs whose verdicts are not those of good weather. Status 1 if any run failed a requirement.
 */

const executable = fileURLToPath(new URL('.build/bundle/main.js', packageRoot));

const kinds: Readonly<Record<string, Weather>> = {
  '503s': { unavailable: 0.1 },
  resets: { resets: 0.1 },
  both: { unavailable: 0.05, resets: 0.05 },
  latency: { latencyMs: [1, 2000] },
  limit: { perSecond: 20 },
  all: { unavailable: 0.05, resets: 0.05, latencyMs: [1, 2000], perSecond: 20 },
};

interface Outcome {
  readonly status: number | null;
  readonly seconds: number;
  readonly report: Report;
}

async function once(weather: Weather): Promise<Outcome & { counts: Record<string, number> }> {
  const server = await startReferenceServer({ https: false });
  const proxy = await startWeather(server, weather);
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-soak-'));
  const env = { PATH: process.env.PATH ?? '', ...variablesOf(server), CONFORMANCE_BASE_URL: proxy.baseUrl };
  const began = performance.now();
  const out = join(cwd, 'out');
  const argv = ['--quiet', '--format', 'har', '--out', out, '--observe', 'cheap'];
  const child = spawn(process.execPath, [executable, ...argv], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const status = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  const seconds = (performance.now() - began) / 1000;
  const text = readFileSync(join(out, 'report.json'), 'utf8');
  const keep = process.env.SOAK_KEEP;
  if (keep && status !== 0) writeFileSync(join(keep, `${Date.now()}.json`), text);
  await proxy.close();
  await server.close();
  rmSync(cwd, { recursive: true, force: true });
  return { status, seconds, report: JSON.parse(text) as Report, counts: proxy.counts };
}

const verdictsOf = ({ report }: Outcome) => report.requirements.map(({ id, verdict }) => `${id} ${verdict}`);

const [first = '20', ...named] = process.argv.slice(2);
const runs = Number(first);
const good = new Set(verdictsOf(await once({})));
let wrong = 0;
for (const name of named.length > 0 ? named : Object.keys(kinds)) {
  const weather = kinds[name];
  if (!weather) throw new RangeError(`there is no weather ${name}, only ${Object.keys(kinds).join(', ')}`);
  const outcomes: Outcome[] = [];
  for (let run = 0; run < runs; run += 1) outcomes.push(await once(weather));
  const differing = outcomes.map((outcome) => verdictsOf(outcome).filter((verdict) => !good.has(verdict)));
  const failed = outcomes.filter(({ report }) => report.summary.counts.fail > 0).length;
  wrong += failed;
  const mean = (of: (outcome: Outcome) => number) =>
    Math.round((outcomes.reduce((sum, one) => sum + of(one), 0) / runs) * 10) / 10;
  const line = {
    weather: name,
    runs,
    same: differing.filter((rows) => rows.length === 0).length,
    failed,
    differing: [...new Set(differing.flat())],
    meanSeconds: mean(({ seconds }) => seconds),
    meanRequests: mean(({ report }) => report.summary.requests),
    meanRetried: mean(({ report }) => report.summary.retried),
    statuses: [...new Set(outcomes.map(({ status }) => status))],
    reasons: [
      ...new Set(
        outcomes.flatMap(({ report }) =>
          report.requirements
            .filter(({ id, verdict }) => !good.has(`${id} ${verdict}`))
            .map(({ id, found, reason }) => `${id}: ${found ?? reason}`),
        ),
      ),
    ],
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
process.exitCode = wrong > 0 ? 1 : 0;

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { type ConformanceOptions, runConformance } from '../api/run-conformance.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { variablesOf } from '../target-process/variables.js';
import { startWeather } from './bad-weather.js';
import { busyIn, type Interval, longestChain, spanOf } from './exchanges.js';
import { type Spent, spend } from './spent.js';

/** `npm run bench [-- FILE]`: figures of a run as a table, and as JSON in bench.json or FILE. Nothing here is asserted. */

const executable = fileURLToPath(new URL('.build/helpers/cli/main.js', packageRoot));
const runs = 5;
/** Requests in flight by default, and the most that an option can set: more than any phase of a run has at hand. */
const [concurrency, roomForAll] = [8, 256];
const latencyMs = 150;
const rate = 10;
/** What is compared with something else leaves out the observations, and writes what the comparison reads. */
const checksOnly = ['--observe', 'none', '--format', 'har'];

interface Measured extends Spent {
  readonly report: Report;
  readonly exchanges: readonly Interval[];
}

/** One run of the executable, in a folder of its own. @throws Error where it did not come out conformant */
async function measure(argv: readonly string[], env: Record<string, string> = {}): Promise<Measured> {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-bench-'));
  try {
    const command = [executable, '--quiet', '--seed', '1', '--out', 'out', ...argv];
    const spent = await spend(command, { cwd, env: { PATH: process.env.PATH ?? '', ...env } });
    if (spent.status !== 0) throw new Error(`the run ended with ${spent.status}: ${spent.printed}`);
    const read = (name: string) => JSON.parse(readFileSync(join(cwd, 'out', name), 'utf8'));
    const { log } = read('evidence.har') as { log: { entries: { startedDateTime: string; time: number }[] } };
    const exchanges = log.entries.map(({ startedDateTime, time }) => {
      const start = Date.parse(startedDateTime);
      return { start, end: start + time };
    });
    return { ...spent, report: read('report.json') as Report, exchanges };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** The same number of requests by bare node:http with connections kept open, seconds. */
async function bare(server: ReferenceServer, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const headers = { 'Api-Key': server.credentials.apiKey, 'x-tenant-id': server.credentials.tenantId };
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request(`${server.baseUrl}accounts`, { agent, headers }, (message) => message.resume().on('end', () => resolve()))
        .on('error', reject)
        .end();
    });
  const began = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await ask();
      }
    }),
  );
  agent.destroy();
  return (performance.now() - began) / 1000;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Figures = Record<string, string>;
const sections: Record<string, Figures> = {};

async function whole(what: string, argv: readonly string[]): Promise<void> {
  await measure(argv);
  const all: Measured[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await measure(argv));
  const { requests, customersCreated } = all[0]?.report.summary ?? {};
  sections[what] = {
    'requests, customers created': `${requests}, ${customersCreated}`,
    [`time, median of ${runs}`]: `${median(all.map(({ seconds }) => seconds)).toFixed(2)} s`,
    'of processor': `${median(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} s`,
    'peak of resident memory': `${Math.max(...all.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB`,
  };
}

await whole('whole command, embedded server', ['--embedded']);
await whole('with --observe none', ['--embedded', '--observe', 'none']);

const server = await startReferenceServer({ https: false });
const plain: Measured[] = [];
for (let run = 0; run < runs; run += 1) plain.push(await measure(checksOnly, variablesOf(server)));
const sent = plain[0]?.exchanges.length ?? 0;
const asking = median(plain.map(({ exchanges }) => busyIn(exchanges)));
await bare(server, sent);
const bareRuns: number[] = [];
for (let run = 0; run < runs; run += 1) bareRuns.push(await bare(server, sent));
sections[`${sent} requests, plain HTTP`] = {
  'time spent asking': `${asking.toFixed(2)} s`,
  [`by bare node:http, ${concurrency} at a time`]: `${median(bareRuns).toFixed(3)} s`,
  ratio: `${(asking / median(bareRuns)).toFixed(1)} ×`,
};

/** Processor of a run in this process, which has run it before: the server's part included. */
async function inProcess(options: ConformanceOptions): Promise<string> {
  const { otherApiKey, ...keys } = server.credentials;
  const target = { baseUrl: server.baseUrl, ...keys, ...(otherApiKey !== undefined && { otherApiKey }), seed: 1 };
  const measured: number[] = [];
  for (let run = 0; run < 2 + runs; run += 1) {
    const before = process.cpuUsage();
    await runConformance({ ...target, observe: 'none', ...options });
    const { user, system } = process.cpuUsage(before);
    if (run >= 2) measured.push((user + system) / 1000);
  }
  return `${median(measured).toFixed(0)} ms`;
}
sections['runConformance in a warm process, --observe none: processor'] = {
  'whole run': await inProcess({}),
  'one requirement of one request (ACCT-01)': await inProcess({ only: ['ACCT-01'] }),
};

const slow = await startWeather(server, { latencyMs: [latencyMs, latencyMs] });
const slowly = { ...variablesOf(server), CONFORMANCE_BASE_URL: slow.baseUrl };
const wide = await measure([...checksOnly, '--concurrency', String(roomForAll)], slowly);
const late = await measure(checksOnly, slowly);
await slow.close();
const chain = longestChain(wide.exchanges);
const chainSeconds = (chain.requests * latencyMs) / 1000 + chain.pauses;
const bound = (late.exchanges.length * latencyMs) / concurrency / 1000;
sections[`${latencyMs} ms for every answer`] = {
  [`longest chain: ${chain.requests} requests, ${chain.pauses.toFixed(1)} s of pauses`]: `${chainSeconds.toFixed(2)} s`,
  'time asking, room for all at once': `${spanOf(wide.exchanges).toFixed(2)} s`,
  '… ratio to the longest chain': `${(spanOf(wide.exchanges) / chainSeconds).toFixed(2)} ×`,
  [`time asking, ${concurrency} at a time`]: `${spanOf(late.exchanges).toFixed(2)} s`,
  '… to the longest chain': `${(spanOf(late.exchanges) / chainSeconds).toFixed(2)} ×`,
  [`… to all ${late.exchanges.length} requests, ${concurrency} at a time`]: `${(spanOf(late.exchanges) / bound).toFixed(2)} ×`,
};

const paced = await measure([...checksOnly, '--rate', String(rate)], variablesOf(server));
const least = paced.exchanges.length / rate;
sections[`${rate} requests a second`] = {
  [`time asking, ${paced.exchanges.length} requests`]: `${spanOf(paced.exchanges).toFixed(1)} s`,
  'ratio to requests by rate': `${(spanOf(paced.exchanges) / least).toFixed(3)} ×`,
};
/** What `--cases` is given, so that 28 times as many come to a hundred, a thousand and ten thousand. */
const volumes = [4, 36, 357] as const;
const none = await measure(checksOnly, variablesOf(server));
const cases: Figures = {};
for (const each of volumes) {
  const { seconds, peakMiB, report } = await measure([...checksOnly, '--cases', String(each)], variablesOf(server));
  const asked = report.run.cases?.asked ?? 0;
  const perSecond = asked / Math.max(0.001, seconds - none.seconds);
  cases[`${asked.toLocaleString('en')} cases: whole command`] =
    `${seconds.toFixed(1)} s, ${perSecond.toFixed(0)} a second, ${peakMiB.toFixed(0)} MiB`;
}
sections['generated cases, plain HTTP'] = cases;
await server.close();

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
process.stdout.write(`${machine}\n`);
for (const [section, figures] of Object.entries(sections)) {
  process.stdout.write(`\n${section}\n`);
  for (const [what, figure] of Object.entries(figures))
    process.stdout.write(`  ${what.padEnd(56)} ${figure.padStart(10)}\n`);
}
const file = process.argv[2] ?? 'bench.json';
writeFileSync(file, `${JSON.stringify({ machine, ...sections }, undefined, 1)}\n`);
process.stderr.write(`Written: ${file}\n`);

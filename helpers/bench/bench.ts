import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** `npm run bench [-- FILE]`: figures beside what is aimed at, and as JSON in bench.json or FILE. Nothing here is asserted. */

const root = fileURLToPath(packageRoot);
const executable = join(root, '.build/bundle/main.js');
const rounds = 9;
/** Requests in flight by default, and the most that an option can set: more than any phase of a run has at hand. */
const [concurrency, roomForAll] = [8, 256];
const latencyMs = 150;
/** What is compared with something else leaves out the observations, and writes what the comparison reads. */
const checksOnly = ['--observe', 'none', '--format', 'har'];

interface Measured extends Spent {
  readonly report: Report;
  readonly exchanges: readonly Interval[];
  /** From the beginning of the process to the first request, and from the last response to its end. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** One run of the executable, in a folder of its own. @throws Error where it did not come out conformant */
async function measure(argv: readonly string[], env: Record<string, string> = {}): Promise<Measured> {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-bench-'));
  try {
    const command = [executable, '--quiet', '--seed', '1', '--out', 'out', ...argv];
    const began = Date.now();
    const spent = await spend(command, { cwd, env: { PATH: process.env.PATH ?? '', ...env } });
    if (spent.status !== 0) throw new Error(`the run ended with ${spent.status}: ${spent.printed}`);
    const read = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8');
    const har = existsSync(join(cwd, 'out', 'evidence.har')) ? read('evidence.har') : '{ "log": { "entries": [] } }';
    const { log } = JSON.parse(har) as { log: { entries: { startedDateTime: string; time: number }[] } };
    const exchanges = log.entries.map(({ startedDateTime, time }) => {
      const start = Date.parse(startedDateTime);
      return { start, end: start + time };
    });
    const startSeconds = (Math.min(...exchanges.map(({ start }) => start)) - began) / 1000;
    const endSeconds = spent.seconds - (Math.max(...exchanges.map(({ end }) => end)) - began) / 1000;
    return { ...spent, report: JSON.parse(read('report.json')) as Report, exchanges, startSeconds, endSeconds };
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

/** Installs the package as npm packs it. Gives the seconds and the MB that it took; none where no registry answers. */
function install(tarball: string): { seconds: number; megabytes: number } | undefined {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-bench-'));
  try {
    const began = performance.now();
    const argv = ['install', tarball, '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0'];
    if (spawnSync('npm', argv, { cwd }).status !== 0) return undefined;
    const seconds = (performance.now() - began) / 1000;
    const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    return { seconds, megabytes: bytes / 1e6 };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Processor of a run in this process, which has run it before, milliseconds: the server's part included. */
async function inProcess(options: ConformanceOptions): Promise<number> {
  const { otherApiKey, ...keys } = server.credentials;
  const target = { baseUrl: server.baseUrl, ...keys, ...(otherApiKey !== undefined && { otherApiKey }), seed: 1 };
  const before = process.cpuUsage();
  await runConformance({ ...target, observe: 'none', ...options });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

interface Row {
  readonly unit: string;
  readonly aim: number;
  readonly values: number[];
}
const table: Record<string, Row> = {};

function note(what: string, unit: string, aim: number, value: number): void {
  table[what] ??= { unit, aim, values: [] };
  table[what].values.push(value);
}

const server = await startReferenceServer({ https: false });
const slow = await startWeather(server, { latencyMs: [latencyMs, latencyMs] });
const plain = variablesOf(server);
const slowly = { ...plain, CONFORMANCE_BASE_URL: slow.baseUrl };

/** One after another in each round, so that a busy moment of the machine falls on all of them. */
async function round(): Promise<void> {
  const checks = await measure(['--embedded', '--observe', 'none', '--format', 'json']);
  note('--observe none --format json: whole command', 's', 1.9, checks.seconds);
  note('… the processor of checks alone', 's', 1.2, checks.cpuSeconds);
  const usual = await measure(['--embedded']);
  note('defaults: whole command', 's', 2.2, usual.seconds);
  note('… the processor of defaults', 's', 1.7, usual.cpuSeconds);
  note('… start: process to first request', 's', 0.4, usual.startSeconds);
  note('… end: last response to exit', 's', 0.25, usual.endSeconds);
  note('… memory of the process tree at its peak', 'MiB', 140, usual.peakMiB);
  const all = await measure(['--embedded', '--format', 'all']);
  note('--format all, with PDF: whole command', 's', 2.8, all.seconds);
  note('… the processor of all formats', 's', 2.8, all.cpuSeconds);
  const { exchanges } = await measure(checksOnly, plain);
  await bare(server, exchanges.length);
  note('asking, to bare node:http', '×', 3, busyIn(exchanges) / (await bare(server, exchanges.length)));
  const wide = await measure([...checksOnly, '--concurrency', String(roomForAll)], slowly);
  const chain = longestChain(wide.exchanges);
  const least = (chain.requests * latencyMs) / 1000 + chain.pauses;
  note(`a server that takes ${latencyMs} ms, to the longest chain`, '×', 1.1, spanOf(wide.exchanges) / least);
  // 28 requests for each.
  const cases = await measure([...checksOnly, '--cases', '357'], plain);
  note(`${cases.report.run.cases?.asked} generated cases`, 's', 5, cases.seconds);
  note('… memory at its peak', 'MiB', 140, cases.peakMiB);
  note('runConformance in a warm process: processor', 'ms', 500, await inProcess({}));
  note('… one requirement of one request (ACCT-01)', 'ms', 100, await inProcess({ only: ['ACCT-01'] }));
}

for (let warm = 0; warm < 2; warm += 1) await inProcess({});
for (let count = 0; count < rounds; count += 1) {
  process.stderr.write(`${count + 1} of ${rounds}\n`);
  await round();
}
await slow.close();
await server.close();

const packed = mkdtempSync(join(tmpdir(), 'fsapi-conformance-bench-'));
const { stdout } = spawnSync('npm', ['pack', '--ignore-scripts', '--pack-destination', packed, root], {
  encoding: 'utf8',
});
for (let count = 0; count < 3; count += 1) {
  const installed = install(join(packed, stdout.trim().split('\n').at(-1) ?? ''));
  if (!installed) break;
  note('package installed: weight', 'MB', 60, installed.megabytes);
  note('… time of npm install', 's', 7.2, installed.seconds);
}
rmSync(packed, { recursive: true, force: true });

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
const shown = (value: number, unit: string) =>
  `${value < 10 ? value.toPrecision(2) : value.toFixed(0)} ${unit}`.padStart(10);
process.stdout.write(
  `${machine}, ${rounds} rounds\n\n${''.padEnd(52)}${'min'.padStart(10)}${'median'.padStart(10)}${'aim'.padStart(10)}\n`,
);
const figures = Object.entries(table).map(([what, { unit, aim, values }]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { what, unit, min: sorted[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0, aim };
});
for (const { what, unit, min, median, aim } of figures)
  process.stdout.write(`${what.padEnd(52)}${[min, median, aim].map((one) => shown(one, unit)).join('')}\n`);
const file = process.argv[2] ?? 'bench.json';
writeFileSync(file, `${JSON.stringify({ machine, rounds, figures }, undefined, 1)}\n`);
process.stderr.write(`Written: ${file}\n`);

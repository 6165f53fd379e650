import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { type ReferenceServer, startReferenceServer } from '../reference/server.js';
import { volumeRows } from './volume.js';

/** `npm run bench`: figures of a run, as a table and as one line of JSON. Nothing here is asserted. */

const executable = fileURLToPath(new URL('.build/helpers/command-line/main.js', packageRoot));
const concurrency = 8;
const latencyMs = 150;

interface Measured {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly report: Report;
  /** Start and duration of each exchange, milliseconds. */
  readonly exchanges: readonly { readonly start: number; readonly duration: number }[];
}

/** One run of the executable: time of the whole process, and its peak of resident memory (Linux). */
async function measure(env: Record<string, string>): Promise<Measured> {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-bench-'));
  const began = performance.now();
  const argv = ['--quiet', '--format', 'json,har', '--out', join(cwd, 'out'), '--seed', '1', '--observe', 'none'];
  const child = spawn(process.execPath, [executable, ...argv], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'ignore',
  });
  let peakKiB = 0;
  const watching = setInterval(() => {
    peakKiB = Math.max(peakKiB, peakOf(child.pid));
  }, 20);
  await new Promise((resolve) => child.on('exit', resolve));
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watching);
  const report = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8')) as Report;
  const { log } = JSON.parse(readFileSync(join(cwd, 'out', 'evidence.har'), 'utf8')) as {
    log: { entries: { startedDateTime: string; time: number }[] };
  };
  const exchanges = log.entries.map(({ startedDateTime, time }) => ({
    start: Date.parse(startedDateTime),
    duration: time,
  }));
  return { seconds, peakMiB: peakKiB / 1024, report, exchanges };
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Seconds in which at least one request was on its way: pauses are not counted. */
function asking(exchanges: Measured['exchanges']): number {
  let [total, until] = [0, 0];
  for (const { start, duration } of exchanges.toSorted((a, b) => a.start - b.start)) {
    const end = start + duration;
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total / 1000;
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

/** A way to the server on which every answer takes its time. */
async function delayed(server: ReferenceServer): Promise<{ baseUrl: string; close(): void }> {
  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    await sleep(latencyMs);
    const url = new URL(incoming.url ?? '/', server.baseUrl);
    const forward = request(url, { method: incoming.method, headers: incoming.headers }, (message) => {
      outgoing.writeHead(message.statusCode ?? 502, message.headers);
      message.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy()).end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, close };
}

function variablesFor(server: ReferenceServer, baseUrl: string): Record<string, string> {
  const { apiKey, tenantId, otherApiKey = '', otherTenantId, revokedKey } = server.credentials;
  return {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_API_KEY: apiKey,
    CONFORMANCE_TENANT_ID: tenantId,
    CONFORMANCE_OTHER_API_KEY: otherApiKey,
    CONFORMANCE_OTHER_TENANT_ID: otherTenantId,
    CONFORMANCE_REVOKED_KEY: revokedKey,
  };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const rows: [string, string][] = [];
await measure({});
const whole: Measured[] = [];
for (let run = 0; run < 5; run += 1) whole.push(await measure({}));
const seconds = median(whole.map((one) => one.seconds));
const peak = Math.max(...whole.map(({ peakMiB }) => peakMiB));
rows.push(['whole command, embedded server: median of 5', `${seconds.toFixed(2)} s`]);
rows.push(['peak of resident memory', `${peak.toFixed(0)} MiB`]);
rows.push([
  'customers created, requests',
  `${whole[0]?.report.summary.customersCreated}, ${whole[0]?.report.summary.requests}`,
]);

const server = await startReferenceServer({ https: false });
const plain = await measure(variablesFor(server, server.baseUrl));
const bareSeconds = median([
  await bare(server, plain.exchanges.length),
  await bare(server, plain.exchanges.length),
  await bare(server, plain.exchanges.length),
]);
rows.push(['time spent asking, plain HTTP', `${asking(plain.exchanges).toFixed(2)} s`]);
rows.push([
  `${plain.exchanges.length} requests by bare node:http, ${concurrency} at a time`,
  `${bareSeconds.toFixed(2)} s`,
]);
rows.push(['ratio', (asking(plain.exchanges) / bareSeconds).toFixed(1)]);

const slow = await delayed(server);
const late = await measure(variablesFor(server, slow.baseUrl));
const spent =
  late.exchanges.reduce((last, { start, duration }) => Math.max(last, start + duration), 0) -
  Math.min(...late.exchanges.map(({ start }) => start));
// First write, its repeat, the pause, two retries; a bad key and the right one after it; a side door after a good answer.
const chain = (8 * latencyMs + 1100) / 1000;
const bound = (late.exchanges.length * latencyMs) / concurrency / 1000;
rows.push([`${latencyMs} ms for every answer: time asking`, `${(spent / 1000).toFixed(2)} s`]);
rows.push(['ratio to the longest chain of requests and pauses', (spent / 1000 / chain).toFixed(1)]);
rows.push([`ratio to all requests, ${concurrency} at a time`, (spent / 1000 / bound).toFixed(2)]);
slow.close();
await server.close();

rows.push(...(await volumeRows()));

process.stdout.write(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}\n\n`);
for (const [what, figure] of rows) process.stdout.write(`${what.padEnd(56)} ${figure.padStart(10)}\n`);
process.stdout.write(`\n${JSON.stringify(Object.fromEntries(rows))}\n`);

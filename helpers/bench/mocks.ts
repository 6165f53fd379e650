import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { runConformance } from '../library/run-conformance.js';
import { type MockServer, mockServers, tenants } from './mock-servers.js';

/**
 * `npm run mocks`: installs mock servers that others wrote into folders that are thrown away, runs the suite against
 * each, and prints the verdicts as a table. Ends with 1 where they are not those that are written down. Names of
 * mocks that follow choose among them.
 */

const executable = fileURLToPath(new URL('.build/helpers/command-line/main.js', packageRoot));
const seconds = 60;

/** The folder of a mock: its packages, its files, and the documents of the two commands that people would use. */
function prepare({ packages, files }: MockServer): string {
  const folder = mkdtempSync(join(tmpdir(), 'fsapi-conformance-mock-'));
  const ours = (...argv: string[]) =>
    execFileSync(process.execPath, [executable, ...argv], { cwd: folder, stdio: 'ignore' });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  ours('openapi', '--report', 'none', '--out', 'openapi.json');
  ours('run', '--quiet', '--format', 'json');
  ours('openapi', '--out', 'observed.json');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function start(mock: MockServer, folder: string): Promise<{ baseUrl: string; child: ChildProcess }> {
  const port = await freePort();
  const [command, ...argv] = mock.command(port);
  const path = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, argv, { cwd: folder, env: { ...process.env, PATH: path }, stdio: 'ignore' });
  const baseUrl = `http://127.0.0.1:${port}${mock.path}`;
  for (let tries = 0; tries < seconds * 4; tries += 1) {
    if (child.exitCode !== null) break;
    if (
      await fetch(baseUrl).then(
        () => true,
        () => false,
      )
    )
      return { baseUrl, child };
    await sleep(250);
  }
  child.kill();
  throw new Error(`${mock.name} did not answer within ${seconds} s`);
}

async function ask(mock: MockServer): Promise<Report> {
  const folder = prepare(mock);
  const { baseUrl, child } = await start(mock, folder);
  try {
    const { report } = await runConformance({ baseUrl, ...tenants, seed: 1, concurrency: 4 });
    return report;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const idsOf = (report: Report, verdict: string) =>
  report.requirements.filter((row) => row.verdict === verdict).map(({ id }) => id);

/** `CUST-02…15` for ids that follow each other. */
function brief(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of ids) {
    const [area, number] = id.split('-');
    const last = runs.at(-1)?.at(-1)?.split('-');
    if (last?.[0] === area && Number(last?.[1]) + 1 === Number(number)) runs.at(-1)?.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}…${run.at(-1)?.split('-')[1]}` : run.join(', '))).join(', ');
}

const named = process.argv.slice(2).map((name) => name.toLowerCase());
const lines = ['| mock server | passes | fails | cannot be decided |', '|---|---|---|---|'];
for (const mock of mockServers.filter(({ name }) => named.length === 0 || named.includes(name.toLowerCase()))) {
  const report = await ask(mock);
  const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'].map((verdict) => idsOf(report, verdict)) as [
    string[],
    string[],
    string[],
  ];
  lines.push(`| ${[mock.packages[0], brief(pass), brief(fail), brief(inconclusive)].join(' | ')} |`);
  const isDeserved = [
    [fail, mock.deserves.fail],
    [inconclusive, mock.deserves.inconclusive],
  ].every(([got = [], wanted = []]) => got.toSorted().join() === wanted.toSorted().join());
  if (isDeserved) continue;
  process.exitCode = 1;
  process.stderr.write(`${mock.name} does not get what is written down: ${JSON.stringify({ fail, inconclusive })}\n`);
}
process.stdout.write(`${lines.join('\n')}\n`);

import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionEntry } from '../../schemas/types.js';
import { callProcess, conformance, emptyFolder, reportIn, variablesFor } from '../cli/testing/command.js';
import type { ReferenceOptions } from '../reference-server/server.js';
import { startFor } from '../reference-server/testing/run-against.js';
import { runFolders } from '../run-folder/earlier-runs.js';
import { root as checkout } from '../sources.fixture.js';

/** How vitest is called, in an empty folder unless another is named. `root`: where the suites are. */
export interface How {
  readonly argv?: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly root?: string;
  readonly decisions?: readonly Omit<DecisionEntry, 'by' | 'on' | 'reason'>[];
}

type Results = Readonly<{ testResults: readonly { readonly assertionResults: readonly Result[] }[] }>;
export type Result = Readonly<{
  ancestorTitles: readonly [suite: string];
  title: string;
  status: string;
  duration?: number;
  location: { readonly line: number };
  failureMessages: readonly string[];
}>;

const wordsOf = (root: string, argv: readonly string[]) => ['--root', root, '--project', 'conformance', ...argv];
const mainOf = (root: string) => join(root, 'node_modules/vitest/vitest.mjs');

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Runs the suites under vitest. @returns what it printed, its results, and the report, where there is one */
export async function vitest({ argv = [], env = {}, cwd = emptyFolder(), root = checkout, decisions = [] }: How) {
  const on = new Date().toISOString().slice(0, 10);
  const entries = decisions.map((entry) => ({ ...entry, by: 'Ada Lovelace', on, reason: 'It is so.' }));
  writeFileSync(join(cwd, 'decisions.json'), JSON.stringify(entries));
  const files = { json: join(cwd, 'results.json'), junit: join(cwd, 'results.xml') };
  const reporters = Object.entries(files).flatMap(([name, file]) => [
    `--reporter=${name}`,
    `--outputFile.${name}=${file}`,
  ]);
  const words = ['run', ...wordsOf(root, ['--reporter=default', ...reporters, ...argv])];
  const variables = { NO_COLOR: '1', CONFORMANCE_SEED: '1', CONFORMANCE_FORMAT: 'json,har', ...env };
  const called = await callProcess(words, variables, cwd, { main: mainOf(root) });
  const json = textOf(files.json);
  const modules = json === undefined ? [] : (JSON.parse(json) as Results).testResults;
  const all = modules.flatMap(({ assertionResults }) => assertionResults);
  const [folder] = runFolders(cwd);
  const report = folder === undefined ? undefined : reportIn(folder);
  const written = [json, textOf(files.junit)].join('\n');
  return { ...called, cwd, all, folder, report, written };
}

/** The same against a reference server. @param again has the command ask it too, with the same seed */
export async function vitestOf(which: ReferenceOptions, how: How = {}, again = false) {
  const cwd = emptyFolder();
  const server = await startFor(which);
  const env = { ...variablesFor(server, cwd), ...how.env };
  const called = await vitest({ ...how, cwd, env });
  const command = again ? await conformance({ ...env, CONFORMANCE_SEED: '1' }, cwd, ['--baseline', 'none']) : undefined;
  await server.close();
  return { ...called, command };
}

/** `AUTH-01 create customer: no key`. */
export const titleOf = ({ ancestorTitles: [suite], title }: Result): string => `${suite.split(' ')[0]} ${title}`;

export const withStatus = (all: readonly Result[], status: string): string[] =>
  all.filter((result) => result.status === status).map(titleOf);

/** A copy of the sources, without a build. */
export function copyOfSources(): string {
  const root = emptyFolder();
  for (const name of 'helpers reports schemas suites package.json tsconfig.json vitest.config.ts'.split(' '))
    cpSync(join(checkout, name), join(root, name), {
      recursive: true,
      filter: (path) => !/reports.(runs|latest)/.test(path),
    });
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  return root;
}

/** Vitest in a group of processes of its own, as a terminal starts it. */
export function vitestInGroup(argv: readonly string[], env: Record<string, string>, cwd: string, root = checkout) {
  const main = [mainOf(root), ...argv.slice(0, 1), ...wordsOf(root, argv.slice(1))];
  const variables = { PATH: process.env.PATH ?? '', NO_COLOR: '1', CONFORMANCE_SEED: '1', ...env };
  const child = spawn(process.execPath, main, { cwd, env: variables, detached: true });
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed.text += chunk;
    });
  const kill = (signal: NodeJS.Signals) => process.kill(-(child.pid as number), signal);
  return { child, printed, kill };
}

const runsOf = (cwd: string) => join(cwd, 'reports', 'runs');
export const entriesOf = (cwd: string): string[] => (existsSync(runsOf(cwd)) ? readdirSync(runsOf(cwd)) : []);

export async function until(isSo: () => boolean, mostMs = 120_000): Promise<void> {
  for (const end = performance.now() + mostMs; !isSo(); await sleep(20))
    if (performance.now() > end) throw new Error(`not so within ${mostMs} ms: ${isSo}`);
}

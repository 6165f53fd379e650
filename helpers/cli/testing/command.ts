import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../schemas/common/package-root.js';
import type { Report, ReportedRequirement } from '../../../schemas/types.js';
import { fsapi } from '../../fsapi/fsapi.js';
import type { ReferenceServer } from '../../reference-server/server.js';
import { variablesOf } from '../../settings/schema.js';

/** The executable as a user has it: compiled. */
const compiledMain = '.build/helpers/cli/main.js';
export const executable = fileURLToPath(new URL(compiledMain, packageRoot));

export interface Called {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty folder to call from: no `.env` of the developer, no earlier reports. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-'));
}

interface How {
  readonly meanwhile?: (child: ChildProcess) => void;
  /** Another program. */
  readonly main?: string;
}

const ofAProcess = ['run', 'serve'];

const withPath = (env: Record<string, string>) => ({ PATH: process.env.PATH ?? '', ...env });

/**
 * Calls the executable with nothing in the environment but what is given: in a process of its own where the command is
 * one that needs it or `how` says so, else in this one, which saves the start.
 */
export function call(argv: readonly string[], env: Record<string, string>, cwd: string, how?: How): Promise<Called> {
  const [first = '-'] = argv;
  const isOwn = how !== undefined || first.startsWith('-') || ofAProcess.includes(first);
  return isOwn ? callProcess(argv, env, cwd, how) : callHere(argv, env, cwd);
}

/** Starts a program with nothing in the environment but what is given, and keeps what it prints. */
export function spawned(argv: readonly string[], env: Record<string, string>, cwd: string, main = executable) {
  const child = spawn(process.execPath, [main, ...argv], { cwd, env: withPath(env) });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
    });
  return { child, printed };
}

export async function callProcess(argv: readonly string[], env: Record<string, string>, cwd: string, how: How = {}) {
  const { meanwhile, main } = how;
  const { child, printed } = spawned(argv, env, cwd, main);
  meanwhile?.(child);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...printed };
}

/** What each call in this process printed: calls may overlap. */
const printing = new AsyncLocalStorage<{ stdout: string; stderr: string }>();

/** The same in this process, whatever the command. */
export async function callHere(argv: readonly string[], env: Record<string, string>, cwd: string): Promise<Called> {
  const { execute } = await import('../execute.js');
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) capture(name);
  const place = { tested: fsapi, env: withPath(env), cwd };
  const status = await printing.run(printed, () => execute(argv, place));
  return { status, ...printed };
}

export const runHere: typeof callHere = (argv, env, cwd) => callHere(['run', ...argv], env, cwd);

/** Has a stream of this process write what a call prints to where the call looks for it. */
function capture(name: 'stdout' | 'stderr'): void {
  const stream = process[name];
  const write = stream.write as typeof stream.write & { captures?: true };
  if (write.captures) return;
  const captured = (text: string, ...more: unknown[]): boolean => {
    const printed = printing.getStore();
    if (printed) printed[name] += text;
    return printed !== undefined || Reflect.apply(write, stream, [text, ...more]);
  };
  stream.write = Object.assign(captured, { captures: true }) as typeof stream.write;
}

/** The executable of a copy of the build, in which one passage of a compiled file is another. @throws Error without it */
export function changedBuild(file: string, passage: string, other: string): string {
  const root = fileURLToPath(packageRoot);
  const copy = mkdtempSync(join(tmpdir(), 'fsapi-conformance-build-'));
  for (const name of ['.build', 'schemas', 'reports/page', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const changed = join(copy, '.build', file);
  const text = readFileSync(changed, 'utf8');
  if (!text.includes(passage)) throw new Error(`${file} does not hold: ${passage}`);
  writeFileSync(changed, text.replace(passage, other));
  return join(copy, compiledMain);
}

export function variablesFor(server: ReferenceServer, cwd: string): Record<string, string> {
  const ca = join(cwd, 'ca.pem');
  if (server.ca !== undefined) writeFileSync(ca, server.ca);
  return variablesOf({ baseUrl: server.baseUrl, ...server.credentials, ca: server.ca && ca });
}

/** Runs the suite into a folder of that name below `cwd`. */
export async function conformance(
  env: Record<string, string>,
  cwd: string,
  argv: readonly string[] = [],
  name = 'out',
) {
  const folder = join(cwd, name);
  const called = await runHere(['--format', 'json', '--quiet', '--out', folder, ...argv], env, cwd);
  if (!existsSync(join(folder, 'report.json')))
    throw new Error(`no report: status ${called.status}\n${called.stdout}\n${called.stderr}`);
  return { ...called, folder, report: reportIn(folder) };
}

export const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;

export const rowOf = ({ requirements }: Report, id: string): ReportedRequirement =>
  requirements.find((row) => row.id === id) as ReportedRequirement;

export function withVerdict(report: Report, verdict: string): string[] {
  return report.requirements.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

export const keys = {
  CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
  CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB',
  CONFORMANCE_OTHER_API_KEY: 'sk_sandbox_hB6nVc1Qw8Ez5Tj3Ka7Pu',
  CONFORMANCE_OTHER_TENANT_ID: 'tnt_p3Jd7sY1cR6w',
};

/**
 * A port of loopback on which nobody listens, below those that the system gives to connections and to servers that ask
 * for any: nobody takes it before it is used, or while it has to stay free.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}

/** Writes an Ed25519 key pair as openssl does: `name` for its owner alone, and `name.pub`. */
export function writeKeyPair(cwd: string, name: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(cwd, name), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(join(cwd, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
}

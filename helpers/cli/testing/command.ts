import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../schemas/package-root.js';
import type { Report } from '../../../schemas/types.js';
import type { ReferenceServer } from '../../reference-server/server.js';
import { variablesOf } from '../../target-process/variables.js';

/** The executable as a user has it: compiled. */
export const executable = fileURLToPath(new URL('.build/bundle/main.js', packageRoot));

/** What a call of the executable came to. */
export interface Called {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty folder to call from: no `.env` of the developer, no earlier reports. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'fsapi-conformance-test-'));
}

/**
 * Calls the executable with nothing in the environment but what is given.
 * @param meanwhile is given the process as soon as it is there
 * @param main another executable: a copy of the build with something changed
 */
export function call(
  argv: readonly string[],
  env: Record<string, string>,
  cwd: string,
  { meanwhile, main = executable }: { meanwhile?: (child: ChildProcess) => void; main?: string } = {},
): Promise<Called> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...argv], { cwd, env: { PATH: process.env.PATH ?? '', ...env } });
    meanwhile?.(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/**
 * A copy of the build in which one passage of one file is another, so that a fault of the suite's own can be tried.
 * @param file as it is compiled, `helpers/…/name.js`: the bundle tells where each begins
 * @returns its executable
 * @throws Error where the passage is not there
 */
export function changedBuild(file: string, passage: string, other: string): string {
  const root = fileURLToPath(packageRoot);
  const copy = mkdtempSync(join(tmpdir(), 'fsapi-conformance-build-'));
  const bundle = join('.build', 'bundle');
  for (const name of [bundle, 'schemas', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const region = `// .build/${file}\n`;
  for (const name of readdirSync(join(copy, bundle))) {
    const [before = '', after] = readFileSync(join(copy, bundle, name), 'utf8').split(region);
    if (!after?.includes(passage)) continue;
    writeFileSync(join(copy, bundle, name), before + region + after.replace(passage, other));
    return join(copy, bundle, 'main.js');
  }
  throw new Error(`${file} does not hold: ${passage}`);
}

/** The variables that point the suite at a reference server. */
export function variablesFor(server: ReferenceServer, cwd: string): Record<string, string> {
  const ca = join(cwd, 'ca.pem');
  if (server.ca !== undefined) writeFileSync(ca, server.ca);
  return variablesOf(server, server.ca === undefined ? undefined : ca);
}

/** Runs the suite against whatever the variables name, into a folder of that name below `cwd`, and gives the report. */
export async function conformance(
  env: Record<string, string>,
  cwd: string,
  argv: readonly string[] = [],
  name = 'out',
): Promise<Called & { readonly report: Report; readonly folder: string }> {
  const folder = join(cwd, name);
  const called = await call(['run', '--format', 'json', '--quiet', '--out', folder, ...argv], env, cwd);
  try {
    return { ...called, folder, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report };
  } catch {
    throw new Error(`no report: status ${called.status}\n${called.stdout}\n${called.stderr}`);
  }
}

/** Ids of the requirements with a verdict. */
export function withVerdict(report: Report, verdict: string): string[] {
  return report.requirements.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

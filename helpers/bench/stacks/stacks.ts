import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../schemas/package-root.js';
import { type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { isInstalled } from './front.js';
import { type Outcome, outcomeOf, printed, withTable } from './outcome.js';
import { recordings, writeRecording } from './recording.js';
import { startStack } from './server.js';
import { type Stack, type StackFault, stacks } from './table.js';

/**
 * `npm run stacks [-- STACK[:FAULT]…]`: runs the suites against services on real frameworks, as built and with each
 * fault, prints what came out, and, where all were run, renews the table in docs/stacks.md. Needs the registry once.
 * `npm run stacks -- record` makes the recorded runs anew that a test judges again.
 */

/** Nothing of a stack enters the checkout: the applications are copied, and their packages installed, in there. */
const home =
  process.env.STACKS_FOLDER ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fsapi-conformance-stacks');
const document = fileURLToPath(new URL('docs/stacks.md', packageRoot));

function install(): void {
  mkdirSync(home, { recursive: true });
  cpSync(fileURLToPath(new URL('helpers/bench/stacks/apps', packageRoot)), home, { recursive: true });
  // What the applications run needs no script of an install, and the store is an alias that no peer range knows.
  const argv = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'];
  process.stderr.write(`Installing the frameworks in ${home}.\n`);
  execFileSync('npm', argv, { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
}

function versions(): string[] {
  const read = (file: string) => JSON.parse(readFileSync(join(home, file), 'utf8'));
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
  return Object.keys(dependencies).map((name) => `${name} ${read(`node_modules/${name}/package.json`).version}`);
}

async function measure(
  name: string,
  stack: Stack,
  fault?: StackFault,
  options: ConformanceOptions = {},
): Promise<Outcome> {
  const running = await startStack(home, stack, fault);
  const [first, second] = running.tenants;
  const out = join(home, 'reports', fault === undefined ? name : `${name}-${fault}`);
  rmSync(out, { recursive: true, force: true });
  try {
    const { report } = await runConformance({
      baseUrl: running.baseUrl,
      apiKey: first.key,
      tenantId: first.id,
      otherApiKey: second.key,
      otherTenantId: second.id,
      seed: 1,
      out,
      formats: ['html', 'har'],
      ...options,
    });
    return outcomeOf({ name, stack, fault, report, out });
  } finally {
    await running.stop();
  }
}

const asked = process.argv.slice(2);
const isAsked = (name: string, fault?: string) =>
  asked.length === 0 || asked.includes(name) || asked.includes(`${name}:${fault ?? 'as-built'}`);

const allCases = Object.entries(stacks).flatMap(([name, stack]) =>
  [undefined, ...(Object.keys(stack.faults) as StackFault[])].map((fault) => ({ name, stack, fault })),
);
/** All as built first: what is wrong there explains the rest. */
const cases = allCases
  .filter(({ name, fault }) => isAsked(name, fault))
  .toSorted((one, other) => Number(one.fault !== undefined) - Number(other.fault !== undefined));

install();
if (asked.includes('record')) {
  for (const recording of recordings) {
    const { name, fault, only } = recording;
    const { out } = await measure(name, stacks[name] as Stack, fault, { only, observe: 'none' });
    writeRecording(recording, out);
  }
  process.exit();
}
const outcomes: Outcome[] = [];
let isBroken = false;
for (const { name, stack, fault } of cases) {
  const title = `${name}, ${fault ?? 'as built'}`;
  if (stack.front && !isInstalled(stack.front)) {
    process.stdout.write(`left out: ${title}, since ${stack.front} is not installed\n`);
    continue;
  }
  const outcome = await measure(name, stack, fault).catch((error: Error) => error);
  if (outcome instanceof Error) isBroken = true;
  else outcomes.push(outcome);
  process.stdout.write(outcome instanceof Error ? `-- ${title}: ${outcome.message}\n` : printed(outcome));
}
if (outcomes.length === allCases.length)
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), outcomes, versions()));
process.exit(!isBroken && outcomes.every(({ isRight }) => isRight) ? 0 : 1);

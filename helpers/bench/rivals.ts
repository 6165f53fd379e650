import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../schemas/package-root.js';
import { faults } from '../reference/faults/all.js';
import { variants } from '../reference/variants/all.js';
import { against, installed, type Outcome, ours, type Tool } from './rivals/run.js';
import { type Rival, rivals } from './rivals/tools.js';

/**
 * `npm run bench:rivals -- [--every N] [--out FILE] [name …]`: what one would use instead, from the registry into folders
 * that are thrown away, against the same servers: time against the honest one, faults found, false alarms on conforming
 * variants. One in N of both, from the first; 4 unless given. Prints tables, writes JSON. Nothing here is asserted.
 */

const timed = 5;

interface Measured {
  readonly name: string;
  readonly from: string;
  readonly honest: readonly Outcome[];
  readonly faults: Readonly<Record<string, Outcome>>;
  readonly variants: Readonly<Record<string, Outcome>>;
}

const say = (line: string) => process.stderr.write(`${line}\n`);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function has(command: string): boolean {
  try {
    execFileSync(command, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @returns why it is not there, or the tool */
function install(rival: Rival, folder: string, stated: object): string | Tool {
  if (rival.needs !== undefined && !has(rival.needs)) return `needs ${rival.needs}, which is not there`;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  try {
    execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...rival.packages], {
      cwd: folder,
      stdio: 'ignore',
    });
  } catch {
    return `${rival.packages.join(' ')} could not be installed`;
  }
  return installed(rival, folder, stated);
}

async function measure(tool: Tool, every: number): Promise<Measured> {
  const sample = <One>(all: readonly One[]) => all.filter((_, at) => at % every === 0);
  const outcomes = async (kind: 'fault' | 'variant', ids: readonly string[]) => {
    const told: Record<string, Outcome> = {};
    for (const id of ids) told[id] = await against(tool, { [kind]: id });
    return told;
  };
  // The first run warms what the machine keeps of files.
  await against(tool, {});
  const honest: Outcome[] = [];
  for (let run = 0; run < timed; run += 1) honest.push(await against(tool, {}));
  const idsOf = (all: readonly { id: string }[]) => sample(all).map(({ id }) => id);
  const found = await outcomes('fault', idsOf(faults));
  const alarms = await outcomes('variant', idsOf(variants));
  return { name: tool.name, from: tool.from, honest, faults: found, variants: alarms };
}

const saying = (outcomes: readonly Outcome[], says: Outcome['says']) => outcomes.filter((one) => one.says === says);
const share = (some: number, all: number) => `${some} of ${all}`;

function row({ name, from, honest, ...told }: Measured): string[] {
  const [broken, sound] = [Object.values(told.faults), Object.values(told.variants)];
  const wrong = saying(honest, 'passed').length < honest.length ? ' (fails the honest server)' : '';
  return [
    `${name}${wrong}`,
    from,
    `${median(honest.map(({ seconds }) => seconds)).toFixed(1)} s`,
    `${median(honest.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)} s`,
    `${median(honest.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB`,
    share(saying(broken, 'failed').length, broken.length),
    share(saying(sound, 'failed').length, sound.length),
    String(saying(sound, 'undecided').length),
  ];
}

const areas = ['HTTP', 'VER', 'AUTH', 'IDEM', 'CUST', 'ACCT'] as const;

/** Faults found by the area of the first row that they break. */
function rowByArea({ name, faults: told }: Measured): string[] {
  return [
    name,
    ...areas.map((area) => {
      const ids = faults.filter(({ id, breaks }) => told[id] && breaks[0]?.startsWith(`${area}-`)).map(({ id }) => id);
      return share(ids.filter((id) => told[id]?.says === 'failed').length, ids.length);
    }),
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '4' }, out: { type: 'string', default: 'rivals.json' } },
  allowPositionals: true,
});
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) throw new RangeError(`--every takes a whole number, not ${values.every}`);
const isNamed = (name: string) =>
  positionals.length === 0 || positionals.some((given) => name.toLowerCase().includes(given.toLowerCase()));

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-rivals-'));
const measured: Measured[] = [];
const missing: Record<string, string> = { Schemathesis: 'Python: not from the npm registry' };

/** After each tool: all of them take long. What they printed is left out. */
function keep(): void {
  const text = JSON.stringify(
    { machine, every, measured, missing },
    (key, value) => (key === 'printed' ? undefined : value),
    1,
  );
  writeFileSync(values.out, `${text}\n`);
}

try {
  const document = join(place, 'stated.json');
  const main = fileURLToPath(new URL('.build/helpers/command-line/main.js', packageRoot));
  const argv = [main, 'openapi', '--report', 'none', '--out', document];
  execFileSync(process.execPath, argv, { cwd: place, stdio: 'ignore' });
  const stated = JSON.parse(readFileSync(document, 'utf8')) as object;

  const tools = [...(isNamed(ours.name) ? [ours] : [])];
  for (const rival of rivals.filter(({ name }) => isNamed(name))) {
    say(`installing ${rival.packages.join(' ')}`);
    const tool = install(rival, mkdtempSync(join(place, 'tool-')), stated);
    if (typeof tool === 'string') missing[rival.name] = tool;
    else tools.push(tool);
  }
  for (const tool of tools) {
    say(`measuring ${tool.name}`);
    const one = await measure(tool, every);
    say(`  ${row(one).slice(2).join(', ')}`);
    measured.push(one);
    keep();
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

const sampled = every === 1 ? 'All faults and variants' : `One in ${every} of the faults and variants, from the first`;
const head = ['tool', 'works from', 'time', 'processor', 'memory', 'faults found', 'false alarms', 'undecided'];
process.stdout.write(`${machine}. ${sampled}; times are the median of ${timed}.\n\n`);
process.stdout.write(
  `${table(head, measured.map(row))}\n\n${table(['faults found', ...areas], measured.map(rowByArea))}\n`,
);
for (const [name, why] of Object.entries(missing)) process.stdout.write(`${name}: ${why}.\n`);
keep();
say(`Written: ${values.out}`);

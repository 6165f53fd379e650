import { statSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../../reports/integrity/manifest.js';
import { listedAlone as countAlone } from '../../reports/model/findings-of.js';
import type { Part } from '../../reports/model/merge.js';
import type { Report } from '../../schemas/types.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { createdFileName, listedAlone } from '../evidence/created-file.js';
import { targetName } from './history.js';
import { exchangesOf, intactRun, type Vouching } from './verify-folder.js';

/** One part as it was read: its report, its exchanges, and the files of its folder. */
export interface ShardFolder extends Part {
  readonly name: string;
  readonly files: ReadonlySet<string>;
  /** Customers that its created.json alone lists, each as its JSON, read as they are asked for. */
  listed(): Iterable<string>;
  /** Its manifest, and the key whose signature of it was verified. */
  readonly seal: NonNullable<Report['run']['merged']>[number];
}

/**
 * Reads the parts of a divided run, in the order of their numbers.
 * @throws UsageError for a folder that was modified, lacks its exchanges or is no part, for parts of different runs, and
 * for a part that is there twice
 */
export async function partsOf(
  dirs: readonly [string, ...string[]],
  cwd: string,
  vouching: Vouching,
): Promise<readonly [ShardFolder, ...ShardFolder[]]> {
  const read: ShardFolder[] = [];
  for (const dir of dirs) read.push(await partIn(dir, cwd, vouching));
  const [first, ...others] = read.sort((one, other) => numberOf(one) - numberOf(other));
  if (!first) throw new Error('a run has one part at least');
  for (const other of others) sameRun(first, other);
  const owners = new Map<number, string>();
  for (const { report, name } of read) {
    for (const part of report.run.shards?.here ?? []) {
      const owner = owners.get(part);
      if (owner !== undefined) throw new UsageError(`Shard ${part} was given twice: in ${owner} and in ${name}.`);
      owners.set(part, name);
    }
  }
  return [first, ...others];
}

const numberOf = ({ report }: ShardFolder) => report.run.shards?.here[0] ?? 0;

/** An intact run with its exchanges. @throws UsageError as `intactRun`, and for one that lacks them */
export async function wholeRun(dir: string, cwd: string, vouching: Vouching) {
  const run = intactRun(dir, cwd, vouching);
  const exchanges = exchangesOf(run);
  if (!exchanges && (run.report.run.evidence?.exchanges ?? 0) > 0)
    throw new UsageError(`${run.name} has no evidence.har with its exchanges; make it with --format har.`);
  return { ...run, evidence: exchanges ?? [] };
}

async function partIn(dir: string, cwd: string, vouching: Vouching): Promise<ShardFolder> {
  const { name, report, evidence, folder, seal } = await wholeRun(dir, cwd, vouching);
  if (!report.run.shards) throw new UsageError(`${name} is not a shard: the run was made without --shard.`);
  const { files } = folder.bundle;
  return {
    ...{ name, report, evidence, files: new Set(files.keys()) },
    listed: () => listedIn(folder.path, report, name),
    seal: {
      id: report.run.id,
      manifest: files.get(manifestFile)?.sha256 ?? '',
      ...(seal.by === 'signature' && seal.holds && { signedBy: seal.keyid }),
    },
  };
}

/** Customers that the created.json of a run alone lists, each as its JSON. @throws UsageError where it is in a zip */
export function listedIn(path: string, report: Report, name: string): Iterable<string> {
  if (countAlone(report) === 0) return [];
  if (!statSync(path).isDirectory())
    throw new UsageError(`${name} is a zip, and its created.json too long for one: unzip it.`);
  return listedAlone(join(path, createdFileName), report.created);
}

/** What parts of one run, and a run and the one that it continues, have in common, and how a message names it. */
export const inCommon = [
  ['seed', 'the seed', ({ run }) => run.seed],
  ['target', 'the target', ({ target }) => targetName(target)],
  ['suiteVersion', 'the suite version', ({ run }) => run.suiteVersion],
  ['exam', 'the suite digest', ({ run }) => run.exam],
  ['configuration', 'the configuration', ({ run }) => run.configuration],
  ['decisions', 'the decisions file', ({ run }) => run.decisions],
] as const satisfies readonly (readonly [name: string, words: string, of: (report: Report) => unknown])[];

function sameRun(one: ShardFolder, other: ShardFolder): void {
  const shards = ['shards', 'the number of shards', ({ run }: Report) => run.shards?.of] as const;
  for (const [, what, of] of [shards, ...inCommon]) {
    const [here, there] = [of(one.report), of(other.report)];
    if (here === there) continue;
    const values = [here, there].map((value) => quote(String(value ?? 'none')));
    throw new UsageError(
      `${one.name} and ${other.name} are shards of different runs: ${what} is ${values[0]} in one and ${values[1]} in the other.`,
    );
  }
}

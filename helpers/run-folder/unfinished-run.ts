import type { KeyObject } from 'node:crypto';
import { manifestFile } from '../../reports/integrity/manifest.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { inCommon, listedIn, wholeRun } from './shard-folder.js';

/** A run that was cut short, as far as another one continues it. */
export type UnfinishedRun = Awaited<ReturnType<typeof unfinishedRun>>;

/** What the run that continues it must have in common with it; `keysOf` gives the digest of the keys, of a run with that id. */
export type InCommon = Readonly<Record<(typeof inCommon)[number][0] | 'shard', string | number | undefined>> & {
  keysOf(run: string): string;
};

/**
 * Reads the run that `--resume` names.
 * @throws UsageError for what is modified, ended by itself, holds no generated cases, or was another run than this one
 */
export async function unfinishedRun(dir: string, cwd: string, expected: InCommon, signer: KeyObject | undefined) {
  const { name, report, evidence, folder } = await wholeRun(dir, cwd, { publicKeys: signer ? [signer] : [] });
  const { run } = report;
  const { cases, shards } = run;
  if (cases === undefined) throw new UsageError(`${name} has no generated cases (--cases) to go on with.`);
  if (cases.keys === undefined) throw new UsageError(`${name} was not cut short: nothing is left of it.`);
  const shard = shards ? `${shards.here[0]}/${shards.of}` : 'none';
  for (const [what, words, of] of [...inCommon, ['shard', 'the shard', () => shard] as const]) {
    const [there, here] = [of(report), expected[what]];
    if (there !== here)
      throw new UsageError(
        `${name} cannot be continued: ${words} was ${quote(String(there ?? 'none'))}, and is ${quote(String(here ?? 'none'))} now.`,
      );
  }
  if (expected.keysOf(run.id) !== cases.keys)
    throw new UsageError(`${name} cannot be continued: its keys were other ones.`);
  const manifest = folder.bundle.files.get(manifestFile)?.sha256 ?? '';
  // Customers that its created.json alone lists, each as its JSON.
  const listed = () => listedIn(folder.path, report, name);
  return { report, evidence, manifest, listed };
}

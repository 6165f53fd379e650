import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readHar } from '../../reports/formats/har-reader.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { mostOf, readLimited, tooLarge } from './read-limited.js';

/**
 * The exchanges of a run's folder, from its evidence.har; `undefined` where that file is not there.
 * @throws UsageError for a file that this suite did not write, and for the evidence of another run
 */
export function readEvidence(folder: string, report: Report): readonly Exchange[] | undefined {
  const said = `evidence.har of ${quote(basename(folder))}`;
  const text = textOf(join(folder, 'evidence.har'), said);
  if (text === undefined) return undefined;
  try {
    const { run, evidence } = readHar(text);
    if (run !== report.run.id)
      throw new UsageError(`${said} belongs to the run ${quote(run)}, but report.json to ${quote(report.run.id)}.`);
    return evidence;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${said} cannot be read back: ${error.message}.`);
  }
}

/**
 * Puts files into a folder, each whole: all are written under names of their own first, then take their places. Where one
 * cannot be written, none has changed.
 * @throws UsageError for a folder that cannot be written to
 */
export function putFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const draft = (file: string) => join(folder, `.${file}.${process.pid}.partial`);
  try {
    for (const [file, content] of files) writeFileSync(draft(file), content);
    for (const file of files.keys()) renameSync(draft(file), join(folder, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${quote(basename(folder))} cannot be written to (${code ?? 'unknown error'}).`);
  } finally {
    for (const file of files.keys()) rmSync(draft(file), { force: true });
  }
}

function textOf(path: string, said: string): string | undefined {
  try {
    const content = readLimited(path, mostOf('evidence.har'));
    if (content) return content.toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${said} cannot be read (${code ?? 'unknown error'}).`);
  }
  throw new UsageError(`${said} ${tooLarge(mostOf('evidence.har'))}.`);
}

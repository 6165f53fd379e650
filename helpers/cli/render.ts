import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Format, formats } from '../../reports/formats/formats.js';
import type { Report } from '../../schemas/types.js';
import { chosenFormats } from '../configuration/formats.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { list } from '../configuration/value.js';
import { readReport } from '../run-folder/report-file.js';
import { putFiles, readEvidence } from '../run-folder/run-files.js';
import { suiteVersion } from '../session/version.js';

/**
 * `render`: makes formats again from a run's report.json and evidence.har, into the same folder. What the run wrote is
 * what comes out, byte for byte, as long as the version of the suite is the same.
 * @throws UsageError before anything is written
 */
export async function render(argv: readonly string[], cwd: string): Promise<number> {
  const { folder, names } = asked(argv, cwd);
  const chosen = chosenFormats(names, '--format');
  const report = readReport(folder, 'The run');
  const evidence = readEvidence(folder, report);
  // All of it, without the exchanges, is all that can be made.
  const wanted = evidence || named(names, 'har') ? chosen : chosen.filter((name) => name !== 'har');
  const made = (formats as readonly Format[]).filter(
    ({ name }) => name !== 'json' && wanted.some((one) => one === name),
  );
  if (made.length === 0)
    throw new UsageError('report.json is what every other format is made from; name one of those.');
  if (!evidence) refuseLoss(folder, made);

  const files = new Map<string, string | Uint8Array>();
  for (const format of made) files.set(format.file, await format.render(report, evidence ?? []));
  putFiles(folder, files);
  const from = evidence ? 'report.json and evidence.har' : 'report.json';
  process.stdout.write(`Made from ${from} in ${quote(basename(folder))}: ${[...files.keys()].join(', ')}.\n`);
  for (const notice of noticesOf(report, made, evidence !== undefined)) process.stderr.write(`${notice}\n`);
  return 0;
}

function asked(argv: readonly string[], cwd: string): { folder: string; names: readonly string[] } {
  const { values, positionals } = optionsOf(argv);
  const [folder, ...more] = positionals;
  if (folder === undefined || folder === '' || more.length > 0)
    throw new UsageError('render takes one folder of a run; see fsapi-conformance render --help.');
  if (!values.format) throw new UsageError('render needs --format, with the formats to make between commas.');
  return { folder: resolve(cwd, folder), names: list(values.format, '--format') };
}

function optionsOf(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { format: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
  } catch {
    throw new UsageError('render takes a folder and --format; see fsapi-conformance render --help.');
  }
}

/** Without evidence.har a file that holds exchanges must not be written over: they would be gone for good. */
function refuseLoss(folder: string, made: readonly Format[]): void {
  for (const { name, file, showsEvidence } of made) {
    if (name === 'har')
      throw new UsageError(`${quote(basename(folder))} has no evidence.har, and it can be made from nothing else.`);
    if (showsEvidence && existsSync(join(folder, file)))
      throw new UsageError(
        `${quote(basename(folder))} has no evidence.har, so ${file} would lose the exchanges that it holds; it was left as it is.`,
      );
  }
}

function noticesOf({ run }: Report, made: readonly Format[], hasEvidence: boolean): string[] {
  const bare = hasEvidence ? [] : made.flatMap(({ file, showsEvidence }) => (showsEvidence ? [file] : []));
  return [
    ...(bare.length > 0 ? [`There is no evidence.har: no exchange stands in ${bare.join(' and ')}.`] : []),
    ...(run.suiteVersion === suiteVersion
      ? []
      : [`The run was made by version ${quote(run.suiteVersion)}, and this is ${suiteVersion}: files may differ.`]),
  ];
}

function named(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name);
}

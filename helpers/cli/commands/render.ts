import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Format, formats } from '../../../reports/formats/formats.js';
import { suiteVersion } from '../../../schemas/suite-version.js';
import type { Report } from '../../../schemas/types.js';
import { usable } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { chosenFormats } from '../../configuration/values/formats.js';
import { list } from '../../configuration/values/value.js';
import { replaceFiles } from '../../run-folder/replace-files.js';
import { readEvidence, readReport } from '../../run-folder/report-file.js';
import { defineCommand } from '../define-command.js';

/** `render`: makes formats again from a run's report.json and evidence.har, into the same folder. */
export const command = defineCommand({
  positionals: ['DIR'],
  options: {
    format: {
      value: 'NAME,…',
      repeatable: true,
      required: true,
      help: 'as for run; report.json is never overwritten',
    },
  },
  // What the run wrote is what comes out, byte for byte, as long as the version of the suite is the same.
  run: async ({ values, words: [dir] }, { cwd }) => {
    const folder = resolve(cwd, dir);
    const names = list(values.format.join(','), '--format');
    const chosen = chosenFormats(names, '--format');
    const report = readReport(folder, 'The run');
    const evidence = readEvidence(folder, report);
    // All of it, without the exchanges, is all that can be made.
    const isNamed = names.some((name) => name.toLowerCase() === 'har');
    const wanted = evidence || isNamed ? chosen : chosen.filter((name) => name !== 'har');
    const isWanted = ({ name }: Format) => name !== 'json' && wanted.some((one) => one === name);
    const made = (formats as readonly Format[]).filter(isWanted);
    if (made.length === 0) throw new UsageError('Every other format is rendered from report.json; name one of those.');
    if (!evidence) refuseLoss(folder, made);

    const files = new Map<string, string | Uint8Array>();
    for (const { file, render } of made) files.set(join(folder, file), await render(report, evidence ?? []));
    usable(`${quote(basename(folder))} cannot be written to`, () => replaceFiles(files));
    const from = evidence ? 'report.json and evidence.har' : 'report.json';
    const written = made.map(({ file }) => file);
    return {
      status: 0,
      lines: [`Rendered from ${from} in ${quote(basename(folder))}: ${written.join(', ')}.`],
      data: { folder, files: written },
      notes: noticesOf(report, made, evidence !== undefined),
    };
  },
});

/** Without evidence.har a file that holds exchanges must not be written over: they would be gone for good. */
function refuseLoss(folder: string, made: readonly Format[]): void {
  for (const { name, file, showsEvidence } of made) {
    if (name === 'har')
      throw new UsageError(`${quote(basename(folder))} has no evidence.har, and nothing else holds the exchanges.`);
    if (showsEvidence && existsSync(join(folder, file)))
      throw new UsageError(
        `${quote(basename(folder))} has no evidence.har, so ${file} would lose its exchanges; it was not overwritten.`,
      );
  }
}

function noticesOf({ run }: Report, made: readonly Format[], hasEvidence: boolean): string[] {
  const bare = hasEvidence ? [] : made.filter(({ showsEvidence }) => showsEvidence).map(({ file }) => file);
  return [
    bare.length > 0 && `There is no evidence.har: ${bare.join(' and ')} shows no exchanges.`,
    run.suiteVersion !== suiteVersion &&
      `Version ${quote(run.suiteVersion)} made this run, and this is ${suiteVersion}: files may differ.`,
  ].filter((notice) => notice !== false);
}

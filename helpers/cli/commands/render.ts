import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Format, formats } from '../../../reports/formats/formats.js';
import { manifestFile } from '../../../reports/integrity/manifest.js';
import { sha256 } from '../../../reports/integrity/sha256.js';
import { readJson } from '../../../reports/text/read-json.js';
import { listed } from '../../../schemas/listed.js';
import { suiteVersion } from '../../../schemas/suite-version.js';
import type { Manifest, Report } from '../../../schemas/types.js';
import { validator } from '../../../schemas/validate.js';
import { browserFor, withoutBrowser } from '../../configuration/browser.js';
import { usable } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { chosenFormats } from '../../configuration/values/formats.js';
import { list } from '../../configuration/values/value.js';
import { readVariables } from '../../configuration/variables.js';
import { replaceFiles } from '../../run-folder/replace-files.js';
import { readEvidence, readReport } from '../../run-folder/report-file.js';
import { printPage } from '../../session/print-page.js';
import { defineCommand } from '../define-command.js';

/** `render`: makes formats again from a run's report.json and evidence.har, into the same folder or another one. */
export const command = defineCommand({
  positionals: ['DIR'],
  options: {
    format: {
      value: 'NAME,…',
      repeatable: true,
      required: true,
      help: 'as for run; report.json is never overwritten',
    },
    out: {
      value: 'DIR',
      help: 'folder of the files, so that the run stays as it was sealed; DIR of the run unless given',
    },
  },
  // What the run wrote is what comes out, byte for byte but for the PDF, as long as the version of the suite is the same.
  run: async ({ values, words: [dir] }, { cwd, env, tested }) => {
    const folder = resolve(cwd, dir);
    const into = values.out === undefined ? folder : resolve(cwd, values.out);
    const names = list(values.format.join(','), '--format');
    const chosen: readonly string[] = chosenFormats(names, '--format');
    const browser = chosen.includes('pdf') ? browserFor(names, env, namedBrowser(env, cwd)) : undefined;
    const report = readReport(folder, 'The run');
    const evidence = readEvidence(folder, report);
    // All of it, without the exchanges or a browser, is all that can be made.
    const isNamed = names.some((name) => name.toLowerCase() === 'har');
    const isMade = ({ name, isPrinted }: Format) =>
      chosen.includes(name) &&
      name !== 'json' &&
      (name !== 'har' || evidence !== undefined || isNamed) &&
      (!isPrinted || browser !== undefined);
    const made = (formats as readonly Format[]).filter(isMade);
    if (made.length === 0) throw new UsageError('Every other format is rendered from report.json; name one of those.');
    if (!evidence) refuseLoss(folder, into, made);

    const files = new Map<string, string | Uint8Array>();
    for (const { file, render, isPrinted } of made) {
      const content = render(report, evidence ?? [], tested);
      files.set(file, isPrinted && browser !== undefined ? await print(content, browser) : content);
    }
    const sealed = digestsIn(into);
    refuseUnsealing(into, files, sealed);
    usable(`${quote(basename(into))} cannot be written to`, () => {
      mkdirSync(into, { recursive: true });
      replaceFiles(new Map([...files].map(([file, content]) => [join(into, file), content])));
    });
    const from = evidence ? 'report.json and evidence.har' : 'report.json';
    const written = made.map(({ file }) => file);
    return {
      status: 0,
      lines: [`Rendered from ${from} in ${quote(basename(folder))}: ${written.join(', ')}.`],
      data: { folder: into, files: written },
      notes: [
        ...(chosen.includes('pdf') && browser === undefined ? [`report.pdf was left out: ${withoutBrowser}`] : []),
        ...noticesOf(report, made, evidence !== undefined),
        ...unlistedAmong(written, sealed),
      ],
    };
  },
});

/** CONFORMANCE_BROWSER, of the environment or of `.env`. */
function namedBrowser(env: NodeJS.ProcessEnv, cwd: string): string | undefined {
  const [named] = readVariables(env, cwd).get('browser')?.texts ?? [];
  return named === undefined ? undefined : resolve(cwd, named);
}

async function print(page: string, browser: string): Promise<Uint8Array> {
  const { signal } = new AbortController();
  return printPage(page, browser, signal).catch(({ message }: Error) => {
    throw new UsageError(`report.pdf cannot be made: ${message}`);
  });
}

/** What manifest.json of a folder says of each file; undefined where it has none, or none that can be read. */
function digestsIn(folder: string): ReadonlyMap<string, string> | undefined {
  try {
    const manifest = readJson(readFileSync(join(folder, manifestFile), 'utf8'));
    if (!validator('manifest')(manifest)) return undefined;
    return new Map((manifest as Manifest).files.map((file) => [file.name, file.sha256]));
  } catch {
    return undefined;
  }
}

/** A sealed file that would become another one must stay: nothing makes its bytes again, and the signature is on them. */
function refuseUnsealing(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  sealed: ReadonlyMap<string, string> | undefined,
): void {
  for (const [file, content] of files) {
    const digest = sealed?.get(file);
    const path = join(folder, file);
    if (digest === undefined || sha256(content) === digest || !existsSync(path)) continue;
    if (sha256(readFileSync(path)) === digest)
      throw new UsageError(
        `${file} of ${quote(basename(folder))} is sealed by ${manifestFile} and would become another file; name another folder with --out.`,
      );
  }
}

function unlistedAmong(written: readonly string[], sealed: ReadonlyMap<string, string> | undefined): string[] {
  const unlisted = sealed === undefined ? [] : written.filter((file) => !sealed.has(file));
  if (unlisted.length === 0) return [];
  const [is, it] = unlisted.length === 1 ? ['is', 'it is'] : ['are', 'they are'];
  return [
    `${listed(unlisted)} ${is} not listed in ${manifestFile}: \`verify\` and \`pack\` reject the folder until ${it} moved elsewhere. \`--out\` writes to another folder.`,
  ];
}

/** Without evidence.har a file that holds exchanges must not be written over: they would be gone for good. */
function refuseLoss(folder: string, into: string, made: readonly Format[]): void {
  for (const { name, file, showsEvidence } of made) {
    if (name === 'har')
      throw new UsageError(`${quote(basename(folder))} has no evidence.har, and nothing else holds the exchanges.`);
    if (showsEvidence && existsSync(join(into, file)))
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

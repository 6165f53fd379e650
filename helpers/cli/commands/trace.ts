import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { sha256 } from '../../../reports/integrity/sha256.js';
import { clip, printable } from '../../../reports/text/printable.js';
import { isOpen, outcomeOf, reviewOf, type Trace, type Traced, traceOf } from '../../../reports/trace/comparison.js';
import { renderClauses, renderTraceCsv } from '../../../reports/trace/files.js';
import { renderTrace } from '../../../reports/trace/page.js';
import { readSpecification, type Specification } from '../../../reports/trace/specification.js';
import { clauses } from '../../../schemas/clauses.js';
import { usable } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { readText } from '../../run-folder/read-limited.js';
import { readReport } from '../../run-folder/report-file.js';
import { defineCommand } from '../define-command.js';

/** Bytes of a specification that are read: the one of the catalogue has 7,000, and each sentence is compared with all. */
const mostBytes = 128 * 1024;

/** `trace`: which requirements cover each sentence of a copy of the specification. */
export const command = defineCommand({
  positionals: ['SPECIFICATION'],
  options: {
    report: { value: 'RUN', help: 'a report.json or run folder, whose verdicts are shown' },
    out: {
      value: 'FILE',
      repeatable: true,
      help: 'trace.html unless given. The ending names the format: .html, .csv, or .json for a new clauses.json',
    },
  },
  exits: {
    0: 'every sentence is covered by a requirement, or exempt with a reason',
    1: 'sentences are new, changed or gone since the catalogue was made',
    2: 'usage or configuration error',
  },
  run: ({ words: [copied], values: { report: run, out: given } }, { cwd }) => {
    const path = resolve(cwd, copied);
    const out = given.length > 0 ? given : ['trace.html'];
    const endings = /\.(html|csv|json)$/;
    const unknown = out.find((file) => !endings.test(file));
    if (unknown !== undefined)
      throw new UsageError(`--out ends in .html, .csv or .json, not ${quote(basename(unknown))}.`);
    const name = quote(basename(path));
    const content = readText(path, name, mostBytes);
    if (content === undefined) throw new UsageError(`${name} does not exist.`);
    const traced = traceOf(parsed(content, basename(path)), clauses);
    if (traced.traced.every(isOpen)) throw new UsageError(`${name} has no sentence of “${clauses.specification}”.`);
    const report = run === undefined ? undefined : readReport(resolve(cwd, run), 'The report of --report');
    const copy = { name: basename(path), sha256: sha256(content) };
    const render = {
      html: () => renderTrace(traced, copy, report),
      csv: () => renderTraceCsv(traced, report),
      json: () => renderClauses(traced, clauses),
    };
    for (const file of out) {
      const text = render[endings.exec(file)?.[1] as keyof typeof render]();
      usable(`${quote(basename(file))} cannot be written`, () => writeFileSync(resolve(cwd, file), text));
    }
    return {
      status: traced.traced.some(isOpen) ? 1 : 0,
      lines: described(traced, out),
      data: {
        outcome: outcomeOf(traced).text,
        sentences: traced.traced.map(({ status, place, sentence, clause }) => ({
          ...{ status, place, text: sentence?.text, requirements: clause?.requirements, exempt: clause?.exempt },
        })),
        written: out,
      },
    };
  },
});

function described(traced: Trace, out: readonly string[]): readonly string[] {
  const { text, lead } = outcomeOf(traced);
  const open = traced.traced.filter(isOpen).map(openLine);
  return [`${text}. ${lead}`, ...open, ...out.map((file) => `Written: ${file}`)].map(printable);
}

function openLine(of: Traced): string {
  const { status, place, sentence, clause } = of;
  const ids = clause?.requirements?.join(', ');
  const said = sentence ? ` "${clip(sentence.text, 120)}"` : '';
  return `${status.toUpperCase().padEnd(7)}  ${place}:${said} ${reviewOf(of)}${ids ? ` ${ids}.` : ''}`;
}

function parsed(markdown: string, name: string): Specification {
  try {
    return readSpecification(markdown);
  } catch (error) {
    // The parser gives up on lists and quotations that are nested thousands deep.
    throw new UsageError(`${quote(name)} cannot be read as Markdown (${(error as Error).message}).`);
  }
}

import { basename, resolve } from 'node:path';
import { counted } from '../../../reports/text/counted.js';
import { clip, printable } from '../../../reports/text/printable.js';
import { isOpen, type Traced, traceOf } from '../../../reports/trace/comparison.js';
import { readSpecification } from '../../../reports/trace/specification.js';
import { attempt } from '../../configuration/attempt.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { readText } from '../../run-folder/read-limited.js';
import { defineCommand } from '../define-command.js';

/** Bytes of a specification that are read: the one of the catalogue has 7,000, and each sentence is compared with all. */
const mostBytes = 128 * 1024;

/** `trace`: which requirements cover each sentence of a copy of the specification. */
export const command = defineCommand({
  positionals: ['FILE'],
  exits: {
    0: 'every sentence is covered by a requirement, or exempt with a reason',
    1: 'sentences are new, changed or gone since the catalogue was made',
    2: 'usage or configuration error',
  },
  run: ({ words: [file] }, { cwd, tested: { clauses, title } }) => {
    if (!clauses) throw new UsageError(`${title} keeps no digests of its sentences.`);
    const name = quote(basename(file));
    const content = readText(resolve(cwd, file), name, mostBytes);
    if (content === undefined) throw new UsageError(`${name} does not exist.`);
    // The parser gives up on lists and quotations that are nested thousands deep.
    const sentences = attempt(() => readSpecification(content));
    if (!sentences) throw new UsageError(`${name} cannot be read as Markdown.`);
    const traced = traceOf(sentences, clauses);
    const open = traced.filter(isOpen).length;
    const all = counted(traced.length, 'sentence or table row', 'sentences and table rows');
    if (open === traced.length) throw new UsageError(`${name} has no sentence of “${clauses.specification}”.`);
    const data = traced.map(({ status, place, sentence, clause }) => {
      const { kind, requirements, exempt } = clause ?? {};
      return { status, place, ...{ ...sentence, kind, requirements, exempt } };
    });
    return { status: open > 0 ? 1 : 0, lines: [`${open} of ${all} to review.`, ...traced.map(lineOf)], data };
  },
});

/** A sentence that is open stands with its text, and with what a person has to do about it. */
function lineOf(of: Traced): string {
  const { status, place, sentence, clause, moved } = of;
  const ids = clause?.requirements?.join(', ') ?? '';
  const start = `${(isOpen(of) ? status.toUpperCase() : status).padEnd(7)}  ${place}:`;
  if (!isOpen(of)) return printable(`${start} ${ids || clause?.exempt}`);
  const text = sentence && `"${clip(sentence.text, 120)}"`;
  const elsewhere = moved && 'The same text stands under another heading.';
  const known = ids === '' ? `It was exempt: ${clause?.exempt}` : `Review ${ids}.`;
  const review = clause ? known : 'Cover it with a requirement, or exempt it with a reason.';
  return printable([start, text, elsewhere, review].filter(Boolean).join(' '));
}

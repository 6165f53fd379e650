import type { Report } from '../../schemas/types.js';
import { openFindings } from '../model/open-findings.js';
import { counted, others } from '../text/counted.js';
import { clip, printableLine } from '../text/printable.js';

/** A job shows ten of each kind; the rest would be lost without a word. */
const most = 10;
const longestSentence = 400;

/**
 * Workflow commands of GitHub that show what failed and what is undecided, one line each with its line break, fails
 * first; beyond ten a last one says how many there are more. Pure.
 */
export function annotations(report: Report): string[] {
  const open = openFindings(report).filter(({ mark }) => mark === 'fail' || mark === 'inconclusive');
  const shown = open.slice(0, most).map(({ mark, id, more, found }) => {
    const row = report.requirements.find((one) => one.id === id);
    const title = more > 0 ? `${id}${others(more)}` : `${id} ${row?.title ?? ''}`.trim();
    return command(mark === 'fail' ? 'error' : 'warning', title, found);
  });
  const left = open.slice(most).reduce((sum, { more }) => sum + 1 + more, 0);
  const rest = `${counted(left, 'requirement')} more failed or were inconclusive; the report lists all of them.`;
  return left > 0 ? [...shown, command('notice', 'Not all findings are shown', rest)] : shown;
}

function command(name: string, title: string, sentence: string): string {
  return `::${name} title=${property(title)}::${data(sentence)}\n`;
}

/**
 * The door of this format: what a runner would take for the end of a line, of a property or of the command is encoded.
 * The older form of commands, which counts anywhere in a line, cannot be encoded, and is broken.
 */
function data(text: string): string {
  return printableLine(clip(text, longestSentence))
    .replaceAll('##[', '## [')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

import { hanging, wrap } from '../../reports/terminal/sanitise.js';
import { programOf, type Tested } from '../session/tested.js';
import { commandNamed, commands } from './commands.js';
import type { Rows } from './define-command.js';

const width = 80;

/** The help of all commands together: texts of one line each, none longer than 80 characters. */
export function overview(tested: Tested): readonly string[] {
  const program = programOf(tested);
  const embedded = tested.reference ? ' With --embedded it demonstrates that on a reference server of its own.' : '';
  return [
    `Usage: ${program} [command] [options]`,
    '',
    ...wrap(`Tests the ${tested.title} against each clause of its specification.${embedded}`, width),
    '',
    'Commands:',
    ...table(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    ...wrap(`${program} COMMAND --help shows the options of a command, --version the version.`, width),
  ];
}

/** The help of one command, in lines as those of the overview. @throws UsageError for a name that there is not */
export async function helpOf(name: string, tested: Tested): Promise<readonly string[]> {
  const { summary, load } = commandNamed(name);
  const { usage, options, variables = [], notes = [], exits } = (await load()).command;
  return [
    `Usage: ${programOf(tested)} ${name} ${usage}`.trimEnd(),
    '',
    ...wrap(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, width),
    ...section('Options:', options),
    ...section('Variables:', variables),
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => wrap(note, width))] : []),
    ...section('Exit status:', exits),
  ];
}

const section = (heading: string, rows: Rows): readonly string[] =>
  rows.length > 0 ? ['', heading, ...table(rows)] : [];

/** Two columns: the terms, and their texts wrapped beside them. */
function table(rows: Rows): readonly string[] {
  const column = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows.flatMap(([term, text]) => hanging(`  ${term}`.padEnd(column), column, wrap(text, width - column)));
}

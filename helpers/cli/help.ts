import { nearest, quote } from '../configuration/quote.js';
import type { Setting } from '../configuration/setting.js';
import { honoured, settings } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { type Command, commands } from './commands.js';

const width = 80;
const program = 'fsapi-conformance';

/**
 * The help, one text a line, none longer than 80 characters: of a command, or of all together.
 * @throws UsageError for a command that is not known
 */
export function help(name?: string): readonly string[] {
  if (name === undefined) return overview();
  const command = commands.find((each) => each.name === name);
  if (!command) {
    const guess = nearest(
      name,
      commands.map((each) => each.name),
    );
    throw new UsageError(`There is no command ${quote(name)}; the nearest is ${guess}.`);
  }
  return helpOf(command);
}

function overview(): readonly string[] {
  return [
    `Usage: ${program} [command] [options]`,
    '',
    ...wrapped(
      'Checks a financial-services REST API, clause by clause. With nothing configured it runs against the embedded reference server.',
      0,
    ),
    '',
    'Commands:',
    ...table(commands.map(({ name, help }) => [name, help])),
    '',
    ...wrapped(`${program} COMMAND --help tells the options of a command; --version the version.`, 0),
  ];
}

function helpOf(command: Command): readonly string[] {
  const { name, usage, help, options, exits } = command;
  return [
    `Usage: ${program} ${name} ${usage}`.trimEnd(),
    '',
    ...wrapped(`${help.charAt(0).toUpperCase()}${help.slice(1)}.`, 0),
    ...section('Options:', name === 'run' ? runOptions() : options),
    ...(name === 'run' ? variables() : []),
    ...section('Exit status:', exits),
  ];
}

const runOptions = () =>
  settings.flatMap((setting) => {
    const { option, placeholder } = setting;
    return option ? [[`--${option}${placeholder ? ` ${placeholder}` : ''}`, told(setting)] as const] : [];
  });

function variables(): readonly string[] {
  const own = settings.filter(({ option }) => !option).map((setting) => [setting.variable, told(setting)] as const);
  const precedence =
    'Every option has a variable too: --rate is CONFORMANCE_RATE, and so on. An option wins over a variable, a ' +
    'variable over the file .env of the working folder. Secrets are never options.';
  return [
    ...section('Variables:', own),
    '',
    ...wrapped(precedence, 0),
    ...wrapped(`${honoured.join(' and ')} are honoured, from the environment alone.`, 0),
  ];
}

/** The help of a setting with its default. */
function told({ help, fallback, otherwise }: Setting): string {
  const usual = otherwise ?? fallback;
  return usual ? `${help} (default: ${usual})` : help;
}

type Rows = readonly (readonly [term: string, text: string])[];

const section = (heading: string, rows: Rows): readonly string[] =>
  rows.length > 0 ? ['', heading, ...table(rows)] : [];

/** Two columns: the terms, and their texts wrapped beside them. */
function table(rows: Rows): readonly string[] {
  const column = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows.flatMap(([term, text]) => {
    const [first = '', ...rest] = wrapped(text, column);
    return [`  ${term}`.padEnd(column) + first.trimStart(), ...rest];
  });
}

/** A text broken between words, every line indented by so many spaces. */
function wrapped(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each);
}

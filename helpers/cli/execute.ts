import { suiteVersion } from '../../schemas/suite-version.js';
import { plainLog } from '../ci/job-log.js';
import { wordsFor } from '../session/errors.js';
import { commandNamed } from './commands.js';
import type { Surroundings } from './define-command.js';

/**
 * A command and its options in, an exit status out. What goes wrong is on the standard error then; what a target may
 * have sent was redacted before it became an error.
 */
export async function execute(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await called(argv, surroundings);
  } catch (error) {
    const { text, status } = wordsFor(error);
    plainLog(process.stderr, surroundings.env).write(`${text}\n`);
    return status;
  }
}

async function called(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const [first = '', second] = argv;
  if (first === '--version') return print([suiteVersion]);
  const asksForHelp = first === '--help' || first === 'help';
  if (asksForHelp && second === undefined) return print((await import('./help.js')).overview(surroundings.tested));
  const { name, rest } = namedCommand(asksForHelp ? argv.slice(1) : argv);
  if (asksForHelp || rest.includes('--help'))
    return print(await (await import('./help.js')).helpOf(name, surroundings.tested));
  const { command } = await commandNamed(name).load();
  return command.run(name, rest, surroundings);
}

/** The command that words call, `run` where they name none, and the words behind it. */
function namedCommand(argv: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  const [first, ...rest] = argv;
  return first === undefined || first.startsWith('-') ? { name: 'run', rest: argv } : { name: first, rest };
}

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

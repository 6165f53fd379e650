#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { UsageError } from '../configuration/usage-error.js';
import { wordsFor } from '../session/errors.js';
import { hearEarly } from '../session/interrupt.js';
import { plainLog } from '../session/job-log.js';
import { suiteVersion } from '../session/version.js';
import { commands } from './commands.js';
import { help } from './help.js';

// A run waits for the network most of its time: a quarter less of memory is worth a tenth more of computing.
setFlagsFromString('--optimize-for-size');

/** The executable: a command and its options in, an exit status out. */
async function main(argv: readonly string[]): Promise<number> {
  const [first = 'run'] = argv;
  if (first === '--version') return print([suiteVersion]);
  if (first === '--help' || first === 'help') return print(help(argv[1]));
  const isCommand = !first.startsWith('-');
  const name = isCommand ? first : 'run';
  const command = commands.find((one) => one.name === name);
  // A word that is no command is told as such, with the nearest that is.
  if (!command) return print(help(name));
  const rest = isCommand ? argv.slice(1) : argv;
  if (rest.includes('--help')) return print(help(name));
  if (!command.available) throw new UsageError(`The command ${name} is not part of this version yet.`);
  switch (name) {
    case 'diff':
      return (await import('./diff.js')).diff(rest, { env: process.env, cwd: process.cwd() });
    case 'keygen':
      return (await import('./keygen.js')).keygen(rest, process.cwd());
    case 'list':
      return (await import('./list.js')).list(rest);
    case 'merge':
      return (await import('./merge.js')).merge(rest, { env: process.env, cwd: process.cwd() });
    case 'openapi':
      return (await import('./openapi.js')).openapi(rest, { cwd: process.cwd() });
    case 'pack':
      return (await import('./pack.js')).pack(rest, process.cwd());
    case 'render':
      return (await import('./render.js')).render(rest, process.cwd());
    case 'serve':
      return (await import('./serve.js')).serve(rest);
    case 'settle':
      return (await import('./settle.js')).settle(rest, { cwd: process.cwd() });
    case 'verify':
      return (await import('./verify.js')).verify(rest, { env: process.env, cwd: process.cwd() });
    default:
      hearEarly();
      return (await import('./run.js')).run(rest, { env: process.env, cwd: process.cwd() });
  }
}

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** Says what went wrong. What a target may have sent was redacted before it became an error. */
function tell(error: unknown): number {
  const { text, status } = wordsFor(error);
  plainLog(process.stderr, process.env).write(`${text}\n`);
  return status;
}

// Written out before the process ends: a pipe takes its time.
process.exitCode = await main(process.argv.slice(2)).catch(tell);
process.stdout.write('', () => process.exit());

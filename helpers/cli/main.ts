#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { suiteVersion } from '../../schemas/suite-version.js';
import { plainLog } from '../ci/job-log.js';
import { wordsFor } from '../session/errors.js';
import { commandNamed } from './commands.js';

// A run waits for the network most of its time: a quarter less of memory is worth a tenth more of computing.
setFlagsFromString('--optimize-for-size');

/** The executable: a command and its options in, an exit status out. */
async function main(argv: readonly string[]): Promise<number> {
  const [first = 'run', ...others] = argv;
  if (first === '--version') return print([suiteVersion]);
  const asksForHelp = first === '--help' || first === 'help';
  if (asksForHelp && others[0] === undefined) return print((await import('./help.js')).overview());
  const hasName = !first.startsWith('-');
  const entry = commandNamed(asksForHelp ? (others[0] ?? '') : hasName ? first : 'run');
  const rest = hasName ? others : argv;
  if (asksForHelp || rest.includes('--help')) return print(await (await import('./help.js')).helpOf(entry));
  const { command } = await entry.load();
  return command.run(entry.name, rest, { env: process.env, cwd: process.cwd() });
}

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

// A reader that has gone (`| head -1`, a log shipper that died) ends the printing, and nothing else.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) throw error;
  });

/** Says what went wrong. What a target may have sent was redacted before it became an error. */
function tell(error: unknown): number {
  const { text, status } = wordsFor(error);
  plainLog(process.stderr, process.env).write(`${text}\n`);
  return status;
}

// Written out before the process ends: a pipe takes its time.
process.exitCode = await main(process.argv.slice(2)).catch(tell);
process.stdout.write('', () => process.exit());

import { setFlagsFromString } from 'node:v8';
import { plainLog } from '../session/ci-job.js';
import { hearSignals, stoppedBy, wordsFor } from '../session/ending.js';
import type { Place } from './place.js';
import { commandNames, perform } from './program.js';

/** Executes a command and prints its error. @returns the exit status */
export async function execute(argv: readonly string[], place: Place): Promise<number> {
  try {
    return await perform(argv, place);
  } catch (error) {
    const { text, status } = wordsFor(error);
    plainLog(process.stderr, place.env).write(`${text}\n`);
    // An earlier signal gives the status, the error its words.
    return stoppedBy(place.stop)?.status ?? status;
  }
}

/** Executes a command and ends the process with its status. */
export async function call(argv: readonly string[], how: Pick<Place, 'tested' | 'demonstrates'>): Promise<void> {
  // A closed pipe (`| head -1`) is no error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const isRun = argv[0] === 'run' || !commandNames.includes(argv[0] ?? '');
  // Most code runs a few times: optimising it would take longer than it saves.
  setFlagsFromString('--interrupt-budget=1000000');
  // A signal during loading ends the run like a later one.
  const own = isRun && { stop: hearSignals() };
  process.exitCode = await execute(argv, { env: process.env, cwd: process.cwd(), ...how, ...own });
  // A slow pipe gets all output before the process ends.
  process.stdout.write('', () => process.exit());
}

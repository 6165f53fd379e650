import { setFlagsFromString } from 'node:v8';
import { plainLog } from '../ci/job-log.js';
import { hearSignals, stoppedBy, wordsFor } from '../session/ending.js';
import type { Place } from './place.js';
import { commandNames, perform } from './program.js';

/**
 * A command and its options in, an exit status out. What goes wrong is on the standard error then; what a target may
 * have sent was redacted before it became an error.
 */
export async function execute(argv: readonly string[], place: Place): Promise<number> {
  try {
    return await perform(argv, place);
  } catch (error) {
    const { text, status } = wordsFor(error);
    plainLog(process.stderr, place.env).write(`${text}\n`);
    // A signal that came before gives the status, and the error its words.
    return stoppedBy(place.stop)?.status ?? status;
  }
}

/** The executable: performs what words call for, and ends the process with its exit status. */
export async function call(argv: readonly string[], how: Pick<Place, 'tested' | 'demonstrates'>): Promise<void> {
  // A reader that has gone (`| head -1`, a log shipper that died) ends the printing, and nothing else.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const isRun = argv[0] === 'run' || !commandNames.includes(argv[0] ?? '');
  // What a run executes is much code, each part a few times: V8 would optimise it for longer than the run takes.
  setFlagsFromString('--interrupt-budget=1000000');
  // Loading takes its time: a signal that comes meanwhile ends the run as one that comes later does.
  const own = isRun && { stop: hearSignals() };
  process.exitCode = await execute(argv, { env: process.env, cwd: process.cwd(), ...how, ...own });
  // Written out before the process ends: a pipe takes its time.
  process.stdout.write('', () => process.exit());
}

import { setFlagsFromString } from 'node:v8';
import type { Surroundings } from './define-command.js';
import { execute } from './execute.js';

const later = '--invocation-count-for-maglev=2000 --invocation-count-for-turbofan=20000';
/**
 * V8 optimises what is hot. Most runs end before that pays, and it takes a quarter of their processor, so a function has to
 * be hotter. The flags by the major version of V8; one that has no such flag would complain.
 */
const optimisesLater: Readonly<Record<string, string>> = { 11: '--interrupt-budget=528000', 12: later, 13: later };

/** The executable: performs what words call for, and ends the process with its exit status. */
export async function call(argv: readonly string[], how: Pick<Surroundings, 'tested' | 'demonstrates'>): Promise<void> {
  const [major = ''] = process.versions.v8.split('.');
  setFlagsFromString(optimisesLater[major] ?? '');
  // A reader that has gone (`| head -1`, a log shipper that died) ends the printing, and nothing else.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) throw error;
    });
  process.exitCode = await execute(argv, { env: process.env, cwd: process.cwd(), ...how });
  // Written out before the process ends: a pipe takes its time.
  process.stdout.write('', () => process.exit());
}

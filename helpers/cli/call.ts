import { execute } from './execute.js';
import type { Place } from './place.js';

/** The executable: performs what words call for, and ends the process with its exit status. */
export async function call(argv: readonly string[], how: Pick<Place, 'tested' | 'demonstrates'>): Promise<void> {
  // A reader that has gone (`| head -1`, a log shipper that died) ends the printing, and nothing else.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) throw error;
    });
  process.exitCode = await execute(argv, { env: process.env, cwd: process.cwd(), ...how });
  // Written out before the process ends: a pipe takes its time.
  process.stdout.write('', () => process.exit());
}

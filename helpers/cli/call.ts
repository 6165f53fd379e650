import { openableFiles, openThread } from '../session/open-thread.js';
import type { Surroundings } from './define-command.js';
import { callsRun } from './named-command.js';

/** With fewer files the checks may have to share a thread with the command. */
const enoughFiles = 256;

/**
 * The executable: performs what words call for, and ends the process with its exit status. The thread for the checks of
 * a run is opened before all else: what it loads takes longer than what the command loads.
 */
export async function call(argv: readonly string[], how: Pick<Surroundings, 'demonstrates'> = {}): Promise<void> {
  const thread = callsRun(argv) && openableFiles(enoughFiles) === enoughFiles ? openThread() : undefined;
  const { execute } = await import('./execute.js');
  // A reader that has gone (`| head -1`, a log shipper that died) ends the printing, and nothing else.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) throw error;
    });
  process.exitCode = await execute(argv, { env: process.env, cwd: process.cwd(), thread, ...how });
  // Written out before the process ends: a pipe takes its time.
  process.stdout.write('', () => process.exit());
}

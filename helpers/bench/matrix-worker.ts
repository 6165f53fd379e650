import { join } from 'node:path';
import { catalogue } from '../../schemas/catalogue.js';
import { faults } from '../reference-server/faults/all.js';
import { startReferenceServer } from '../reference-server/server.js';
import { variants } from '../reference-server/variants/all.js';
import { type Inside, runInside, workplace } from './run-inside.js';

/** What a worker is asked: to run the suite against one server, and to tell what it came to. */
export interface Job {
  readonly fault?: string;
  readonly variant?: string;
  readonly argv: readonly string[];
  /** What is not shown is asked once more, one request at a time, and compared with the first run. */
  readonly again: boolean;
}

/** What it answers. */
export interface Judged {
  readonly first: Inside;
  readonly second?: Inside;
}

const open = catalogue.filter(({ basis }) => basis === 'not-shown').map(({ id }) => id);

/** Over plain HTTP where the certificate is not what is asked about: TLS would take a tenth of the time of all runs. */
async function judge({ fault, variant, argv, again }: Job): Promise<Judged> {
  const change =
    fault !== undefined ? faults.find(({ id }) => id === fault) : variants.find(({ id }) => id === variant);
  const https = change?.server?.certificate !== undefined;
  const server = await startReferenceServer({
    https,
    ...(fault !== undefined && { fault }),
    ...(variant !== undefined && { variant }),
  });
  const { cwd, remove } = workplace();
  try {
    const first = await runInside(server, ['--seed', '1', ...argv], { cwd, name: 'first' });
    if (!again) return { first };
    const baseline = ['--baseline', join(cwd, 'first', 'report.json')];
    const only = ['--only', open.join(), '--concurrency', '1', ...baseline];
    return { first, second: await runInside(server, only, { cwd, name: 'second' }) };
  } finally {
    await server.close();
    remove();
  }
}

process.on('message', (job: Job) => {
  judge(job).then(
    (judged) => process.send?.({ judged }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// A run listens for signals and for the end of the process; many runs, many listeners.
process.setMaxListeners(0);

import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { notStored } from '../../configuration/files.js';
import { UsageError } from '../../configuration/usage-error.js';
import { decisionsFile } from '../../run-folder/decisions-file.js';
import { defaultMaxAge, writeOverview } from '../../run-folder/overview.js';
import { defineCommand } from '../define-command.js';

/** `index`: the overview of all runs, which each run writes too, and a badge for each target. */
export const command = defineCommand({
  options: {
    out: { value: 'DIR', help: 'folder of index.html and badges/; reports below the working folder unless given' },
    'badge-max-age': {
      value: 'DAYS',
      help: `from which age on a run counts as old, and its badge is grey; ${defaultMaxAge} unless given`,
    },
  },
  run: ({ values: { out, 'badge-max-age': age } }, { env, cwd, tested }) => {
    const maxAge = age === undefined ? defaultMaxAge : Number(age);
    if (!Number.isInteger(maxAge) || maxAge < 1 || maxAge > 3_660)
      throw new UsageError('--badge-max-age takes a whole number of days from 1 to 3660.');
    const folder = out === undefined ? join(cwd, 'reports') : resolve(cwd, out);
    const why = notStored('The overview could not be written', () =>
      writeOverview(cwd, tested, { out: folder, maxAge, decisions: decisionsFile(cwd, env) }),
    );
    if (why !== undefined) throw new UsageError(why);
    const file = join(folder, 'index.html');
    return { status: 0, lines: [pathToFileURL(file).href], data: { file } };
  },
});

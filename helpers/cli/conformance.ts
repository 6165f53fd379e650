/** `npm run conformance` of a checkout: the executable, with `--embedded` where no target is configured. */

import { call } from './call.js';
import { callsRun, namedCommand } from './named-command.js';

await call(process.argv.slice(2), async (argv) => {
  if (!callsRun(argv)) return argv;
  const { namesTarget } = await import('../configuration/rules/embedded.js');
  const { rest } = namedCommand(argv);
  return namesTarget({ argv: [...rest], env: process.env, cwd: process.cwd() }) ? argv : [...argv, '--embedded'];
});

/** `npm run conformance` of a checkout: the executable, with `--embedded` where no target is configured. */

import { namesTarget } from '../configuration/rules/embedded.js';

const [first = '', ...others] = process.argv.slice(2);
const isRun = first === '' || first === 'run' || first.startsWith('-');
const argv = first === 'run' ? others : process.argv.slice(2);
const asksForWords = argv.some((one) => one === '--help' || one === '--version');
if (isRun && !asksForWords && !namesTarget({ argv, env: process.env, cwd: process.cwd() }))
  process.argv.push('--embedded');
await import('./main.js');

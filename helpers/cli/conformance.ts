/** `npm run conformance` of a checkout: the executable, which demonstrates the suite where no target is configured. */

import { fsapi } from '../fsapi/fsapi.js';
import { call } from './execute.js';

await call(process.argv.slice(2), { tested: fsapi, demonstrates: true });

/** `npm run conformance` of a checkout. Without a target it demonstrates the suite. */

import { fsapi } from '../fsapi/fsapi.js';
import { call } from './execute.js';

await call(process.argv.slice(2), { tested: fsapi, demonstrates: true });

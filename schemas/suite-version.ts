import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string };

/** The version of this package. */
export const suiteVersion = version;

/**
 * The command that calls this copy of the suite, options following: as a dependency, or by its own package's script.
 * Without `--`, npm takes the options that follow for its own.
 */
export const calledBy = packageRoot.pathname.includes('/node_modules/')
  ? 'npx --no -- fsapi-conformance'
  : 'npm run conformance --';

import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string };

/** The version of this package. */
export const suiteVersion = version;

import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.js';

/** The program, as whatever it writes and sends names it. */
export const programName = 'fsapi-conformance';

export const suiteVersion: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version;

/** The command that calls this suite, in a project that depends on it as in a checkout; its name and options follow. */
export const calledBy = `npx --no -- ${programName}`;

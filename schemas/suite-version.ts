import { readFileSync } from 'node:fs';
import { packageRoot } from './common/package-root.js';

export const programName = 'fsapi-conformance';

export const suiteVersion: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version;

/** Calls the command in dependent projects and checkouts. */
export const calledBy = `npx --no -- ${programName}`;

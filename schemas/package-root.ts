import { existsSync } from 'node:fs';

/**
 * The folder of this package, with a slash at the end, for files that are not compiled: the JSON Schemas. The same module runs
 * from `schemas/` and, compiled, from `.build/schemas/`.
 */
export const packageRoot: URL = ['..', '../..']
  .map((path) => new URL(`${path}/`, new URL('.', import.meta.url)))
  .filter((folder) => existsSync(new URL('package.json', folder)))[0] as URL;

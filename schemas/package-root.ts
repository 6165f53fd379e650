import { existsSync } from 'node:fs';

/**
 * The folder of this package, with a slash at the end, for files that are not compiled: the JSON Schemas. The same module runs
 * from `schemas/` and, compiled, from `.build/schemas/`.
 */
export const packageRoot = ['../', '../../']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder))) as URL;

import { existsSync } from 'node:fs';

/** The package's folder, with a final slash, from `schemas/` or `.build/schemas/`. */
export const packageRoot = ['../', '../../']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder))) as URL;

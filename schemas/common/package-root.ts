import { existsSync } from 'node:fs';

/** The package's folder, with a final slash, from `schemas/common/` or `.build/schemas/common/`. */
export const packageRoot = ['../../', '../../../']
  .map((path) => new URL(path, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder))) as URL;

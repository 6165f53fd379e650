import { existsSync } from 'node:fs';

function above(from: URL): URL {
  if (existsSync(new URL('package.json', from))) return from;
  const parent = new URL('..', from);
  if (parent.href === from.href)
    throw new Error('this file stands in no package: no folder above it has a package.json');
  return above(parent);
}

/**
 * The folder of this package, with a slash at the end, for files that are not compiled: the JSON Schemas.
 * The search is necessary since the same module runs from `schemas/` and, compiled, from `.build/schemas/`.
 */
export const packageRoot: URL = above(new URL('.', import.meta.url));

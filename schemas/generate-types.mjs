// Writes schemas/types.ts from the JSON Schemas, so that there is one source for both. The build runs it; the file is
// not committed.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.schema.json'))
  .sort();
const schemas = names.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
const byUrn = new Map(schemas.map((schema) => [schema.$id, schema]));

/** Schemas refer to each other by URN, which the generator does not resolve: put the schema in its place. */
const inlined = (value) => {
  if (Array.isArray(value)) return value.map(inlined);
  if (value === null || typeof value !== 'object') return value;
  const target = typeof value.$ref === 'string' ? byUrn.get(value.$ref) : undefined;
  return target
    ? inlined(target)
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inlined(item)]));
};

const file = new URL('types.ts', folder);
const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...[...names, 'generate-types.mjs'].map((name) => changedAt(new URL(name, folder))));
if (changedAt(file) < newest) writeFileSync(file, await generate());

async function generate() {
  const { compile } = await import('json-schema-to-typescript');
  const parts = [];
  const seen = new Set();
  for (const schema of schemas) {
    // A list with a least length is a list: as a tuple nothing that maps or filters fits it.
    const options = { bannerComment: '', format: true, unreachableDefinitions: true, ignoreMinAndMaxItems: true };
    const source = await compile(inlined(schema), schema.title, options);
    // A schema that stands in two others is written out once.
    for (const declaration of source.split(/\n(?=\/\*\*|export )/)) {
      const name = declaration.match(/export (?:interface|type) (\w+)/)?.[1];
      if (name && seen.has(name)) continue;
      if (name) seen.add(name);
      parts.push(declaration.trim());
    }
  }
  return `// Written by generate-types.mjs from the schemas beside it; not edited by hand.\n\n${parts.join('\n\n')}\n`;
}

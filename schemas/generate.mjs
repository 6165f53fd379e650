// Writes from the JSON Schemas what would otherwise stand twice: their types, schemas/types.ts, and the OpenAPI document,
// schemas/openapi.json. The build runs it; the files are not committed.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { openapiDocument } from './openapi.mjs';

const folder = new URL('.', import.meta.url);
const suffix = '.schema.json';
const names = readdirSync(folder)
  .filter((name) => name.endsWith(suffix))
  .sort();
const schemas = names.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
const byName = Object.fromEntries(names.map((name, at) => [name.slice(0, -suffix.length), schemas[at]]));
const head = '// Written by generate.mjs from the schemas; not edited by hand.';

const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...[...names, 'generate.mjs', 'openapi.mjs'].map((name) => changedAt(new URL(name, folder))));
for (const [name, make] of [
  ['types.ts', types],
  ['openapi.json', () => `${JSON.stringify(openapiDocument(byName), undefined, 2)}\n`],
]) {
  const file = new URL(name, folder);
  if (changedAt(file) < newest) writeFileSync(file, await make());
}

// What was compiled from a source that is gone would still be packed, and count in the digest of the suite.
const compiled = new URL('../.build/', folder);
for (const path of existsSync(compiled) ? readdirSync(compiled, { recursive: true }) : []) {
  const source = new URL(`../${path.replace(/(\.d\.ts|\.js)$/, '.ts')}`, folder);
  if (/\.(js|ts)$/.test(path) && !existsSync(source)) rmSync(new URL(path, compiled));
}

async function types() {
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
  const list = names.map((name) => `'${name.slice(0, -suffix.length)}'`).join(' | ');
  parts.unshift(`/** The schemas of this folder, by the names of their files. */\nexport type SchemaName = ${list};`);
  return `${head}\n\n${parts.join('\n\n')}\n`;
}

/** Schemas refer to each other by URN, which the generator does not resolve: put the schema in its place. */
function inlined(value) {
  if (Array.isArray(value)) return value.map(inlined);
  if (value === null || typeof value !== 'object') return value;
  const target = typeof value.$ref === 'string' ? schemas.find(({ $id }) => $id === value.$ref) : undefined;
  return target
    ? inlined(target)
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inlined(item)]));
}

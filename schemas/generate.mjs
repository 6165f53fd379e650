// The build writes types.ts and openapi.json from the JSON Schemas; neither is committed.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { openapiDocument } from './openapi.mjs';

const folder = new URL('.', import.meta.url);
const suffix = '.schema.json';
const files = readdirSync(folder).sort();
const names = files.filter((name) => name.endsWith(suffix));
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

// The output of a deleted source would be packed.
const compiled = new URL('../.build/', folder);
for (const path of existsSync(compiled) ? readdirSync(compiled, { recursive: true }) : []) {
  const source = new URL(`../${path.replace(/(\.d\.ts|\.js)$/, '.ts')}`, folder);
  if (/\.(js|ts)$/.test(path) && !existsSync(source)) rmSync(new URL(path, compiled));
}

/** All schemas are members of one, so that a shared schema is written once; urn: references lead to other files. */
async function types() {
  const { compile } = await import('json-schema-to-typescript');
  const read = ({ url }) => schemas.find(({ $id }) => $id === url);
  const $refOptions = { resolve: { own: { order: 1, canRead: /^urn:/, read } } };
  const properties = Object.fromEntries(Object.entries(byName).map(([name, { $id }]) => [name, { $ref: $id }]));
  const all = { type: 'object', additionalProperties: false, properties };
  // A list with a minimum length would become a tuple.
  const options = { bannerComment: head, format: true, ignoreMinAndMaxItems: true, $refOptions };
  const source = await compile(all, 'Schemas', options);
  return `${source}\n/** The schemas of this folder, by the names of their files. */\nexport type SchemaName = keyof Schemas;\n`;
}

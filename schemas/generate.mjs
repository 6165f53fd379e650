// Writes from the JSON Schemas what would otherwise stand twice, or be made in each run: schemas/types.ts, their types,
// and schemas/compiled/*.ts, their validators as code, so that no run compiles a schema at its start or loads what
// compiles. The build runs it; the files are not committed.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const suffix = '.schema.json';
const names = readdirSync(folder)
  .filter((name) => name.endsWith(suffix))
  .sort();
const schemas = names.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
const head = '// Written by generate.mjs from the schemas; not edited by hand.';

const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...[...names, 'generate.mjs'].map((name) => changedAt(new URL(name, folder))));
mkdirSync(new URL('compiled/', folder), { recursive: true });
for (const [name, make] of [
  ['types.ts', types],
  ['compiled/all-errors.ts', () => validators(true)],
  ['compiled/first-error.ts', () => validators(false)],
]) {
  const file = new URL(name, folder);
  if (changedAt(file) < newest) writeFileSync(file, await make());
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

async function validators(allErrors) {
  const [{ Ajv2020 }, formats, standalone] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    import('ajv/dist/standalone/index.js'),
  ]);
  const ajv = new Ajv2020({
    strict: true,
    // A definition may ask for members that the schema it refers to describes.
    strictRequired: false,
    allowUnionTypes: true,
    allErrors,
    code: { source: true, esm: true },
  });
  formats.default.default(ajv);
  // The requirement that states the form of a member: `members.ts` reads it, and it validates nothing.
  ajv.addKeyword('x-requirement');
  // Files that a stranger may have made: a million errors take minutes, and the first one is enough.
  const ofFiles = ['report', 'evidence', 'manifest'];
  const ids = {};
  for (const [at, schema] of schemas.entries()) {
    const name = names[at].slice(0, -suffix.length);
    ajv.addSchema(schema);
    if (ofFiles.includes(name) === allErrors) continue;
    // The name under which `validate.ts` looks a validator up.
    const identifier = name.replaceAll('-', '_');
    ids[identifier] = schema.$id;
    for (const definition of Object.keys(schema.$defs ?? {}))
      ids[`${identifier}_${definition.replaceAll('-', '_')}`] = `${schema.$id}#/$defs/${definition}`;
  }
  const code = standalone.default.default(ajv, ids);
  return `// @ts-nocheck\n${head}
import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${code.replace(/^"use strict";/, '')}\n`;
}

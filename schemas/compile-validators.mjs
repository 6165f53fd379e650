// Writes schemas/compiled/*.ts, the validators of the JSON Schemas as code, so that no run compiles a schema at its start
// or loads what compiles. The build runs it; the files are not committed.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const suffix = '.schema.json';
const files = readdirSync(folder).filter((name) => name.endsWith(suffix));
/** Files that a stranger may have made: a million errors take minutes, and the first one is enough. */
const ofFiles = ['report', 'evidence', 'manifest', 'qualification'];

const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(...[...files, 'compile-validators.mjs'].map((name) => changedAt(new URL(name, folder))));
const into = new URL('compiled/', folder);
mkdirSync(into, { recursive: true });
for (const [name, allErrors] of Object.entries({ 'all-errors': true, 'first-error': false })) {
  const file = new URL(`${name}.ts`, into);
  if (changedAt(file) < newest) writeFileSync(file, await compiled(allErrors));
}

async function compiled(allErrors) {
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
  const names = {};
  for (const file of files) {
    const schema = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const name = file.slice(0, -suffix.length);
    ajv.addSchema(schema);
    if (ofFiles.includes(name) === allErrors) continue;
    names[identifier(name)] = schema.$id;
    for (const definition of Object.keys(schema.$defs ?? {}))
      names[identifier(name, definition)] = `${schema.$id}#/$defs/${definition}`;
  }
  const code = standalone.default.default(ajv, names);
  return `// @ts-nocheck\n// Written by compile-validators.mjs from the schemas beside it; not edited by hand.
import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n${code.replace(/^"use strict";/, '')}\n`;
}

/** The name under which \`validate.ts\` looks a validator up. */
function identifier(...parts) {
  return parts.join('_').replaceAll('-', '_');
}

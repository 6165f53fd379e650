import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

/** Published schemas that are no part of the project, beside it where they are there at all. */
const folder = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));

/** Whether a published schema is there; what needs it is left out otherwise, and says so. */
export function hasPublished(file: string): boolean {
  return existsSync(folder + file);
}

/** What a validator that is not ours says of a document by a schema that is not ours: nothing, where it is valid. */
export function complaintsBy(file: string): (document: string) => readonly string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const valid = ajv.compile(JSON.parse(readFileSync(folder + file, 'utf8')));
  return (document) => {
    valid(JSON.parse(document));
    return (valid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** Every string in a document, names of members included. */
export function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...strings(member)]);
}

/** What nobody sees and parsers stumble on: none of it may stand in a file that is shown to people. */
export const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

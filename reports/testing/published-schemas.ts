import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

/** The text of a published schema; `published/README.md` says where each is from. */
export function publishedSchema(file: 'junit-10.xsd' | 'oscal-ar.json'): string {
  return readFileSync(new URL(`published/${file}`, import.meta.url), 'utf8');
}

/** What a validator that is not ours says of oscal.json by the schema that NIST publishes: nothing, where it is valid. */
export function oscalComplaints(): (document: string) => readonly string[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const valid = ajv.compile(JSON.parse(publishedSchema('oscal-ar.json')));
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

import { readFileSync } from 'node:fs';

/** The text of a published schema; `published/README.md` says where each is from. */
export function publishedSchema(file: 'junit-10.xsd'): string {
  return readFileSync(new URL(`published/${file}`, import.meta.url), 'utf8');
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

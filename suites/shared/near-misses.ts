import { context } from '../../helpers/client/context.js';
import { seededBytes } from '../../helpers/runner/seeded-random.js';
import type { Configuration } from '../../helpers/settings/schema.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Another character of the same kind, and never another case of it. It differs in the highest of base64's six bits,
 * since spare bits at the end of a key could make two spellings one key.
 */
export function anotherCharacter(character: string): string {
  if (/[0-9a-f]/i.test(character)) return ((Number.parseInt(character, 16) + 8) % 16).toString(16);
  const at = alphabet.indexOf(character);
  if (at < 0) return 'x';
  return alphabet[(at + 32) % 62] ?? 'x';
}

/**
 * Other letters for letters, other digits for digits, the rest as it is: the same for each seed. A UUID keeps its version and
 * variant (RFC 9562, 4), since a service may reject others.
 */
export function randomOfShape(text: string, configuration: Configuration = context().configuration): string {
  const bytes = seededBytes(configuration, text, text.length);
  const uuid = text.search(/[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i);
  const alphabets = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
  return text.replace(/[0-9a-z]/gi, (character, at: number) => {
    if (uuid >= 0 && [uuid + 14, uuid + 19].includes(at)) return character;
    const alphabet = alphabets.find((letters) => letters.includes(character)) ?? '';
    const step = 1 + ((bytes[at] ?? 0) % (alphabet.length - 1));
    return alphabet[(alphabet.indexOf(character) + step) % alphabet.length] ?? character;
  });
}

/** A key that is nobody's, of the shape of the valid one. */
export const randomKey = (): string => randomOfShape(context().configuration.apiKey);

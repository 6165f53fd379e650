// Controls, format characters, halves of surrogate pairs, separators of lines, no characters, and letters drawn as nothing.
const unseen =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|\u{34f}|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}/gu;

/** Replaces invisible characters. Most of a text is ASCII, which is looked through ten times as fast by itself. */
export function replaceUnseen(text: string, by: (character: string) => string): string {
  return text.replace(/[^\n\t -~]+/g, (others) => others.replace(unseen, by));
}

/** JSON on one line, or indented, in which everything unseen is escaped: the same value, and nothing hidden in it. */
export function escapedJson(value: unknown, indent = 0): string {
  return replaceUnseen(JSON.stringify(value, undefined, indent), (character) =>
    Array.from(character.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}

// Controls, format characters, surrogate halves, line separators, noncharacters, and letters drawn as nothing.
const unseen =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|\u{34f}|\u{115f}|\u{1160}|\u{3164}|\u{ffa0}/gu;

/** Skips ASCII first, which is ten times as fast. */
export const replaceUnseen = (text: string, by: (character: string) => string) =>
  text.replace(/[^\n\t -~]+/g, (others) => others.replace(unseen, by));

/** JSON on one line or indented, with unseen characters escaped: the same value. */
export const escapedJson = (value: unknown, indent = 0) =>
  replaceUnseen(JSON.stringify(value, undefined, indent), (character) =>
    Array.from(character.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );

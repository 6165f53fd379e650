/** No secret is found across it: the texts on both sides stand far apart. Texts never hold it (`withoutWalls`). */
export const wall = '\x1f';

/** The text with a space for each wall. */
export function withoutWalls(text: string): string {
  return text.includes(wall) ? text.replaceAll(wall, ' ') : text;
}

/** What two encoded pieces of one secret stand apart at most, where there is readable text between them. */
const widestGap = 160;

/** Whether two pieces that were decoded from these places of a text can hardly belong together. */
export function areFarApart(text: string, from: number, to: number): boolean {
  return to - from > widestGap && /[0-9A-Za-z]/.test(text.slice(from, to));
}

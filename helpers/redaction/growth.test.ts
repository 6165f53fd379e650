import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor();
redactor.addSecret(key, '$KEY');

/** The least of several measurements of processor time, in ms: others on the machine only ever add to it. */
function leastTime(text: string): number {
  const times = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage();
    redactor.redactDeep({ text, parts: [text] });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test.each<[name: string, piece: string]>([
  ['backslashes', '\\'],
  ['percent signs', '%'],
  ['ampersands', '&'],
  ['torn entities', '& a'],
  ['letters of base64', 'JSUl'],
  ['hexadecimal digits', '2573'],
  ['numbers', '115,'],
  ['equals signs', '=3D'],
  ['beginnings of the key', key.slice(0, 19)],
  ['parts of the key, far apart', `${key.slice(0, 12)}${' '.repeat(300)}`],
])(
  'time grows with the length of %s, and no faster',
  (_, piece) => {
    const size = 2 ** 15;
    const [small, large] = [size, size * 8].map((length) => leastTime(piece.repeat(length / piece.length)));
    // Eight times the text: what grew with its square would take 64 times as long.
    expect(large ?? 0).toBeLessThan(24 * ((small ?? 0) + 2));
  },
  60_000,
);

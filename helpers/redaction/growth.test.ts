import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor();
redactor.addSecret(key, '$KEY');
const encoded = Buffer.from(key).toString('base64');

/** Twice the text may take two and a half times as long; what grew with its square would take four times as long. */
const mostPerDoubling = 2.5;
const [doublings, size] = [3, 2 ** 11];
const mostMeasurements = 10;

/** Processor time that a value takes, in ms. */
function timeOf(value: unknown): number {
  const before = process.cpuUsage();
  redactor.redactDeep(value);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const inOneLeaf = (piece: string, length: number) => ({ text: piece.repeat(length / piece.length) });
const inManyLeaves = (piece: string, length: number) => Array<string>(Math.ceil(length / piece.length)).fill(piece);

test.each<[name: string, piece: string, shape?: (piece: string, length: number) => unknown]>([
  ['backslashes', '\\'],
  ['percent signs', '%'],
  ['ampersands', '&'],
  ['torn entities', '& a'],
  ['torn escapes', '\\u '],
  ['letters of base64', 'JSUl'],
  ['hexadecimal digits', '2573'],
  ['numbers', '115,'],
  ['equals signs', '=3D'],
  ['beginnings of the key', key.slice(0, 19)],
  ['parts of the key, far apart', `${key.slice(0, 12)}${' '.repeat(300)}`],
  ['the key in many leaves', `key ${key}`, inManyLeaves],
  ['the encoded key in many leaves', `key ${encoded}`, inManyLeaves],
  ['parts of the encoded key in many leaves', encoded.slice(0, 17), inManyLeaves],
])('time grows with the length of %s, and no faster', (_, piece, shape = inOneLeaf) => {
  const [small, large] = [shape(piece, size), shape(piece, size * 2 ** doublings)];
  // Others on the machine only ever add to a measurement: the least of several counts.
  let [least, ofLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const allowed = () => least * mostPerDoubling ** doublings;
  // Compiled first.
  for (let count = 0; count < 3; count += 1) timeOf(small);
  for (let count = 0; count < mostMeasurements && (count < 2 || ofLarge > allowed()); count += 1) {
    least = Math.min(least, timeOf(small));
    ofLarge = Math.min(ofLarge, timeOf(large));
  }
  expect(ofLarge).toBeLessThanOrEqual(allowed());
});

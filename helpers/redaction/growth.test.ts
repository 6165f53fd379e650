import { test } from 'vitest';
import { expectLinear } from '../../schemas/testing/growth.js';
import { createRedactor } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor();
redactor.addSecret(key, '$KEY');
const encoded = Buffer.from(key).toString('base64');

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
  ['full-width letters', 'ｋ'],
  ['numbered lines', '12 | a\n'],
  ['the key in many leaves', `key ${key}`, inManyLeaves],
  ['the encoded key in many leaves', `key ${encoded}`, inManyLeaves],
  ['parts of the encoded key in many leaves', encoded.slice(0, 17), inManyLeaves],
])('time grows with the length of %s, and no faster', (_, piece, shape = inOneLeaf) => {
  expectLinear((size) => shape(piece, size), redactor.redactDeep);
});

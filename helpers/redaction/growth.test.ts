import { test } from 'vitest';
import { expectLinear } from '../../schemas/testing/growth.js';
import { createRedactor } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor([{ value: key, label: '$KEY' }]);
const encoded = Buffer.from(key).toString('base64');

const inOneLeaf = (piece: string, length: number) => ({ text: `["${piece.repeat(length / piece.length)}` });
const inManyLeaves = (piece: string, length: number) => Array<string>(Math.ceil(length / piece.length)).fill(piece);

test.each<[name: string, piece: string, shape?: (piece: string, length: number) => unknown]>([
  ['backslashes', '\\'],
  ['torn entities', '& a'],
  ['torn escapes', '\\u '],
  ['letters of base64', 'JSUl'],
  ['hexadecimal digits', '2573'],
  ['beginnings of the key', key.slice(0, 19)],
  ['parts of the key, far apart', `${key.slice(0, 12)}${' '.repeat(300)}`],
  ['quotes that are escaped', '\\"'],
  ['the key', `${key} `],
  ['changed keys', `${key.slice(0, 24)}. `],
  ['the encoded key', `${encoded} `],
  ['the key in many leaves', `key ${key}`, inManyLeaves],
  ['the encoded key in many leaves', `key ${encoded}`, inManyLeaves],
  ['parts of the encoded key in many leaves', encoded.slice(0, 17), inManyLeaves],
])('time grows with the length of %s, and no faster', (_, piece, shape = inOneLeaf) => {
  expectLinear((size) => shape(piece, size), redactor.redact);
});

test.each([
  ['an ordinary listing', '{"id":"acc_7f3k2mX9qLw","holder":"Jane Roe","next":"/v1/accounts?after=b2"},'],
  ['escapes', '\\u0073\\"%73&#115;'],
  ['base64', 'JSUlQkFTRTY0'],
  ['the key', `${key} `],
  ['parts of the key', `${key.slice(0, 24)}. `],
])('time grows with the length of a long body of %s, and no faster', (_, piece) => {
  const answer = (size: number) => ({ body: `["${piece.repeat(size / piece.length)}"]` });
  expectLinear(answer, redactor.withhold, 2 ** 15);
});

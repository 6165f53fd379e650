import { describe, expect, it } from 'vitest';
import { createRedactor, type Redactor } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const label = '$CONFORMANCE_API_KEY';
const encoded = Buffer.from(key).toString('base64');
const marker = `‹withheld: held ${label}›`;

const knowing = (...secrets: [value: string, label: string][]): Redactor =>
  createRedactor(secrets.map(([value, name]) => ({ value, label: name })));
const redactor = knowing([key, label]);

describe('a text of our own', () => {
  it.each([
    ['only decoding shows the key', [...key].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')],
    ['the key is changed', `${key.slice(0, 24)}X${key.slice(25)}`],
  ])('loses the line in which %s', (_, written) => {
    expect(redactor.redact(`one ${key}\ntwo ${written}\nthree`)).toBe(`one ${label}\n${marker}\nthree`);
  });

  it('gives each near miss its own name, and takes no word beside it', () => {
    const all: [string, string][] = [
      [key, label],
      [key.slice(1), '‹cut at the front›'],
      [key.slice(0, -1), '‹cut at the end›'],
      [`${key}x`, '‹extended›'],
      [`${key}!`, '‹extended by a sign›'],
      [`${key.slice(0, 20)}Q${key.slice(21)}`, '‹changed in the middle›'],
      [[...key].reverse().join(''), '‹reversed›'],
      ['SK_SANDBOX_Q7tFw2NyB9lZk4MxC8vDr5Ph', '‹swapped›'],
    ];
    for (const [value, name] of all) {
      expect(knowing(...all).redact(`Api-Key: ${value}\n`)).toBe(`Api-Key: ${name}\n`);
      expect(knowing(...all).redact(`/customers/${value}\` with it`)).toBe(`/customers/${name}\` with it`);
    }
  });

  it('has the label in an address, and what stands beside it', () => {
    const padded = 'q7TfW2nY+b9LzK4mX/c8VdR5pH==';
    const address = `https://localhost/v1/accounts?api_key=${encodeURIComponent(padded)}&page=%32`;
    expect(knowing([padded, label]).redact(address)).toBe(`https://localhost/v1/accounts?api_key=${label}&page=%32`);
    expect(knowing([padded, label]).redact(`<${padded}>`)).toBe(`<${label}>`);
  });
});

it('a record of our own is itself where it holds no secret, and is not changed where it does', () => {
  const value = { a: [1, null, { b: 'text', c: false }], d: {}, at: new Date(0) };
  expect(redactor.redact(value)).toBe(value);
  const held = { note: `for ${key}`, [key]: 1, n: 7 };
  expect(redactor.redact(held)).toEqual({ note: `for ${label}`, [key]: 1, n: 7 });
  expect(held.note).toBe(`for ${key}`);
});

describe('what a target has written', () => {
  it('is withheld value by value: in an object, in JSON, and whole in any other text', () => {
    const body = { id: 7, data: encoded, note: `for ${key}`, next: 'page 2', [key]: [key] };
    const kept = { id: 7, data: marker, note: marker, next: 'page 2', [label]: [label] };
    expect(redactor.withhold(body)).toEqual(kept);
    expect(redactor.withhold({ body: JSON.stringify(body) })).toEqual({ body: JSON.stringify(kept) });
    expect(redactor.withhold({ body: `<p>${key}</p>\n<p>more</p>` })).toEqual({ body: marker });
    expect(redactor.withhold({ body: `x${JSON.stringify(body)}` })).toEqual({ body: marker });
    expect(redactor.withhold([['x-echo', `a ${key}`]])).toEqual([['x-echo', marker]]);
  });

  it('may be a number', () => {
    const number = knowing(['73519264408172', '$NUMBER']);
    expect(number.withhold({ body: '{"n":73519264408172,"m":1}' })).toEqual({ body: '{"n":"$NUMBER","m":1}' });
    expect(number.withhold({ n: 73519264408172, m: 1 })).toEqual({ n: '$NUMBER', m: 1 });
  });

  it('may have a member named __proto__, or brackets a hundred thousand deep', () => {
    const value: unknown = JSON.parse(`{"__proto__":1,"${key}":2}`);
    expect(JSON.stringify(redactor.withhold(value))).toBe(`{"__proto__":1,"${label}":2}`);
    expect(redactor.withhold(`${'['.repeat(100_000)}"${key}"${']'.repeat(100_000)}`)).toBe(marker);
  });
});

describe('secrets', () => {
  it('keep the first label of a value, and one of seven characters is none', () => {
    const some = knowing([key, label], [key, '‹again›'], ['seven77', '‹short›'], ['eight888', '‹eight›']);
    expect(some.redact(`${key} seven77 (eight888)`)).toBe(`${label} seven77 (‹eight›)`);
  });

  it('do not count what the keys of two tenants have in common at the front', () => {
    const two = createRedactor([
      { value: 'fsapiacmesandbox2026secret7Qx2Lp9Z', label: '$ONE', common: 26 },
      { value: 'fsapiacmesandbox2026secretaK4mXc8V', label: '$TWO', common: 26 },
    ]);
    expect(two.finds('fsapiacmesandbox2026secret')).toEqual([]);
    expect(two.finds('acmesandbox2026secret7Qx2')).toEqual(['$ONE']);
  });

  it('are found once each, wherever they stand in a large file', () => {
    const other = '4f1d2b8c-93aa-4c57-b0de-6a7e15c2f904';
    const both = knowing([key, label], [other, '$CONFORMANCE_OTHER_API_KEY']);
    const filler = '{"id":"3f1c","note":"ordinary"},\n'.repeat(10_000);
    const found = both.finds(`${filler}${other} cd ${key} ${key}${filler}`);
    expect(found.toSorted()).toEqual([label, '$CONFORMANCE_OTHER_API_KEY']);
    // A body in a file of JSON has one escape more.
    const body = JSON.stringify({ echo: key }).replaceAll('s', '\\u0073');
    expect(both.finds(JSON.stringify({ body }))).toEqual([label]);
  });
});

it.each([
  ['another key of the kind', 'sk_sandbox_Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8'],
  ['the words all keys begin with', 'sk_sandbox_ sk_live_'],
  ['nineteen characters of its middle', key.slice(12, 31)],
])('what is no secret stays: %s', (_, text) => {
  expect([redactor.finds(text), redactor.redact(text), redactor.withhold(text)]).toEqual([[], text, text]);
});

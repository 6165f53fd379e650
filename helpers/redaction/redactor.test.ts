import { describe, expect, it } from 'vitest';
import { createRedactor, type Redactor } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const label = '$CONFORMANCE_API_KEY';

function knowing(...secrets: [value: string, label: string][]): Redactor {
  const redactor = createRedactor();
  for (const [value, name] of secrets) redactor.addSecret(value, name);
  return redactor;
}

describe('redact', () => {
  it('puts the label in the place of the key, and of nothing else', () => {
    const redactor = knowing([key, label]);
    expect(redactor.redact(`curl -H 'Api-Key: ${key}' https://localhost/v1/accounts`)).toBe(
      `curl -H 'Api-Key: ${label}' https://localhost/v1/accounts`,
    );
    expect(redactor.redact(JSON.stringify({ key, id: 7 }))).toBe(JSON.stringify({ key: label, id: 7 }));
  });

  it('takes the signs at the ends of a key along', () => {
    const padded = '--dGhpcyBpcyBub3QgYSBrZXkh==';
    expect(knowing([padded, label]).redact(`<${padded}>`)).toBe(`<${label}>`);
  });

  it('takes what is left of a changed key along', () => {
    const changed = `${key.slice(0, 24)}X${key.slice(25)}`;
    expect(knowing([key, label]).redact(`"${changed}"`)).toBe(`"${label}"`);
  });

  it('gives each nearly right key its own name', () => {
    const near: [string, string][] = [
      [key.slice(1), '‹cut at the front›'],
      [key.slice(0, -1), '‹cut at the end›'],
      [`${key}x`, '‹extended›'],
      [`${key}!`, '‹extended by a sign›'],
      [`${key.slice(0, 20)}Q${key.slice(21)}`, '‹changed in the middle›'],
      [[...key].reverse().join(''), '‹reversed›'],
      [
        key.replace(/[a-z]/gi, (sign) => (sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase())),
        '‹swapped›',
      ],
    ];
    const redactor = knowing([key, label], ...near);
    for (const [value, name] of [[key, label], ...near]) {
      expect(redactor.redact(`Api-Key: ${value}\n`)).toBe(`Api-Key: ${name}\n`);
    }
  });

  it('swallows none of the words beside a key, though a near miss of it goes on as they do', () => {
    const redactor = knowing([key, label], [`${key}w`, '‹one character longer›'], [`s${key}`, '‹longer at the front›']);
    expect(redactor.redact(`\`POST /customers/${key}\` with the valid key in the path`)).toBe(
      `\`POST /customers/${label}\` with the valid key in the path`,
    );
    expect(redactor.redact(`curl 'https://localhost/v1/customers/${key}' -H "with: 1"`)).toBe(
      `curl 'https://localhost/v1/customers/${label}' -H "with: 1"`,
    );
  });

  it('replaces a key in an address, and nothing beside it', () => {
    const padded = 'q7TfW2nY+b9LzK4mX/c8VdR5pH==';
    const redactor = knowing([padded, label]);
    expect(redactor.redact(`https://localhost/v1/accounts?api_key=${encodeURIComponent(padded)}&page=%32`)).toBe(
      `https://localhost/v1/accounts?api_key=${label}&page=%32`,
    );
  });

  it('does not count what the keys of two tenants have in common at the front', () => {
    const redactor = createRedactor([
      { value: 'fsapiacmesandbox2026secret7Qx2Lp9Z', label: '$ONE', common: 26 },
      { value: 'fsapiacmesandbox2026secretaK4mXc8V', label: '$TWO', common: 26 },
    ]);
    expect(redactor.finds('fsapiacmesandbox2026secret')).toEqual([]);
    expect(redactor.finds('acmesandbox2026secret7Qx2')).toEqual([{ label: '$ONE' }]);
  });

  it('leaves JSON whole', () => {
    const redactor = knowing([key, label]);
    const texts = [
      JSON.stringify({ message: `line\n${key}`, path: `C:\\${key}`, quoted: `"${key}"` }),
      JSON.stringify({ parts: key.match(/.{1,7}/g), next: true }),
      JSON.stringify({ nested: JSON.stringify({ key, more: `\t${key}\\` }) }),
      JSON.stringify({ data: Buffer.from(`{"key":"${key}"}`).toString('base64') }),
      JSON.stringify({ data: Buffer.from(key) }),
    ];
    for (const text of texts) {
      const redacted = redactor.redact(text.replaceAll('[115,', '[ 115,'));
      expect(redactor.finds(redacted)).toEqual([]);
      expect(redacted).toContain(label);
      if (!text.includes('Buffer')) expect(() => JSON.parse(redacted)).not.toThrow();
    }
  });

  it('looks for secrets that are added while it is in use', () => {
    const redactor = knowing([key, label]);
    const other = 'pk_sandbox_0987ZyXwVuTsRqPoNmLkJiHg';
    expect(redactor.redact(other)).toBe(other);
    redactor.addSecret(other, '$CONFORMANCE_PUBLIC_KEY');
    expect(redactor.redact(`${other} ${key}`)).toBe(`$CONFORMANCE_PUBLIC_KEY ${label}`);
  });

  it('keeps the first name of a value, and takes no nothing for a secret', () => {
    const redactor = knowing([key, label], [key, '‹again›'], ['', '‹empty›'], ['a', '‹short›'], ['null', '‹word›']);
    expect(redactor.redact(`${key} a null`)).toBe(`${label} a null`);
  });

  it('replaces the digits that stand for the key, and nothing else', () => {
    const text = `before\nkey=${Buffer.from(key).toString('base64')}&page=2\nafter ${key}`;
    expect(knowing([key, label]).redact(text)).toBe(
      `before\nkey=‹withheld: held ${label} in encoded form›&page=2\nafter ${label}`,
    );
  });

  it('does not take its markers for secrets', () => {
    const redactor = knowing([key, label], ['held', '‹a bad key: held›'], ['encoded form', '‹words›']);
    const redacted = redactor.redact(encodeURIComponent(`"${key}"`).replaceAll('s', '%73'));
    expect(redacted).toBe(`‹withheld: held ${label} in encoded form›`);
    expect(redactor.finds(redacted)).toEqual([]);
  });

  it('does not take its labels for secrets', () => {
    const redactor = knowing(['CONFORMANCE_API_KEY', label], ['test', '‹a bad key: test›']);
    const redacted = redactor.redact('Api-Key: test, CONFORMANCE_API_KEY');
    expect(redacted).toBe(`Api-Key: ‹a bad key: test›, ${label}`);
    expect(redactor.redact(redacted)).toBe(redacted);
    expect(redactor.finds(redacted)).toEqual([]);
  });
});

describe('finds', () => {
  it('names each secret once, whatever form it is in', () => {
    const other = '4f1d2b8c-93aa-4c57-b0de-6a7e15c2f904';
    const redactor = knowing([key, label], [other, '$CONFORMANCE_OTHER_API_KEY']);
    const hex = Buffer.from(other).toString('hex');
    const found = redactor.finds(`ab ${hex} cd ${key} ${key}`).map((one) => one.label);
    expect(found.toSorted()).toEqual([label, '$CONFORMANCE_OTHER_API_KEY'].toSorted());
  });

  // 1 MiB takes 40 to 90 ms with 40 secrets; what grew with the square of the text would not end within the time limit.
  it('searches large files part by part', () => {
    const redactor = knowing([key, label]);
    const filler = '{"id":"3f1c","note":"ordinary"},\n'.repeat(10_000);
    for (const written of [encodeURIComponent(key), Buffer.from(`:${key}`).toString('base64')])
      expect(redactor.finds(filler + written + filler)).toEqual([{ label }]);
    expect(redactor.finds(filler)).toEqual([]);
    expect(redactor.finds('a'.repeat(2 ** 20))).toEqual([]);
  });

  it('finds a key wherever the parts of a large file meet', () => {
    const redactor = knowing([key, label]);
    for (let before = 2 ** 18 - 40; before < 2 ** 18 + 2 ** 14 + 10; before += 1021) {
      const [spaces, more] = [' '.repeat(before), ' '.repeat(2 ** 15)];
      expect(redactor.finds(`${spaces}${key}${more}`)).toEqual([{ label }]);
      expect(redactor.redact(`${spaces}${key}${more}`)).toBe(`${spaces}${label}${more}`);
    }
  });
});

describe('short secrets', () => {
  const redactor = knowing(['test', '‹bad›'], ['p@ss', '‹sign›']);

  it.each([
    ['as a word', '"test"', '"‹bad›"'],
    ['percent-encoded', 'k=%74e%73t&', '‹withheld: held ‹bad› in encoded form›'],
    ['in JSON escapes', '"\\u0074est"', '‹withheld: held ‹bad› in encoded form›'],
    ['in base64', 'Basic dGVzdA==', 'Basic ‹withheld: held ‹bad› in encoded form›'],
    ['with a sign', '(p@ss)', '(‹sign›)'],
  ])('are found %s', (_, text, redacted) => {
    expect(redactor.redact(text)).toBe(redacted);
  });

  it.each(['testing the latest contest', 'unit-test_1', 'TEST', 't-e-s-t', 'tset'])('are not seen in %j', (text) => {
    expect(redactor.redact(text)).toBe(text);
  });
});

describe('what is no secret stays', () => {
  const redactor = knowing([key, label], ['fsapi_sandbox_secret_key_v1_Zq8Wn3Lk7Tx2Vb9Rm4Cj6Hf1', '$LONG']);

  it.each([
    ['another key of the kind', 'sk_sandbox_Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8'],
    ['the words all keys begin with', 'sk_sandbox_ sk_live_ fsapi_sandbox_secret_key_v1_'],
    ['another key with a long beginning', 'fsapi_sandbox_secret_key_v1_Hh1Jj2Kk3Ll4Mm5Nn6Pp7Qq8'],
    ['those words in base64', Buffer.from('fsapi_sandbox_secret_key_v1_').toString('base64')],
    ['those words in hexadecimal digits', Buffer.from('fsapi_sandbox_secret_key_v1_').toString('hex')],
    ['nineteen characters of its middle', key.slice(12, 31)],
    ['seven characters at its end', key.slice(-7)],
    ['a UUID', '6e2f4c1a-8d3b-4f5e-9a7c-1b2d3e4f5a6b'],
  ])('%s', (_, text) => {
    expect(redactor.finds(text)).toEqual([]);
    expect(redactor.redact(text)).toBe(text);
  });
});

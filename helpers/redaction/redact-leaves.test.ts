import { describe, expect, it } from 'vitest';
import { createRedactor, ownButObserved, ownShape } from './redactor.js';

const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor();
redactor.addSecret(key, '$KEY');
redactor.addSecret('73519264408172653940', '$NUMBER');

describe('redactDeep', () => {
  it('gives the value itself where there is no secret', () => {
    const value = { a: [1, null, { b: 'text', c: false }], d: {} };
    expect(redactor.redactDeep(value)).toBe(value);
  });

  it('redacts strings and member names, and leaves all else as it is', () => {
    const value = { a: [1, `Bearer ${key}`, null], [key]: { [`x ${key}`]: true }, e: undefined };
    expect(redactor.redactDeep(value)).toEqual({ a: [1, 'Bearer $KEY', null], $KEY: { 'x $KEY': true }, e: undefined });
  });

  it('keeps the names of records, even where a key and the sign that a name begins with are another secret', () => {
    const near = createRedactor();
    near.addSecret(key, '$KEY');
    near.addSecret(`${key}h`, '$NEAR');
    const exchange = {
      request: { url: `https://x.example/?key=${key}`, headers: [['a', key]] },
      observation: { h: 1 },
    };
    const clean = near.redactDeep(exchange);
    expect(clean.request.headers).toEqual([['a', '$KEY']]);
    expect(clean.request.url).not.toContain(key);
    expect(near.finds(JSON.stringify(clean))).toEqual([]);
  });

  it('does not change what it was given', () => {
    const value = { key };
    redactor.redactDeep(value);
    expect(value).toEqual({ key });
  });

  it('finds what is spread over the members of an array, or of objects', () => {
    const [first = '', second = '', third = ''] = key.match(/.{1,13}/g) ?? [];
    expect(redactor.redactDeep([first, second, third, 'end'])).toEqual(['$KEY', '$KEY', '$KEY', 'end']);
    expect(redactor.redactDeep([{ part: first }, { part: second }, { part: third }])).toEqual([
      { part: '$KEY' },
      { part: '$KEY' },
      { part: '$KEY' },
    ]);
  });

  it('finds what is written as numbers', () => {
    expect(redactor.redactDeep({ n: [73519264408, 172653940] })).toEqual({ n: ['$NUMBER', '$NUMBER'] });
  });

  it('leaves a name alone that begins as a secret would go on', () => {
    const own = createRedactor();
    own.addSecret(key, '$KEY');
    own.addSecret(`${key}h`, '$LONGER');
    expect(own.redactDeep({ url: `/?key=${key}`, headers: [] })).toEqual({ url: '/?key=$KEY', headers: [] });
  });

  it('leaves names and numbers of our own alone, whatever stands beside them', () => {
    const own = createRedactor();
    own.addSecret(`${key}2048`, '$LONGER');
    const value = { request: key, bodyBytes: 2048, observation: { [key]: { bodyBytes: 2048 } } };
    expect(own.redactDeep(value, new Set(['observation']))).toEqual({
      request: '$LONGER',
      bodyBytes: 2048,
      observation: { $LONGER: { bodyBytes: 2048 } },
    });
    expect(own.redactDeep({ observation: { [key]: [2048] } })).toEqual({ observation: { $LONGER: ['$LONGER'] } });
  });

  it('does not join pieces that were decoded from far apart', () => {
    const own = createRedactor();
    own.addSecret(`x${key}`, '$LONGER');
    const [before, after] = ['this ends in x', key].map((text) => Buffer.from(text).toString('base64'));
    const apart = [before, 'and more '.repeat(20), after];
    expect(own.redactDeep(apart)).toEqual([before, apart[1], '‹withheld: held $LONGER in encoded form›']);
  });

  it('withholds the leaf in which decoding shows the key, in the text of a JSON body too', () => {
    const body = { id: 7, data: Buffer.from(key).toString('base64'), note: `for ${key}`, next: 'page 2' };
    const redacted = { id: 7, data: '‹withheld: held $KEY in encoded form›', note: 'for $KEY', next: 'page 2' };
    expect(redactor.redactDeep({ body })).toEqual({ body: redacted });
    expect(redactor.redactDeep({ body: JSON.stringify(body) })).toEqual({ body: JSON.stringify(redacted) });
    expect(redactor.redactDeep({ body: `x${JSON.stringify(body)}` })).toEqual({
      body: `x${JSON.stringify(redacted)}`,
    });
    // What the target has written is withheld whole, leaf by leaf.
    expect(redactor.redactDeep({ response: { body: `x${JSON.stringify(body)}` } }, ownShape)).toEqual({
      response: { body: '‹withheld: held $KEY›' },
    });
    expect(redactor.redactDeep({ response: { body: JSON.stringify(body) } }, ownShape)).toEqual({
      response: { body: JSON.stringify({ ...redacted, note: '‹withheld: held $KEY›' }) },
    });
  });

  it('withholds each leaf over which an encoded key is spread', () => {
    const [first = '', second = '', third = ''] =
      Buffer.from(key)
        .toString('base64')
        .match(/.{1,18}/g) ?? [];
    const marker = '‹withheld: held $KEY in encoded form›';
    expect(redactor.redactDeep(['begin', first, second, third, 'end'])).toEqual([
      'begin',
      marker,
      marker,
      marker,
      'end',
    ]);
  });

  it('loses no member when two names become one', () => {
    const upper = key.toUpperCase();
    expect(redactor.redactDeep({ [key]: 1, [upper]: 2 })).toEqual({ $KEY: 1, '$KEY (2)': 2 });
  });

  it('keeps a member named __proto__ a member', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"a":"${key}"}}`);
    expect(JSON.stringify(redactor.redactDeep(value))).toBe('{"__proto__":{"a":"$KEY"}}');
  });

  it('reads brackets a hundred thousand deep', () => {
    const value: unknown = JSON.parse(`${'['.repeat(100_000)}"${key}"${']'.repeat(100_000)}`);
    let inner = redactor.redactDeep(value);
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBe('$KEY');
  });

  it('reads a value twice that stands in two places, and refuses one that holds itself', () => {
    const shared = { key };
    expect(redactor.redactDeep([shared, shared])).toEqual([{ key: '$KEY' }, { key: '$KEY' }]);
    const endless: unknown[] = [];
    endless.push({ endless });
    expect(() => redactor.redactDeep(endless)).toThrow(TypeError);
  });
});

describe('redactDeep of our own records', () => {
  it('leaves words of our own, by which records are looked up', () => {
    const value = { id: key, note: key, exchanges: [key, [key]], kind: { id: key, other: key } };
    expect(redactor.redactDeep(value, ownShape)).toEqual({
      ...{ id: key, note: '$KEY', exchanges: [key, [key]] },
      kind: { id: key, other: '$KEY' },
    });
  });

  it('leaves a map of verdicts, to one level', () => {
    const value = { verdicts: { a: key, b: { c: key } }, others: { a: key } };
    expect(redactor.redactDeep(value, ownShape)).toEqual({
      ...{ verdicts: { a: key, b: { c: '$KEY' } }, others: { a: '$KEY' } },
    });
  });

  it('takes what the target has shaped for its own, with names and words', () => {
    const observed = { observation: { id: key, [`a ${key}`]: 1 }, id: key };
    expect(redactor.redactDeep(observed, ownButObserved)).toEqual({
      ...{ observation: { id: '$KEY', '‹withheld: held $KEY›': 1 }, id: key },
    });
    expect(redactor.redactDeep({ observation: [`for ${key}`], note: `for ${key}` }, ownButObserved)).toEqual({
      ...{ observation: ['‹withheld: held $KEY›'], note: 'for $KEY' },
    });
    expect(redactor.redactDeep({ [key]: `for ${key}`, observation: key }, ownShape)).toEqual({
      ...{ [key]: 'for $KEY', observation: '$KEY' },
    });
  });

  it('withholds a response, but for the words that we gave it', () => {
    const response = { id: key, body: `for ${key}`, headers: [['a', `for ${key}`]] };
    expect(redactor.redactDeep({ response }, ownShape)).toEqual({
      response: { id: key, body: '‹withheld: held $KEY›', headers: [['a', '‹withheld: held $KEY›']] },
    });
  });

  it('counts null, a number and a truth value between two parts only where the target has put them there', () => {
    const [first, second] = [key.slice(0, 19), key.slice(19)];
    for (const between of [null, 12, true]) {
      const parts = { x: first, y: between, z: second };
      expect(redactor.redactDeep({ observation: [parts] })).toEqual({ observation: [parts] });
      expect(redactor.redactDeep(parts, ownShape)).toEqual({ x: '$KEY', y: between, z: '$KEY' });
    }
  });
});

describe('redactDeep of values that are no records', () => {
  it('looks into objects without a prototype, and leaves moments and the like as they are', () => {
    const at = new Date(0);
    const bare = Object.assign(Object.create(null), { key, at });
    const redacted = redactor.redactDeep({ bare });
    expect({ ...redacted.bare }).toEqual({ key: '$KEY', at });
    expect(redacted.bare.at).toBe(at);
    expect(redactor.redactDeep([undefined, key])).toEqual([undefined, '$KEY']);
  });

  it('counts names that became one', () => {
    const names = [key, key.toUpperCase(), key.toLowerCase()];
    expect(redactor.redactDeep(Object.fromEntries(names.map((name, at) => [name, at])))).toEqual({
      ...{ $KEY: 0, '$KEY (2)': 1, '$KEY (3)': 2 },
    });
  });

  it('keeps a member named __proto__ beside one that gets another name', () => {
    const value: unknown = JSON.parse(`{"__proto__":1,"${key}":2}`);
    expect(JSON.stringify(redactor.redactDeep(value))).toBe('{"__proto__":1,"$KEY":2}');
  });
});

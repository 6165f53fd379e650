import { expect, test } from 'vitest';
import { expectLinear } from '../../schemas/testing/growth.js';
import { inferSchema } from '../json/infer-schema.js';
import { eventsOf, mediaTypeOf } from './events.js';
import { headerNames } from './headers.js';
import { notified } from './senders.fixture.js';

test('what is made to be large gives a small schema', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`member${'abcdefghij'[at % 10]}x${at}`, at]),
  );
  const deep = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
  const long = { [`x${'y'.repeat(5000)}`]: 1 };
  expect(JSON.stringify(inferSchema([wide, deep, ...varied(300), long])).length).toBeLessThan(1_000_000);
});

test('time grows with the number of bodies, and no faster', () => {
  expectLinear(varied, inferSchema, 32);
});

/** Bodies without a member in common. */
function varied(length: number): object[] {
  const letters = (text: string) => text.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(Array.from({ length: 90 }, (__, name) => [letters(`m_${at % 30}_${at}_${name}`), name])),
  );
}

test('names of headers: always, sometimes, without those of the transport and those that are data', () => {
  const base = { 'x-hub-signature-256': 'a', 'x-forwarded-for': '10.0.0.1', 'user-agent': 'sender' };
  const all = [
    notified({}, { ...base, 'x-attempt': '1' }),
    notified({}, { ...base, 'x-8f3a2c-token': 'a', [`x-${'a'.repeat(70)}`]: 'b' }),
    notified({}, base),
  ];
  expect(headerNames(all)).toEqual({ always: ['user-agent', 'x-hub-signature-256'], sometimes: ['x-attempt'] });
  expect(headerNames(all.slice(2))).toEqual({ always: [], sometimes: ['user-agent', 'x-hub-signature-256'] });
});

test('bodies: JSON with long integers, forms with JSON inside, text, nothing, and what was cut', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  const read = (body: string, headers = {}, cut = false) => eventsOf(notified(body, headers, cut))[0];
  expect(read('{"id":12345678901234567890}')).toMatchObject({ format: 'JSON', value: { id: '12345678901234567890' } });
  expect(read('event=a&payload=%7B%22id%22%3A1%7D', form)).toMatchObject({
    format: 'form',
    value: { event: 'a', payload: { id: 1 } },
  });
  expect(read('event=a')).toMatchObject({ format: 'text', value: undefined, leaves: [] });
  expect(read('')).toMatchObject({ format: 'nothing' });
  expect(read('{"a":1}', {}, true)).toMatchObject({ format: 'text' });
  expect(mediaTypeOf(notified('', form))).toBe('application/x-www-form-urlencoded');
  expect(mediaTypeOf(notified('', { 'content-type': 'application/<script>' }))).toBe('other');
  expect(mediaTypeOf(notified(''))).toBe('none');
});

test('text that is slow to read as JSON is not read', () => {
  expectLinear(
    (size) => notified(`1234567890123456${'"\\'.repeat(size)}`),
    (notification) => eventsOf({ ...notification }),
  );
});

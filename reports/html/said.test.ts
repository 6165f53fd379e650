import { expect, test } from 'vitest';
import { html } from './markup.js';
import { coded, said } from './said.js';

const source = (text: string) => html`${coded(text)}`.source;

test.each([
  ['Set CONFORMANCE_REVOKED_KEY.', 'Set <code>CONFORMANCE_REVOKED_KEY</code>.'],
  ['Give --only LIMIT-02.', 'Give <code>--only</code> LIMIT-02.'],
  ['as text/plain and without Content-Type', 'as <code>text/plain</code> and without <code>Content-Type</code>'],
  ['400 has _extra.code, id and name.', '400 has <code>_extra.code</code>, <code>id</code> and <code>name</code>.'],
  ['The answer has id, email and 3 more.', 'The answer has <code>id</code>, <code>email</code> and 3 more.'],
  ['401 has no JSON body.', '401 has no JSON body.'],
  ['Member "data[].id" is gone', 'Member <code>data[].id</code> is gone'],
  ['it adds x-request-id; OPTIONS /accounts', 'it adds <code>x-request-id</code>; OPTIONS <code>/accounts</code>'],
  ['A well-formed e-mail address. TLSv1.3, 2.5 s.', 'A well-formed e-mail address. TLSv1.3, 2.5 s.'],
  ['<b>a.b</b>', '&lt;b&gt;<code>a.b</code>&lt;/b&gt;'],
])('%s', (text, markup) => {
  expect(source(text)).toBe(markup);
});

test('several statements become a list', () => {
  expect(html`${said('One. Two.', 100)}`.source).toBe('<ul class="said"><li>One.</li><li>Two.</li></ul>');
  expect(html`${said('One.', 100)}`.source).toBe('One.');
});

test('a megabyte of what looks like names is read at once', () => {
  const began = performance.now();
  for (const word of ['a_', 'a.', 'x-a-', 'Aa-', '--a', '/a']) coded(word.repeat(100_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});

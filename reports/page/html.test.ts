import { expect, test } from 'vitest';
import { html } from './html.js';

test('text is escaped, markup is not, and text cannot end the attribute that it stands in', () => {
  expect(html`<p>${'<b>'}${html`<i>${'&'}</i>`}</p>`.source).toBe('<p>&#60;b&#62;<i>&#38;</i></p>');
  expect(html`<p title="${`"'\``}">`.source).toBe('<p title="&#34;&#39;&#96;">');
  expect(html`<p>${'YQ=='}${'b'}</p>`.source).toBe('<p>YQ==b</p>');
});

test('an attribute wants quotes, and text in them', () => {
  expect(() => html`<p title=${'x'}>`).toThrow('quotes');
  expect(() => html`<p title="${html`<b>`}">`).toThrow('text, not markup');
});

test('invisible characters become visible', () => {
  expect(html`${'a\u202eb\u0000'}`.source).toBe('a[U+202E]b[U+0000]');
});

test('undefined and false give no text, zero gives 0, lists are joined, and what only looks like markup is none', () => {
  expect(html`${undefined}${false}${0}${['a', ['b', html`<br>`]]}`.source).toBe('0ab<br>');
  const forged = JSON.parse('{"source":"<script>"}');
  expect(() => html`${forged}`.source).toThrow();
});

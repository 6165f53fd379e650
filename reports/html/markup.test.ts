import { expect, test } from 'vitest';
import { html } from './markup.js';

test('text is escaped, markup is not', () => {
  expect(html`<p>${'<b>'}${html`<i>${'&'}</i>`}</p>`.source).toBe('<p>&lt;b&gt;<i>&amp;</i></p>');
});

test('text cannot end the attribute that it stands in', () => {
  expect(html`<p title="${`"'\``}">`.source).toBe('<p title="&quot;&#39;&#96;">');
});

test('an attribute without quotes is refused', () => {
  expect(() => html`<p title=${'x'}>`).toThrow('quotes');
});

test('what is unseen is shown', () => {
  expect(html`${'a\u202eb\u0000'}`.source).toBe('a[U+202E]b[U+0000]');
});

test('nothing is nothing, zero is zero, lists are joined', () => {
  expect(html`${undefined}${false}${0}${['a', ['b', html`<br>`]]}`.source).toBe('0ab<br>');
});

test('an object that only looks like markup is text', () => {
  const forged = JSON.parse('{"source":"<script>"}');
  expect(() => html`${forged}`.source).toThrow();
});

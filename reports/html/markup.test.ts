import { expect, test } from 'vitest';
import { html } from './markup.js';

test('text is escaped, markup is not', () => {
  expect(html`<p>${'<b>'}${html`<i>${'&'}</i>`}</p>`.source).toBe('<p>&lt;b&gt;<i>&amp;</i></p>');
});

test('text cannot end the attribute that it stands in', () => {
  expect(html`<p title="${`"'\``}">`.source).toBe('<p title="&quot;&#39;&#96;">');
});

test('between tags quotes stay as they are', () => {
  expect(html`<p title="${'"'}">${'"\'`<'}</p>`.source).toBe(`<p title="&quot;">"'\`&lt;</p>`);
});

test('an attribute that is made apart from its tag is escaped as one', () => {
  expect(html`<p${html` title="a ${'"'}" lang="${'"'}"`}>`.source).toBe('<p title="a &quot;" lang="&quot;">');
});

test('markup does not go into an attribute', () => {
  expect(() => html`<p title="${html`${'"'}`}">`).toThrow('text, not markup');
  expect(html`<p${html` class="x"`} title="${'y'}">`.source).toBe('<p class="x" title="y">');
});

test('an attribute without quotes is rejected', () => {
  expect(() => html`<p title=${'x'}>`).toThrow('quotes');
});

test('a text that ends in an equals sign is no attribute', () => {
  expect(html`<p>${'YQ=='}${'b'}</p>`.source).toBe('<p>YQ==b</p>');
});

test('invisible characters become visible', () => {
  expect(html`${'a\u202eb\u0000'}`.source).toBe('a[U+202E]b[U+0000]');
});

test('undefined and false give no text, zero gives 0, lists are joined', () => {
  expect(html`${undefined}${false}${0}${['a', ['b', html`<br>`]]}`.source).toBe('0ab<br>');
});

test('an object that only looks like markup is text', () => {
  const forged = JSON.parse('{"source":"<script>"}');
  expect(() => html`${forged}`.source).toThrow();
});

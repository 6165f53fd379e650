import { property, assert as proven, string } from 'fast-check';
import { openSync } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { brief, held, shown } from './glyphs.js';
import { fontFiles } from './print.js';

const isHeld = new RegExp(`^[${held}]$`, 'u');
const characters = Array.from({ length: 0x30000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const known = characters.filter((character) => isHeld.test(character));

describe.each(Object.entries(fontFiles))('the font %s', (_, file) => {
  const font = openSync(file);
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a font of one face was expected');

  test('draws every character of the table', () => {
    const missing = known.filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      return !font.hasGlyphForCodePoint(code) || font.glyphForCodePoint(code).id === 0;
    });
    expect(missing).toEqual([]);
  });

  test('draws none of them as nothing, but the two spaces', () => {
    const blank = known.filter((character) => {
      const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
      return glyph.path.commands.length === 0;
    });
    expect(blank).toEqual([' ', '\u{a0}']);
  });
});

test.each([
  ['Latin', 'AZaz09 ÀÿŁőŠžĞıȘțẞ'.replace('ẞ', ''), 0xc0, 0x17e],
  ['Greek', 'ΑΩαωάΐϋώ', 0x3b1, 0x3c9],
  ['Cyrillic', 'АЯаяЁёЇїЄєЈјЉљЂђЎўҐґ', 0x400, 0x45f],
])('the table holds %s', (_, sample, from, to) => {
  const letters = [...sample, ...Array.from({ length: to - from + 1 }, (__, at) => String.fromCodePoint(from + at))];
  expect(letters.filter((letter) => !isHeld.test(letter))).toEqual([]);
});

test.each([
  ['what the fonts do not draw', '中文 é', '‹U+4E2D›‹U+6587› é'],
  ['what lies beyond sixteen bits', '😀', '‹U+1F600›'],
  ['a tick, which Roboto lacks', '✓', '‹U+2713›'],
  ['a mark on top of a letter', 'e\u{301}', 'e‹U+0301›'],
  ['a space of no width', 'a\u{200b}b', 'a[U+200B]b'],
  ['a space of another width', 'a\u{2003}b', 'a‹U+2003›b'],
  ['what turns the direction round', 'a\u{202e}b', 'a[U+202E]b'],
  ['half a character', 'a\u{d800}b', 'a[U+D800]b'],
  ['the sign for what was lost', '\u{fffd}', '‹U+FFFD›'],
])('%s is shown as its code point', (_, text, described) => {
  expect(shown(text)).toBe(described);
  expect(shown(described)).toBe(described);
});

test('whatever is shown, the fonts draw, and shown again it stays', () => {
  const all = new RegExp(`^[\\n\\t${held}]*$`, 'u');
  for (let at = 0; at < characters.length; at += 1_000) {
    const described = shown(characters.slice(at, at + 1_000).join(''));
    expect(all.test(described) && shown(described) === described, String(at)).toBe(true);
  }
});

describe('a text that is cut', () => {
  test('has at most the given length as shown, and states the length of the whole', () => {
    proven(
      property(string({ unit: 'binary', minLength: 51, maxLength: 400 }), (text) => {
        const described = brief(text, 50, 3);
        return described.length <= 50 + '… (400 characters in all)'.length && described.split('\n').length <= 3;
      }),
    );
    expect(brief('w'.repeat(1_000_000), 10)).toBe('wwwwwwwwww… (1,000,000 characters in all)');
    expect(brief('a\nb\nc', 10, 2)).toBe('a\nb… (5 characters in all)');
    expect(brief('a\nb', 10, 2)).toBe('a\nb');
  });
});

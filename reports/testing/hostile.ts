import type { Report } from '../../schemas/types.js';
import { type Sample, sample } from './sample.js';

/** What a target may put anywhere in order to be acted upon by a reader's tools. */
export const hostile: Readonly<Record<string, string>> = {
  escape: '\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;https://x.example\u0007\u009b2J\u0090q\u009c',
  controls: 'a\u0000b\u0008\u000b\u000c\u007f\u0085c\r\rd\ud800e\udc00f\uffffg\ufffeh',
  bidi: 'a\u202eb\u2066c\u2069\u200f\u061cd\u2028e\u2029f\u200bg\ufeffh\u{e0041}i',
  script: '</script></style></title></pre><script>alert(1)</script>',
  attribute: `"><img src=x onerror=alert(1)> ' onmouseover='alert(1)' \` x=\``,
  comment: '--><!-- ]]> <![CDATA[ <?xml version="1.0"?> <!DOCTYPE x [<!ENTITY y "z">]> &y; &lt; &#0;',
  markdown:
    '| a | b |\n# head\n- [x](javascript:alert(1)) ![i](https://x.example/i.png) `code` ``` *b* _c_ ~~d~~ @all #1',
  html: '<details open><summary>x</summary><h1>Conformant</h1></details><a href="https://x.example">y</a>',
  address: 'javascript:alert(1)//https://x.example www.x.example x@x.example',
};

/** What nobody sees and parsers stumble on: none of it may stand in a file that is shown to people. */
export const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** All of it as one word; characters come first, since some places show only the start of a text. */
export const allHostile = Object.values(hostile).join(' ');

/** Members whose values are this suite's own words, or are looked up and never shown as they come. */
const own = new Set([
  ...'schemaVersion id area basis verdict since startedAt finishedAt environment exchanges'.split(' '),
  // The kinds of a decision have headings of their own, and a method has to be one for a HAR to be one.
  ...'profile consequence kind expires method verdicts tenant'.split(' '),
]);

/** The sample with a word in every place that is not the suite's own. */
export const poisoned = (word: string): Sample =>
  rewritten(sample(), (text, names) => (names.some((name) => own.has(name)) ? text : word));

const reachable = new Set([
  ...'found reason sentence sent expected received control again at before now differences identity'.split(' '),
  ...'headers body url purpose fault httpVersion'.split(' '),
]);

const flood = <T>(value: T, next: () => string): T =>
  rewritten(value, (text, names) => (names.some((name) => reachable.has(name)) ? next() : text));

export function flooded(word: string): Sample {
  const { report, evidence } = sample();
  return flood({ report, evidence: evidence.slice(0, 5) }, () => word);
}

export const floodedBy = (next: () => string): Report => flood(sample().report, next);

/** A value with other texts, each written by the names that lead to it. */
function rewritten<T>(value: T, write: (text: string, names: readonly string[]) => string, names: string[] = []): T {
  if (typeof value === 'string') return write(value, names) as T;
  if (Array.isArray(value)) return value.map((item) => rewritten(item, write, names)) as T;
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [name, rewritten(member, write, [...names, name])]);
  return Object.fromEntries(members);
}

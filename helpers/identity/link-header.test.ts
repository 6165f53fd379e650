import { expect, test } from 'vitest';
import { linkTo } from './link-header.js';

test.each([
  ['a relation without quotes', '</accounts?page=2>;rel=next', '/accounts?page=2'],
  ['several', '</a>; rel="first", </b>; rel=next,</c>;rel=next', '/b'],
  ['a relation of several values', '</a>; rel="prev  Next"', '/a'],
  ['commas and semicolons in an address', '</a?ids=1,2;x=3>; rel=next', '/a?ids=1,2;x=3'],
  ['quoted links', String.raw`</a>; title="1, \"<2>\""; rel="next", </b>`, '/a'],
  ['space around everything', '< /a > ; rel = "next" ; title* = UTF-8\'\'x', ' /a '],
  ['a parameter without a value', '</a>; crossorigin; rel=next', '/a'],
  ['the name of a parameter in capitals', '</a>; REL=NEXT', '/a'],
  ['a second rel, which counts for nothing', '</a>; rel=prev; rel=next', undefined],
  ['a longer relation', '</a>; rel=nextpage', undefined],
  ['a title', '</a>; title="rel=next"', undefined],
])('the next link of a header (RFC 8288): %s', (_, header, next) => {
  expect(linkTo('next', header)).toBe(next);
});

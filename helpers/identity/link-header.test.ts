import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../schemas/testing/growth.js';
import { linksOf, linkTo } from './link-header.js';

describe('the links of a header (RFC 8288)', () => {
  test.each<[name: string, header: string, links: Record<string, string>]>([
    ['one', '</accounts?page=2>; rel="next"', { '/accounts?page=2': 'next' }],
    ['a relation without quotes', '</accounts?page=2>;rel=next', { '/accounts?page=2': 'next' }],
    ['several', '</a>; rel="first", </b>; rel=next,</c>;rel=last', { '/a': 'first', '/b': 'next', '/c': 'last' }],
    ['a relation of several values', '</a>; rel="prev  Next"', { '/a': 'prev next' }],
    ['commas and semicolons in an address', '</a?ids=1,2;x=3>; rel=next', { '/a?ids=1,2;x=3': 'next' }],
    ['quoted links', String.raw`</a>; title="1, \"<2>\"; rel=last"; rel="next", </b>`, { '/a': 'next', '/b': '' }],
    ['space around everything', '< /a > ; rel = "next" ; title* = UTF-8\'\'x', { ' /a ': 'next' }],
    ['a parameter without a value', '</a>; crossorigin; rel=next', { '/a': 'next' }],
    ['the name of a parameter in capitals', '</a>; REL=NEXT', { '/a': 'next' }],
    ['a second rel, which counts for nothing', '</a>; rel=prev; rel=next', { '/a': 'prev' }],
    ['no link', 'rel=next', {}],
    ['nothing', '', {}],
  ])('%s', (_, header, links) => {
    const found = linksOf(header).map(({ target, relations }) => [target, relations.join(' ')]);
    expect(Object.fromEntries(found)).toEqual(links);
  });

  test('the first link of a relation is taken', () => {
    expect(linkTo('next', '</a>; rel=nextpage, </b>; rel="next", </c>; rel=next')).toBe('/b');
    expect(linkTo('next', '</a>; title="rel=next"')).toBeUndefined();
  });
});

describe('a header that a service sends to slow the suite down', () => {
  test.each<[name: string, part: string, end?: string]>([
    ['opening brackets and one that closes', '<', '>'],
    ['semicolons', ';', '<>'],
    ['parameters', '<>;rel="'],
  ])('%s: time grows with their number', (_, part, end = '') => {
    expectLinear((times) => part.repeat(times) + end, linksOf);
    expectLinear((times) => `</a>;title="${part.repeat(times)}${end}`, linksOf);
  });
});

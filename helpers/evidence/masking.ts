import { STATUS_CODES } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import { isNamedByData } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { parseJson } from '../json/parse-json.js';

/** How deep a body's structure is shown. */
const deepest = 32;

/** Headers whose values describe behaviour, so that they stay where values are withheld. */
const plain =
  /^(content-(type|length|encoding|language)|date|server|cache-control|connection|keep-alive|transfer-encoding|vary|allow|retry-after|(x-)?ratelimit.*|strict-transport-security|access-control-.*|www-authenticate|accept.*|user-agent|host|deprecation|sunset)$/i;

/** What of a masked response stays, and what tells the rest apart. */
export interface KnownValues {
  /** Values that stand in the evidence already. */
  readonly values: ReadonlySet<string>;
  /** Whether the value that leads to the next page stays: the next request shows it. */
  readonly showsNext: boolean;
  /** The same for equal values, and not to be computed by who has the evidence. */
  digest(value: string): string;
}

/** Fewest characters of a known value that stays where it is a part of a text. */
const shortestPart = 6;

/**
 * The structure of a body with its values withheld: members, types and lengths stay.
 * @param known with it, identities that the evidence holds stay too, and short values beside them; others get a digest
 */
export function shapeOf(body: string, known?: KnownValues): string {
  if (body === '') return '';
  const { json } = parseJson(body);
  const mask = createMask(body, known);
  if (json !== undefined) return JSON.stringify(withheld(json, { mask, depth: 0, isKnown: false }));
  return known ? mask.text('text', body) : `‹text of ${body.length} characters›`;
}

/** What stands in the place of values. */
interface Mask {
  readonly known?: KnownValues | undefined;
  readonly identities: ReadonlySet<string>;
  text(kind: 'text' | 'name' | 'number', value: string): string;
}

function createMask(whole: string, known: KnownValues | undefined): Mask {
  const held = [...(known?.values ?? [])].filter(
    (value) => value.length >= shortestPart && whole.includes(value) && isNamedByData(value),
  );
  const escaped = held.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const inText = held.length > 0 ? new RegExp(`(?<![A-Za-z0-9])(${escaped.join('|')})(?![A-Za-z0-9])`) : undefined;
  const marker = (kind: string, value: string) => {
    const length = kind === 'number' ? '' : ` ${value.length}`;
    return `‹${kind}${length}${known ? ` ${known.digest(value)}` : ''}›`;
  };
  return {
    known,
    identities: new Set(held),
    text: (kind, value) =>
      inText?.test(value)
        ? value
            .split(inText)
            .map((part, at) => (at % 2 === 1 || part === '' ? part : marker(kind, part)))
            .join('')
        : marker(kind, value),
  };
}

/** @param of whether the value is part of a record that the evidence holds, so that what is equal is the record's own */
function withheld(value: unknown, of: { mask: Mask; depth: number; isKnown: boolean }): unknown {
  const { mask, depth } = of;
  if (depth > deepest) return '‹deeper›';
  if (Array.isArray(value)) return value.map((item) => withheld(item, { ...of, depth: depth + 1 }));
  if (value !== null && typeof value === 'object') {
    const isKnown = of.isKnown || Object.values(value).some((item) => mask.identities.has(String(item)));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        isNamedByData(name) ? mask.text('name', name) : name,
        mask.known && isOfPaging(name, item, mask.known) ? item : withheld(item, { mask, depth: depth + 1, isKnown }),
      ]),
    );
  }
  if (of.isKnown && mask.known?.values.has(String(value))) return value;
  if (typeof value === 'string') return mask.text('text', value);
  return typeof value === 'number' ? mask.text('number', String(value)) : value;
}

/** How many there are of something is nobody's data. Where the next page begins may be. */
function isOfPaging(name: string, value: unknown, { showsNext }: KnownValues): boolean {
  const words = wordsOf(name);
  const isNext = showsNext && words.some((word) => word === 'next' || (word === 'cursor' && typeof value === 'string'));
  if (typeof value === 'number') return isNext || words.some((word) => /^(totals?|count|pages?|offset)$/.test(word));
  return typeof value === 'string' && isNext;
}

/** Words, versions, short numbers and dates, with what separates them: `max-age=60, private`, `nginx/1.25.3`. */
const separators = /[\s,;=:/"'()*+.-]+/;
const isWord = (word: string) => /^\d{1,10}$/.test(word) || !isNamedByData(word);

/** @param own headers of ours, which a service may repeat */
function isPlain(name: string, value: string, own: readonly string[]): boolean {
  if (own.some((one) => one.toLowerCase() === name.toLowerCase())) return true;
  return plain.test(name) && !value.includes('@') && value.split(separators).every(isWord);
}

/**
 * Headers, with values that may be data withheld: of a header that describes behaviour only what is no plain word.
 * @param own names of the headers that the specification has
 */
export function shapeOfHeaders(
  headers: readonly Header[],
  own: Readonly<Record<string, string>>,
  known?: KnownValues,
): Header[] {
  const names = Object.values(own);
  const mask = createMask(headers.flat().join('\n'), known);
  return headers.map(([name, value]) => [
    isNamedByData(name) ? mask.text('name', name) : name,
    isPlain(name, value, names) ? value : mask.text('text', value),
  ]);
}

/** A reason phrase: the usual one of its status, or its length. */
export function shapeOfReason(status: number, reason: string): string {
  return reason === '' || reason === STATUS_CODES[status] ? reason : `‹text ${reason.length}›`;
}

/** Stands for a value that a request took from a response, where the evidence holds no values of responses. */
const fromResponse = '‹from a response›';

/** What a request sends, and what of it comes from a response. */
interface Sending {
  readonly raw: { readonly path: string; readonly headers: readonly Header[] };
  readonly change: {
    readonly taken?: readonly string[];
    readonly parameters?: Readonly<Record<string, string>>;
    readonly headers?: readonly Header[];
  };
}

/**
 * A request as evidence, reports and curl lines may show it. Where the evidence holds no values (`--evidence shape` or
 * `none`), the values of its path, query and headers that come from a response are masked, whatever their length.
 */
export function withoutTaken(evidence: 'full' | 'shape' | 'none', { change, raw }: Sending): Sending['raw'] {
  const taken = new Set([...(change.taken ?? []), ...Object.values(change.parameters ?? {})]);
  taken.delete('');
  if (evidence === 'full' || taken.size === 0) return raw;
  return { path: maskedPath(raw.path, taken), headers: maskedHeaders(raw.headers, change.headers ?? [], taken) };
}

/** The address of a shown request: escapes what stands for a value no more than any other label. */
export function shownUrl(base: URL, path: string): string {
  return new URL(base.href + path).href.replaceAll(encodeURI(fromResponse), fromResponse);
}

/** The text of a body without the values that come from a response. */
export function bodyWithoutTaken(text: string, taken: ReadonlySet<unknown>): string {
  const masked = JSON.stringify(fromResponse);
  return [...taken].reduce<string>((rest, value) => rest.replaceAll(JSON.stringify(value), masked), text);
}

function maskedPath(path: string, taken: ReadonlySet<string>): string {
  const masked = (part: string) => (taken.has(part) || taken.has(decoded(part)) ? fromResponse : part);
  const [address = '', ...query] = path.split('?');
  const parts = address.split('/').map(masked).join('/');
  if (query.length === 0) return parts;
  const pairs = query.join('?').split('&');
  return `${parts}?${pairs.map((pair) => pair.split(/=(.*)/s, 2).map(masked).join('=')).join('&')}`;
}

/** Only what the change gives: keys, tenant ids and idempotency keys are the suite's own. */
function maskedHeaders(
  headers: readonly Header[],
  given: readonly Header[],
  taken: ReadonlySet<string>,
): readonly Header[] {
  const longestFirst = [...taken].sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`(?<![^=;,\\s"])(?:${escaped.join('|')})(?![^;,\\s"])`, 'g');
  return headers.map((header) =>
    given.includes(header) ? [header[0], header[1].replace(whole, fromResponse)] : header,
  );
}

/** The value of a part of an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

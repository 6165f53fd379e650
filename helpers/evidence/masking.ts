import { STATUS_CODES } from 'node:http';
import type { Header } from '../../schemas/exchange.js';
import { isNamedByData } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { parseJson } from '../json/parse-json.js';

/** How deep a body's structure is shown. */
const deepest = 32;

/** Headers whose values describe behaviour, so that they stay where values are withheld. */
const plain =
  /^(content-(type|length|encoding|language)|date|server|cache-control|connection|keep-alive|transfer-encoding|vary|allow|retry-after|(x-)?ratelimit.*|strict-transport-security|access-control-.*|www-authenticate|accept.*|user-agent|host|api-key|x-tenant-id|idempotency-key|deprecation|sunset)$/i;

/** What of a masked response stays, and what tells the rest apart. */
export interface KnownValues {
  /** Values that stand in the evidence already. */
  readonly values: ReadonlySet<string>;
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
  const { json, isJson } = parseJson(body);
  const mask = createMask(body, known);
  if (isJson && json !== undefined) return JSON.stringify(withheld(json, { mask, depth: 0, isKnown: false }));
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
        mask.known && isOfPaging(name, item) ? item : withheld(item, { mask, depth: depth + 1, isKnown }),
      ]),
    );
  }
  if (of.isKnown && mask.known?.values.has(String(value))) return value;
  if (typeof value === 'string') return mask.text('text', value);
  return typeof value === 'number' ? mask.text('number', String(value)) : value;
}

/** How many there are of something is nobody's data, nor is where the next page begins, which the next request shows. */
function isOfPaging(name: string, value: unknown): boolean {
  const words = wordsOf(name);
  if (typeof value === 'number') return words.some((word) => /^(totals?|count|pages?|offset|next)$/.test(word));
  return typeof value === 'string' && words.some((word) => /^(next|cursor)$/.test(word));
}

/** Headers of ours that a service may repeat. */
const ours = /^(api-key|x-tenant-id|idempotency-key)$/i;
/** Words, versions, short numbers and dates, with what separates them: `max-age=60, private`, `nginx/1.25.3`. */
const separators = /[\s,;=:/"'()*+.-]+/;
const isWord = (word: string) => /^\d{1,10}$/.test(word) || !isNamedByData(word);

function isPlain(name: string, value: string): boolean {
  if (!plain.test(name)) return false;
  return ours.test(name) || (!value.includes('@') && value.split(separators).every(isWord));
}

/** Headers, with values that may be data withheld: of a header that describes behaviour only what is no plain word. */
export function shapeOfHeaders(headers: readonly Header[], known?: KnownValues): Header[] {
  const mask = createMask(headers.flat().join('\n'), known);
  return headers.map(([name, value]) => [
    isNamedByData(name) ? mask.text('name', name) : name,
    isPlain(name, value) ? value : mask.text('text', value),
  ]);
}

/** A reason phrase: the usual one of its status, or its length. */
export function shapeOfReason(status: number, reason: string): string {
  return reason === '' || reason === STATUS_CODES[status] ? reason : `‹text ${reason.length}›`;
}

import { bracketed, code, unmarked } from '../../schemas/marked.js';
import { writes } from '../../schemas/operation.js';
import type { Sent } from '../../schemas/types.js';
import { withoutTaken } from '../evidence/masking.js';
import { ordinary } from '../evidence/size-limits.js';
import { parseJson } from '../json/parse-json.js';
import { context } from './context.js';
import type { BuiltRequest, Response } from './message.js';
import type { RawResponse } from './transport.js';

export function makeResponse(
  request: BuiltRequest,
  { status, headers: received, body: text, cut }: RawResponse,
  about: Pick<Response, 'exchange' | 'durationMs' | 'again' | 'alone'>,
  parsed: Pick<Response, 'text' | 'json' | 'isJson'> = { text, ...parseJson(text) },
): Response {
  const headers = new Map<string, string>();
  for (const [name, value] of received) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return { request, status, headers, cut, ...parsed, ...about };
}

/** A response to be kept to the end of the run: of a large one the beginning, without its value. */
export function brief(response: Response): Response {
  if (response.text.length <= ordinary) return response;
  // Through bytes: a slice of a string would keep the whole of it.
  return { ...response, text: Buffer.from(response.text.slice(0, 1024)).toString(), json: undefined };
}

/** `success` of standard HTTP: any 2xx. */
export function isSuccess(response: Response): boolean {
  return response.status >= 200 && response.status < 300;
}

/** A success of a creation, whatever the request changed, except its method. @param resource of what; of anything unless given */
export function isCreation(response: Response, resource = response.request.operation.resource): boolean {
  const { operation, raw: outgoing } = response.request;
  const isOfIt = writes(operation) && operation.resource === resource;
  return isOfIt && isSuccess(response) && outgoing.method === operation.method;
}

/** A rejection of the request: any 4xx but 401, which is about the key, and 429, which counts as a transport error. */
export function isRejection(response: Response): boolean {
  return response.status >= 400 && response.status < 500 && response.status !== 401 && response.status !== 429;
}

/** An error of the service: 502, 503 and 504, which count as transport errors, never become a response. */
export function isServerError(response: Response): boolean {
  return response.status >= 500;
}

/** A rejection of the content: not one that says that the operation does not exist (404, 405). */
export function isRejectionOfContent(response: Response): boolean {
  return isRejection(response) && response.status !== 404 && response.status !== 405;
}

/** Whether a rejection says that the first try of a write is still under way (RFC 9110, 15.5.10; RFC 4918; RFC 8470). */
export function isUnderWay({ status }: Response): boolean {
  return status === 409 || status === 423 || status === 425;
}

/** Whether the media type is JSON or one built on it (RFC 6839, 3.1). */
export function hasJsonType(response: Response): boolean {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^[\w.!#$&^+-]+\/[\w.!#$&^+-]+\+json$/.test(type);
}

/** The request of a response, for a sentence. */
export function describeResponse(response: Response): string {
  return describeRequest(response.request);
}

/** A request for a sentence, its method and path marked as code: `POST /customers` without a key. */
export function describeRequest(built: BuiltRequest): string {
  const { request, change } = sentOf(built);
  return change === undefined ? code(request) : `${code(request)} ${bracketed(unmarked(change))}`;
}

/** A request as reports show it: method and path, and how it differs from a valid one. */
export function sentOf(built: BuiltRequest): Sent {
  const { operation, change, raw } = built;
  const path =
    change.path === undefined
      ? operation.path
      : // A key in it goes now: what follows the path in a sentence could be read as more of it.
        `/${context().redactor.redact(String(withoutTaken(context().configuration.evidence, built).path.split('?', 1)))}`;
  const request = `${raw.method} ${path}`;
  return change.purpose === undefined ? { request } : { request, change: change.purpose };
}

/** Characters of a response that a sentence quotes. */
const longestQuote = 300;

/**
 * The target's own words about a rejection, as a sentence; empty where it gave none. Where no values of responses are
 * kept, they are none of a sentence either: it names the command that shows them.
 */
export function inItsWords({ text, isJson }: Response): string {
  if (text.trim() !== '' && context().configuration.evidence !== 'full')
    return ` ${code('doctor')} shows the target’s own words.`;
  const words = (isJson ? text : withoutMarkup(text)).replace(/\s+/g, ' ').trim();
  if (words === '') return '';
  return ` The target says: ${code(words.length > longestQuote ? `${words.slice(0, longestQuote)}…` : words)}`;
}

/** The text of a page. Each expression reads it once: a service may send any text. */
function withoutMarkup(page: string): string {
  const shown = page.split(/<\/(?:script|style)>/i).map((part) => part.replace(/<(?:script|style)\b.*$/is, ' '));
  return shown.join(' ').replace(/<[^<>]*>/g, ' ');
}

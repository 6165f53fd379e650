import { byKey } from '../../schemas/common/by-key.js';
import { bracketed, code, unmarked } from '../../schemas/marked.js';
import { writes } from '../../schemas/operation.js';
import type { Sent } from '../../schemas/types.js';
import { withoutTaken } from '../evidence/masking.js';
import { ordinary } from '../evidence/size-limits.js';
import { context } from './context.js';
import type { BuiltRequest, Response } from './message.js';
import type { RawResponse } from './transport.js';

export function makeResponse(
  request: BuiltRequest,
  { status, headers: received, cut }: RawResponse,
  about: Omit<Response, 'request' | 'status' | 'headers' | 'cut'>,
): Response {
  const values = byKey(received.map(([name, value]) => [name.toLowerCase(), value]));
  const headers = new Map([...values].map(([name, all]) => [name, all.join(', ')]));
  return { request, status, headers, cut, ...about };
}

/** What the run keeps of a large response: its beginning, without its value. */
export function brief(response: Response): Response {
  if (response.text.length <= ordinary) return response;
  // Through bytes: a slice of a string would keep the whole of it.
  return { ...response, text: Buffer.from(response.text.slice(0, 1024)).toString(), json: undefined };
}

export const isSuccess = ({ status }: Response) => status >= 200 && status < 300;

/** A success of a creation, whatever the request changed, except its method. */
export function isCreation(response: Response, resource = response.request.operation.resource) {
  const { operation, raw } = response.request;
  return writes(operation) && operation.resource === resource && isSuccess(response) && raw.method === operation.method;
}

/** Any 4xx but 401, which is about the key, and 429, which counts as a transport error. */
export const isRejection = ({ status }: Response) => status >= 400 && status < 500 && status !== 401 && status !== 429;

export const isRejectionOfContent = (response: Response) =>
  isRejection(response) && ![404, 405].includes(response.status);

/** An error of the service: 502, 503 and 504 never become a response. */
export const isServerError = ({ status }: Response) => status >= 500;

/** Whether a rejection says that the first try of a write is under way (RFC 9110, 15.5.10; RFC 4918; RFC 8470). */
export const isUnderWay = ({ status }: Response) => [409, 423, 425].includes(status);

/** Whether the media type is JSON or one built on it (RFC 6839, 3.1). */
export function hasJsonType(response: Response) {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^[\w.!#$&^+-]+\/[\w.!#$&^+-]+\+json$/.test(type);
}

export const describeResponse = ({ request }: Response) => describeRequest(request);

export const returned = (response: Response) => `${describeResponse(response)} returned ${response.status}`;

/** A request for a sentence: `POST /customers` without a key. */
export function describeRequest(built: BuiltRequest) {
  const { request, change } = sentOf(built);
  return change === undefined ? code(request) : `${code(request)} ${bracketed(unmarked(change))}`;
}

export function sentOf(built: BuiltRequest): Sent {
  const { operation, change, raw } = built;
  const request = `${raw.method} ${change.path === undefined ? operation.path : shownPath(built)}`;
  return change.purpose === undefined ? { request } : { request, change: change.purpose };
}

/** Redacted here: what follows the path in a sentence could be read as more of a key. */
function shownPath(built: BuiltRequest) {
  const { redactor, configuration } = context();
  const [path = ''] = withoutTaken(configuration.evidence, built).path.split('?', 1);
  return `/${redactor.redact(path)}`;
}

/** The target's own words, if any, as a sentence; if evidence has no values, the command that shows them. */
export function inItsWords({ text }: Response) {
  const words = text.replace(/\s+/g, ' ').trim();
  if (words === '') return '';
  if (context().configuration.evidence !== 'full') return ` ${code('doctor')} shows the target’s own words.`;
  return ` The target says: ${code(words.length > 300 ? `${words.slice(0, 300)}…` : words)}`;
}

/** Headers that differ between responses, whatever they are about. */
export const changingHeaders =
  /^(date|etag|age|last-modified|content-length|location|set-cookie|retry-after)$|id$|time|trace|limit/;

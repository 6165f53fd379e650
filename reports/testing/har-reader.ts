import type { Exchange, Header } from '../../schemas/exchange.js';
import type { Evidence, EvidenceEntry, EvidenceHeaders } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { readJson } from '../text/read-json.js';

/**
 * The inverse of `renderHar`: the exchanges as they were recorded, and the run that they are of. Nothing that a renderer
 * looks at is lost on the way.
 * @param text the content of evidence.har
 * @throws SyntaxError for what is no HAR, or none of this suite; its message is a clause that names the place, never a value
 */
export function readHar(text: string): { run: string; evidence: readonly Exchange[] } {
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    throw new SyntaxError(`it ${(error as SyntaxError).message}`);
  }
  const valid = validator('evidence');
  if (!valid(value)) throw new SyntaxError(complaint(valid.errors));
  const { _run, entries } = (value as Evidence).log;
  return { run: _run, evidence: entries.map(exchange) };
}

function exchange(entry: EvidenceEntry): Exchange {
  const { request, response, _by, _customer, _wrote } = entry;
  const answer = answerOf(response);
  return {
    id: entry._id,
    startedAt: entry.startedDateTime,
    offsetMs: entry._offsetMs,
    durationMs: entry.time,
    ...(_by !== undefined && { by: _by }),
    purpose: entry._purpose,
    request: {
      method: request.method,
      url: request.url,
      headers: headers(request.headers),
      ...(request.postData && { body: request.postData.text }),
    },
    ...(answer && { response: answer }),
    ...(response._error !== undefined && { fault: response._error }),
    ...(_customer !== undefined && { customer: _customer }),
    ...(_wrote && { wrote: wroteOf(_wrote) }),
  };
}

// Without an answer HAR has a status of 0 and no version.
function answerOf(response: EvidenceEntry['response']): Exchange['response'] {
  if (response.httpVersion === '') return undefined;
  return {
    status: response.status,
    reason: response.statusText,
    httpVersion: response.httpVersion.replace(/^HTTP\//, ''),
    headers: headers(response.headers),
    body: response.content.text,
    bodyBytes: response.content.size,
    cut: response._cut === true,
  };
}

function headers(list: EvidenceHeaders): Header[] {
  return list.map(({ name, value }) => [name, value]);
}

function wroteOf({ idempotencyKey, email, tenant, resource }: NonNullable<Exchange['wrote']>) {
  return { idempotencyKey, email, ...(resource !== undefined && { resource }), tenant };
}

import type { Exchange, Header } from '../../schemas/exchange.js';
import type { Evidence, EvidenceEntry, EvidenceHeaders } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';

/** The inverse of `renderHar`: the exchanges as they were recorded. @throws SyntaxError for what is no HAR of this suite */
export function readHar(text: string): readonly Exchange[] {
  const value: unknown = JSON.parse(text);
  const valid = validator('evidence');
  if (!valid(value)) throw new SyntaxError(complaint(valid.errors));
  return (value as Evidence).log.entries.map(exchange);
}

function exchange(entry: EvidenceEntry): Exchange {
  const { request, response, _by: by, _wrote } = entry;
  const { idempotencyKey, email, resource, tenant } = _wrote ?? {};
  const { method, url, postData } = request;
  return {
    ...{ id: entry._id, startedAt: entry.startedDateTime, offsetMs: entry._offsetMs, durationMs: entry.time },
    ...(by !== undefined && { by }),
    purpose: entry._purpose,
    request: { method, url, headers: headers(request.headers), ...(postData && { body: postData.text }) },
    // Without a response HAR has a status of 0 and no version.
    ...(response.httpVersion !== '' && { response: answerOf(response) }),
    ...(response._error !== undefined && { fault: response._error }),
    ...(_wrote && { wrote: { idempotencyKey, email, ...(resource && { resource }), tenant } as Exchange['wrote'] }),
  };
}

function answerOf({ status, statusText, httpVersion, content, ...rest }: EvidenceEntry['response']) {
  return {
    ...{ status, reason: statusText, httpVersion: httpVersion.replace(/^HTTP\//, ''), headers: headers(rest.headers) },
    ...{ body: content.text, bodyBytes: content.size, cut: rest._cut === true },
  };
}

const headers = (list: EvidenceHeaders) => list.map(({ name, value }): Header => [name, value]);

import type { Exchange, Header } from '../../schemas/exchange.js';
import { readJson } from '../text/read-json.js';

/** What evidence.har holds: the exchanges as they were recorded, and the run that they are of. */
interface ReadHar {
  readonly run: string;
  readonly evidence: readonly Exchange[];
}

/** Values that are read: those of 23,000 exchanges. */
const mostValues = 2_500_000;

/**
 * The inverse of `renderHar`: nothing that a renderer looks at is lost on the way.
 * @param text the content of evidence.har
 * @throws SyntaxError for what is no HAR, or none of this suite; its message is a clause that names the place, never a value
 */
export function readHar(text: string): ReadHar {
  const log = object(object(parsed(text), 'the whole').log, 'log');
  return {
    run: string(log._run, 'log._run'),
    evidence: list(log.entries, 'log.entries').map((entry, at) => exchange(entry, `log.entries[${at}]`)),
  };
}

function exchange(value: unknown, at: string): Exchange {
  const entry = object(value, at);
  const request = object(entry.request, `${at}.request`);
  const response = object(entry.response, `${at}.response`);
  const answer = answerOf(response, `${at}.response`);
  return {
    id: string(entry._id, `${at}._id`),
    startedAt: string(entry.startedDateTime, `${at}.startedDateTime`),
    offsetMs: number(entry._offsetMs, `${at}._offsetMs`),
    durationMs: number(entry.time, `${at}.time`),
    ...(entry._by !== undefined && { by: string(entry._by, `${at}._by`) }),
    purpose: string(entry._purpose, `${at}._purpose`),
    request: {
      method: string(request.method, `${at}.request.method`),
      url: string(request.url, `${at}.request.url`),
      headers: headers(request.headers, `${at}.request.headers`),
      ...(request.postData !== undefined && { body: textOf(request.postData, `${at}.request.postData`) }),
    },
    ...(answer && { response: answer }),
    ...(response._error !== undefined && { fault: string(response._error, `${at}.response._error`) }),
    ...(entry._customer !== undefined && { customer: string(entry._customer, `${at}._customer`) }),
    ...(entry._wrote !== undefined && { wrote: wrote(entry._wrote, `${at}._wrote`) }),
  };
}

// Without an answer HAR has a status of 0 and no version.
function answerOf(response: Members, at: string): Exchange['response'] {
  const version = string(response.httpVersion, `${at}.httpVersion`);
  if (version === '') return undefined;
  const content = object(response.content, `${at}.content`);
  return {
    status: number(response.status, `${at}.status`),
    reason: string(response.statusText, `${at}.statusText`),
    httpVersion: version.replace(/^HTTP\//, ''),
    headers: headers(response.headers, `${at}.headers`),
    body: textOf(content, `${at}.content`),
    bodyBytes: number(content.size, `${at}.content.size`),
    cut: response._cut === true,
  };
}

function headers(value: unknown, at: string): Header[] {
  return list(value, at).map((item, index) => {
    const header = object(item, `${at}[${index}]`);
    return [string(header.name, `${at}[${index}].name`), string(header.value, `${at}[${index}].value`)];
  });
}

function wrote(value: unknown, at: string): NonNullable<Exchange['wrote']> {
  const write = object(value, at);
  if (write.tenant !== 'first' && write.tenant !== 'second') throw lacks(`${at}.tenant`);
  return {
    idempotencyKey: string(write.idempotencyKey, `${at}.idempotencyKey`),
    email: string(write.email, `${at}.email`),
    tenant: write.tenant,
  };
}

function textOf(value: unknown, at: string): string {
  return string(object(value, at).text, `${at}.text`);
}

type Members = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return readJson(text, mostValues);
  } catch (error) {
    throw new SyntaxError(`it ${(error as SyntaxError).message}`);
  }
}

function object(value: unknown, at: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw lacks(at);
}

function list(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw lacks(at);
}

function string(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw lacks(at);
}

function number(value: unknown, at: string): number {
  if (typeof value === 'number') return value;
  throw lacks(at);
}

function lacks(at: string): SyntaxError {
  return new SyntaxError(`${at} is not as this suite writes it`);
}

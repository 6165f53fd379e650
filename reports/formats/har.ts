import { escapedJson } from '../../schemas/escaped-json.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { exchangesOf } from '../model/document-input.js';

// HAR 1.2 wants a number where nothing was measured.
const unknown = -1;

/**
 * evidence.har: every exchange in the order of sending, as HAR 1.2. What the format has no member for stands in members
 * of our own, which begin with `_`; `_requirements` names the requirements of the report that rest on the exchange. `readHar` is the
 * inverse.
 */
export function renderHar(report: Report, evidence: readonly Exchange[]): string {
  const uses = new Map<string, Set<string>>();
  for (const row of report.requirements) {
    for (const exchange of exchangesOf(row)) uses.set(exchange, (uses.get(exchange) ?? new Set()).add(row.id));
  }
  const log = {
    version: '1.2',
    creator: { name: programName, version: report.run.suiteVersion },
    entries: evidence.map((exchange) => entry(exchange, [...(uses.get(exchange.id) ?? [])])),
    comment: `Run ${report.run.id}, redacted as it was recorded.`,
    _run: report.run.id,
  };
  return `${escapedJson({ log }, 1)}\n`;
}

/** One exchange as an entry of the file. @param requirements ids of those that rest on it */
function entry(exchange: Exchange, requirements: readonly string[]) {
  const { request, response } = exchange;
  const contentType = headerValue(request.headers, 'content-type');
  return {
    startedDateTime: exchange.startedAt,
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: request.headers.map(header),
      queryString: query(request.url),
      headersSize: unknown,
      // The body was redacted, so its length is not the one that went over the wire.
      bodySize: request.body === undefined ? 0 : unknown,
      ...(request.body !== undefined && { postData: { mimeType: contentType ?? '', params: [], text: request.body } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.reason ?? '',
      httpVersion: response ? `HTTP/${response.httpVersion}` : '',
      cookies: [],
      headers: (response?.headers ?? []).map(header),
      content: {
        size: response?.bodyBytes ?? 0,
        mimeType: (response && headerValue(response.headers, 'content-type')) ?? 'x-unknown',
        text: response?.body ?? '',
      },
      redirectURL: (response && headerValue(response.headers, 'location')) ?? '',
      headersSize: unknown,
      bodySize: unknown,
      ...(response?.cut && { _cut: true }),
      ...(exchange.fault !== undefined && { _error: exchange.fault }),
    },
    cache: {},
    timings: {
      blocked: unknown,
      dns: unknown,
      connect: unknown,
      send: 0,
      wait: exchange.durationMs,
      receive: 0,
      ssl: unknown,
    },
    _id: exchange.id,
    ...(exchange.by !== undefined && { _by: exchange.by }),
    _purpose: exchange.purpose,
    _offsetMs: exchange.offsetMs,
    _requirements: requirements,
    ...(exchange.customer !== undefined && { _customer: exchange.customer }),
    ...(exchange.wrote && { _wrote: exchange.wrote }),
  };
}

function header([name, value]: Header) {
  return { name, value };
}

function headerValue(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

function query(url: string) {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

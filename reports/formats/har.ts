import { escapedJson } from '../../schemas/escaped-json.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';

// HAR 1.2 requires a number where nothing was measured.
const unknown = -1;

/** evidence.har: HAR 1.2 in the order of sending. Our own members begin with `_`. A line an entry saves memory. */
export function renderHar(report: Report, evidence: readonly Exchange[]): string {
  const creator = { name: programName, version: report.run.suiteVersion };
  const about = escapedJson({ version: '1.2', creator, _run: report.run.id });
  const entries = evidence.map((one, at) => `${escapedJson(entry(one))}${at < evidence.length - 1 ? ',' : ''}`);
  return [`{"log":${about.slice(0, -1)},"entries":[`, ...entries, ']}}', ''].join('\n');
}

function entry(exchange: Exchange) {
  const { request, response } = exchange;
  const received = response?.headers ?? [];
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
      // The body was redacted: its length is another one.
      bodySize: request.body === undefined ? 0 : unknown,
      ...(request.body !== undefined && {
        postData: { mimeType: headerValue(request.headers, 'content-type') ?? '', params: [], text: request.body },
      }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.reason ?? '',
      httpVersion: response ? `HTTP/${response.httpVersion}` : '',
      cookies: [],
      headers: received.map(header),
      content: {
        size: response?.bodyBytes ?? 0,
        mimeType: headerValue(received, 'content-type') ?? 'x-unknown',
        text: response?.body ?? '',
      },
      redirectURL: headerValue(received, 'location') ?? '',
      headersSize: unknown,
      bodySize: unknown,
      ...(response?.cut && { _cut: true }),
      ...(exchange.fault !== undefined && { _error: exchange.fault }),
    },
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    _id: exchange.id,
    ...(exchange.by !== undefined && { _by: exchange.by }),
    _purpose: exchange.purpose,
    _offsetMs: exchange.offsetMs,
    ...(exchange.wrote && { _wrote: exchange.wrote }),
  };
}

const header = ([name, value]: Header) => ({ name, value });

function headerValue(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

function query(url: string) {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

import { escapedJson } from '../../schemas/escaped-json.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';

// HAR 1.2 requires a number where nothing was measured.
const unknown = -1;

/** evidence.har: HAR 1.2 in the order of sending. Our own members begin with `_`. A line an entry saves memory. */
export function renderHar(report: Report, evidence: readonly Exchange[]) {
  const creator = { name: programName, version: report.run.suiteVersion };
  const about = escapedJson({ version: '1.2', creator, _run: report.run.id });
  const entries = evidence.map((one, at) => `${escapedJson(entry(one))}${at < evidence.length - 1 ? ',' : ''}`);
  return [`{"log":${about.slice(0, -1)},"entries":[`, ...entries, ']}}', ''].join('\n');
}

/** JSON leaves out members that are undefined. */
const entry = (exchange: Exchange) => ({
  startedDateTime: exchange.startedAt,
  time: exchange.durationMs,
  request: requestOf(exchange),
  response: responseOf(exchange),
  cache: {},
  timings: { send: 0, wait: exchange.durationMs, receive: 0 },
  _id: exchange.id,
  _by: exchange.by,
  _purpose: exchange.purpose,
  _offsetMs: exchange.offsetMs,
  _wrote: exchange.wrote,
});

const requestOf = ({ request: { method, url, headers, body } }: Exchange) => ({
  method,
  url,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: headers.map(named),
  queryString: URL.canParse(url) ? [...new URL(url).searchParams].map(named) : [],
  headersSize: unknown,
  // The body was redacted, which changed its length.
  bodySize: body === undefined ? 0 : unknown,
  postData:
    body === undefined ? undefined : { mimeType: headerValue(headers, 'content-type', ''), params: [], text: body },
});

function responseOf({ response, fault }: Exchange) {
  const { status = 0, reason = '', httpVersion, headers = [], bodyBytes = 0, body = '', cut } = response ?? {};
  return {
    status,
    statusText: reason,
    httpVersion: response ? `HTTP/${httpVersion}` : '',
    cookies: [],
    headers: headers.map(named),
    content: { size: bodyBytes, mimeType: headerValue(headers, 'content-type', 'x-unknown'), text: body },
    redirectURL: headerValue(headers, 'location', ''),
    headersSize: unknown,
    bodySize: unknown,
    _cut: cut || undefined,
    _error: fault,
  };
}

const named = ([name, value]: Header) => ({ name, value });

const headerValue = (headers: readonly Header[], name: string, missing: string) =>
  headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? missing;

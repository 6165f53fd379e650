import type { Exchange, Header } from '../../schemas/exchange.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import { shown } from '../text/printable.js';

/** Exchanges that one result shows; the whole evidence is evidence.har. */
const most = 12;
const longestBody = 16_000;
const longestValue = 2_000;

/**
 * The exchanges of a SARIF run, sections 3.46 and 3.47: each stands once, in the run's own lists, and results refer to it
 * by its place there.
 */
export class SarifExchanges {
  readonly requests: object[] = [];
  readonly responses: object[] = [];
  private readonly places = new Map<string, number>();
  private readonly byId: ReadonlyMap<string, Exchange>;

  constructor(evidence: readonly Exchange[]) {
    this.byId = new Map(evidence.map((exchange) => [exchange.id, exchange]));
  }

  /**
   * What a result shows of the exchanges behind it: the first one as its own, which is the one that contradicts, and
   * those of each check that decided it as one flow. Without any, nothing.
   */
  of(row: ReportedRequirement): object {
    let left = most;
    const flows = row.checks.flatMap(({ name, verdict, exchanges }) => {
      if (verdict !== row.verdict) return [];
      const described = exchanges.flatMap((id) => this.byId.get(id) ?? []).slice(0, left);
      left -= described.length;
      return described.length > 0 ? [{ name, described }] : [];
    });
    const first = flows[0]?.described[0];
    if (!first) return {};
    return {
      ...this.refer(first),
      codeFlows: flows.map(({ name, described }) => ({
        message: { text: message(name) },
        threadFlows: [{ locations: described.map((exchange, at) => this.step(exchange, at)) }],
      })),
    };
  }

  /** Where a requirement was asked: address and operation of the first exchange that it rests on. */
  location(row: ReportedRequirement, baseUrl: string): object {
    const [first] = row.checks.flatMap(({ exchanges }) => exchanges.flatMap((id) => this.byId.get(id) ?? []));
    const uri = address(first?.request.url ?? baseUrl);
    return {
      ...(uri !== undefined && { physicalLocation: { artifactLocation: { uri } } }),
      logicalLocations: [{ fullyQualifiedName: first ? operation(first) : row.id }],
    };
  }

  private step(exchange: Exchange, at: number): object {
    return {
      executionOrder: at + 1,
      executionTimeUtc: exchange.startedAt,
      location: {
        message: { text: message(exchange.purpose) },
        logicalLocations: [{ fullyQualifiedName: operation(exchange) }],
      },
      ...this.refer(exchange),
      properties: { exchange: shown(exchange.id, 100) },
    };
  }

  private refer(exchange: Exchange): { webRequest: object; webResponse: object } {
    const index = this.places.get(exchange.id) ?? this.requests.length;
    if (index === this.requests.length) {
      this.places.set(exchange.id, index);
      this.requests.push({ index, ...webRequest(exchange) });
      this.responses.push({ index, ...webResponse(exchange) });
    }
    return { webRequest: { index }, webResponse: { index } };
  }
}

/**
 * The door to a message of SARIF, sections 3.11.5 and 3.11.6: braces would be places to fill, and brackets before a
 * parenthesis a link.
 */
export function message(text: string, longest = longestValue): string {
  const described = shown(text, longest).replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
  return described.trim() === '' ? '(empty)' : described;
}

function webRequest({ request }: Exchange): object {
  return {
    protocol: 'HTTP',
    version: '1.1',
    method: shown(request.method, 100),
    target: shown(request.url, longestValue),
    headers: headers(request.headers),
    ...(request.body && { body: { text: shown(request.body, longestBody) } }),
  };
}

function webResponse({ response, fault }: Exchange): object {
  if (!response) return { noResponseReceived: true, properties: { fault: shown(fault ?? '', longestValue) } };
  return {
    protocol: 'HTTP',
    version: shown(response.httpVersion, 20),
    statusCode: response.status,
    reasonPhrase: shown(response.reason, 200),
    headers: headers(response.headers),
    ...(response.body && { body: { text: shown(response.body, longestBody) } }),
  };
}

// A name that comes twice is one member here; HTTP joins such values with commas.
function headers(list: readonly Header[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of list) {
    const [key, described] = [shown(name, 200), shown(value, longestValue)];
    joined.set(key, joined.has(key) ? `${joined.get(key)}, ${described}` : described);
  }
  return Object.fromEntries(joined);
}

function operation({ request }: Exchange): string {
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return shown(`${request.method} ${path}`, 300);
}

/** An address without its query, fit for a format that takes RFC 3986 at its word; none for what is no web address. */
function address(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const path = pathname.replace(/[^\w\-.~!$&'()*+,;=:@/%]|%(?![\da-f]{2})/gi, (sign) => encodeURIComponent(sign));
  return origin + path;
}

import { byKey } from '../../schemas/by-key.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Headers } from '../../schemas/specification.js';
import { endedBefore } from '../client/record-exchange.js';
import { NotRecorded, type Replay } from '../client/replay.js';
import type { RawResponse } from '../client/transport.js';
import { createRenaming } from './renaming.js';
import type { VirtualTime } from './virtual-time.js';

/** In an address: what stands in evidence for a withheld value. No recorded request has it. */
const standsForValue = /(‹|%E2%80%B9)(text|number|name|from a response)\b/i;

/** What a check read that the evidence does not hold. */
export interface Lacking {
  /** The first of it, as a clause. */
  readonly what: string;
  /** The exchanges whose responses these are. */
  readonly exchanges: ReadonlySet<string>;
}

/**
 * Hands out recorded exchanges: to each check those that it sent, by purpose, content and position.
 * @param keys the keys of this run by their labels in evidence
 * @param checks titles of the checks
 */
export function recordedExchanges(
  evidence: readonly Exchange[],
  {
    time,
    keys,
    checks,
    headers,
  }: {
    readonly headers: Headers;
    readonly time: VirtualTime;
    readonly keys: ReadonlyMap<string, string>;
    readonly checks: ReadonlySet<string>;
  },
) {
  const renaming = createRenaming(keys, headers);
  const bySender = byKey(evidence.map((exchange) => [exchange.by ?? '', exchange]));
  /** What checks read that the evidence does not hold, by their titles. */
  const lacking = new Map<string, Lacking & { readonly exchanges: Set<string> }>();
  /** The same of values of which it holds digests: the first of it, as a clause. */
  const digested = new Map<string, string>();
  const replay: Replay = {
    masked: (by, what) => {
      if (!digested.has(by)) digested.set(by, what);
    },
    lacks: (by, exchange, what) => {
      if (!checks.has(by)) throw new NotRecorded(what);
      const known = lacking.get(by) ?? { what, exchanges: new Set() };
      lacking.set(by, known);
      known.exchanges.add(exchange);
    },
    take: (by, purpose, sent) => {
      const own = bySender.get(by) ?? [];
      const alike = own.filter((one) => one.purpose === purpose);
      for (const exchange of alike) {
        const pairs = renaming.pairs(exchange.request, sent);
        if (!pairs) continue;
        renaming.learn(pairs);
        own.splice(own.indexOf(exchange), 1);
        const { id, durationMs, offsetMs } = exchange;
        const arrive = async () => {
          await time.until(offsetMs + durationMs);
          if (exchange.fault === endedBefore) throw new NotRecorded(`${endedBefore} of ${id}`);
          return answerOf(exchange, renaming.apply);
        };
        return { id, durationMs, arrive };
      }
      const [first] = alike;
      throw new NotRecorded(
        first
          ? `the request of ${first.id} is another than the one that ${by} sends (${purpose})`
          : `the evidence holds no request ${purpose} of ${by}`,
        first !== undefined && standsForValue.test(sent.url),
      );
    },
  };
  /** Ids of exchanges that were not handed out. */
  const left = () => [...bySender.values()].flatMap((own) => own.map(({ id }) => id));
  /** Exchanges whose requests took a value from a response: what it was, and so what may be its echo, is withheld. */
  const withheld = evidence.filter(({ request }) => standsForValue.test(JSON.stringify(request))).map(({ id }) => id);
  return { ...replay, lacking, digested, withheld: new Set(withheld), left, renamed: renaming.apply };
}

function answerOf({ response, fault }: Exchange, renamed: (text: string) => string): RawResponse | string {
  if (!response) return fault ?? 'the exchange broke off';
  const { headers, body, ...rest } = response;
  return {
    ...rest,
    body: renamed(body),
    headers: headers.map(([name, value]) => [name, renamed(value)] as const),
    reused: response.reused === true,
  };
}

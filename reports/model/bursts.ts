import { byKey } from '../../schemas/by-key.js';
import type { Exchange } from '../../schemas/exchange.js';

/** Requests that were released together, on one axis of time. */
export type Burst = NonNullable<ReturnType<typeof burstOf>>;

/**
 * Reads a burst from the exchanges of one check: the most of them that have one purpose and were released together.
 * `undefined` where none were.
 */
export function burstOf(exchanges: readonly Exchange[]) {
  const sent = largestBurst(exchanges);
  if (!sent) return undefined;
  const start = Math.min(...sent.map(({ offsetMs }) => offsetMs));
  const released = Math.max(...sent.map(({ offsetMs }) => offsetMs)) - start;
  const end = Math.max(...sent.map(({ offsetMs, durationMs }) => offsetMs + durationMs)) - start;
  const usual = mostFrequent(sent.map(outcomeOf));
  return {
    ...scale(end),
    /** One bar for each request: its start and duration in milliseconds, and whether its response differs from most. */
    bars: sent.map((exchange) => ({
      id: exchange.id,
      from: exchange.offsetMs - start,
      length: exchange.durationMs,
      outcome: outcomeOf(exchange),
      odd: outcomeOf(exchange) !== usual,
    })),
    aside: `${sent.length} requests, released within ${released < 1 ? 'a millisecond' : `${Number(released.toFixed(1))} ms`}; a bar ends with its response`,
  };
}

/** So many ticks have room on the axis. */
const mostTicks = 6;

/** A round step, and a round end of the axis that the value fits under. */
function scale(value: number): { step: number; top: number } {
  const rough = Math.max(value, 0.001) / mostTicks;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const round = Number(step.toPrecision(1));
  return { step: round, top: Math.max(1, Math.ceil(value / round)) * round };
}

// A check has more requests than its burst: the control, and those that distinguish identities.
function largestBurst(exchanges: readonly Exchange[]): readonly Exchange[] | undefined {
  // Tries are counted in their purposes: `try 3 of 12 …`.
  const groups = byKey(exchanges.map((exchange) => [exchange.purpose.replace(/\d+/g, '#'), exchange]));
  const bursts = [...groups.values()].filter((sent) => sent.length >= 3 && sent.length <= 60 && together(sent));
  const [largest] = bursts.sort((one, other) => other.length - one.length);
  return largest?.toSorted((one, other) => one.offsetMs - other.offsetMs || (one.id < other.id ? -1 : 1));
}

function together(sent: readonly Exchange[]): boolean {
  const lastStart = Math.max(...sent.map(({ offsetMs }) => offsetMs));
  return sent.filter(({ offsetMs, durationMs }) => offsetMs + durationMs > lastStart).length >= sent.length * 0.8;
}

/** The response in few words: `201, customer A`. */
function outcomeOf({ response, fault, customer }: Exchange): string {
  if (!response) return fault === undefined ? 'no response' : 'cut off';
  return customer === undefined ? String(response.status) : `${response.status}, customer ${customer}`;
}

function mostFrequent(values: readonly string[]): string {
  const groups = [...byKey(values.map((value) => [value, value])).values()];
  return groups.sort((one, other) => other.length - one.length)[0]?.[0] ?? '';
}

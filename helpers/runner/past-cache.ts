import { randomUUID } from 'node:crypto';
import { code } from '../../schemas/marked.js';
import type { Response } from '../client/message.js';
import { send } from '../client/send.js';

/** Headers by which caches, and what stands in between, show themselves. */
const ofCaches = ['age', 'x-cache', 'x-cache-status', 'cache-status', 'cf-cache-status', 'x-varnish', 'via'];

/** What a cache has to do with a response. */
export type ThroughCache = NonNullable<Awaited<ReturnType<typeof throughCache>>>;

/**
 * Where headers of a response name a cache, it is requested once more past the cache: the service may be right, and the
 * cache give its responses to others. Gives a line for the report, and a guess where the response past it is another;
 * undefined where no cache shows, or where it could not be requested again.
 */
export async function throughCache(response: Response) {
  const { operation, change, raw } = response.request;
  const shown = ofCaches.flatMap((name) => {
    const value = response.headers.get(name);
    return value === undefined ? [] : [code(`${name}: ${value.slice(0, 80)}`)];
  });
  if (raw.method !== 'GET' || shown.length === 0) return undefined;
  try {
    const { status, text } = await send(operation, {
      ...change,
      query: [change.query, `past-cache=${randomUUID()}`].filter(Boolean).join('&'),
      headers: [...(change.headers ?? []), ['Cache-Control', 'no-cache']],
      purpose: `${change.purpose ?? 'as before'}, past the cache`,
    });
    const same = status === response.status && text === response.text;
    const result = same ? 'the same response' : status === response.status ? `${status} with another body` : status;
    return {
      shown: `The response came through a cache or proxy (${shown.join(', ')}). Past it, with another query and ${code('Cache-Control: no-cache')}: ${result}.`,
      guess: same ? undefined : 'The service is correct; the cache does not vary its responses by the key.',
    };
  } catch {
    return undefined;
  }
}

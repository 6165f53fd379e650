import type { Response } from '../../helpers/client/message.js';
import { wordsOf } from '../../helpers/json/json-leaves.js';

/** Whether a response repeats the key of its request, unless that is the tenant’s id. */
export function repeatsKey({ request: { apiKey, tenant }, headers, text }: Response): boolean {
  if (apiKey === null || apiKey === tenant || apiKey.length < 16) return false;
  return [...headers.values(), text].some((part) => part.includes(apiKey));
}

// Spaces and tabs alone: a body of empty lines would be searched from each of them anew.
const stackTraces: readonly RegExp[] = [
  /\n[ \t]+at .+:\d+:\d+\)?/,
  /\bat (?:async |new )?[^\s()]{1,99} \([^\s()]{1,200}[a-z]:\d+:\d+\)/,
  /Traceback \(most recent call last\)/,
  /(?:\t|\\t)at [\w.$]+\(/,
];

/** Shapes that only the inside of a service has. AUTH-07 judges keys in a 401. */
const insides: Readonly<Record<string, (response: Response) => boolean>> = {
  stackTraces: ({ text }) => stackTraces.some((shape) => shape.test(text)),
  databaseErrors: ({ text }) => /\bSQLSTATE\b|\bORA-\d{5}\b/.test(text),
  ownKeys: (response) =>
    response.status !== 401 && response.request.change.apiKey === undefined && repeatsKey(response),
};

export function insidesShown(responses: readonly Response[]) {
  const found = Object.entries(insides).map(([name, shows]) => [name, responses.find(shows)] as const);
  const said = found.map(([name, example]) => [name, example ? 'seen' : 'none seen'] as const);
  const words = said.map(([name, often]) => `${wordsOf(name).join(' ')} ${often}`);
  const seen = found.flatMap(([, example]) => example ?? []);
  const sentences = [`In responses: ${words.join(', ')}.`];
  return { observation: Object.fromEntries(said), sentences, ...(seen.length > 0 && { seen }) };
}

/**
 * What the specification does not show, as far as the other suites saw it on their way: no request is sent for it here.
 * Errors; Limits; Versioning; the gaps of Resources and Endpoints.
 */
import { acquaintance } from '../helpers/controls/acquaintance.js';
import { observe } from '../helpers/engine/check.js';
import { lookAtConnection } from '../helpers/engine/connection-state.js';
import { notes } from '../helpers/engine/notes.js';
import { Undecided } from '../helpers/engine/outcome.js';
import { isSuccess, type Reply } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { leavesOf } from '../helpers/identity/leaves.js';
import { wordsOf } from '../helpers/identity/names.js';
import {
  headersLike,
  howOften,
  isCreation,
  isListing,
  oneOf,
  seen,
  someSeen,
  statuses,
} from '../helpers/observation/passing.js';
import { inferSchema, memberNames } from '../helpers/observation/schema.js';

observe('HTTP-07', 'seen in passing', async () => {
  const all = someSeen(() => true, 'An answer');
  const data = all.filter(isSuccess);
  const look = await lookAtConnection(run());
  const certificate = look.state === 'open' ? look.certificate : undefined;
  const observation = {
    requestId: headersLike(all, /^x-(request|correlation|trace)-?id$|^request-id$|^traceparent$/),
    banner: headersLike(all, /^(server|x-powered-by|via)$/),
    cors: headersLike(all, /^access-control-/),
    strictTransportSecurity: howOften(all, 'strict-transport-security'),
    cacheControlOnData: [...new Set(data.map((reply) => reply.headers.get('cache-control') ?? 'none'))].sort(),
    stackTraces: all.some((reply) =>
      /\n\s+at .+:\d+:\d+\)?|Traceback \(most recent call last\)|\tat [\w.$]+\(/.test(reply.text),
    ),
    ...(certificate && { tls: certificate.protocol, certificate: lifetime(certificate.validTo) }),
  };
  const cache = oneOf(observation.cacheControlOnData);
  return {
    observation,
    sentence: `Answers with data have Cache-Control ${cache}; Strict-Transport-Security ${observation.strictTransportSecurity}; ${observation.stackTraces ? 'a stack trace was seen' : 'no stack traces'}.`,
  };
});

/** Days left of a certificate, in classes that two nights agree in. */
function lifetime(validTo: string): string {
  const days = (Date.parse(validTo) - Date.now()) / 86_400_000;
  return days < 7 ? 'under 7 days left' : days < 30 ? 'under 30 days left' : '30 days left or more';
}

observe('IDEM-07', 'the repeat of a creation', async () => {
  const { original, repeat } = await acquaintance();
  const body =
    repeat.text === ''
      ? 'none'
      : repeat.text === original.text
        ? 'the same'
        : shape(repeat) === shape(original)
          ? 'the same members'
          : 'another';
  const added = [...repeat.headers.keys()].filter((name) => !original.headers.has(name)).sort();
  const observation = { first: original.status, repeat: repeat.status, body, headersAdded: added };
  const headers = added.length > 0 ? `; adds ${added.join(', ')}` : '';
  return {
    observation,
    sentence: `A first try is answered ${original.status}, a repeat ${repeat.status}, body: ${body}${headers}.`,
  };
});

function shape(reply: Reply): string {
  return leavesOf(reply.json)
    .map(({ pointer }) => pointer)
    .sort()
    .join();
}

observe('CUST-19', 'creations in passing', async () => {
  const observation = { statuses: statuses(someSeen(isCreation, 'A creation')) };
  return { observation, sentence: `A creation is answered ${oneOf(observation.statuses)}.` };
});

observe('CUST-20', 'creations in passing', async () => {
  const creations = someSeen((reply) => isCreation(reply) && reply.isJson, 'A creation with a body');
  const observation = inferSchema(creations.map((reply) => reply.json));
  return { observation, sentence: `The answer has ${listOf(memberNames(observation))}.` };
});

observe('CUST-21', 'creations in passing', async () => {
  const { original } = await acquaintance();
  const sent = leavesOf(original.asked.customer);
  const answered = leavesOf(original.json);
  const repeated = Object.fromEntries(
    sent.map(({ pointer, names, value }) => {
      const member = wordsOf(names.at(-1) ?? '').join();
      const shown = answered.filter((leaf) => wordsOf(leaf.names.at(-1) ?? '').join() === member);
      return [
        pointer,
        shown.length === 0 ? 'not shown' : shown.some((leaf) => leaf.value === value) ? 'unchanged' : 'changed',
      ];
    }),
  );
  const putRight = [...new Set(notes('put right').map(({ pointer, bend }) => `${pointer}: ${bend}`))].sort();
  const count = (what: string) => Object.values(repeated).filter((one) => one === what).length;
  const right = putRight.length > 0 ? ` Put right: ${putRight.join('; ')}.` : ' Nothing malformed was put right.';
  const sentence = `Of ${sent.length} members sent the answer repeats ${count('unchanged')} unchanged and ${count('changed')} changed.${right}`;
  return { observation: { putRight, repeated }, sentence };
});

observe('ACCT-06', 'unknown ids in passing', async () => {
  const noted = notes('unknown tenant');
  if (noted.length === 0) throw new Undecided('No listing for an unknown id was seen in this run.');
  const gave = [...new Set(noted.map((one) => `${one.status}, ${one.gave}`))].sort();
  return { observation: { unknown: gave }, sentence: `An unknown id gets ${oneOf(gave)}.` };
});

observe('ACCT-07', 'listings in passing', async () => {
  const listings = someSeen(isListing, 'A listing');
  const observation = {
    statuses: statuses(listings),
    schema: inferSchema(listings.filter((reply) => reply.isJson).map((reply) => reply.json)),
  };
  return {
    observation,
    sentence: `${oneOf(observation.statuses)}; the answer has ${listOf(memberNames(observation.schema))}.`,
  };
});

observe('ACCT-08', 'listings in passing', async () => {
  const listings = someSeen(isListing, 'A listing');
  const paging = /^(next|previous|prev|cursor|page|pages|pagination|paging|total|limit|offset|hasmore|more)$/;
  const members = listings.flatMap((reply) =>
    leavesOf(reply.json)
      .filter(
        ({ pointer, names }) => !/\/\d+\//.test(pointer) && names.flatMap(wordsOf).some((word) => paging.test(word)),
      )
      .map(({ pointer }) => pointer),
  );
  const observation = { link: howOften(listings, 'link'), pagingMembers: [...new Set(members)].sort() };
  const found =
    observation.pagingMembers.length > 0
      ? `paging members ${observation.pagingMembers.join(', ')}`
      : 'no paging members';
  return { observation, sentence: `A Link header ${observation.link}; ${found}.` };
});

observe('ERR-01', 'refusals in passing', async () => {
  const refusals = someSeen((reply) => reply.status >= 400, 'A refusal');
  const observation = Object.fromEntries(
    statuses(refusals).map((status) => {
      const bodies = refusals.filter((reply) => reply.status === status && reply.isJson).map((reply) => reply.json);
      return [status, inferSchema(bodies) ?? 'no JSON body'];
    }),
  );
  const told = Object.entries(observation).map(([status, schema]) => {
    const names = memberNames(schema);
    return `${status} has ${names.length > 0 ? listOf(names) : 'no JSON members'}`;
  });
  return { observation, sentence: `${told.join('; ')}.` };
});

observe('ERR-02', 'refusals of malformed members in passing', async () => {
  const refused = notes('refused');
  if (refused.length === 0) throw new Undecided('No refusal of a malformed member was seen in this run.');
  const all = [...new Set(refused.map(({ status }) => status))].sort((a, b) => a - b);
  return { observation: { statuses: all }, sentence: `A malformed member is answered ${oneOf(all)}.` };
});

observe('ERR-05', 'server errors in passing', async () => {
  const errors = someSeen((reply) => reply.status >= 500, 'A server error');
  return {
    observation: { statuses: statuses(errors) },
    sentence: `A server error was answered ${oneOf(statuses(errors))}.`,
  };
});

observe('LIMIT-01', 'answers in passing', async () => {
  const all = someSeen(() => true, 'An answer');
  const observation = { headers: headersLike(all, /^(x-)?rate-?limit|^retry-after$/), tooMany: run().limited };
  const headers = observation.headers.length > 0 ? `Headers ${observation.headers.join(', ')}` : 'No RateLimit headers';
  return { observation, sentence: `${headers}, and ${observation.tooMany ? '429 was answered' : 'no 429'}.` };
});

observe('LIMIT-03', 'answers in passing', async () => {
  const longest = Math.max(...someSeen(() => true, 'An answer').map((reply) => reply.durationMs));
  const bound = [1, 2, 5, 10, 30, 60].find((seconds) => longest < seconds * 1000);
  const observation = { longestAnswer: bound === undefined ? '60 s or more' : `under ${bound} s` };
  return { observation, sentence: `The longest answer took ${observation.longestAnswer}.` };
});

observe('VER-02', 'answers in passing', async () => {
  const observation = {
    headers: headersLike(
      seen(() => true),
      /^(deprecation|sunset)$/,
    ),
  };
  const { headers } = observation;
  return {
    observation,
    sentence: headers.length > 0 ? `Headers ${headers.join(', ')} were seen.` : 'No Deprecation or Sunset header.',
  };
});

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ');
  return names.length === 0 ? 'no members' : names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}

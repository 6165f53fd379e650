import { ownShape } from '../redaction/redactor.js';
import { context, currentScope, type RunContext } from './context.js';
import type { BuiltRequest, Response } from './message.js';
import type { Replay } from './replay.js';
import { brief, makeResponse } from './response.js';
import { isAlone, purposeOf, shownRequest, type Travel } from './shown-request.js';
import { recordedError } from './transport-error.js';

/** Performs an exchange with what was recorded. @throws NotRecorded, and TransportError as it was recorded */
export async function replayed(
  run: RunContext,
  replay: Replay,
  request: BuiltRequest,
  travel: Travel,
): Promise<Response> {
  const { base = run.connection.base, again = false, burst = false } = travel;
  run.requests += 1;
  const scope = currentScope();
  const alone = isAlone(run, request, burst);
  const sent = run.redactor.redactDeep(shownRequest(run, request, base), ownShape);
  const { id, durationMs, arrive } = replay.take(scope.name, purposeOf(request), sent);
  scope.exchanges.push(id);
  scope.own.push(id);
  const incoming = await arrive();
  if (typeof incoming === 'string') throw recordedError(incoming);
  const made = makeResponse(request, incoming, { exchange: id, durationMs, again, alone });
  const response = guarded(made, replay);
  const isOfTarget = base === run.connection.base && !request.change.generated;
  if (isOfTarget) run.responses.push(response === made ? brief(response) : response);
  return response;
}

/** What stands in the place of what held a secret. */
const held = /‹withheld: held /;
/** What stands in a response to a guess in the place of a value: with a digest, it can be compared. */
const [withheld, comparable] = [/‹(text|number|name|deeper)/, /‹(text \d+|number|name \d+) [0-9a-f]{10}›/];

/** A response of which evidence holds a part only: its status can be read, and what was withheld cannot. */
function guarded(response: Response, replay: Replay): Response {
  const { exchange, text, cut, headers } = response;
  // Elsewhere a text of that look is the service's own.
  const areValuesMasked = response.request.change.guess === true || context().configuration.evidence === 'shape';
  const isHidden = (value: string) =>
    held.test(value) || (areValuesMasked && value.split(comparable).some((part) => withheld.test(part)));
  const hidden = new Set([...headers].flatMap(([name, value]) => (isHidden(value) ? [name] : [])));
  const isBodyHidden = cut || isHidden(text);
  const isMasked = areValuesMasked && comparable.test([text, ...headers.values()].join());
  if (!isBodyHidden && hidden.size === 0 && !isMasked) return response;
  const by = () => currentScope().name;
  const lack = (what: string): undefined => {
    replay.lacks(by(), exchange, `${what} of ${exchange} ${cut ? 'was cut' : 'was withheld'}`);
  };
  const read = <T>(value: T, shown = text): T => {
    if (isMasked && comparable.test(shown)) replay.masked(by(), `values of ${exchange} were withheld`);
    return value;
  };
  const known = new Map(headers);
  known.get = (name) => (hidden.has(name) ? lack(`the header ${name}`) : read(headers.get(name), headers.get(name)));
  const { json } = response;
  return Object.defineProperties(
    { ...response, headers: known },
    {
      text: { get: () => (isBodyHidden ? (lack('the body') ?? '') : read(text)), enumerable: true },
      json: { get: () => (isBodyHidden ? lack('the body') : read(json)), enumerable: true },
    },
  );
}

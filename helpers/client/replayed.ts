import { ownShape } from '../redaction/redactor.js';
import { currentScope, type RunContext } from './context.js';
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

/** What stands in evidence in the place of a value that was withheld. */
const withheld = /‹(withheld|text |number|name |deeper)/;

/** A response of which evidence holds a part only: its status can be read, and what was withheld cannot. */
function guarded(response: Response, replay: Replay): Response {
  const { exchange, text, cut, headers } = response;
  const hidden = new Set([...headers].flatMap(([name, value]) => (withheld.test(value) ? [name] : [])));
  if (!cut && hidden.size === 0 && !withheld.test(text)) return response;
  const lack = (what: string): undefined => {
    replay.lacks(currentScope().name, exchange, `${what} of ${exchange} ${cut ? 'was cut' : 'was withheld'}`);
  };
  const known = new Map(headers);
  known.get = (name) => (hidden.has(name) ? lack(`the header ${name}`) : headers.get(name));
  const made = { ...response, headers: known };
  if (!cut && !withheld.test(text)) return made;
  return Object.defineProperties(made, {
    text: { get: () => lack('the body') ?? '', enumerable: true },
    json: { get: () => lack('the body'), enumerable: true },
  });
}

import { writes } from '../../schemas/operation.js';
import { keysOf } from '../settings/secrets.js';
import type { RunContext } from './context.js';
import type { BuiltRequest } from './message.js';
import type { RawRequest } from './transport.js';
import { Skipped } from './verdicts.js';

export function mayWrite({ configuration }: Pick<RunContext, 'configuration'>) {
  const { environment, allowLiveWrites, profile } = configuration;
  return profile !== 'read-only' && (environment !== 'live' || allowLiveWrites);
}

export const readOnly = (): Skipped =>
  new Skipped(
    'This run writes nothing. On live set `CONFORMANCE_ALLOW_LIVE_WRITES=true`, elsewhere leave out `--profile read-only`.',
    'writes',
  );

/** Whether a request contains a key anywhere: verbatim, percent-encoded, escaped as JSON, or in base64. */
function carries({ path, headers, body = '' }: RawRequest, key: string) {
  const values = headers.map(([, value]) => value);
  const tokens = values.flatMap((value) => value.split(/[\s,;=]+/));
  const texts = [path, path.replaceAll('+', ' '), body, ...values];
  const character = (sign: string) => String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  const decoded = [
    ...texts.map((text) => text.replace(/%[\da-f]{2}/gi, character)),
    ...tokens.map((token) => Buffer.from(token, 'base64').toString('latin1')),
  ];
  return [...texts, ...decoded].some((text) => text.includes(key)) || body.includes(JSON.stringify(key).slice(1, -1));
}

/**
 * In a run that may not write, no write carries a key that works or once worked, and others carry an empty object, so that
 * a target which accepts it has nothing to store. @throws Skipped if nothing is left to test
 */
export function readOnlyOnLive(run: RunContext, request: BuiltRequest): BuiltRequest {
  const { raw, change, operation } = request;
  if (mayWrite(run) || raw.method === 'HEAD' || (raw.method === 'GET' && !writes(operation))) return request;
  const isMutated = change.text !== undefined || change.body !== undefined;
  if (isMutated || keysOf(run.configuration).some(({ value }) => carries(raw, value))) throw readOnly();
  return { ...request, body: undefined, raw: { ...raw, body: raw.body === undefined ? undefined : '{}' } };
}

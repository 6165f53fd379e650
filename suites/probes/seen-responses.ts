import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { isTransient } from '../../helpers/client/transport-error.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import { type HowOften, howOften } from '../../helpers/json/how-often.js';
import { byKey } from '../../schemas/by-key.js';
import { type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import { isCreationOfCustomer } from './customers/creation.js';

/** The responses of the run that fulfil a condition, without those that chance or an earlier try may have influenced. */
function seen(condition: (response: Response) => boolean): Response[] {
  const { responses, redrawn } = context();
  return responses.filter((response) => response.alone && !redrawn.has(response.exchange) && condition(response));
}

/** The first few of many responses: those that become evidence of an observation. */
export function examples(responses: readonly Response[]): readonly Response[] {
  return responses.slice(0, 5);
}

/** As `seen`. @throws Inconclusive where there is none */
export function someSeen(condition: (response: Response) => boolean, what: string): Response[] {
  const responses = seen(condition);
  if (responses.length === 0) throw new Inconclusive(`${what} was not observed in this run.`);
  return responses;
}

/** Any response of the service itself: no transient error of a gateway. */
export function isAnswer(response: Response): boolean {
  return !isTransient(response.status);
}

/** Whether it is a success of the operation, of a request that differs from a valid one in its body at most. */
export function isOrdinarySuccess(response: Response, operation: FsapiOperation): boolean {
  const { operation: own, raw: outgoing } = response.request;
  return isSuccess(response) && own === operation && outgoing.method === own.method && isOrdinary(response);
}

/** Creations of valid customers without any change, each under a key of its own. */
export function validCreations(): Response[] {
  return someSeen(isBaselineCreation, 'A creation');
}

function isBaselineCreation(response: Response): boolean {
  const { body, text } = response.request.change;
  return isCreationOfCustomer(response) && isOrdinary(response) && body === undefined && text === undefined;
}

/** Successful listings for the configured tenants. */
export function isListing(response: Response): boolean {
  return isOrdinarySuccess(response, listAccounts);
}

/** Whether a request differs from the baseline request in nothing that a response may depend on. */
function isOrdinary({ request: { change } }: Response): boolean {
  const { apiKey, tenant, headers, contentType, query, path, method, guess } = change;
  return [apiKey, tenant, headers, contentType, query, path, method, guess].every((one) => one === undefined);
}

export function statuses(responses: readonly Response[]): number[] {
  return [...new Set(responses.map((response) => response.status))].sort((a, b) => a - b);
}

/** `201`, `200 or 201`, `400, 409 or 422`; `none` for none. */
export function oneOf(words: readonly (string | number)[]): string {
  return listed(words, 'or') || 'none';
}

/** How often responses have headers whose names match a pattern. Names in lower case. */
export function headersLike(responses: readonly Response[], pattern: RegExp): HowOften {
  return howOften(responses.map((response) => [...response.headers.keys()].filter((name) => pattern.test(name))));
}

/** Kinds of responses, each of which may have headers of its own. */
export const kinds = {
  creations: isBaselineCreation,
  listings: isListing,
  refusals: (response: Response) => response.status >= 400 && response.status < 500 && isAnswer(response),
} as const;

/** The same for each observed kind of response, so that a header of one kind is not lost among the others. */
export function headersByKind(pattern: RegExp) {
  const all = Object.entries(kinds).map(([kind, isOfIt]) => [kind, seen(isOfIt)] as const);
  const some = all.filter(([, responses]) => responses.length > 0);
  const headers: Partial<Record<keyof typeof kinds, HowOften>> = Object.fromEntries(
    some.map(([kind, responses]) => [kind, headersLike(responses, pattern)]),
  );
  return { headers, seen: some.flatMap(([, responses]) => examples(responses)) };
}

/** `sunset on creations and listings, deprecation (sometimes) on refusals`; `none` for none. */
export function namesByKind(byKind: Partial<Record<string, HowOften>>): string {
  const places = byKey(
    Object.entries(byKind).map(([kind, headers]) => [headers ? namesInWords(headers) : 'none', kind] as const),
  );
  places.delete('none');
  return [...places].map(([names, on]) => `${names} on ${on.join(' and ')}`).join('; ') || 'none';
}

/** `a, b (sometimes)`; `none` for none. */
export function namesInWords({ always, sometimes }: HowOften): string {
  const names = [...always.map(code), ...sometimes.map((name) => `${code(name)} (sometimes)`)];
  return names.length === 0 ? 'none' : names.join(', ');
}

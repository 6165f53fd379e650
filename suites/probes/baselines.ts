import { randomUUID } from 'node:crypto';
import { context } from '../../helpers/client/context.js';
import { mayWrite } from '../../helpers/client/live-guard.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import {
  type FsapiOperation,
  type OperationName,
  operations,
  type ParameterisedName,
} from '../../schemas/fsapi/operations.js';
import { pathParameters, writes } from '../../schemas/operation.js';
import { baselineCreation, baselineListing, requireAcceptedKey } from './baseline-requests.js';
import { requireAcceptedTenant } from './rejection-cause.js';
import { requireOwnResponse, requireRightAddress } from './unknown-path.js';

type Baseline = () => Promise<Response>;

/** Valid requests that the data of their operations does not give. */
const ofTheirOwn: Partial<Record<OperationName, Baseline>> & Record<ParameterisedName, Baseline> = {
  'create customer': baselineCreation,
  'list accounts': baselineListing,
};

const made = operations.map((operation) => {
  const { name, activity } = operation;
  return [name, ofTheirOwn[name] ?? fixture(`the baseline of ${activity}`, () => send(operation))] as const;
});

/** The valid request of each operation, sent once a run: the control beside every rejection, whatever the response. */
export const baselines = Object.fromEntries(made) as Readonly<Record<OperationName, Baseline>>;

/**
 * The baseline of an operation, which the service opened with the valid key: otherwise a 401 would be meaningless. On live,
 * where the suite writes nothing, the listing stands for a write.
 * @throws Inconclusive where the valid request was rejected too
 */
export async function baselineFor(operation: FsapiOperation): Promise<Response> {
  const isForbidden = writes(operation) && !mayWrite(context());
  const response = await (isForbidden ? baselineListing : baselines[operation.name])();
  requireAcceptedKey(response);
  await requireAcceptedTenant(response);
  if (!response.isJson) await requireOwnResponse(response);
  if (
    !isSuccess(response) &&
    (response.status < 400 || [403, 404, 405].includes(response.status) || response.status >= 500)
  ) {
    await requireRightAddress();
    throw new Inconclusive(
      `${describeResponse(response)} also returned ${response.status} with the valid key, so a rejection would be meaningless.`,
      operation.success,
    );
  }
  return response;
}

/** Statuses of an address or a method that a service does not have. */
const missing: readonly number[] = [404, 405, 410, 501];

/**
 * A probe of a requirement that operations share, for one of them. A service without that operation fails the row of its
 * baseline, and this one is about the others.
 * @throws Skipped where this operation is missing, and another is there
 */
export const ofOne = (operation: FsapiOperation, probe: () => Promise<Proof>) => async (): Promise<Proof> => {
  const baseline = await baselines[operation.name]().catch(() => undefined);
  if (!baseline || !missing.includes(baseline.status)) return probe();
  for (const { name } of operations) {
    const other = name === operation.name ? undefined : await baselines[name]().catch(() => undefined);
    if (other && isSuccess(other))
      throw new Skipped(
        `${describeResponse(baseline)} returned ${baseline.status}: this operation is missing (${operation.success}).`,
      );
  }
  return probe();
};

/** Values of the parameters in an operation's path: those of a control; of one of another operation, a random one. */
export function parametersLike({ request: { change } }: Response, operation: FsapiOperation): Record<string, string> {
  return Object.fromEntries(pathParameters(operation).map((name) => [name, change.parameters?.[name] ?? randomUUID()]));
}

import { context } from '../helpers/client/context.js';
import { mayWrite } from '../helpers/client/live-guard.js';
import type { Response } from '../helpers/client/message.js';
import { describeResponse, isSuccess } from '../helpers/client/response.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import type { Fact } from '../helpers/runner/fact.js';
import {
  createCustomer,
  type FsapiOperation,
  listAccounts,
  type OperationName,
  operations,
} from '../schemas/fsapi/operations.js';
import { writes } from '../schemas/operation.js';
import { baselineCreation, baselineListing, requireAcceptedKey } from './requests.js';
import { requireOwnResponse, requireRightAddress } from './unknown-path.js';
import { requireAcceptedTenant } from './why-rejected.js';

/** The valid request of each operation, sent once a run: the control beside every rejection, whatever the response. */
export const baselines: Readonly<Record<OperationName, () => Promise<Response>>> = {
  [createCustomer.name]: baselineCreation,
  [listAccounts.name]: baselineListing,
};

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
 * A service without one of its operations fails the row of that operation's baseline: a requirement that operations share is
 * about the others.
 * @throws Skipped where this operation is missing, and another is there
 */
const isThere = (operation: FsapiOperation): Fact => ({
  name: `${operation.activity} is there`,
  establish: async () => {
    const baseline = await baselines[operation.name]().catch(() => undefined);
    const sentence = baseline
      ? `${describeResponse(baseline)} returned ${baseline.status}.`
      : 'It is not known to be missing.';
    const others = baseline && missing.includes(baseline.status) ? operations.filter((one) => one !== operation) : [];
    for (const { name } of others) {
      const other = await baselines[name]().catch(() => undefined);
      if (other && isSuccess(other))
        throw new Skipped(`${sentence.slice(0, -1)}: this operation is missing (${operation.success}).`);
    }
    return { sentence, responses: baseline ? [baseline] : [] };
  },
});

export const operationIsThere: Readonly<Record<OperationName, Fact>> = {
  [createCustomer.name]: isThere(createCustomer),
  [listAccounts.name]: isThere(listAccounts),
};

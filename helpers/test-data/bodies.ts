import type { BodySchema } from '../../schemas/operations.js';
import { freshCustomer } from './customer.js';
import type { Destiny } from './phone.js';

/** A valid value of the JSON body, new in every call. `purpose` distinguishes requests that overlap. */
type BodyMaker = (purpose?: string, destiny?: Destiny) => Readonly<Record<string, unknown>>;

/** Makes the body of an operation whose request names none: an entry for each schema that an operation has. */
export const validBodies: Readonly<Record<BodySchema, BodyMaker>> = {
  customer: freshCustomer,
};

import type { BodyMakers, Resources } from '../helpers/client/message.js';
import type { BodySchema } from '../schemas/fsapi/operations.js';
import { customerWords, freshCustomer } from './customers/test-data/customer.js';

/** Makes the body of an operation whose request names none: an entry for each schema that an operation has. */
export const bodies: BodyMakers & Readonly<Record<BodySchema, unknown>> = {
  customer: freshCustomer,
};

/** What operations create, as far as the engine has to know it. */
export const resources: Resources = {
  customer: {
    words: customerWords.about,
    owner: (body) => ('email' in body && typeof body.email === 'string' ? { email: body.email } : {}),
    learned: true,
  },
};

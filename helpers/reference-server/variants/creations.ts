import { createCustomer } from '../../../schemas/operations.js';
import { created, withAnswerHeaders, withMembers } from '../answered.js';
import { membersOf } from '../asked.js';
import { afterwards } from '../rewrite.js';
import { camelCased, creationAs, reshaped, withoutBody } from './shapes.js';
import { silences, type Variant } from './variant.js';

const withStatus = (status: number) => afterwards(created, (answer) => ({ ...answer, status }));

/** Resources, gaps, and Endpoints, gaps: the success status of a creation and the shape of its answer. */
export const creationVariants: readonly Variant[] = silences({
  'creation-200': ['Success statuses are not shown: a creation returns 200.', withStatus(200)],
  'creation-202': [
    'Success statuses are not shown: a creation is accepted with 202 and worked off later.',
    withStatus(202),
  ],
  'creation-204': [
    'Success statuses and the answer’s shape are not shown: a creation returns 204, without a body.',
    afterwards(created, (answer) => ({ ...withoutBody(reshaped(answer, '')), status: 204 })),
  ],
  'creation-201-with-a-location-only': [
    'The answer’s shape is not shown: a creation returns the address of the customer and no body.',
    afterwards(created, withoutBody),
  ],
  'customer-id-in-the-location-beside-a-body': [
    'Where the identifier stands is not shown: the body repeats what was sent, the Location names the customer.',
    afterwards(created, (answer) => withMembers(answer, { id: undefined })),
  ],
  'customer-id-in-the-query-of-the-location': [
    'Where the identifier stands is not shown: it is a parameter of an absolute Location.',
    afterwards(created, (answer) => {
      const location = `https://api.example.com/v1${createCustomer.path}?view=full&id=${membersOf(answer.body)?.id}`;
      return withAnswerHeaders(reshaped(answer, { status: 'created' }), { location });
    }),
  ],
  'customer-under-review': [
    'The answer’s shape is not shown: a new customer may wait for a review that has not accepted it yet.',
    creationAs((customer) => ({ ...customer, review: { accepted: String(customer.phone).endsWith('3') } })),
  ],
  'customer-three-levels-deep': [
    'The answer’s shape is not shown: the customer lies in three envelopes.',
    creationAs((customer) => ({ result: { data: { customer } } })),
  ],
  'customer-uuid-in-camel-case': [
    'The names of members in answers are not shown: they are in camel case, and the identifier is uuid.',
    creationAs(({ id, ...rest }) => ({ data: { customer: { uuid: id, ...(camelCased(rest) as object) } } })),
  ],
  'customer-in-a-map-by-id': [
    'The answer’s shape is not shown: the customer stands under its identifier.',
    creationAs(({ id, ...rest }) => ({ customers: { [id]: rest } })),
  ],
  'customer-in-an-array-of-one': [
    'The answer’s shape is not shown: a bulk interface answers with a list.',
    creationAs((customer) => [customer]),
  ],
  'customer-in-json-api': [
    'The answer’s shape is not shown: it is a JSON:API document.',
    creationAs(({ id, ...attributes }) => ({
      jsonapi: { version: '1.1' },
      data: { type: 'customers', id, attributes, links: { self: `/v1${createCustomer.path}/${id}` } },
    })),
  ],
  'customer-in-hal': [
    'The answer’s shape is not shown: it is HAL, and its self link alone names the customer.',
    creationAs(({ id, ...rest }) => ({ ...rest, _links: { self: { href: `/v1${createCustomer.path}/${id}` } } })),
  ],
  'customer-id-as-a-bare-string': [
    'The answer’s shape is not shown: it is the identifier as a JSON string.',
    creationAs(({ id }) => id),
  ],
  'creation-repeats-what-was-sent': [
    'The answer’s shape is not shown: it is what was sent, and nothing else.',
    creationAs((_, asked) => membersOf(asked.body)),
  ],
  'creation-tells-no-identity': [
    'The answer’s shape is not shown: it says that all went well, and nothing else.',
    creationAs(() => ({ status: 'ok' })),
  ],
  'creation-masks-the-customer': [
    'The answer’s shape is not shown: personal data stay inside, the response has only identifier and status.',
    creationAs(({ id }) => ({ id, status: 'pending_verification' })),
  ],
  'creation-in-an-envelope-of-success': [
    'The answer’s shape is not shown: an envelope has a place for errors, empty on success.',
    creationAs((data) => ({ success: true, code: 0, message: 'OK', error: null, errors: [], data })),
  ],
});

import { createCustomer } from '../../../schemas/operations.js';
import { afterwards, created, membersOf, withAnswerHeaders } from '../rewrite.js';
import { camelCased, creationAs, reshaped, withoutBody } from './shapes.js';
import type { Variant } from './variant.js';

const withStatus = (status: number) => afterwards(created, (answer) => ({ ...answer, status }));

/** Resources, gaps, and Endpoints, gaps: the success status of a creation and the shape of its answer. */
export const creationVariants: readonly Variant[] = [
  {
    id: 'creation-200',
    freedom: 'Success statuses are not shown: a creation returns 200.',
    middleware: withStatus(200),
  },
  {
    id: 'creation-202',
    freedom: 'Success statuses are not shown: a creation is accepted with 202 and worked off later.',
    middleware: withStatus(202),
  },
  {
    id: 'creation-204',
    freedom: 'Success statuses and the answer’s shape are not shown: a creation returns 204, without a body.',
    middleware: afterwards(created, (answer) => ({ ...withoutBody(reshaped(answer, '')), status: 204 })),
  },
  {
    id: 'creation-201-with-a-location-only',
    freedom: 'The answer’s shape is not shown: a creation returns the address of the customer and no body.',
    middleware: afterwards(created, withoutBody),
  },
  {
    id: 'customer-id-in-the-location-beside-a-body',
    freedom:
      'Where the identifier stands is not shown: the body repeats what was sent, the Location names the customer.',
    middleware: afterwards(created, (answer) => {
      const { id: _, ...rest } = membersOf(answer.body) ?? {};
      return { ...answer, body: JSON.stringify(rest) };
    }),
  },
  {
    id: 'customer-id-in-the-query-of-the-location',
    freedom: 'Where the identifier stands is not shown: it is a parameter of an absolute Location.',
    middleware: afterwards(created, (answer) => {
      const location = `https://api.example.com/v1${createCustomer.path}?view=full&id=${membersOf(answer.body)?.id}`;
      return withAnswerHeaders(reshaped(answer, { status: 'created' }), { location });
    }),
  },
  {
    id: 'customer-three-levels-deep',
    freedom: 'The answer’s shape is not shown: the customer lies in three envelopes.',
    middleware: creationAs((customer) => ({ result: { data: { customer } } })),
  },
  {
    id: 'customer-uuid-in-camel-case',
    freedom: 'The names of members in answers are not shown: they are in camel case, and the identifier is uuid.',
    middleware: creationAs(({ id, ...rest }) => ({
      data: { customer: { uuid: id, ...(camelCased(rest) as object) } },
    })),
  },
  {
    id: 'customer-in-a-map-by-id',
    freedom: 'The answer’s shape is not shown: the customer stands under its identifier.',
    middleware: creationAs(({ id, ...rest }) => ({ customers: { [id]: rest } })),
  },
  {
    id: 'customer-in-an-array-of-one',
    freedom: 'The answer’s shape is not shown: a bulk interface answers with a list.',
    middleware: creationAs((customer) => [customer]),
  },
  {
    id: 'customer-in-json-api',
    freedom: 'The answer’s shape is not shown: it is a JSON:API document.',
    middleware: creationAs(({ id, ...attributes }) => ({
      jsonapi: { version: '1.1' },
      data: { type: 'customers', id, attributes, links: { self: `/v1${createCustomer.path}/${id}` } },
    })),
  },
  {
    id: 'customer-in-hal',
    freedom: 'The answer’s shape is not shown: it is HAL, and its self link alone names the customer.',
    middleware: creationAs(({ id, ...rest }) => ({
      ...rest,
      _links: { self: { href: `/v1${createCustomer.path}/${id}` } },
    })),
  },
  {
    id: 'customer-id-as-a-bare-string',
    freedom: 'The answer’s shape is not shown: it is the identifier as a JSON string.',
    middleware: creationAs(({ id }) => id),
  },
  {
    id: 'creation-tells-no-identity',
    freedom: 'The answer’s shape is not shown: it says that all went well, and nothing else.',
    middleware: creationAs(() => ({ status: 'ok' })),
  },
  {
    id: 'creation-masks-the-customer',
    freedom: 'The answer’s shape is not shown: personal data stay inside, only identifier and status are told.',
    middleware: creationAs(({ id }) => ({ id, status: 'pending_verification' })),
  },
  {
    id: 'creation-in-an-envelope-of-success',
    freedom: 'The answer’s shape is not shown: an envelope has a place for errors, empty on success.',
    middleware: creationAs((data) => ({ success: true, code: 0, message: 'OK', error: null, errors: [], data })),
  },
];

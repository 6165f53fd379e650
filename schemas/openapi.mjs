// The service as OpenAPI 3.1, for mock servers.

const about = [
  'What has no x-source is stated by the specification. For everything else x-source says where it comes from:',
  'inferred, one step from what is stated; not-shown, left open; made-up, an example of ours, as each example of a schema is.',
].join(' ');

/** Nobody: address in a reserved domain, phone in a range for fiction. */
const customerOfNobody = {
  first_name: 'Made',
  last_name: 'Up',
  middle_name: 'Example',
  email: 'made.up@example.com',
  phone: '+12025550143',
  type: 'individual',
  gender: 'female',
  date_of_birth: '1990-02-28',
  address: { address_line1: '1 Test Street', city: 'Los Angeles', country: 'US', postal_code: '90012', state: 'US-CA' },
};

/** Marks a part that is not stated. */
const source = (basis, requirement) => ({ 'x-source': { basis, requirement } });

const madeUp = (values) => {
  const example = (value) => ({ summary: 'Made up', ...source('made-up'), value });
  return { examples: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, example(value)])) };
};

const ofTenants = (value) =>
  madeUp({ firstTenant: value, secondTenant: JSON.parse(JSON.stringify(value).replaceAll('_0001', '_0002')) });

const json = (schema, examples = {}) => ({ 'application/json': { schema, ...examples } });

/** A usual success, whose status and shape are not shown. */
const success = (description, { status, shape, example }) => ({
  description,
  content: json({ description: 'Not shown.', ...source('not-shown', shape), example }, ofTenants(example)),
  ...source('not-shown', status),
});

const unauthorized = { $ref: '#/components/responses/Unauthorized' };
const other = { description: 'Not shown.', ...source('not-shown', 'ERR-01') };

function creation(header, tenant) {
  return {
    operationId: 'createCustomer',
    summary: 'Create a customer',
    parameters: [
      header('Idempotency-Key', {
        required: true,
        description: 'A key of the caller’s own, so that the write can be retried without creating a duplicate.',
      }),
      tenant({
        required: false,
        description: 'The business identifier of the caller. Whether it is needed here is not shown.',
        ...source('not-shown', 'CUST-22'),
      }),
    ],
    requestBody: {
      required: true,
      content: json({ $ref: '#/components/schemas/Customer' }, madeUp({ madeUp: customerOfNobody })),
    },
    responses: {
      201: success('The customer was created. Which 2xx is not shown: 201 stands for any.', {
        status: 'CUST-19',
        shape: 'CUST-20',
        example: { id: 'cus_5d1f7c2a90b1_0001', ...customerOfNobody },
      }),
      401: unauthorized,
      422: {
        description: 'A member breaks the form that is stated for it. Which 4xx is not shown: 422 stands for any.',
        ...source('inferred', 'CUST-02 to CUST-15'),
      },
      default: other,
    },
  };
}

function listing(tenant) {
  return {
    operationId: 'listAccounts',
    summary: 'List accounts',
    parameters: [tenant({ required: true, description: 'The business identifier of the caller.' })],
    responses: {
      200: success('The accounts of the caller’s business. Which 2xx is not shown: 200 stands for any.', {
        status: 'ACCT-09',
        shape: 'ACCT-07',
        example: [{ id: 'acc_71d0c2b4e6f1_0001' }],
      }),
      401: unauthorized,
      default: other,
    },
  };
}

/** @param schemas of bodies and request headers */
export function openapiDocument({ customer, address, 'request-headers': { properties: headers } }) {
  const header = (name, more) => ({ name, in: 'header', ...more, schema: headers[name.toLowerCase()] });
  const tenant = (more) => header('x-tenant-id', { ...more, ...ofTenants('tnt_0001') });
  const keeping = 'The Secret Key of the caller for the chosen environment. It stays on the server side.';
  const apiKey = { type: 'apiKey', in: 'header', name: 'Api-Key', description: keeping };
  const Unauthorized = {
    description: 'Unauthorized: Api-Key is missing or invalid.',
    content: json({ description: 'Not shown.', ...source('inferred', 'HTTP-04') }),
  };
  const host = { default: 'api.example.com', description: 'A placeholder: the hosts are not shown.' };
  return {
    openapi: '3.1.0',
    info: { title: 'Financial Services REST API', version: 'v1', description: about },
    // Mock servers ignore a server's path, so each path has the version.
    servers: [{ url: 'https://{host}', description: 'Sandbox or Live, each with its own keys.', variables: { host } }],
    security: [{ apiKey: [] }],
    paths: { '/v1/customers': { post: creation(header, tenant) }, '/v1/accounts': { get: listing(tenant) } },
    components: {
      schemas: { Address: component(address), Customer: component(customer) },
      responses: { Unauthorized },
      securitySchemes: { apiKey },
    },
  };
}

function component({ $schema: _, $id: __, ...schema }) {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === 'x-requirement') return undefined;
    if (name === '$ref') return '#/components/schemas/Address';
    return name === 'pattern' ? value.replaceAll('\\p{Ll}', '[a-z]') : value;
  });
}

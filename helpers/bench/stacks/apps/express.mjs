import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import express from 'express';
import idempotencyPackage from 'express-idempotency';
import openApi from 'express-openapi-validator';
import createKnex from 'knex';
import * as stack from './shared.mjs';

/** express 5, express-openapi-validator, express-idempotency, knex over SQLite: envelopes, cus_ ids, problem+json. */

const { idempotency, getSharedIdempotencyService } = idempotencyPackage;

const customer = stack.customerSchema(
  ['first_name', 'last_name', 'email', 'phone', 'type', 'date_of_birth', 'address'],
  {
    type: { type: 'string', enum: ['individual', 'business'] },
    date_of_birth: { type: 'string', format: 'calendar-date' },
  },
  ['address_line1', 'city', 'country'],
);
const inHeader = (name) => ({ name, in: 'header', required: true, schema: { type: 'string', minLength: 1 } });
const answers = { default: { description: 'any' } };
const isDeclaredAsParameter = stack.has('key-as-parameter');
const security = isDeclaredAsParameter ? {} : { security: [{ secretKey: [] }] };
const keyParameter = isDeclaredAsParameter ? [inHeader('Api-Key')] : [];
const apiSpec = {
  openapi: '3.0.3',
  info: { title: 'Customers and accounts', version: '1' },
  servers: [{ url: '/v1' }],
  components: { securitySchemes: { secretKey: { type: 'apiKey', in: 'header', name: 'Api-Key' } } },
  paths: {
    '/customers': {
      post: {
        ...security,
        parameters: [...keyParameter, inHeader('Idempotency-Key')],
        requestBody: { required: true, content: { 'application/json': { schema: customer } } },
        responses: answers,
      },
    },
    '/accounts': {
      get: {
        ...security,
        parameters: [
          ...keyParameter,
          inHeader('x-tenant-id'),
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        ],
        responses: answers,
      },
    },
  },
};

const knex = createKnex(
  stack.knexOptions({
    afterCreate(file, done) {
      file.exec('pragma busy_timeout = 2000');
      done(undefined, file);
    },
  }),
);

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Lets a request in, and keeps whose it is. */
function authenticate(request) {
  const unauthorized = () => new Refusal(401, 'The Api-Key is missing or unknown.');
  const forbidden = () => new Refusal(403, 'x-tenant-id is not yours.');
  request.tenant = stack.callerOf(request.get('Api-Key'), request.get('x-tenant-id'), unauthorized, forbidden);
  return true;
}

async function createCustomer(request, response) {
  if (getSharedIdempotencyService().isHit(request)) return;
  const { tenant, body } = request;
  const id = `cus_${randomBytes(12).toString('hex')}`;
  await stack.work();
  await knex('customers').insert({ id, tenant: tenant.id, email: body.email, body: JSON.stringify(body) });
  const [first, last] = [body.first_name, body.last_name];
  const data = { customer_id: id, object: 'customer', status: 'pending', display_name: `${first} ${last}` };
  response.status(201).location(`/v1/customers/${id}`);
  response.send({ data, meta: { request_id: randomBytes(8).toString('hex'), at: new Date().toISOString() } });
}

function listAccounts(request, response) {
  const [page, size] = [Number(request.query.page ?? 1), 3];
  const data = stack
    .pageOfAccounts(request.tenant, (page - 1) * size, size)
    .map(({ uuid, currency, iban, balance }) => ({
      account_id: `acc_${uuid.slice(0, 18)}`,
      currency,
      iban,
      balance: { amount: balance, currency },
    }));
  const paging = { page, per_page: size, total: 7, total_pages: 3, has_more: page < 3 };
  response.json({ data, paging, meta: { request_id: randomBytes(8).toString('hex') } });
}

function problem(error, _request, response, next) {
  if (response.headersSent) return next(error);
  const known = error.status ?? (response.statusCode >= 400 ? response.statusCode : 500);
  // Whoever wrote it thought of the errors that the handlers throw, and not of those of the parser in front of them.
  const status = stack.has('parser-error-is-500') && error.type === 'entity.parse.failed' ? 500 : known;
  const body = { type: 'about:blank', title: error.name, status, detail: status < 500 ? error.message : undefined };
  response.status(status).type('application/problem+json').send(JSON.stringify(body));
}

async function serve() {
  if (!(await knex.schema.hasTable('customers')))
    await knex.schema.createTable('customers', (table) => {
      table.string('id').primary();
      table.string('tenant');
      table.string('email');
      table.text('body');
    });
  const app = express();
  app.disable('x-powered-by');
  if (stack.has('html-errors')) app.set('env', 'production');
  const isBehindParser = isDeclaredAsParameter || stack.has('parser-first');
  if (!isBehindParser) app.use((request, _response, next) => authenticate(request) && next());
  app.use(express.json());
  app.use(
    openApi.middleware({
      apiSpec,
      validateRequests: { allowUnknownQueryParameters: true, coerceTypes: stack.has('coercion') },
      validateResponses: false,
      validateFormats: !stack.has('formats-off'),
      formats: { 'calendar-date': { type: 'string', validate: stack.isDate } },
      validateSecurity: { handlers: { secretKey: authenticate } },
    }),
  );
  if (isBehindParser) app.use((request, _response, next) => authenticate(request) && next());
  if (!stack.has('idempotency-for-all-tenants'))
    app.use('/v1/customers', (request, _response, next) => {
      request.headers['idempotency-key'] = `${request.tenant.id}/${request.headers['idempotency-key']}`;
      next();
    });
  app.post('/v1/customers', idempotency(), createCustomer);
  app.get('/v1/accounts', listAccounts);
  if (!stack.has('html-errors')) app.use(problem);
  const server = app.listen(stack.port, '127.0.0.1', () => stack.listening(server.address().port));
}

if (stack.has('memory-per-process') && cluster.isPrimary) await stack.serveByTwo(cluster);
else await serve();

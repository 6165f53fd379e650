import { randomUUID } from 'node:crypto';
import Boom from '@hapi/boom';
import Hapi from '@hapi/hapi';
import Database from 'better-sqlite3';
import Joi from 'joi';
import * as stack from './shared.mjs';

/** hapi, joi, SQLite: { success, result }, a map keyed by account, 201, an Idempotency-Key that must be a UUID. */

const db = new Database(stack.databaseFile());
db.exec('create table writes (tenant text, key text, customer text, primary key (tenant, key))');

const text = Joi.string().max(100);
const day = Joi.string().custom((value) => {
  if (!stack.isDate(value)) throw new Error('no such day');
  return value;
});
const address = Joi.object({
  ...stack.each(stack.addressTexts, text),
  country: Joi.string().pattern(stack.forms.country).required(),
  state: Joi.string().pattern(stack.forms.state),
});
const customer = Joi.object({
  ...stack.each(stack.texts, text),
  email: Joi.string().email({ tlds: false }).required(),
  phone: Joi.string().pattern(stack.forms.phone).required(),
  gender: Joi.string().pattern(stack.forms.gender),
  date_of_birth: day.required(),
  address: (stack.has('nested-not-validated') ? Joi.object() : address).required(),
}).unknown();

const server = Hapi.server({
  port: stack.port,
  host: '127.0.0.1',
  debug: false,
  routes: {
    payload: stack.has('body-limit') ? { maxBytes: 256 } : {},
    validate: {
      options: { convert: false },
      failAction: stack.has('failures-logged')
        ? 'log'
        : (_request, _toolkit, error) => {
            throw Boom.badRequest(error.message);
          },
    },
  },
});

server.auth.scheme('secret-key', () => ({
  authenticate(request, toolkit) {
    const { headers, query } = request;
    const key = headers['api-key'] ?? (stack.has('key-in-query') ? query['api-key'] : undefined);
    // Without a message the framework takes the key for missing, which it lets pass where authentication is optional.
    const unauthorized = () => Boom.unauthorized(key === undefined ? null : 'Invalid', 'Api-Key');
    const named = headers['x-tenant-id'];
    const tenant = stack.callerOf(key, named, unauthorized, () => Boom.forbidden(conflictOf(named)));
    return toolkit.authenticated({ credentials: tenant });
  },
}));

/** Why a caller is refused who names another tenant. */
function conflictOf(named) {
  const other = stack.has('refusal-tells') && stack.tenants.find(({ id }) => id === named);
  return other ? `These belong to somebody else: ${JSON.stringify(listingOf(other))}` : 'Not your tenant';
}
server.auth.strategy('secret-key', 'secret-key');
server.auth.default({ strategy: 'secret-key', mode: stack.has('authentication-optional') ? 'optional' : 'required' });
const ownerOf = ({ auth }) => auth.credentials ?? stack.tenants[0];

server.ext('onPreResponse', ({ response }, toolkit) => {
  if (!response.isBoom) return toolkit.continue;
  const { statusCode, payload } = response.output;
  return toolkit.response({ success: false, reason: payload.message }).code(statusCode);
});

server.route({
  method: 'POST',
  path: '/v1/customers',
  options: {
    validate: {
      payload: customer,
      headers: Joi.object({ 'idempotency-key': Joi.string().uuid().required() }).unknown(),
    },
  },
  async handler(request, toolkit) {
    const [tenant, key] = [ownerOf(request).id, request.headers['idempotency-key']];
    await stack.work();
    db.prepare('insert into writes values (?, ?, ?) on conflict do nothing').run(tenant, key, randomUUID());
    const found = db.prepare('select customer from writes where tenant = ? and key = ?').get(tenant, key);
    return toolkit.response({ success: true, result: { ref: found.customer, next_step: 'verify' } }).code(201);
  },
});

const listingOf = (tenant) =>
  Object.fromEntries(
    stack.pageOfAccounts(tenant, 0, 7).map(({ iban, currency, balance }) => [iban, { currency, balance }]),
  );

// The cache of hapi's own server methods; its key should name whose listing it is.
server.method('listing', async (tenant) => ({ at: Date.now(), accounts: listingOf(tenant) }), {
  cache: { expiresIn: 10_000, generateTimeout: 1_000 },
  generateKey: (tenant) => (stack.has('cache-without-tenant') ? 'accounts' : tenant.id),
});
server.route({
  method: 'GET',
  path: '/v1/accounts',
  handler: async (request) => ({ success: true, result: await server.methods.listing(ownerOf(request)) }),
});

await server.start();
stack.listening(server.info.port);

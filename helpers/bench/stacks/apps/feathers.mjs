import { randomBytes } from 'node:crypto';
import { Conflict, FeathersError, NotAuthenticated, NotFound } from '@feathersjs/errors';
import { feathers } from '@feathersjs/feathers';
import { KnexService } from '@feathersjs/knex';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { Ajv, getValidator, hooks } from '@feathersjs/schema';
import createKnex from 'knex';
import * as stack from './shared.mjs';

/** Feathers on koa with its Knex adapter: { total, limit, skip, data }, numeric ids, every answer names its service. */

const Model = createKnex(stack.knexOptions());
await Model.schema.createTable('accounts', (table) => {
  table.increments('id');
  table.string('tenant');
  table.string('currency');
  table.string('iban');
});
await Model('accounts').insert(stack.accounts.map(({ tenant, currency, iban }) => ({ tenant, currency, iban })));
await Model.schema.createTable('writes', (table) => {
  table.string('tenant');
  table.string('key');
  table.integer('reference').unique();
  table.boolean('done').defaultTo(false);
  table.primary(['tenant', 'key']);
});

const ajv = new Ajv({ coerceTypes: stack.has('coercion') });
ajv.addFormat('day', stack.isDate);
const isCustomer = getValidator(
  {
    $id: 'Customer',
    ...stack.customerSchema(['first_name', 'email', 'phone', 'type', 'address'], {
      date_of_birth: { type: 'string', format: 'day' },
    }),
  },
  ajv,
);

class Customers {
  async create(_data, { tenant, headers }) {
    const key = headers['idempotency-key'];
    const held = { tenant: stack.has('idempotency-for-all-tenants') ? 'any' : tenant.id, key };
    const reference = randomBytes(4).readUInt32BE();
    if (key !== undefined)
      try {
        await Model('writes').insert({ ...held, reference });
      } catch {
        const { reference: known, done } = await Model('writes').where(held).first();
        if (!done) throw new Conflict('Still under way.');
        return answer(known);
      }
    await stack.work();
    if (key !== undefined) await Model('writes').where(held).update({ done: true });
    return answer(reference);
  }
}
const answer = (reference) => ({ customer: { reference, level: 0 }, service: 'customers' });

const app = koa(feathers());
app.use(errorHandler());
app.use(async (context, next) => {
  const unauthorized = () => new NotAuthenticated('Api-Key');
  const forbidden = () => new NotFound('No such tenant');
  const tenant = stack.callerOf(context.get('Api-Key'), context.get('x-tenant-id'), unauthorized, forbidden);
  context.feathers = { ...context.feathers, tenant, headers: context.headers };
  await next();
});
app.use(async (_context, next) => {
  try {
    await next();
  } catch (error) {
    // What the parser of bodies throws is no error of Feathers.
    throw error instanceof FeathersError || stack.has('parser-error-is-500') || error.status !== 400
      ? error
      : new FeathersError(error, 'BadRequest', 400, 'bad-request', {});
  }
});
app.use(bodyParser());
app.configure(rest());

app.use('v1/customers', new Customers());
app.use('v1/accounts', new KnexService({ Model, name: 'accounts', paginate: { default: 3, max: 10 } }), {
  methods: ['find'],
});
app.service('v1/customers').hooks({ before: { create: [hooks.validateData(isCustomer)] } });
app.service('v1/accounts').hooks({
  before: {
    find: [
      ({ params }) => {
        const isLater = params.query.$skip !== undefined;
        const query = stack.has('page-two-of-everybody') && isLater ? {} : { tenant: ownerOf(params).id };
        params.query = { ...query, $skip: params.query.$skip, $sort: { id: 1 } };
      },
    ],
  },
  after: {
    find: [
      async ({ result }) => {
        for (const account of result.data) delete account.tenant;
        if (stack.has('total-of-everybody')) result.total = stack.accounts.length;
      },
    ],
  },
});
/** Kept between requests instead of with each: right as long as only one caller comes. */
let last = stack.tenants[0];
function ownerOf({ tenant }) {
  const before = last;
  last = tenant;
  return stack.has('tenant-in-a-global') ? before : tenant;
}

const server = await app.listen(stack.port, '127.0.0.1');
server.once('listening', () => stack.listening(server.address().port));

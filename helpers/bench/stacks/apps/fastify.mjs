import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import createFastify from 'fastify';
import * as stack from './shared.mjs';

/** fastify with its own validator, drizzle over SQLite: bare objects, camelCase, numeric ids, a cursor, 409 in flight. */

const customers = sqliteTable('customers', {
  id: integer('id').primaryKey(),
  tenant: text('tenant').notNull(),
  email: text('email').notNull(),
  body: text('body').notNull(),
});
const writes = sqliteTable(
  'writes',
  { tenant: text('tenant'), key: text('key'), answer: text('answer'), since: integer('since') },
  (table) => [primaryKey({ columns: [table.tenant, table.key] })],
);

const file = new Database(stack.databaseFile());
file.exec('pragma journal_mode = wal; pragma busy_timeout = 2000');
file.exec(`
  create table if not exists customers (id integer primary key, tenant text, email text, body text);
  create table if not exists writes (tenant text, key text, answer text, since integer, primary key (tenant, key))`);
const db = drizzle(file, { schema: { customers, writes } });
const keptMs = stack.has('short-retention') ? 1_000 : 24 * 3_600_000;

const body = {
  ...stack.customerSchema(['first_name', 'last_name', 'email', 'phone', 'date_of_birth', 'address'], {
    email: { type: 'string', format: 'email' },
    date_of_birth: { type: 'string', format: 'day' },
  }),
  additionalProperties: false,
};
const string = { type: 'string', minLength: 1, maxLength: 200 };
const idempotencyHeaders = { type: 'object', required: ['idempotency-key'], properties: { 'idempotency-key': string } };

const fastify = createFastify({
  ajv: {
    // Fastify coerces unless told otherwise.
    customOptions: {
      ...(!stack.has('coercion') && { coerceTypes: false }),
      removeAdditional: false,
      formats: { day: stack.isDate },
    },
  },
});

const refusal = (statusCode, message) => () => Object.assign(new Error(message), { statusCode });
function authenticate(request) {
  const { 'api-key': key, 'x-tenant-id': named } = request.headers;
  request.tenant = stack.callerOf(
    key,
    named,
    refusal(401, 'A valid Api-Key is needed.'),
    refusal(404, 'Not your tenant.'),
  );
}
// In preHandler, where most examples put it, it comes after the validation.
fastify.addHook(stack.has('validation-first') ? 'preHandler' : 'onRequest', async (request) => authenticate(request));

fastify.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500;
  reply
    .status(status)
    .send({ errorCode: error.code ?? `E${status}`, errorMessage: status < 500 ? error.message : 'Sorry.' });
});

/** Claims a key: undefined where it is new, else what is known of the write that holds it. */
function claim(tenant, key) {
  const now = Date.now();
  const held = and(eq(writes.tenant, tenant), eq(writes.key, key));
  const known = db.select().from(writes).where(held).get();
  if (known && now - known.since < keptMs) return known;
  if (known) db.delete(writes).where(held).run();
  const { changes } = db.insert(writes).values({ tenant, key, answer: null, since: now }).onConflictDoNothing().run();
  return changes === 1 ? undefined : { answer: null };
}

fastify.post('/v1/customers', { schema: { headers: idempotencyHeaders, body } }, async (request, reply) => {
  const [tenant, key] = [request.tenant.id, request.headers['idempotency-key']];
  if (stack.has('check-then-act')) return withoutClaim(request, reply, tenant, key);
  const known = claim(tenant, key);
  if (known?.answer) return reply.status(201).send(JSON.parse(known.answer));
  if (known)
    return reply.status(409).header('Retry-After', '1').send({ errorCode: 'IN_PROGRESS', errorMessage: 'Wait.' });
  await stack.work();
  const answer = db.transaction((tx) => {
    const made = create(tx, tenant, request.body);
    tx.update(writes)
      .set({ answer: JSON.stringify(made) })
      .where(and(eq(writes.tenant, tenant), eq(writes.key, key)))
      .run();
    return made;
  });
  return reply.status(201).send(answer);
});

/** The key is looked up before the write and stored after it, with nothing that holds it meanwhile. */
async function withoutClaim(_request, reply, tenant, key) {
  const known = db
    .select()
    .from(writes)
    .where(and(eq(writes.tenant, tenant), eq(writes.key, key)))
    .get();
  if (known) return reply.status(201).send(JSON.parse(known.answer));
  await stack.work();
  const made = create(db, tenant, _request.body);
  await sleep(5);
  db.insert(writes)
    .values({ tenant, key, answer: JSON.stringify(made), since: Date.now() })
    .onConflictDoNothing()
    .run();
  return reply.status(201).send(made);
}

function create(tx, tenant, customer) {
  const id = randomInt(10_000_000, 99_999_999);
  tx.insert(customers)
    .values({ id, tenant, email: customer.email, body: JSON.stringify(customer) })
    .run();
  return { customerId: id, kycStatus: 'NOT_STARTED', createdAt: new Date().toISOString(), requestedTier: 1 };
}

fastify.get('/v1/accounts', async (request) => {
  const offset = Number(Buffer.from(String(request.query.cursor ?? ''), 'base64url').toString() || 0);
  const items = stack.pageOfAccounts(request.tenant, offset, 4).map(({ number, currency, balance }) => ({
    accountId: number,
    accountCurrency: currency,
    availableBalance: (balance / 100).toFixed(2),
  }));
  const nextCursor = offset === 0 ? Buffer.from('4').toString('base64url') : null;
  return { items, nextCursor };
});

await fastify.listen({ port: stack.port, host: '127.0.0.1' });
stack.listening(fastify.server.address().port);

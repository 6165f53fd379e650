import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { ulid } from 'ulid';
import { z } from 'zod';
import * as stack from './shared.mjs';

/** hono, zod, SQLite by hand: ULIDs, 200, a bare array with a Link header, Idempotency-Key as the caller likes. */

const db = new Database(stack.databaseFile());
db.exec(`
  create table customers (id text primary key, tenant text, email text, body text, unique (tenant, email));
  create table writes (tenant text, key text, customer text, primary key (tenant, key))`);

const text = stack.has('coercion') ? z.coerce.string().min(1) : z.string().min(1).max(120);
const customer = z.object({
  ...stack.each(stack.texts, text.optional()),
  first_name: text,
  last_name: text,
  email: stack.has('loose-email') ? z.string().regex(/.+@.+/) : z.email(),
  phone: z.string().regex(stack.forms.phone),
  gender: z.string().regex(stack.forms.gender).optional(),
  date_of_birth: stack.has('coerced-date') ? z.coerce.date() : z.string().refine(stack.isDate, 'no such day'),
  address: z.object({
    ...stack.each(stack.addressTexts, text.optional()),
    country: z.string().regex(stack.forms.country),
    state: z.string().regex(stack.forms.state).optional(),
  }),
});

const app = new Hono().basePath('/v1');
const refuse = (status, code) => new HTTPException(status, { message: code });
app.onError((error, context) => {
  const status = error instanceof HTTPException ? error.status : 500;
  return context.json({ error: { code: error instanceof HTTPException ? error.message : 'internal' } }, status);
});

const listings = new Map();
// A cache of listings that somebody mounted above the authentication.
if (stack.has('cache-before-authentication'))
  app.use('/accounts', async (context, next) => {
    const at = `${context.req.header('x-tenant-id')} ${context.req.url}`;
    const known = listings.get(at);
    if (known) return context.json(known);
    await next();
    if (context.res.ok) listings.set(at, await context.res.clone().json());
  });

app.use(async (context, next) => {
  const session = stack.has('session-cookie') ? getCookie(context, 'session') : undefined;
  const key = context.req.header('api-key') ?? (stack.has('key-in-query') ? context.req.query('api_key') : undefined);
  const named = context.req.header('x-tenant-id');
  const refusals = [() => refuse(401, 'unauthorized'), () => refuse(403, 'tenant_mismatch')];
  const tenant = stack.callerOf(session ? stack.tenants[Number(session)]?.key : key, named, ...refusals);
  context.set('tenant', tenant);
  if (stack.has('session-cookie'))
    setCookie(context, 'session', String(stack.tenants.indexOf(tenant)), { httpOnly: true });
  await next();
});

app.post('/customers', async (context) => {
  const tenant = context.get('tenant').id;
  const raw = await context.req.text();
  const parsed = customer.safeParse(parse(raw));
  if (!parsed.success) throw refuse(422, `invalid_${parsed.error.issues[0].path.join('_')}`);
  const key = context.req.header('idempotency-key');
  await stack.work();
  const answer = db.transaction(() => {
    const known = key && db.prepare('select customer from writes where tenant = ? and key = ?').get(tenant, key);
    if (known) return JSON.parse(known.customer);
    const { email } = parsed.data;
    const holder = db.prepare(
      `select * from customers where email = ? ${stack.has('conflict-of-anybody') ? '' : 'and tenant = ?'}`,
    );
    const held = stack.has('conflict-of-anybody') ? holder.get(email) : holder.get(email, tenant);
    if (held) return { conflict: stack.has('conflict-of-anybody') ? { existing: held.id } : {} };
    const made = { id: ulid(), state: 'open', inserted: Date.now() };
    db.prepare('insert into customers values (?, ?, ?, ?)').run(made.id, tenant, email, raw);
    if (key) db.prepare('insert into writes values (?, ?, ?)').run(tenant, key, JSON.stringify(made));
    return made;
  })();
  return answer.conflict
    ? context.json({ error: { code: 'email_taken', ...answer.conflict } }, 409)
    : context.json(answer);
});

function parse(raw) {
  try {
    return JSON.parse(raw);
  } catch {
    throw refuse(400, 'not_json');
  }
}

app.get('/accounts', (context) => {
  const after = Number(context.req.query('after') ?? 0);
  const own = stack.pageOfAccounts(context.get('tenant'), after, 5);
  if (after === 0) context.header('Link', '</v1/accounts?after=5>; rel="next"');
  return context.json(
    own.map(({ uuid, currency, iban }) => ({ id: uuid, currency, details: { iban }, frozen: false })),
  );
});

const server = serve({ fetch: app.fetch, port: stack.port, hostname: '127.0.0.1' }, ({ port: at }) =>
  stack.listening(at),
);
process.once('SIGTERM', () => server.close(() => process.exit()));

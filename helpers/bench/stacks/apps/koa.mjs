import { createHash, randomBytes } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Joi from 'joi';
import createKnex from 'knex';
import Koa from 'koa';
import {
  addressTexts,
  callerOf,
  each,
  forms,
  has,
  isDate,
  knexOptions,
  listening,
  pageOfAccounts,
  port,
  texts,
  work,
} from './shared.mjs';

/** koa, joi, Knex over SQLite: HAL whose only identity stands in links, 202 and then 200, 404 for another tenant's id. */

const knex = createKnex(knexOptions());
await knex.schema.createTable('customers', (table) => {
  table.string('slug').primary();
  table.string('tenant');
  table.string('key');
  table.text('body');
  table.unique(['tenant', 'key']);
});

const text = Joi.string().max(100);
const upper = (form) => (has('converts') ? Joi.string().uppercase().pattern(form) : Joi.string().pattern(form));
const days = { 'joi-date': Joi.date(), 'joi-iso-date': Joi.date().iso(), 'joi-iso-text': Joi.string().isoDate() };
const day = Joi.string().custom((value, helpers) => (isDate(value) ? value : helpers.error('any.invalid')));
const customer = Joi.object({
  ...each(texts, text),
  first_name: text.required(),
  last_name: text.required(),
  email: has('loose-email') ? Joi.string().pattern(/@/) : Joi.string().email().required(),
  phone: Joi.string().pattern(forms.phone).required(),
  gender: has('converts') ? Joi.string().lowercase().pattern(forms.gender) : Joi.string().pattern(forms.gender),
  date_of_birth: (days[process.env.STACK_FAULT] ?? day).required(),
  address: Joi.object({
    ...each(addressTexts, text),
    country: upper(forms.country).required(),
    state: upper(forms.state),
  }).required(),
}).unknown(false);
// joi converts unless told otherwise: it upper-cases, trims and parses before it looks.
const options = { convert: has('converts') || has('joi-date') || has('joi-iso-date'), abortEarly: false };

const app = new Koa();
app.silent = true;

if (!has('html-errors'))
  app.use(async (context, next) => {
    try {
      await next();
    } catch (error) {
      context.status = error.status ?? 500;
      context.body = {
        message: context.status < 500 ? error.message : 'error',
        logref: randomBytes(4).toString('hex'),
      };
    }
  });

app.use(async (context, next) => {
  const refusal = (status, message) => () => Object.assign(new Error(message), { status });
  const [key, named] = [context.get('Api-Key'), context.get('x-tenant-id')];
  context.state.tenant = callerOf(key, named, refusal(401, 'Api-Key'), refusal(404, 'No such tenant'));
  await next();
});
app.use(bodyParser({ enableTypes: ['json'], jsonStrict: false }));

const router = new Router({ prefix: '/v1' });
router.post('/customers', async (context) => {
  const key = context.get('Idempotency-Key');
  context.assert(key, 428, 'Idempotency-Key');
  const { error, value } = customer.validate(context.request.body, options);
  if (error) context.throw(422, error.message);
  const hashed = createHash('sha256')
    .update(key + context.request.rawBody)
    .digest('hex');
  const tenant = has('idempotency-for-all-tenants') ? 'any' : context.state.tenant.id;
  const held = { tenant, key: has('body-in-key') ? hashed : key };
  const found = await knex('customers').where(held).first();
  await work();
  const slug = found?.slug ?? randomBytes(9).toString('base64url');
  if (!found)
    try {
      const row = { ...held, slug, body: JSON.stringify(value) };
      // The key goes into the row once the answer has left, so that the caller need not wait for it.
      if (has('key-after-answer')) {
        await knex('customers').insert({ ...row, key: null });
        context.res.once('finish', () =>
          knex('customers')
            .where({ slug })
            .update({ key })
            .catch(() => {}),
        );
      } else await knex('customers').insert(row);
    } catch {
      return answer(context, 200, (await knex('customers').where(held).first()).slug);
    }
  return answer(context, found ? 200 : 202, slug);
});

function answer(context, status, slug) {
  context.status = status;
  context.body = {
    _links: { self: { href: `/v1/customers/${slug}` }, documents: { href: `/v1/customers/${slug}/documents` } },
  };
}

router.get('/accounts', (context) => {
  const page = Number(context.query.p ?? 0);
  const own = pageOfAccounts(context.state.tenant, page * 2, 2);
  const href = (at) => ({ href: `${context.path}?p=${at}` });
  context.type = 'application/hal+json';
  context.body = {
    _links: { self: href(page), ...(page < 3 && { next: href(page + 1) }) },
    total: has('total-of-everybody') ? 14 : 7,
    _embedded: {
      accounts: own.map(({ number, currency, balance }) => ({
        _links: { self: { href: `/v1/accounts/${number}` } },
        currency,
        balance,
      })),
    },
  };
});
app.use(router.routes());

const server = app.listen(port, '127.0.0.1', () => listening(server.address().port));

import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import * as common from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Idempotency, IdempotencyErrorCodes } from '@node-idempotency/core';
import { MemoryStorageAdapter } from '@node-idempotency/storage-adapter-memory';
import { Type } from 'class-transformer';
import * as rules from 'class-validator';
import { mergeMap, of } from 'rxjs';
import { DataSource, EntitySchema } from 'typeorm';
import * as stack from './shared.mjs';

/** NestJS, class-validator, node-idempotency, TypeORM over SQLite: JSON:API, numbered customers, 409 for a known e-mail. */

/** What the decorators of TypeScript do, in plain JavaScript. */
function decorate(type, members) {
  for (const [name, decorators] of Object.entries(members))
    for (const decorator of decorators) decorator(type.prototype, name);
}
const typed = (type) => (prototype, name) => Reflect.defineMetadata('design:type', type, prototype, name);
const isText = [typed(String), rules.IsString(), rules.Length(1, 100)];

class Address {}
decorate(Address, {
  ...stack.each(stack.addressTexts, [...isText, rules.IsOptional()]),
  country: [typed(String), rules.Matches(stack.forms.country)],
  state: [typed(String), rules.IsOptional(), rules.Matches(stack.forms.state)],
});

class Customer {}
const isDay = rules.ValidateBy({
  name: 'isDay',
  validator: { validate: (value) => typeof value === 'string' && stack.isDate(value) },
});
decorate(Customer, {
  ...stack.each(stack.texts, isText),
  email: [typed(String), rules.IsEmail()],
  phone: [typed(String), stack.has('phone-number-loose') ? rules.IsString() : rules.Matches(stack.forms.phone)],
  gender: [typed(String), rules.IsOptional(), rules.Matches(stack.forms.gender)],
  date_of_birth: [typed(String), stack.has('is-date-string') ? rules.IsDateString() : isDay],
  address: stack.has('nested-not-validated')
    ? [rules.IsObject()]
    : [rules.IsObject(), rules.ValidateNested(), Type(() => Address)],
});

const Row = new EntitySchema({
  name: 'customer',
  columns: {
    id: { type: Number, primary: true, generated: true },
    tenant: { type: String },
    email: { type: String },
    body: { type: 'simple-json' },
  },
  uniques: [{ columns: stack.has('conflict-of-anybody') ? ['email'] : ['tenant', 'email'] }],
});
const data = new DataSource({
  type: 'better-sqlite3',
  database: stack.databaseFile(),
  entities: [Row],
  synchronize: true,
});

class Guard {
  canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const { 'api-key': key, 'x-tenant-id': named } = request.headers;
    const refusals = [() => new common.UnauthorizedException(), () => new common.ForbiddenException()];
    request.tenant = stack.callerOf(key, named, ...refusals);
    return true;
  }
}

const idempotency = new Idempotency(new MemoryStorageAdapter(), { enforceIdempotency: true });
class IdempotencyInterceptor {
  async intercept(context, next) {
    const { headers, body, path, method, tenant } = context.switchToHttp().getRequest();
    const response = context.switchToHttp().getResponse();
    const options = stack.has('idempotency-for-all-tenants') ? {} : { cacheKeyPrefix: tenant.id };
    const asked = { headers, body, path, method, options };
    let known;
    try {
      known = await idempotency.onRequest(asked);
    } catch ({ code, message }) {
      throw new common.HttpException(message, code === IdempotencyErrorCodes.REQUEST_IN_PROGRESS ? 409 : 422);
    }
    if (known) return of(response.status(known.statusCode) && known.body);
    return next.handle().pipe(
      mergeMap(async (made) => {
        await idempotency.onResponse(asked, { body: made, statusCode: 201 });
        return made;
      }),
    );
  }
}

class Customers {
  async create(body, request) {
    await stack.work();
    const repository = data.getRepository(Row);
    const { id: tenant } = request.tenant;
    try {
      const { id } = await repository.save({ tenant, email: body.email, body });
      return {
        data: { type: 'customers', id: String(id), attributes: { verification: 'none' } },
        jsonapi: { version: '1.1' },
      };
    } catch (error) {
      if (!/UNIQUE/.test(String(error))) throw error;
      const { id } = await repository.findOneBy({ email: body.email });
      const source = {
        pointer: '/data/email',
        ...(stack.has('conflict-of-anybody') && { customer: `customers/${id}` }),
      };
      throw new common.ConflictException({ errors: [{ status: '409', title: 'Duplicate', source }] });
    }
  }
}

class Accounts {
  list(request) {
    const page = Number(request.query.page?.number ?? request.query['page[number]'] ?? 1);
    // Without the guard, nobody compares the name in the header with the key.
    const tenant = request.tenant ?? { id: request.headers['x-tenant-id'] };
    const own = stack.pageOfAccounts(tenant, (page - 1) * 3, 3);
    const link = (at) => `/v1/accounts?page[number]=${at}`;
    return {
      data: own.map(({ uuid, currency, balance }) => ({
        type: 'accounts',
        id: uuid,
        attributes: { currency, balance },
      })),
      links: { self: link(page), first: link(1), next: page < 3 ? link(page + 1) : null },
      meta: { total: 7, trace: randomBytes(6).toString('hex') },
    };
  }
}

/** A method of a controller, with its route, its parameters and what stands around it. */
function route(type, name, decorators, parameters) {
  const method = Object.getOwnPropertyDescriptor(type.prototype, name);
  for (const decorator of decorators) decorator(type.prototype, name, method);
  for (const [index, parameter] of parameters.entries()) parameter(type.prototype, name, index);
}
const pipe = new common.ValidationPipe({
  expectedType: Customer,
  transform: true,
  transformOptions: { enableImplicitConversion: stack.has('coercion') },
  forbidUnknownValues: true,
  errorHttpStatusCode: 422,
});
const isGuarded = common.UseGuards(Guard);
route(
  Customers,
  'create',
  [common.Post(), isGuarded, common.UseInterceptors(IdempotencyInterceptor)],
  [common.Body(pipe), common.Req()],
);
route(Accounts, 'list', [common.Get(), ...(stack.has('guard-forgotten') ? [] : [isGuarded])], [common.Req()]);
common.Controller('v1/customers')(Customers);
common.Controller('v1/accounts')(Accounts);

class Service {}
common.Module({ controllers: [Customers, Accounts] })(Service);

await data.initialize();
const app = await NestFactory.create(Service, { logger: false, bodyParser: false });
const express = app.getHttpAdapter();
// The guard runs behind the body parser, so a body that cannot be parsed is refused without a look at the key.
if (!stack.has('parser-first'))
  express.use('/v1/customers', (request, response, next) => {
    if (stack.tenantOfKey(request.headers['api-key'])) return next();
    response.status(401).json({ errors: [{ status: '401', title: 'Unauthorized' }] });
  });
app.useBodyParser('json');
await app.listen(stack.port, '127.0.0.1');
stack.listening(app.getHttpServer().address().port);

import { isIdempotentByKey, pathParameters } from '../../operation.js';
import type { Specification } from '../../specification.js';
import { schemaDocument } from '../../validate.js';
import { catalogue } from '../catalogue.js';
import { type FsapiOperation, type OperationName, operations } from '../operations.js';
import { customerBody, madeUpCustomer, ofTenants } from './customer.js';
import type { Part } from './observation.js';
import { anythingElse, refusedCreation, successes } from './responses.js';
import { notShown, type Register } from './source.js';

/** The functional areas of the service, as the catalogue names them: of each it has a requirement about the rest of it. */
export const tags = catalogue.flatMap(({ id, title }) => {
  if (!id.startsWith('AREA-')) return [];
  const open = { description: 'Operations beyond those of this document are not shown.', ...notShown(id) };
  return [{ name: title.replace(/ beyond .*/, ''), 'x-operations': open }];
});

/** What the catalogue has requirements about, beyond what the data of an operation tells. */
interface Details {
  readonly tenant: Part;
  readonly idempotencyKey?: Part;
  readonly requestBody?: Part;
  /** By status, without 401. */
  readonly responses: Record<string, Part>;
  readonly rejections?: Record<string, Part>;
  readonly more?: Part;
}

/** The paths of the document, generated from the operations. */
export function paths(register: Register, { basePath, headers }: Pick<Specification, 'basePath' | 'headers'>): Part {
  const byPath: Record<string, Part> = {};
  for (const operation of operations) {
    const path = `${basePath.replace(/\/$/, '')}${operation.path}`;
    byPath[path] = { ...byPath[path], [operation.method.toLowerCase()]: part(register, operation, headers) };
  }
  return byPath;
}

function part(register: Register, operation: FsapiOperation, headers: Specification['headers']): Part {
  const { tenant, idempotencyKey, requestBody, responses, rejections, more } =
    details[operation.name]?.(register) ?? plain(operation);
  const listed = { ...responses, '401': { $ref: '#/components/responses/Unauthorized' }, ...rejections };
  return {
    operationId: operation.name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: operation.title,
    tags: tags.map(({ name }) => name).filter((name) => name.toLowerCase().endsWith(`${operation.resource}s`)),
    parameters: [
      ...pathParameters(operation).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(idempotencyKey && headers.idempotencyKey ? [header(headers.idempotencyKey, idempotencyKey)] : []),
      ...(headers.tenant ? [header(headers.tenant, { ...tenant, ...ofTenants('tnt_0001') })] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: { ...listed, default: anythingElse(register, listed) },
    ...more,
  };
}

const keyDescription = 'A key of the caller’s own, so that the write can be retried without creating a duplicate.';

/** An operation of which the catalogue says no more than its data does. */
function plain(operation: FsapiOperation): Details {
  const { body: schema, answers } = operation;
  const stated = Object.entries(answers ?? {}).map(([status, description]) => [status, { description }]);
  const open = { '200': { description: 'Success. Its status and its shape are not shown.' } };
  return {
    tenant: { required: false, description: 'The business identifier of the caller.' },
    ...(isIdempotentByKey(operation) && { idempotencyKey: { required: true, description: keyDescription } }),
    ...(schema && { requestBody: { required: true, content: { 'application/json': { schema: component(schema) } } } }),
    responses: answers ? Object.fromEntries(stated) : open,
  };
}

function component(schema: NonNullable<FsapiOperation['body']>): Part {
  return { $ref: `#/components/schemas/${String(schemaDocument(schema).title)}` };
}

const details: Partial<Record<OperationName, (register: Register) => Details>> = {
  'create customer': (register) => ({
    idempotencyKey: {
      required: true,
      description: keyDescription,
      ...register.observed('IDEM-06', 'IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-10', 'IDEM-11'),
    },
    tenant: {
      required: false,
      description: 'The business identifier of the caller. Whether it is needed here is not shown.',
      ...notShown('CUST-22'),
      ...register.observed('CUST-22'),
    },
    requestBody: customerBody(register),
    responses: successes(register, {
      description: 'The customer was created.',
      status: 'CUST-19',
      shape: 'CUST-20',
      usual: 201,
      example: { id: 'cus_5d1f7c2a90b1_0001', ...madeUpCustomer },
    }),
    rejections: refusedCreation(register),
  }),
  'list accounts': (register) => ({
    tenant: { required: true, description: 'The business identifier of the caller.', ...register.observed('ACCT-06') },
    responses: successes(register, {
      description: 'The accounts of the caller’s business.',
      status: 'ACCT-07',
      shape: 'ACCT-07',
      usual: 200,
      example: [{ id: 'acc_71d0c2b4e6f1_0001' }],
    }),
    more: register.observed('ACCT-08'),
  }),
};

/** A header as a parameter, with what the schema of request headers says of its value. */
function header(name: string, more: Part): Part {
  const { properties } = schemaDocument('request-headers') as { properties: Record<string, Part> };
  return { name, in: 'header', ...more, schema: properties[name.toLowerCase()] };
}

/**
 * The document of `openapi --report none`, as the tools that read it can take it: OpenAPI 3.0 with statuses in the place
 * of ranges, patterns that each of their engines knows, and nothing made up in the answers. What the specification leaves
 * open is filled in from the honest server, as anybody would who writes the document for a service that is there: the
 * status of each operation, the three members that are required, the statuses of a refusal.
 */

interface Operation {
  readonly parameters: { name: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema: object; examples?: object }> };
  responses: Record<string, object>;
}

interface Document {
  openapi: string;
  servers: object[];
  readonly paths: { '/customers': { post: Operation }; '/accounts': { get: Operation } };
  readonly components: {
    schemas: { Customer: { required?: string[]; properties: Record<string, { pattern?: string }> } };
    responses: Record<string, object>;
  };
}

const answer = (description: string) => ({ description, content: { 'application/json': { schema: {} } } });
const refusals = ['400', '403', '404', '409', '415', '422'];

/** @param tenantId the one value that x-tenant-id may have */
export function documentOf(stated: object, baseUrl: string, tenantId: string): object {
  const document = withoutNotes(structuredClone(stated)) as Document;
  const { post } = document.paths['/customers'];
  const { get } = document.paths['/accounts'];
  document.openapi = '3.0.3';
  document.servers = [{ url: baseUrl.replace(/\/$/, '') }];
  document.components.responses = { Unauthorized: answer('Api-Key is missing or invalid.') };
  const unauthorized = { $ref: '#/components/responses/Unauthorized' };
  post.responses = { 201: answer('Created.'), 401: unauthorized };
  get.responses = { 200: answer('Listed.'), 401: unauthorized };
  for (const parameter of [...post.parameters, ...get.parameters]) {
    parameter.required = true;
    parameter.schema = parameter.name === 'x-tenant-id' ? { type: 'string', enum: [tenantId] } : { type: 'string' };
  }
  const { Customer } = document.components.schemas;
  Customer.required = ['first_name', 'last_name', 'email'];
  Object.assign(Customer.properties.gender ?? {}, { pattern: '^[a-z]+$' });
  Object.assign(Customer.properties.phone ?? {}, { pattern: '^\\+[1-9][0-9]{9,12}$' });
  return document;
}

/** For a tool that makes its own requests, also bad ones: every refusal is a response, and no request an example. */
export function generativeDocumentOf(stated: object, baseUrl: string, tenantId: string): object {
  const document = documentOf(stated, baseUrl, tenantId) as Document;
  for (const operation of [document.paths['/customers'].post, document.paths['/accounts'].get]) {
    for (const status of refusals) operation.responses[status] = answer('A refusal.');
    for (const media of Object.values(operation.requestBody?.content ?? {})) delete media.examples;
  }
  return document;
}

/** Without `$comment` and `x-source`, which not every reader lets pass. */
function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => name !== '$comment' && !name.startsWith('x-source'));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNotes(item)]));
}

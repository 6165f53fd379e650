import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import formats from 'ajv-formats';
import { type Context, type Document, OpenAPIBackend } from 'openapi-backend';

/** A mock server that knows nothing but an OpenAPI document: it validates requests and answers with examples. */
export async function startMock(definition: Document): Promise<Server> {
  const api = new OpenAPIBackend({
    definition,
    // It would hold the document against the schema of OpenAPI 3.0.
    quick: true,
    customizeAjv: (ajv) => formats.default(ajv),
  });
  api.register({
    validationFail: ({ validation }: Context) => ({ status: 400, mock: validation.errors }),
    unauthorizedHandler: () => ({ status: 401, mock: {} }),
    notFound: () => ({ status: 404, mock: {} }),
    notImplemented: ({ operation }: Context) => api.mockResponseForOperation(String(operation.operationId)),
  });
  api.registerSecurityHandler('apiKey', ({ request }) => request.headers['api-key'] !== undefined);
  await api.init();
  return createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = (await text(request)) || undefined;
    const answer = await api.handleRequest({ method, path: url, headers: headers as Record<string, string>, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.mock));
  }).listen(0, '127.0.0.1');
}

import { malformed, type Target } from './cases.js';

/**
 * The configuration of Portman: its contract tests for both operations, a variation for each refusal, every request
 * with keys, address and number of its own by Postman's dynamic variables.
 */
export function portmanOf(target: Target): object {
  const security = (value: string) => ({ apiKey: { key: 'Api-Key', value, in: 'header' } });
  const fresh = [{ key: 'Idempotency-Key', value: '{{$guid}}', overwrite: true }];
  const tenant = [{ key: 'x-tenant-id', value: target.tenantId, overwrite: true }];
  const address = [
    { key: 'email', value: 'made.up.{{$guid}}@example.com', overwrite: true },
    { key: 'phone', value: '+12025550{{$randomInt}}', overwrite: true },
  ];
  const refusal = (status: string) => ({ contractTests: [{ statusCode: { enabled: true, code: Number(status) } }] });
  const unauthorised = [
    { name: 'without a key', overwrites: [{ overwriteRequestSecurity: { noauth: {} } }], tests: refusal('401') },
    {
      name: 'with a bad key',
      overwrites: [{ overwriteRequestSecurity: security('sk_sandbox_of_nobody') }],
      tests: refusal('401'),
    },
  ];
  const bent = malformed.map(([key, value], at) => ({
    name: `malformed ${at + 1} ${key}`,
    openApiResponse: '401',
    overwrites: [{ overwriteRequestBody: [{ key, value, overwrite: true }] }],
    tests: {
      extendTests: [{ tests: ["pm.test('4xx', () => pm.expect(Math.floor(pm.response.code / 100)).to.eql(4));"] }],
    },
  }));
  const always = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent'];
  return {
    version: 1,
    globals: { securityOverwrites: security(target.apiKey) },
    overwrites: [
      { openApiOperation: '*::/*', overwriteRequestHeaders: tenant },
      { openApiOperationId: 'createCustomer', overwriteRequestHeaders: fresh, overwriteRequestBody: address },
    ],
    tests: {
      contractTests: always.map((name) => ({ openApiOperation: '*::/*', [name]: { enabled: true } })),
      variationTests: [
        { openApiOperation: '*::/*', openApiResponse: '401', variations: unauthorised },
        { openApiOperationId: 'createCustomer', variations: bent },
      ],
    },
  };
}

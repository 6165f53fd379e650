import { expect, test } from 'vitest';
import { settings } from './schema.js';

/** What pipelines rely on: taking one away is a major version. */
const promisedOptions = `base-url embedded profile out only observe max-customers concurrency rate timeout deadline seed
  decisions baseline subject fail-on-drift format evidence start start-timeout webhook-port quiet env-file`.split(
  /\s+/,
);
const promisedVariables = `API_KEY TENANT_ID OTHER_TENANT_ID OTHER_API_KEY PUBLIC_KEY REVOKED_KEY ENVIRONMENT
  ALLOW_LIVE_WRITES CONFIRM_SANDBOX CUSTOMER CUSTOMER_ID_POINTER ACCOUNT_ID_POINTER CA_FILE HEADERS_FILE CLIENT_CERT_FILE CLIENT_KEY_FILE ALLOW_INSECURE_HTTP
  ALLOW_KEY_ELSEWHERE SIGNING_KEY_FILE OPERATOR CLASSIFICATION`.split(/\s+/);

test('the schema holds every option and variable that is promised, and no other', () => {
  expect(settings.flatMap(({ option }) => option ?? []).sort()).toEqual(promisedOptions.sort());
  const ofOptions = promisedOptions.map((option) => option.toUpperCase().replaceAll('-', '_'));
  const promised = [...promisedVariables, ...ofOptions].map((name) => `CONFORMANCE_${name}`);
  expect(settings.map(({ variable }) => variable).sort()).toEqual(promised.sort());
});

test('an option is its variable in other letters, and no secret is an option', () => {
  for (const { option, variable, secret } of settings) {
    if (option) expect(variable).toBe(`CONFORMANCE_${option.toUpperCase().replaceAll('-', '_')}`);
    if (secret) expect(option).toBeUndefined();
  }
});

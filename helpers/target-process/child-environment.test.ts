import { expect, test } from 'vitest';
import type { Configuration } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { childEnvironment } from './child-environment.js';

const usual = { PATH: '/usr/bin', HOME: '/home/ada', LC_ALL: 'C' };
const others = {
  CONFORMANCE_SIGNING_KEY_FILE: 'key.pem',
  CONFORMANCE_DECISIONS_FILE: 'decisions.json',
  DATABASE_URL: 'postgres://ada:secret@db.example/bank',
  AWS_SECRET_ACCESS_KEY: 'somebody’s',
};
const about = (configured: Partial<Configuration>) =>
  ({ baseUrl: 'http://127.0.0.1:3100/v1/', ...configured }) as Configuration & { readonly baseUrl: string };

test('the command of --start gets what every program needs, and whom it has to accept; nothing else', () => {
  const configured = { apiKey: 'sk_1', otherApiKey: 'sk_2', tenantId: 'tnt_1' };
  const outside = { ...usual, ...others, CONFORMANCE_REVOKED_KEY: 'sk_0', CONFORMANCE_TENANT_ID: 'overridden' };
  expect(childEnvironment(about(configured), outside)).toEqual({
    ...usual,
    PORT: '3100',
    CONFORMANCE_BASE_URL: 'http://127.0.0.1:3100/v1/',
    CONFORMANCE_API_KEY: 'sk_1',
    CONFORMANCE_OTHER_API_KEY: 'sk_2',
    CONFORMANCE_REVOKED_KEY: 'sk_0',
    CONFORMANCE_TENANT_ID: 'tnt_1',
  });
});

test('and what --start-env names, which must be set', () => {
  const named = about({ startEnv: ['DATABASE_URL'] });
  expect(childEnvironment(named, { ...usual, ...others })).toMatchObject({ DATABASE_URL: others.DATABASE_URL });
  expect(() => childEnvironment(named, usual)).toThrow(UsageError);
});

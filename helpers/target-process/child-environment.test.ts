import { expect, test } from 'vitest';
import { UsageError } from '../configuration/usage-error.js';
import { childEnvironment } from './child-environment.js';

const forTheTarget = {
  CONFORMANCE_BASE_URL: 'http://127.0.0.1:3100/v1/',
  CONFORMANCE_API_KEY: 'sk_sandbox_0123456789abcdef',
  CONFORMANCE_OTHER_API_KEY: 'sk_sandbox_fedcba9876543210',
  CONFORMANCE_REVOKED_KEY: 'sk_sandbox_00000000deadbeef',
  CONFORMANCE_TENANT_ID: 'tnt_0123456789',
};
const usual = { PATH: '/usr/bin', HOME: '/home/ada', LC_ALL: 'C', PORT: '3100' };
const others = {
  CONFORMANCE_SIGNING_KEY_FILE: 'key.pem',
  CONFORMANCE_DECISIONS_FILE: 'decisions.json',
  DATABASE_URL: 'postgres://ada:secret@db.example/bank',
  AWS_SECRET_ACCESS_KEY: 'somebody’s',
};

test('the command of --start gets what every program needs, and whom it has to accept; nothing else', () => {
  const env = { ...usual, ...forTheTarget, ...others };
  expect(childEnvironment(env, [])).toEqual({ ...usual, ...forTheTarget });
});

test('and what --start-env names, which must be set', () => {
  expect(childEnvironment({ ...usual, ...others }, ['DATABASE_URL'])).toEqual({
    ...usual,
    DATABASE_URL: others.DATABASE_URL,
  });
  expect(() => childEnvironment(usual, ['DATABASE_URL'])).toThrow(UsageError);
});

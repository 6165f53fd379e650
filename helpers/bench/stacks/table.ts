import type { RequirementId } from '../../../schemas/catalogue.js';

/** What can be wrong in a stack, as somebody who built it would tell it. Each stack names those that it invites. */
export const faults = {
  'key-as-parameter': 'Api-Key is declared as a required parameter, so its absence is a validation error, 400',
  'parser-first': 'the body is parsed before the key is checked, as in the quick start of the framework',
  'html-errors': 'nobody wrote an error handler: the framework answers 401 in HTML or as plain text',
  'parser-error-is-500': 'the error handler does not know the errors of the body parser',
  coercion: 'the validator coerces types, and the response does not show the value',
  'formats-off': 'the validator does not know the formats and ignores them',
  unanchored: 'the patterns have neither ^ nor $',
  'memory-per-process': 'each process of a cluster keeps its own idempotency keys',
  'idempotency-for-all-tenants': 'idempotency keys are stored without their tenant',
  'body-limit': 'a body of more than 256 bytes is refused, which every customer has',
  'cache-in-front': 'the proxy caches the listing by its path alone',
  'validation-first': 'a hook checks the key after the validator has answered',
  'tenant-not-checked': 'the tenant is what x-tenant-id says, whoever holds the key',
  'page-two-of-everybody': 'the query behind the cursor lacks the condition on the tenant',
  'key-in-any-case': 'the column of the keys has a collation that ignores letter case',
  'key-by-prefix': 'keys are found by their first 16 characters, and the rest is not compared',
  'check-then-act': 'the key is looked up before the write and stored after it',
  'short-retention': 'idempotency keys are kept for a second',
  'is-date-string': 'a date is what the validator of ISO 8601 takes, with times and weeks',
  'total-of-everybody': 'the total counts the accounts of all tenants',
  'nested-not-validated': 'the validator does not descend into the address',
  'failures-logged': 'the validator logs failures and goes on',
  'authentication-optional': 'authentication is optional, and without it the first tenant is served',
  'refusal-tells': 'the 403 lists the accounts that the caller may not see',
  'cache-without-tenant': 'the cache of the listing has one entry for all tenants',
  'phone-number-loose': 'the phone number is any text',
  'guard-forgotten': 'the controller of the accounts lacks the guard',
  'date-parse': 'a date is what Date.parse takes for one',
  'coerced-date': 'the validator makes a Date of whatever it gets',
  'loose-email': 'an e-mail address is what has an @ between two characters',
  multiline: 'the patterns have the flag m',
  'cache-before-authentication': 'a cache of listings is mounted above the authentication',
  'session-cookie': 'every answer sets a session cookie, and the cookie opens the next request',
  'conflict-of-anybody': 'an e-mail address is unique among all tenants, and the 409 names the customer who has it',
  'tenant-in-a-global': 'the tenant is kept in a variable of the module between requests',
  'key-in-query': 'the look-up of the key falls back to the query string',
} as const satisfies Record<string, string>;

export type StackFault = keyof typeof faults;

/** What a fault breaks besides, depending on which process a connection meets, and on when. */
export const mayFail: Partial<Record<StackFault, readonly RequirementId[]>> = {
  'memory-per-process': ['IDEM-02', 'IDEM-03'],
  'check-then-act': ['IDEM-03'],
  'short-retention': ['IDEM-02', 'IDEM-03'],
  'tenant-in-a-global': ['ACCT-03', 'ACCT-04', 'ACCT-05'],
  'cache-in-front': ['ACCT-03', 'ACCT-04'],
};

/** What a fault leaves undecided, where the catalogue asks for no more. */
export const undecidedBy: Partial<Record<StackFault, readonly RequirementId[]>> = { 'body-limit': ['CUST-01'] };

/** One application, and what stands in front of it. */
export interface Stack {
  readonly app: string;
  readonly what: string;
  readonly front?: 'nginx' | 'haproxy';
  /** Processes behind the front, which share a database; one unless given. */
  readonly instances?: number;
  /** How the tenants' ids begin; nothing else tells them from a UUID. */
  readonly tenantPrefix?: string;
  /** Each fault that it invites, with exactly the requirements that it breaks. */
  readonly faults: Partial<Record<StackFault, readonly RequirementId[]>>;
}

const validated = ['CUST-02', 'CUST-03', 'CUST-04', 'CUST-07', 'CUST-11', 'CUST-12', 'CUST-14'] as const;
const patterns = ['CUST-06', 'CUST-08', 'CUST-13', 'CUST-15'] as const;

/** The stacks, by the name that the command takes. */
export const stacks: Readonly<Record<string, Stack>> = {
  express: {
    app: 'express.mjs',
    what: 'express 5, express-openapi-validator, express-idempotency, Knex',
    tenantPrefix: 'biz_',
    faults: {
      'key-as-parameter': ['AUTH-01', 'AUTH-02', 'AUTH-06'],
      'parser-first': ['AUTH-06'],
      'html-errors': ['HTTP-04'],
      'parser-error-is-500': ['HTTP-05'],
      coercion: ['CUST-02', 'CUST-03', 'CUST-04', 'CUST-08', 'CUST-11', 'CUST-12', 'CUST-14'],
      'formats-off': ['CUST-09'],
      unanchored: patterns,
      'memory-per-process': ['IDEM-01'],
      'idempotency-for-all-tenants': ['IDEM-05'],
    },
  },
  'express-nginx': {
    app: 'express.mjs',
    what: 'the same behind nginx',
    front: 'nginx',
    tenantPrefix: 'biz_',
    faults: { 'body-limit': [], 'cache-in-front': ['AUTH-02', 'AUTH-04', 'ACCT-02'] },
  },
  fastify: {
    app: 'fastify.mjs',
    what: 'fastify with its own validator, Drizzle',
    faults: {
      'validation-first': ['AUTH-06'],
      coercion: [...validated, 'CUST-08'],
      unanchored: patterns,
      'date-parse': ['CUST-09'],
      'check-then-act': ['IDEM-02'],
      'short-retention': ['IDEM-01'],
      'key-in-any-case': ['AUTH-03', 'AUTH-04'],
      'tenant-not-checked': ['ACCT-03', 'IDEM-05'],
      'page-two-of-everybody': ['ACCT-02'],
    },
  },
  'fastify-haproxy': {
    app: 'fastify.mjs',
    what: 'the same, two processes behind HAProxy',
    front: 'haproxy',
    instances: 2,
    faults: {
      'cache-in-front': ['AUTH-02', 'AUTH-04', 'ACCT-02'],
      'check-then-act': ['IDEM-02'],
    },
  },
  hono: {
    app: 'hono.mjs',
    what: 'hono, zod, SQL by hand',
    faults: {
      coercion: validated,
      'coerced-date': ['CUST-09'],
      'date-parse': ['CUST-09'],
      'loose-email': ['CUST-05'],
      unanchored: patterns,
      multiline: patterns,
      'key-by-prefix': ['AUTH-03', 'AUTH-04'],
      'key-in-query': ['AUTH-05'],
      'cache-before-authentication': ['AUTH-02', 'AUTH-04', 'ACCT-03', 'ACCT-04'],
      'session-cookie': ['AUTH-05'],
      'conflict-of-anybody': ['CUST-23'],
      'page-two-of-everybody': ['ACCT-02'],
    },
  },
  hapi: {
    app: 'hapi.mjs',
    what: 'hapi, joi, SQL by hand, the cache of hapi',
    faults: {
      'failures-logged': [...validated, 'CUST-05', 'CUST-09', 'CUST-10', ...patterns],
      'nested-not-validated': ['CUST-11', 'CUST-12', 'CUST-13', 'CUST-14', 'CUST-15'],
      'date-parse': ['CUST-09'],
      multiline: patterns,
      'authentication-optional': ['AUTH-01', 'AUTH-02'],
      'key-in-query': ['AUTH-05'],
      'refusal-tells': ['ACCT-03'],
      'cache-without-tenant': ['ACCT-02'],
      'body-limit': [],
    },
  },
  nest: {
    app: 'nest.mjs',
    what: 'NestJS, class-validator, node-idempotency, TypeORM',
    faults: {
      'parser-first': ['AUTH-06'],
      coercion: [...validated, 'CUST-08'],
      'nested-not-validated': ['CUST-11', 'CUST-12', 'CUST-13', 'CUST-14', 'CUST-15'],
      'is-date-string': ['CUST-09'],
      'phone-number-loose': ['CUST-06'],
      unanchored: patterns,
      'guard-forgotten': ['AUTH-02', 'AUTH-04', 'ACCT-03'],
      'idempotency-for-all-tenants': ['IDEM-05'],
      'conflict-of-anybody': ['CUST-23'],
      'key-in-any-case': ['AUTH-03', 'AUTH-04'],
    },
  },
  feathers: {
    app: 'feathers.mjs',
    what: 'Feathers on koa, its schemas, its Knex adapter',
    faults: {
      'parser-error-is-500': ['HTTP-05'],
      coercion: [...validated, 'CUST-08'],
      'date-parse': ['CUST-09'],
      unanchored: patterns,
      'idempotency-for-all-tenants': ['IDEM-05'],
      'key-in-any-case': ['AUTH-03', 'AUTH-04'],
      'tenant-not-checked': ['ACCT-03', 'IDEM-05'],
      'tenant-in-a-global': ['ACCT-02'],
      'total-of-everybody': ['ACCT-02'],
      'page-two-of-everybody': ['ACCT-02'],
    },
  },
};

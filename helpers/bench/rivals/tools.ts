import { join } from 'node:path';
import { arazzoOf } from './arazzo.js';
import { casesFor, type Target } from './cases.js';
import { documentOf, generativeDocumentOf } from './document.js';
import { portmanOf } from './portman.js';
import { workflowOf } from './step-ci.js';

/** A tool that one would use instead: how it is installed, what it is given, how it is called. */
export interface Rival {
  readonly name: string;
  /** From the npm registry; the first is the tool. */
  readonly packages: readonly [string, ...string[]];
  /** A command that has to be on the machine besides. */
  readonly needs?: string;
  /** What it works from, for the table. */
  readonly from: string;
  /** Files of one run, by name, in the folder where it is installed. @param stated the document of `openapi` */
  readonly files: (target: Target, stated: object) => Readonly<Record<string, string>>;
  /** @param folder where it is installed */
  readonly command: (folder: string, target: Target) => readonly [string, ...string[]];
  readonly env?: (target: Target) => Readonly<Record<string, string>>;
}

/** Nothing leaves the machine while it is measured: each tool's own switch for what it would tell its makers. */
export const silence = {
  CI: 'true',
  STEPCI_DISABLE_ANALYTICS: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SPECMATIC_TELEMETRY: 'off',
  NO_UPDATE_NOTIFIER: '1',
} as const;

const bin = (folder: string, name: string) => join(folder, 'node_modules', '.bin', name);
const json = (value: object) => JSON.stringify(value, undefined, 2);

/** What the API description cannot say: keys, something fresh for each write, and that any 2xx is a success. */
const dreddHooks = ({ apiKey, tenantId }: Target) => `
const hooks = require('hooks');
const { randomUUID } = require('node:crypto');
hooks.beforeEach((transaction) => {
  const { headers } = transaction.request;
  headers['x-tenant-id'] = ${JSON.stringify(tenantId)};
  if (transaction.expected.statusCode === '401') delete headers['Api-Key'];
  else headers['Api-Key'] = ${JSON.stringify(apiKey)};
  if (transaction.request.method !== 'POST') return;
  headers['Idempotency-Key'] = randomUUID();
  const body = JSON.parse(transaction.request.body);
  body.email = 'made.up.' + randomUUID() + '@example.com';
  transaction.request.body = JSON.stringify(body);
});
hooks.beforeEachValidation((transaction) => {
  const isSuccess = (status) => String(status).startsWith('2');
  const { expected, real } = transaction;
  if (isSuccess(expected.statusCode) && isSuccess(real.statusCode)) expected.statusCode = real.statusCode;
});
`;

const specmaticConfiguration = {
  version: 2,
  contracts: [{ provides: ['openapi.json'] }],
  test: { resiliencyTests: { enable: 'all' } },
};

export const rivals: readonly Rival[] = [
  {
    name: 'Dredd',
    packages: ['dredd@14.1.0'],
    from: 'the document, hooks',
    files: (target, stated) => ({
      'openapi.json': json(documentOf(stated, target.baseUrl, target.tenantId)),
      'hooks.js': dreddHooks(target),
    }),
    command: (folder, { baseUrl }) => [
      bin(folder, 'dredd'),
      ...['openapi.json', baseUrl.replace(/\/$/, ''), '--hookfiles', './hooks.js', '--no-color'],
    ],
  },
  {
    name: 'Portman with Newman',
    // Portman needs tslib and does not bring it.
    packages: ['@apideck/portman@1.33.0', 'newman@6.2.2', 'tslib@2.8.1'],
    from: 'the document, variations',
    files: (target, stated) => ({
      'openapi.json': json(documentOf(stated, target.baseUrl, target.tenantId)),
      'portman.json': json(portmanOf(target)),
    }),
    command: (folder, { baseUrl }) => [
      bin(folder, 'portman'),
      ...['--local', 'openapi.json', '--baseUrl', baseUrl.replace(/\/$/, '')],
      ...['--portmanConfigFile', 'portman.json', '--output', 'collection.json', '--runNewman', 'true'],
    ],
  },
  {
    name: 'Step CI',
    packages: ['stepci@2.8.2'],
    from: 'cases by hand',
    files: (target) => ({ 'workflow.yml': json(workflowOf(casesFor(target), target)) }),
    command: (folder) => [bin(folder, 'stepci'), 'run', 'workflow.yml'],
  },
  {
    name: 'Redocly Respect',
    packages: ['@redocly/cli@2.77.0'],
    from: 'cases by hand, the document',
    files: (target, stated) => ({
      'openapi.json': json({ ...stated, servers: [{ url: target.baseUrl.replace(/\/$/, '') }] }),
      'contract.arazzo.json': json(arazzoOf(casesFor(target))),
    }),
    command: (folder) => [bin(folder, 'redocly'), 'respect', 'contract.arazzo.json'],
  },
  {
    name: 'Specmatic',
    packages: ['specmatic@2.55.1'],
    needs: 'java',
    from: 'the document, generative',
    files: (target, stated) => ({
      'openapi.json': json(generativeDocumentOf(stated, target.baseUrl, target.tenantId)),
      'specmatic.json': json(specmaticConfiguration),
    }),
    // Its wrapper for npm ends with 0 whatever was found, so the archive that it brings is called.
    command: (folder, { baseUrl }) => [
      'java',
      ...['-jar', join(folder, 'node_modules', 'specmatic', 'specmatic.jar')],
      ...['test', `--testBaseURL=${baseUrl.replace(/\/$/, '')}`],
    ],
    env: ({ apiKey }) => ({ apiKey }),
  },
];

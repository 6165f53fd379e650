import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from '../../configuration/configuration.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { startReferenceServer } from '../../reference-server/server.js';
import { emptyFolder } from '../testing/command.js';
import { rejectForeignFile, seededCredentials, variablesFor, variablesText, writeEnvFile } from './serve.js';

const cwd = emptyFolder();

test('the keys of a seed are the same at each start, and the server accepts them', async () => {
  const credentials = seededCredentials(7);
  expect(seededCredentials(7)).toEqual(credentials);
  expect(new Set([...Object.values(credentials), ...Object.values(seededCredentials(8))]).size).toBe(12);
  const server = await startReferenceServer({ https: false, credentials });
  expect(server.credentials).toEqual(credentials);
  const headers = { 'Api-Key': credentials.apiKey, 'x-tenant-id': credentials.tenantId };
  expect((await fetch(`${server.baseUrl}accounts`, { headers })).status).toBe(200);
  await server.close();
});

test('the file of --out is what run --env-file reads, its owner’s alone, and overwrites nothing but itself', async () => {
  const server = await startReferenceServer({ https: false });
  const path = join(cwd, 'mock.env');
  for (let start = 0; start < 2; start += 1) {
    rejectForeignFile(path);
    writeEnvFile(path, variablesText(variablesFor(server), server, undefined));
  }
  await server.close();
  const { configuration } = readConfiguration({ specification: fsapi, argv: ['--env-file', 'mock.env'], env: {}, cwd });
  expect(configuration).toMatchObject({ baseUrl: server.baseUrl, ...server.credentials });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(cwd)).toEqual(['mock.env']);
  writeFileSync(join(cwd, 'own.env'), 'CONFORMANCE_RATE=5\n');
  expect(() => rejectForeignFile(join(cwd, 'own.env'))).toThrow('names "own.env", which exists and is not of serve');
  expect(readFileSync(join(cwd, 'own.env'), 'utf8')).toBe('CONFORMANCE_RATE=5\n');
});

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fsapi } from '../../fsapi/fsapi.js';
import { startReferenceServer } from '../../reference-server/server.js';
import { readConfiguration } from '../../settings/configuration.js';
import { emptyFolder } from '../testing/command.js';
import { variablesText, writeEnvFile } from './serve.js';

const cwd = emptyFolder();

test('the file of --out is what run --env-file reads, its owner’s alone, and overwrites nothing but itself', async () => {
  const server = await startReferenceServer({ https: false });
  const path = join(cwd, 'mock.env');
  for (let start = 0; start < 2; start += 1) writeEnvFile(path, variablesText(server));
  await server.close();
  const { configuration } = readConfiguration({ specification: fsapi, named: { envFile: 'mock.env' }, env: {}, cwd });
  expect(configuration).toMatchObject({ baseUrl: server.baseUrl, ...server.credentials });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(cwd)).toEqual(['mock.env']);
  writeFileSync(join(cwd, 'own.env'), 'CONFORMANCE_RATE=5\n');
  expect(() => writeEnvFile(join(cwd, 'own.env'), '')).toThrow('"own.env", which exists and was not written by serve');
  expect(readFileSync(join(cwd, 'own.env'), 'utf8')).toBe('CONFORMANCE_RATE=5\n');
});

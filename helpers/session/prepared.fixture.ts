import { afterEach } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { readConfiguration } from '../settings/configuration.js';
import { type Environment, prepare } from './prepare.js';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A run that is prepared, and has sent nothing. */
export async function preparedRun(named: object = {}, env: NodeJS.ProcessEnv = {}) {
  const cwd = emptyFolder();
  const target = {
    baseUrl: 'http://127.0.0.1:9/v1/',
    apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
    tenantId: 'tnt_8fK2',
  };
  const configured = readConfiguration({
    ...{ specification: fsapi, byProgram: {}, env: {}, cwd },
    named: { ...target, only: ['AUTH-01', 'AUTH-02'], ...named },
  });
  const out = { write: () => true };
  const environment: Environment = { tested: fsapi, env, cwd, out, keepsFiles: false };
  const run = await prepare(configured, environment);
  closing.push(() => run.target.close());
  return run;
}

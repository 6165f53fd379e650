import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { readConfiguration } from '../settings/configuration.js';
import { prepare } from './prepare.js';

/** The key of the run that is prepared. */
export const apiKey = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';

export async function preparedRun(named: object = {}, env: NodeJS.ProcessEnv = {}) {
  const cwd = emptyFolder();
  const target = { baseUrl: 'http://127.0.0.1:9/v1/', apiKey, tenantId: 'tnt_8fK2' };
  const configured = readConfiguration({
    ...{ specification: fsapi, env: {}, cwd },
    named: { ...target, only: ['AUTH-01', 'AUTH-02'], ...named },
  });
  return prepare(configured, { tested: fsapi, env, cwd, out: { write: () => true }, keepsFiles: false });
}

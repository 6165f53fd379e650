import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../schemas/package-root.js';
import { variablesOf } from '../../command-line/variables.js';
import { faults } from '../../reference/faults/all.js';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.js';
import { variants } from '../../reference/variants/all.js';
import { type Spent, spend } from '../spent.js';
import type { Rival } from './tools.js';
import { silence } from './tools.js';

/** One run of a tool against a server of its own. */
export interface Outcome extends Pick<Spent, 'status' | 'seconds' | 'cpuSeconds' | 'peakMiB' | 'printed'> {
  /** What its exit status says; undecided only where a tool tells that apart from a failure. */
  readonly says: 'passed' | 'failed' | 'undecided';
}

/** A tool, ready to be run. */
export interface Tool {
  readonly name: string;
  readonly from: string;
  run(server: ReferenceServer, caFile: string | undefined): Promise<Outcome>;
}

const limitSeconds = 120;
const basic = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' });

/** A rival in the folder where it is installed. */
export function installed(rival: Rival, folder: string, stated: object): Tool {
  return {
    name: `${rival.name} ${rival.packages[0].split('@').at(-1)}`,
    from: rival.from,
    async run({ baseUrl, credentials }, caFile) {
      const { apiKey, otherApiKey = apiKey, tenantId, otherTenantId } = credentials;
      const target = { baseUrl, apiKey, tenantId, otherApiKey, otherTenantId };
      for (const [name, text] of Object.entries(rival.files(target, stated))) writeFileSync(join(folder, name), text);
      const trust = caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile };
      const env = { ...basic(), ...silence, ...trust, ...rival.env?.(target) };
      const spent = await spend(rival.command(folder, target), { cwd: folder, env, limitSeconds });
      return { ...spent, says: spent.status === 0 ? 'passed' : 'failed' };
    },
  };
}

/** This suite, as the executable runs it. */
export const ours: Tool = {
  name: 'fsapi-conformance',
  from: 'itself, --observe none',
  async run(server, caFile) {
    const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-bench-'));
    const main = fileURLToPath(new URL('.build/helpers/command-line/main.js', packageRoot));
    const argv = ['--quiet', '--format', 'json', '--observe', 'none', '--seed', '1'];
    const env = { ...basic(), ...variablesOf(server, caFile) };
    const spent = await spend([process.execPath, main, ...argv], { cwd, env, limitSeconds });
    rmSync(cwd, { recursive: true, force: true });
    const says = ({ 0: 'passed', 1: 'failed', 3: 'undecided' } as const)[spent.status ?? -1];
    if (!says) throw new Error(`this suite ended with ${spent.status}: ${spent.printed}`);
    return { ...spent, says };
  },
};

/** Starts the server, over plain HTTP where the certificate is not what differs, and runs a tool against it. */
export async function against(tool: Tool, change: { fault?: string; variant?: string }): Promise<Outcome> {
  const found =
    faults.find(({ id }) => id === change.fault) ?? variants.find(({ id }) => id === change.variant) ?? undefined;
  const server = await startReferenceServer({ ...change, https: found?.server?.certificate !== undefined });
  const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-ca-'));
  const caFile = server.ca === undefined ? undefined : join(place, 'ca.pem');
  if (caFile !== undefined && server.ca !== undefined) writeFileSync(caFile, server.ca);
  try {
    return await tool.run(server, caFile);
  } finally {
    await server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

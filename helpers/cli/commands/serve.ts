import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { programName } from '../../../schemas/suite-version.js';
import { readText, usable } from '../../configuration/files.js';
import { nearest } from '../../configuration/nearest.js';
import { shellWord } from '../../configuration/options.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { number } from '../../configuration/values/value.js';
import type { ReferenceServer } from '../../reference-server/reference.js';
import { replaceFile } from '../../run-folder/replace-files.js';
import { referenceOf } from '../../session/tested.js';
import { variablesOf } from '../../target-process/variables.js';
import { defineCommand, type Outcome, show } from '../define-command.js';

/** `serve`: the embedded reference server in the foreground, for trying a client on. Ends with a signal. */
export const command = defineCommand({
  options: {
    port: { value: 'N', help: 'port to listen on' },
    fault: { value: 'ID', help: 'start it with one fault' },
    variant: { value: 'ID', help: 'start it as one conforming variant' },
    seed: { value: 'N', help: 'the same keys and tenant ids at each start' },
    out: { value: 'FILE', help: 'write the variables to FILE (mode 600), for run --env-file FILE' },
    webhook: { value: 'URL', help: 'send an event for every created customer to an http address on loopback' },
    'list-faults': { help: 'list the faults and variants' },
  },
  run: async ({ values }, { cwd, tested }) => {
    const reference = await referenceOf(tested);
    return values['list-faults'] ? listFaults(reference) : serve(reference, values, cwd, values.json);
  },
});

type Reference = Awaited<ReturnType<typeof referenceOf>>;

function listFaults({ faults, variants }: Reference): Outcome {
  const data = {
    faults: faults.map(({ id, breaks, story }) => ({ id, breaks, story })),
    variants: variants.map(({ id, freedom }) => ({ id, freedom })),
  };
  const lines = [
    ...data.faults.flatMap(({ id, breaks, story }) => [`${id.padEnd(40)} ${breaks.join(', ')}`, `    ${story}`]),
    ...['', 'Conforming variants:'],
    ...data.variants.map(({ id, freedom }) => `${id.padEnd(40)} ${freedom}`),
  ];
  return { status: 0, lines, data };
}

type Served = Readonly<Record<'port' | 'fault' | 'variant' | 'seed' | 'out' | 'webhook', string | undefined>>;

async function serve(
  reference: Reference,
  { port: chosen = '0', fault, variant, seed, webhook, out: envFile }: Served,
  cwd: string,
  asJson: boolean,
): Promise<number> {
  const port = number(chosen, '--port', 0, 65_535);
  const { startReferenceServer, isNear } = reference;
  // Told before it is tried, so that a slip is not taken for an unknown fault.
  if (webhook !== undefined && !isNear(webhook))
    throw new UsageError('--webhook takes an http address on loopback, as http://127.0.0.1:9000/.');
  if (seed !== undefined && variant !== undefined)
    throw new UsageError('--seed does not go with --variant, whose keys may have a form of their own.');
  if (envFile !== undefined) rejectForeignFile(resolve(cwd, envFile));
  const credentials = seed === undefined ? undefined : seededCredentials(number(seed, '--seed', 0, 2_147_483_647));
  const server = await startReferenceServer({ port, fault, variant, webhook, credentials }).catch((error: unknown) => {
    if (error instanceof RangeError) return rejectUnknown(error, fault ?? variant ?? '', reference);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new UsageError(`Port ${port} is taken.`);
    throw error;
  });
  const { baseUrl } = server;
  const variables = variablesFor(server);
  const text = variablesText(variables, server, webhook);
  const line = `Serving at ${baseUrl} until Ctrl-C. Test it with run --env-file ${envFile}`;
  if (envFile !== undefined) writeEnvFile(resolve(cwd, envFile), text);
  const [lines, data] = envFile === undefined ? [[text.trimEnd()], { variables }] : [[line], { envFile }];
  show({ status: 0, lines, data: { baseUrl, ...data } }, asJson);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await server.close();
  // Nobody has a use for the certificate of a server that is gone.
  const { CONFORMANCE_CA_FILE: ca } = variables;
  if (ca !== undefined) rmSync(dirname(ca), { recursive: true, force: true });
  return 0;
}

/** @throws UsageError with the nearest fault or variant for an id that there is not */
function rejectUnknown({ message }: RangeError, id: string, { faults, variants }: Reference): never {
  const ids = [...faults, ...variants].map((one) => one.id);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  throw new UsageError(`${sentence}${nearest(id, ids)}. --list-faults shows all of them.`);
}

/** Keys and tenant ids that follow from a seed: whoever knows it knows them, which is right for a server on loopback. */
export function seededCredentials(seed: number): ReferenceServer['credentials'] {
  const of = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const key = (kind: string, name: string) => `${kind}_sandbox_${of(name).slice(0, 40)}`;
  return {
    apiKey: key('sk', 'key'),
    tenantId: `tnt_${of('tenant').slice(0, 20)}`,
    otherApiKey: key('sk', 'other key'),
    otherTenantId: `tnt_${of('other tenant').slice(0, 20)}`,
    publicKey: key('pk', 'public key'),
    revokedKey: key('sk', 'revoked key'),
  };
}

const written = `# Written by ${programName} serve, anew at each start.`;

/** @throws UsageError for a file that `serve` did not write: it may hold keys of somebody's */
export function rejectForeignFile(path: string): void {
  if (existsSync(path) && !readText(path, '--out').startsWith(written))
    throw new UsageError(`--out names ${quote(basename(path))}, which exists and is not of serve: it stays as it is.`);
}

/** @throws UsageError where it cannot be written */
export function writeEnvFile(path: string, text: string): void {
  usable(`--out names ${quote(basename(path))}, which cannot be written`, () =>
    replaceFile(path, `${written}\n${text}`, 0o600),
  );
}

/** The variables of a server. Keys too: that is the point, and nobody else has this server. */
export function variablesFor(server: ReferenceServer): Readonly<Record<string, string>> {
  if (server.ca === undefined) return variablesOf(server);
  const file = join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-')), 'ca.pem');
  writeFileSync(file, server.ca);
  return variablesOf(server, file);
}

/** The same as a shell reads them, one a line. */
export function variablesText(
  variables: Readonly<Record<string, string>>,
  server: ReferenceServer,
  webhook: string | undefined,
): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}\n`);
  const signed = `# Events for created customers go to ${webhook}, signed with the webhook Secret Key ${server.webhookSecret}\n`;
  return lines.join('') + (server.webhookSecret === undefined ? '' : signed);
}

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { programName } from '../../../schemas/suite-version.js';
import { replaceFile } from '../../evidence/storage-error.js';
import type { changes, ReferenceServer } from '../../reference-server/reference.js';
import { shellWord } from '../../settings/configuration.js';
import { readText, usable } from '../../settings/files.js';
import { nearest } from '../../settings/nearest.js';
import { variablesOf } from '../../settings/schema.js';
import { quote, quoteShort, UsageError } from '../../settings/usage-error.js';
import { type Outcome, type Place, show } from '../place.js';

/** The options of `serve`. */
type ServeOptions = Readonly<Partial<Record<'port' | 'fault' | 'variant' | 'out', string>>> & {
  readonly list?: boolean;
};

type Changes = Awaited<ReturnType<typeof changes>>;

/** `serve`: the embedded reference server in the foreground, for trying a client on. Ends with a signal. */
export async function serve(
  { options }: { readonly options: ServeOptions },
  { cwd, tested }: Place,
): Promise<Outcome | number> {
  const reference = await tested.reference();
  const { port = '0', fault, variant, out: envFile, list } = options;
  if (list) return listing(await reference.changes());
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port is ${quoteShort(port)}; it must be a whole number from 0 to 65535.`);
  const path = envFile === undefined ? undefined : resolve(cwd, envFile);
  if (path !== undefined) rejectForeignFile(path);
  const server = await reference
    .startReferenceServer({ port: Number(port), fault, variant })
    .catch(async (error: unknown) => {
      if (error instanceof RangeError) return rejectUnknown(error, fault ?? variant ?? '', await reference.changes());
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new UsageError(`Port ${port} is taken.`);
      throw error;
    });
  const variables = variablesFor(server);
  const text = variablesText(variables);
  const line = `Serving at ${server.baseUrl} until Ctrl-C. Test it with run --env-file ${envFile}`;
  if (path !== undefined) writeEnvFile(path, text);
  show({ status: 0, lines: [path === undefined ? text.trimEnd() : line] });
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await server.close();
  // Nobody has a use for the certificate of a server that is gone.
  const { CONFORMANCE_CA_FILE: ca } = variables;
  if (ca !== undefined) rmSync(dirname(ca), { recursive: true, force: true });
  return 0;
}

function listing({ faults, variants }: Changes): Outcome {
  const lines = [
    ...faults.flatMap(({ id, breaks, story }) => [`${id.padEnd(40)} ${breaks.join(', ')}`, `    ${story}`]),
    ...['', 'Conforming variants:'],
    ...variants.map(({ id, freedom }) => `${id.padEnd(40)} ${freedom}`),
  ];
  return { status: 0, lines };
}

/** @throws UsageError with the nearest fault or variant for an id that there is not */
function rejectUnknown({ message }: RangeError, id: string, { faults, variants }: Changes): never {
  const ids = [...faults, ...variants].map((one) => one.id);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  throw new UsageError(`${sentence}${nearest(id, ids)}. --list shows all of them.`);
}

const written = `# Written by ${programName} serve, anew at each start.`;

/** @throws UsageError for a file that `serve` did not write: it may hold keys of somebody's */
export function rejectForeignFile(path: string): void {
  if (existsSync(path) && !readText(path, '--out').startsWith(written))
    throw new UsageError(
      `--out names ${quote(basename(path))}, which exists and was not written by serve; it was not changed.`,
    );
}

/** @throws UsageError where it cannot be written */
export function writeEnvFile(path: string, text: string): void {
  usable(`--out names ${quote(basename(path))}, which cannot be written`, () =>
    replaceFile(path, `${written}\n${text}`, 0o600),
  );
}

/** The variables of a server. Keys too: that is the point, and nobody else has this server. */
export function variablesFor(server: ReferenceServer): Readonly<Record<string, string>> {
  const { baseUrl, credentials, ca } = server;
  const file = ca && join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-')), 'ca.pem');
  if (file) writeFileSync(file, ca);
  return variablesOf({ baseUrl, ...credentials, ca: file });
}

/** The same as a shell reads them, one a line. */
export function variablesText(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}\n`);
  return lines.join('');
}

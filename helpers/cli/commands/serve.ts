import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startOf } from '../../../reports/text/words.js';
import { programName } from '../../../schemas/suite-version.js';
import { replaceFile } from '../../evidence/storage-error.js';
import type { ReferenceServer } from '../../reference-server/server.js';
import { shellWord } from '../../settings/configuration.js';
import { variablesOf } from '../../settings/schema.js';
import { nameOf, nearest, readText, UsageError, unusable, usable } from '../../settings/usage-error.js';
import { type Outcome, type Place, show } from '../place.js';

type ServeOptions = Readonly<Partial<Record<'port' | 'fault' | 'variant' | 'out', string>>> & {
  readonly list?: boolean;
};

type Reference = Awaited<ReturnType<Place['tested']['reference']>>;

/** `serve`: the embedded reference server in the foreground, until a signal. */
export async function serve(
  { options }: { readonly options: ServeOptions },
  { cwd, tested }: Pick<Place, 'cwd' | 'tested'>,
): Promise<Outcome | number> {
  const reference = await tested.reference();
  const { out, list } = options;
  if (list) return listing(await reference.changes());
  const server = await started(reference, options);
  // The certificate goes with the server.
  const temporary = mkdtempSync(join(tmpdir(), 'fsapi-conformance-'));
  const ca = join(temporary, 'ca.pem');
  writeFileSync(ca, server.ca as string);
  const variables = variablesText(server, ca);
  if (out !== undefined) writeEnvFile(resolve(cwd, out), variables);
  const line = `Serving at ${server.baseUrl} until Ctrl-C. Test it with run --env-file ${out}`;
  show({ status: 0, lines: [out === undefined ? variables.trimEnd() : line] });
  await new Promise<void>((end) => void process.once('SIGINT', end).once('SIGTERM', end));
  await server.close();
  rmSync(temporary, { recursive: true, force: true });
  return 0;
}

function listing({ faults, variants }: Awaited<ReturnType<Reference['changes']>>): Outcome {
  const lines = [
    ...faults.flatMap(({ id, breaks, story }) => [`${id.padEnd(40)} ${breaks.join(', ')}`, `    ${story}`]),
    ...['', 'Conforming variants:'],
    ...variants.map(({ id, freedom }) => `${id.padEnd(40)} ${freedom}`),
  ];
  return { status: 0, lines };
}

/** @throws UsageError for an invalid or taken port, and for an unknown id */
async function started({ startReferenceServer, changes }: Reference, { port = '0', fault, variant }: ServeOptions) {
  try {
    return await startReferenceServer({ port: Number(port), fault, variant });
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof RangeError || syscall === 'listen')) throw error;
    const { faults, variants } = await changes();
    const ids = [...faults, ...variants].map(({ id }) => id);
    throw new UsageError(`${startOf(message.replace(/\.$/, ''))}${nearest(fault ?? variant ?? '', ids)}.`);
  }
}

const written = `# Written by ${programName} serve, anew at each start.`;

/** @throws UsageError if it cannot be written, and for a file that `serve` did not write: it may hold keys */
export function writeEnvFile(path: string, variables: string): void {
  if (existsSync(path) && !readText(path, '--out').startsWith(written))
    throw unusable(path, '--out', 'which exists and was not written by serve; it was not changed');
  usable(`${nameOf(path, '--out')}, which cannot be written`, () =>
    replaceFile(path, `${written}\n${variables}`, 0o600),
  );
}

export function variablesText({ baseUrl, credentials }: ReferenceServer, ca?: string) {
  const variables = Object.entries(variablesOf({ baseUrl, ...credentials, ca }));
  return variables.map(([name, value]) => `${name}=${shellWord(value)}\n`).join('');
}

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../configuration/usage-error.js';
import { variablesOf } from '../target-process/variables.js';

/** `serve`: the embedded reference server in the foreground, for trying a client on. Ends with a signal. */
export async function serve(argv: readonly string[]): Promise<number> {
  const values = optionsOf(argv);
  const { faults } = await import('../reference-server/faults/all.js');
  const { variants } = await import('../reference-server/variants/all.js');
  if (values['list-faults']) {
    for (const { id, breaks, story } of faults)
      process.stdout.write(`${id.padEnd(40)} ${breaks.join(', ')}\n    ${story}\n`);
    process.stdout.write('\nConforming variants:\n');
    for (const { id, freedom } of variants) process.stdout.write(`${id.padEnd(40)} ${freedom}\n`);
    return 0;
  }
  const port = values.port === undefined ? 0 : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port takes a port, 0 to 65535.');
  const { startReferenceServer } = await import('../reference-server/server.js');
  const { isNear } = await import('../reference-server/notify.js');
  const { fault, variant, webhook } = values;
  // Told before it is tried, so that a slip is not taken for an unknown fault.
  if (webhook !== undefined && !isNear(webhook))
    throw new UsageError('--webhook takes an http address on loopback, as http://127.0.0.1:9000/.');
  const server = await startReferenceServer({ port, fault, variant, webhook }).catch((error: unknown) => {
    if (error instanceof RangeError)
      throw new UsageError(`${error.message}; --list-faults prints those that there are.`);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new UsageError(`Port ${port} is taken.`);
    throw error;
  });
  const file = server.ca === undefined ? undefined : join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-')), 'ca.pem');
  if (file !== undefined && server.ca !== undefined) writeFileSync(file, server.ca);
  // Printing the keys is the point: nobody else has this server.
  const lines = Object.entries(variablesOf(server, file)).map(([name, value]) => `${name}=${inShell(value)}`);
  if (server.webhookSecret !== undefined)
    lines.push(
      `# Customers created are notified to ${webhook}, signed with the webhook Secret Key ${server.webhookSecret}`,
    );
  process.stdout.write(`${lines.join('\n')}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await server.close();
  return 0;
}

/** A value for a shell, in quotes where it needs them. */
function inShell(value: string): string {
  return /^[\w./:@%+,-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function optionsOf(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        fault: { type: 'string' },
        variant: { type: 'string' },
        webhook: { type: 'string' },
        'list-faults': { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new UsageError(
      'serve takes --port, --fault, --variant, --webhook and --list-faults; see fsapi-conformance serve --help.',
    );
  }
}

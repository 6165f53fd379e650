import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nearest } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { number } from '../configuration/values/value.js';
import type { ReferenceServer } from '../reference-server/server.js';
import { variablesOf } from '../target-process/variables.js';
import { defineCommand } from './define-command.js';
import { doneOrUnusable } from './exits.js';

/** `serve`: the embedded reference server in the foreground, for trying a client on. Ends with a signal. */
export const command = defineCommand({
  options: {
    port: { value: 'N', help: 'port to listen on' },
    fault: { value: 'ID', help: 'start it with one fault' },
    variant: { value: 'ID', help: 'start it as one conforming variant' },
    webhook: { value: 'URL', help: 'send an event for every created customer to an http address on loopback' },
    'list-faults': { help: 'list the faults and variants' },
  },
  exits: doneOrUnusable,
  run: ({ values }) => (values['list-faults'] ? listFaults() : serve(values)),
});

async function listFaults(): Promise<number> {
  const { faults } = await import('../reference-server/faults/all.js');
  const { variants } = await import('../reference-server/variants/all.js');
  for (const { id, breaks, story } of faults)
    process.stdout.write(`${id.padEnd(40)} ${breaks.join(', ')}\n    ${story}\n`);
  process.stdout.write('\nConforming variants:\n');
  for (const { id, freedom } of variants) process.stdout.write(`${id.padEnd(40)} ${freedom}\n`);
  return 0;
}

type Served = Readonly<Record<'port' | 'fault' | 'variant' | 'webhook', string | undefined>>;

async function serve({ port: text = '0', fault, variant, webhook }: Served): Promise<number> {
  const port = number(text, '--port', { least: 0, most: 65_535 });
  const { startReferenceServer } = await import('../reference-server/server.js');
  const { isNear } = await import('../reference-server/notify.js');
  // Told before it is tried, so that a slip is not taken for an unknown fault.
  if (webhook !== undefined && !isNear(webhook))
    throw new UsageError('--webhook takes an http address on loopback, as http://127.0.0.1:9000/.');
  const server = await startReferenceServer({ port, fault, variant, webhook }).catch((error: unknown) => {
    if (error instanceof RangeError) return rejectUnknown(error, fault ?? variant ?? '');
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new UsageError(`Port ${port} is taken.`);
    throw error;
  });
  printVariables(server, webhook);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
  await server.close();
  return 0;
}

/** @throws UsageError with the nearest id */
async function rejectUnknown({ message }: RangeError, id: string): Promise<never> {
  const { faults } = await import('../reference-server/faults/all.js');
  const { variants } = await import('../reference-server/variants/all.js');
  const known = [...faults, ...variants].map((one) => one.id);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  throw new UsageError(`${sentence}; the nearest is ${nearest(id, known)}. --list-faults shows all of them.`);
}

/** Prints the keys too: that is the point, and nobody else has this server. */
function printVariables(server: ReferenceServer, webhook: string | undefined): void {
  const file = server.ca === undefined ? undefined : join(mkdtempSync(join(tmpdir(), 'fsapi-conformance-')), 'ca.pem');
  if (file !== undefined && server.ca !== undefined) writeFileSync(file, server.ca);
  const lines = Object.entries(variablesOf(server, file)).map(([name, value]) => `${name}=${inShell(value)}`);
  if (server.webhookSecret !== undefined)
    lines.push(
      `# Events for created customers go to ${webhook}, signed with the webhook Secret Key ${server.webhookSecret}`,
    );
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A value for a shell, in quotes where it needs them. */
function inShell(value: string): string {
  return /^[\w./:@%+,-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

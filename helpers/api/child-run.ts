import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toldTests } from '../../reports/formats/as-tests.js';
import { lead } from '../../reports/text/summary-text.js';
import { WhileInterrupted } from '../cli/exit-error.js';
import { perform } from '../cli/run.js';
import { readConfiguration } from '../configuration/configuration.js';
import { settings } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import type { Answer, Request } from './messages.js';

/**
 * The process of a run that a program asked for: one request in, one answer out. What the command line keeps beside the
 * reports (history, memory, the last run to compare with) is not kept here, so the run takes place in a folder of its own.
 */
const place = mkdtempSync(join(tmpdir(), 'fsapi-conformance-run-'));

process.once('message', async (request: Request) => {
  const answer = await answerTo(request).catch(faultOf);
  rmSync(place, { recursive: true, force: true });
  process.send?.(answer, () => process.exit());
});

// Whoever asked is gone: nobody would read the answer, and nothing more may be sent.
process.once('disconnect', () => {
  rmSync(place, { recursive: true, force: true });
  process.exit();
});

async function answerTo({ named, readEnvironment }: Request): Promise<Answer> {
  const asked = readConfiguration({
    argv: [],
    env: process.env,
    // Where `.env` and decisions.json are looked for.
    cwd: readEnvironment ? process.cwd() : place,
    named: { ...(named.out === undefined && !readEnvironment && { formats: ['json'] }), ...withFiles(named) },
  });
  const { status, report, folder, withheld, because } = await perform(asked, {
    env: process.env,
    cwd: place,
    out: process.stdout,
  });
  if (withheld || !report)
    return {
      kind: 'withheld',
      message: `Nothing was written: a secret (${withheld?.label}) was found in ${withheld?.file}.`,
    };
  return {
    kind: 'outcome',
    exitStatus: status,
    report,
    ...(asked.configuration.out !== undefined && { folder }),
    tests: toldTests(report),
    sentence: because === undefined ? lead(report) : `${because}.`,
  };
}

/** Settings of which the command line takes files: what a program gives as a value is put into one, and paths are made absolute. */
function withFiles(named: Request['named']): Request['named'] {
  const entries = Object.entries(named).map(([name, value]) => [name, fileOf(name, value)]);
  return Object.fromEntries(entries);
}

function fileOf(name: string, value: unknown): unknown {
  const isPath = name === 'baseline' || settings.some((setting) => setting.name === name && setting.kind === 'file');
  if (!isPath || value === undefined) return value;
  const isPem = name === 'ca' && typeof value === 'string' && value.includes('-----BEGIN');
  if (typeof value === 'string' && !isPem) return value === '' || value === 'none' ? value : resolve(value);
  const file = join(place, isPem ? 'ca.pem' : `${name}.json`);
  writeFileSync(file, isPem ? String(value) : JSON.stringify(value), { mode: 0o600 });
  return file;
}

function faultOf(error: unknown): Answer {
  if (error instanceof WhileInterrupted) return faultOf(error.cause);
  if (error instanceof UsageError) return { kind: 'usage', message: error.message };
  return { kind: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

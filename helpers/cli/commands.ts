import { nearest } from '../configuration/nearest.js';
import { removal } from '../configuration/removed.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { looksLikeAddress } from '../configuration/values/base-address.js';
import type { Command } from './define-command.js';

/** A command: one line that begins in lower case and has no full stop, and its module. */
export interface Entry {
  readonly summary: string;
  /** Called when the command is, so that none waits for what others need. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

const entry = (summary: string, load: Entry['load']): Entry => ({ summary, load });
const deciding = (kind: 'waive' | 'attest' | 'settle' | 'accept' | 'lack') => async () => ({
  command: (await import('./commands/decide.js'))[kind],
});

/** Every command by its name, in the order in which the help lists them. */
export const commands: Readonly<Record<string, Entry>> = {
  run: entry('run the suites and write the reports; the default', () => import('./run-command.js')),
  list: entry('print the catalogue and the checks of each requirement', () => import('./commands/list.js')),
  init: entry(
    'write .env, decisions.json and a nightly pipeline; overwrites nothing',
    () => import('./commands/first-steps/init.js'),
  ),
  doctor: entry(
    'look at configuration and target with ten requests at most, before the first run',
    () => import('./commands/first-steps/doctor.js'),
  ),
  explain: entry(
    'explain a requirement: clause, checks, faults that fail it, how to decide it; list an area',
    () => import('./commands/explain/explain.js'),
  ),
  serve: entry(
    'start the embedded reference server in the foreground; prints the variables to set',
    () => import('./commands/serve.js'),
  ),
  diff: entry('compare two reports, each a report.json or run folder', () => import('./commands/diff.js')),
  render: entry('render formats again from the report and evidence of a run', () => import('./commands/render.js')),
  verify: entry('verify the integrity and signature of a run folder', () => import('./commands/verify.js')),
  pack: entry('pack a run folder into one zip for hand-over', () => import('./commands/pack.js')),
  keygen: entry('generate an Ed25519 key pair: FILE (mode 600) and FILE.pub', () => import('./commands/keygen.js')),
  waive: entry('write the waiver of a failure to the decisions file', deciding('waive')),
  attest: entry('write the attestation of an organisational control to the decisions file', deciding('attest')),
  settle: entry('write the last observation of a gap to the decisions file, as a rule', deciding('settle')),
  accept: entry('write the acceptance of a changed observation to the decisions file', deciding('accept')),
  lack: entry('write what a mock lacks to the decisions file, as a group of requirements', deciding('lack')),
  revoke: entry(
    'remove the decisions on a requirement or group from the decisions file',
    () => import('./commands/revoke.js'),
  ),
  decisions: entry(
    'list the decisions, and what is due: expired, about to expire, unused',
    () => import('./commands/decisions.js'),
  ),
  index: entry(
    'write the overview of all runs, reports/index.html, and a badge for each target',
    () => import('./commands/overview.js'),
  ),
  trace: entry(
    'show which requirements cover each sentence of a copy of the specification',
    () => import('./commands/trace.js'),
  ),
  rejudge: entry('judge the recorded evidence of a run again; nothing is sent', () => import('./commands/rejudge.js')),
  openapi: entry(
    'print an OpenAPI 3.1 document of stated, observed and settled behaviour, each marked',
    () => import('./commands/openapi.js'),
  ),
};

/** The command of a name. @throws UsageError with the nearest name for one that there is not, and what to use instead of one that was removed */
export function commandNamed(name: string): Entry {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry) return entry;
  const gone = removal('commands', name, `The command ${quote(name)}`);
  if (gone) throw gone;
  if (looksLikeAddress(name)) throw new UsageError('An address is no command: give it by --base-url URL.');
  throw new UsageError(
    `There is no command ${quote(name)}${nearest(name, Object.keys(commands)) || '; --help lists them'}.`,
  );
}

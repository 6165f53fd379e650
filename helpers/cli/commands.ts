import { looksLikeAddress, nearest, quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import type { Command } from './define-command.js';

/** A command. Its module is loaded when it is called, so that no command waits for what others need. */
export interface Entry {
  /** One line, beginning in lower case, without a full stop. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** Every command by its name, in the order in which the help lists them. */
export const commands: Readonly<Record<string, Entry>> = {
  run: { summary: 'run the suites and write the reports; the default', load: () => import('./run-command.js') },
  list: { summary: 'print the catalogue and the checks of each requirement', load: () => import('./commands/list.js') },
  init: {
    summary: 'write .env, decisions.json and a nightly pipeline; overwrites nothing',
    load: () => import('./commands/first-steps/init.js'),
  },
  doctor: {
    summary: 'look at configuration and target with ten requests at most, before the first run',
    load: () => import('./commands/first-steps/doctor.js'),
  },
  explain: {
    summary: 'explain a requirement: clause, checks, faults that fail it, how to decide it',
    load: () => import('./commands/explain/explain.js'),
  },
  serve: {
    summary: 'start the embedded reference server in the foreground; prints the variables to set',
    load: () => import('./commands/serve.js'),
  },
  diff: { summary: 'compare two reports, each a report.json or run folder', load: () => import('./commands/diff.js') },
  render: {
    summary: 'render formats again from the report and evidence of a run',
    load: () => import('./commands/render.js'),
  },
  verify: { summary: 'verify the integrity and signature of a run folder', load: () => import('./commands/verify.js') },
  pack: { summary: 'pack a run folder into one zip for hand-over', load: () => import('./commands/pack.js') },
  merge: { summary: 'join the folders of shards into one run', load: () => import('./commands/merge.js') },
  keygen: {
    summary: 'generate an Ed25519 key pair: FILE (mode 600) and FILE.pub',
    load: () => import('./commands/keygen.js'),
  },
  waive: {
    summary: 'write the waiver of a failure to the decisions file',
    load: async () => ({ command: (await import('./commands/decide.js')).waive }),
  },
  attest: {
    summary: 'write the attestation of an organisational control to the decisions file',
    load: async () => ({ command: (await import('./commands/decide.js')).attest }),
  },
  settle: {
    summary: 'write the last observation of a gap to the decisions file, as a rule',
    load: async () => ({ command: (await import('./commands/decide.js')).settle }),
  },
  accept: {
    summary: 'write the acceptance of a changed observation to the decisions file',
    load: async () => ({ command: (await import('./commands/decide.js')).accept }),
  },
  decisions: {
    summary: 'list the decisions, and what is due: expired, about to expire, unused',
    load: () => import('./commands/decisions.js'),
  },
  index: {
    summary: 'write the overview of all runs, reports/index.html, and a badge for each target',
    load: async () => ({ command: (await import('./commands/overview.js')).index }),
  },
  open: {
    summary: 'open the overview, or the report of a run, in the browser',
    load: async () => ({ command: (await import('./commands/overview.js')).open }),
  },
  prune: { summary: 'remove old run folders; the history stays', load: () => import('./commands/prune.js') },
  trace: {
    summary: 'show which requirements cover each sentence of a copy of the specification',
    load: () => import('./commands/trace.js'),
  },
  rejudge: {
    summary: 'judge the recorded evidence of a run again; nothing is sent',
    load: () => import('./commands/rejudge.js'),
  },
  qualify: {
    summary: 'test this suite: run its kill matrix and write a record, signed like a run',
    load: () => import('./commands/qualify.js'),
  },
  openapi: {
    summary: 'print an OpenAPI 3.1 document of stated, observed and settled behaviour, each marked',
    load: () => import('./commands/openapi.js'),
  },
};

/** The command of a name. @throws UsageError with the nearest name for one that there is not */
export function commandNamed(name: string): Entry {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry) return entry;
  if (looksLikeAddress(name)) throw new UsageError('An address is no command: give it by --base-url URL.');
  throw new UsageError(`There is no command ${quote(name)}; the nearest is ${nearest(name, Object.keys(commands))}.`);
}

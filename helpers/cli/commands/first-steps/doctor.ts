import { hanging } from '../../../../reports/terminal/style.js';
import { counted, daysBetween, plain, printableLine } from '../../../../reports/text/words.js';
import { lacks, leftOutBy } from '../../../../schemas/profiles.js';
import { requireConnection } from '../../../client/connection-state.js';
import { context, inScope } from '../../../client/context.js';
import { Inconclusive, Skipped } from '../../../client/verdicts.js';
import type { Look, LookState, Looks } from '../../../runner/look.js';
import { openContext } from '../../../runner/open-context.js';
import { prepare } from '../../../session/prepare.js';
import { start } from '../../../session/run.js';
import { readConfiguration } from '../../../settings/configuration.js';
import { UsageError } from '../../../settings/usage-error.js';
import type { Outcome, Place } from '../../place.js';

const mostRequests = 10;

type DoctorOptions = Readonly<{ start?: string }>;

type Looked = Readonly<{ topic: string; state: LookState; text: string }>;

const stateColumns = 9;
const topicColumns = 20;
const columns = 100;

/** `doctor`: whether a run could be conclusive. */
export async function doctor({ options }: { readonly options: DoctorOptions }, place: Place): Promise<Outcome> {
  const { looked, ready, requests, created } = await lookAt(options, place);
  const problems = looked.filter(({ state }) => state === 'problem').length;
  const lines = [
    ...looked.flatMap(({ topic, state, text }) =>
      hanging(`${state.padEnd(stateColumns)}${topic.padEnd(topicColumns)}`, printableLine(text), columns),
    ),
    '',
    ready ? 'READY' : `NOT READY  ${counted(problems, 'problem')}.`,
    `${counted(requests, 'request')}.`,
    ...created.map((email) => `Created, and no operation can delete it: ${email}`),
  ];
  return { status: ready ? 0 : 1, lines };
}

/** Looks at the target, with ten requests at most. @throws UsageError as a run would, before anything is sent */
export async function lookAt({ start: command }: DoctorOptions, { env, cwd, tested }: Place) {
  const read = readConfiguration({ specification: tested, named: { start: command }, env, cwd });
  // It writes no file, so it may show the target's own words.
  const { out: _, ...own } = read.configuration;
  const configuration = { ...own, concurrency: 1, evidence: 'full', quiet: true } as const;
  const environment = { tested, env, cwd, out: process.stdout, keepsFiles: false };
  const prepared = await prepare({ ...read, configuration }, environment);
  const { looks, bodies } = await tested.tests();
  const started = await start(prepared, environment, new Promise(() => {}));
  if (started) process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  const run = openContext({ ...prepared.input, mostRequests }, [], { bodies });
  try {
    if (started?.silent !== undefined) throw new UsageError(started.silent);
    const looked = await inScope('doctor', () => examine(looks), run);
    const emails = run.journal.exchanges.flatMap(({ wrote }) => wrote?.email || []);
    const ready = looked.every(({ state }) => state !== 'problem');
    return prepared.redactor.redact({ looked, ready, requests: run.requests, created: [...new Set(emails)] });
  } finally {
    run.connection.close();
    await started?.stop();
    await prepared.target.close();
  }
}

async function examine(looks: Looks) {
  const looked: Looked[] = [];
  // The other looks need a connection and an accepted key.
  for (const look of [address, connection, looks.first]) {
    looked.push(await lookedAt(look));
    if (looked.at(-1)?.state === 'problem') return looked;
  }
  for (const look of looks.others) looked.push(await lookedAt(look));
  const isLastOk = looked.at(-1)?.state === 'ok';
  const hasProblem = looked.some(({ state }) => state === 'problem');
  for (const { text, isOpen } of hasProblem ? [] : await looks.likeness(isLastOk))
    looked.push({ topic: 'Target', state: isOpen ? 'problem' : 'warning', text: plain(text) });
  return looked;
}

async function lookedAt({ topic, look }: Look): Promise<Looked> {
  try {
    const seen = await look();
    const { state, text } = typeof seen === 'string' ? { state: 'ok' as const, text: seen } : seen;
    return { topic, state, text: plain(text) };
  } catch (error) {
    if (!(error instanceof Skipped || error instanceof Inconclusive)) throw error;
    return { topic, state: error instanceof Skipped ? 'skipped' : 'problem', text: plain(error.message) };
  }
}

const address: Look = {
  topic: 'Address',
  look: async () => {
    const { connection: at, configuration } = context();
    const { environment, profile } = configuration;
    const by = at.proxied ? 'by the proxy of HTTPS_PROXY' : 'directly, without a proxy';
    const leftOut = leftOutBy(profile).map((lack) => ` ${lacks[lack].leftOut}`);
    return `${at.base.href} (${environment}), ${by}, profile ${profile}.${leftOut.join('')}`;
  },
};

/** A certificate that ends within these is worth a warning. */
const soonDays = 30;

const connection: Look = {
  topic: 'Connection',
  look: async () => {
    await requireConnection();
    const { certificate } = context().journal;
    if (!certificate) return { state: 'warning', text: 'Plain HTTP: anybody on the network path can read the keys.' };
    const days = daysBetween(new Date().toISOString(), new Date(certificate.validTo).toISOString());
    const text = `${certificate.protocol}, certificate issued by ${certificate.issuer}. It expires in ${counted(days, 'day')}.`;
    return days < soonDays ? { state: 'warning', text: `${text} Renew it.` } : text;
  },
};

import { X509Certificate } from 'node:crypto';
import { counted } from '../../../../reports/text/counted.js';
import { daysBetween } from '../../../../reports/text/dates.js';
import { plain } from '../../../../reports/text/inline.js';
import { lacks, leftOutBy } from '../../../../schemas/profiles.js';
import { lookAtConnection, requireConnection } from '../../../client/connection-state.js';
import { context, inScope, type RunContext } from '../../../client/context.js';
import { Inconclusive, Skipped } from '../../../client/verdicts.js';
import type { Look, LookState, Looks } from '../../../runner/look.js';

/** One thing that was looked at: what there is, and what to do next where that is not as it should be. */
export interface Looked {
  readonly topic: string;
  readonly state: LookState;
  readonly text: string;
}

/** What was looked at, and of a mock that is to be declared what it lacks. */
export interface Examined {
  readonly looked: readonly Looked[];
  readonly lacks?: readonly string[];
}

/**
 * Looks at a target as its run would: address and connection, then what its API gives to look at.
 * @param declares whether what it lacks is looked for instead of what it is like
 */
export function examine(run: RunContext, looks: Looks, declares: boolean): Promise<Examined> {
  return inScope('doctor', () => lookAtAll(looks, declares), run);
}

async function lookAtAll(looks: Looks, declares: boolean): Promise<Examined> {
  const looked = [address(), await lookedAt(connection), ...clientCertificate()];
  const hasProblem = () => looked.some(({ state }) => state === 'problem');
  if (hasProblem()) return { looked };
  looked.push(await lookedAt(looks.first));
  // Without an answer to a valid key nothing else says anything.
  if (hasProblem()) return { looked };
  for (const one of looks.others) looked.push(await lookedAt(one));
  const isLastOk = looked.at(-1)?.state === 'ok';
  if (declares && isLastOk) return { looked, lacks: await looks.lacks() };
  for (const { text, isOpen } of hasProblem() ? [] : await looks.likeness(isLastOk))
    looked.push({ topic: 'Target', state: isOpen ? 'problem' : 'warning', text: plain(text) });
  return { looked };
}

/** A look. What it throws says the reason, and the variable or option that helps. */
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

function address(): Looked {
  const { connection: at, configuration } = context();
  const { environment, profile } = configuration;
  const by = at.proxied ? 'by the proxy of HTTPS_PROXY' : 'directly, without a proxy';
  const leftOut = leftOutBy(profile).map((lack) => ` ${lacks[lack].leftOut}`);
  const text = `${at.base.href} (${environment}), ${by}, profile ${profile}.${leftOut.join('')}`;
  return { topic: 'Address', state: 'ok', text };
}

const connection: Look = {
  topic: 'Connection',
  look: async () => {
    const look = await lookAtConnection();
    await requireConnection();
    const seen = look.state === 'open' ? look.certificate : undefined;
    if (!seen) return { state: 'warning', text: 'Plain HTTP: anybody on the network path can read the keys.' };
    return lifetime(seen.validTo, `${seen.protocol}, certificate issued by ${seen.issuer}. `);
  },
};

function clientCertificate(): readonly Looked[] {
  const { clientCert } = context().configuration;
  if (clientCert === undefined) return [];
  return [{ topic: 'Client certificate', ...lifetime(new X509Certificate(clientCert).validTo) }];
}

/** Days before its end at which a certificate is somebody's business. */
const soon = 30;

function lifetime(until: string, before = ''): Pick<Looked, 'state' | 'text'> {
  const end = new Date(until);
  if (end.getTime() < Date.now()) return { state: 'problem', text: `${before}It has expired. Renew it.` };
  const days = daysBetween(new Date().toISOString(), end.toISOString());
  const text = `${before}It expires in ${counted(days, 'day')}.`;
  return days < soon ? { state: 'warning', text: `${text} Renew it.` } : { state: 'ok', text };
}

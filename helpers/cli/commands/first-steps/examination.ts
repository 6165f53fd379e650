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
 * @param looks none where the specification brings none
 * @param declares whether what it lacks is looked for instead of what it is like
 */
export function examine(run: RunContext, looks: Looks | undefined, declares = false): Promise<Examined> {
  return inScope(
    'doctor',
    async () => {
      const lines = [address(), ...(await certificates())];
      if (!looks || lines.some(({ state }) => state === 'problem')) return { looked: lines };
      const first = await looked(looks.first);
      // Without an answer to a valid key nothing else says anything.
      if (first.state === 'problem') return { looked: [...lines, first] };
      const seen = [first];
      for (const one of looks.others) seen.push(await looked(one));
      if (declares && seen.at(-1)?.state === 'ok') return { looked: [...lines, ...seen], lacks: await looks.lacks() };
      return { looked: [...lines, ...seen, ...(await likeness(seen, looks))] };
    },
    run,
  );
}

/** A look. What it throws says the reason, and the variable or option that helps. */
async function looked({ topic, look }: Look): Promise<Looked> {
  try {
    const seen = await look();
    return typeof seen === 'string'
      ? { topic, state: 'ok', text: plain(seen) }
      : { topic, ...seen, text: plain(seen.text) };
  } catch (error) {
    if (error instanceof Skipped) return { topic, state: 'skipped', text: plain(error.message) };
    if (error instanceof Inconclusive) return { topic, state: 'problem', text: plain(error.message) };
    throw error;
  }
}

/** What the target is like as a whole, where nothing else is in the way. */
async function likeness(seen: readonly Looked[], { likeness: likenessOf }: Looks): Promise<readonly Looked[]> {
  if (seen.some(({ state }) => state === 'problem')) return [];
  const shown = await likenessOf(seen.at(-1)?.state === 'ok');
  return shown.map(({ text, isOpen }) => ({
    topic: 'Target',
    state: isOpen ? 'problem' : 'warning',
    text: plain(text),
  }));
}

function address(): Looked {
  const { base, proxied } = context().connection;
  const { environment, profile } = context().configuration;
  const by = proxied ? 'by the proxy of HTTPS_PROXY' : 'directly, without a proxy';
  const leftOut = leftOutBy(profile).map((lack) => ` ${lacks[lack].leftOut}`);
  const text = `${base.href} (${environment}), ${by}, profile ${profile}.${leftOut.join('')}`;
  return { topic: 'Address', state: 'ok', text };
}

/** Days before its end at which a certificate is somebody's business. */
const soon = 30;

async function certificates(): Promise<readonly Looked[]> {
  const { clientCert } = context().configuration;
  const own = clientCert === undefined ? [] : [lifetime('Client certificate', new X509Certificate(clientCert).validTo)];
  const line = await looked({
    topic: 'Connection',
    look: async () => {
      const look = await lookAtConnection();
      await requireConnection();
      const seen = look.state === 'open' ? look.certificate : undefined;
      if (!seen) return { state: 'warning', text: 'Plain HTTP: anybody on the way can read the keys.' };
      return lifetime('Connection', seen.validTo, `${seen.protocol}, certificate issued by ${seen.issuer}. `);
    },
  });
  return [line, ...own];
}

function lifetime(topic: string, until: string, before = ''): Looked {
  const end = new Date(until);
  if (end.getTime() < Date.now()) return { topic, state: 'problem', text: `${before}It has expired. Renew it.` };
  const days = daysBetween(new Date().toISOString(), end.toISOString());
  const text = `${before}It expires in ${counted(days, 'day')}.`;
  return days < soon ? { topic, state: 'warning', text: `${text} Renew it.` } : { topic, state: 'ok', text };
}

import { catalogue } from '../../../schemas/catalogue.js';
import { schemaDocument } from '../../../schemas/validate.js';
import { isLoopback } from '../loopback.js';
import type { Rule } from '../sources.js';

/** Fewer characters may stand in any text by chance. */
const shortestKey = 12;

/** What a search for a key looks at: letters and digits, in one case. */
const symbols = (text: string) => text.replace(/[^0-9A-Za-z]+/g, '').toLowerCase();

const reportText = symbols(JSON.stringify([catalogue, schemaDocument('report'), schemaDocument('customer')]));

/** Whether every report contains a value, whatever the target returns: then it cannot be kept out of one. */
export function isInEveryReport(value: string): boolean {
  return reportText.includes(symbols(value));
}

/** Why a value cannot be kept out of a report, in words; undefined for one that can. */
export function weaknessOf(value: string): string | undefined {
  if (value.length < shortestKey) return 'too short';
  return isInEveryReport(value) ? 'a word of every report' : undefined;
}

/** A key that a report would contain anyhow ends the run with status 5: better reported before anything is sent. */
export const keysCanBeKeptOut: Rule = ({ values, sourceName, switchName }) => {
  if (!values.baseUrl || values.keysArePublic) return false;
  for (const name of ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const) {
    const key = values[name];
    const weakness = key === undefined ? undefined : weaknessOf(key);
    if (weakness === undefined) continue;
    return (
      `${sourceName(name)} cannot be kept out of a report: it is ${weakness}. ` +
      `Make it ${shortestKey} or more random characters, or declare ${switchName('keysArePublic')}=true for a mock on loopback.`
    );
  }
  return false;
};

/** Keys of anything but a mock on this machine are secrets, whatever somebody declares. */
export const publicKeysAreLocal: Rule = ({ values, sourceName }) =>
  values.keysArePublic &&
  (!values.baseUrl || !isLoopback(new URL(values.baseUrl).hostname)) &&
  `${sourceName('keysArePublic')} is for a mock on loopback only.`;

/** Rules of what a run has to keep secret. */
export const keyRules: readonly Rule[] = [publicKeysAreLocal, keysCanBeKeptOut];

import { clip } from '../../../reports/text/printable.js';
import { headlineFor } from '../../../reports/wording/verdict-labels.js';
import { listed } from '../../../schemas/listed.js';
import { profileNames } from '../../../schemas/profiles.js';
import type { Report } from '../../../schemas/types.js';
import { baseAddress } from '../../settings/base-address.js';
import { digestOf } from '../../settings/sources.js';
import { quote, quoteShort, UsageError } from '../../settings/usage-error.js';

/** Why a report does not satisfy a policy, a clause for each broken rule. */
export type Policy = (report: Report) => readonly string[];

/** Verdicts that can be required, best first. */
const required: readonly string[] = ['conformant', 'conformant-with-waivers', 'fit-as-declared'];

/** What a recipient may want of an intact folder, by the option of `verify`. */
const rules = {
  /** An old conformant folder verifies for ever: the recipient says how old it may be. */
  notBefore: (text: string): Policy => {
    const earliest = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(earliest))
      throw new UsageError(`--not-before is ${quote(text)}, not a date such as 2026-11-22 or 2026-11-22T02:17:00Z.`);
    return ({ run }) =>
      Date.parse(run.startedAt) >= earliest ? [] : [`the run began at ${run.startedAt}, before ${text} (--not-before)`];
  },
  target: (text: string): Policy => {
    const wanted = baseAddress(text, '--target');
    return ({ target: { embedded, baseUrl } }) => {
      if (embedded) return ['the run tested the embedded reference server, no target (--target)'];
      return baseUrl === wanted ? [] : [`the run tested ${clip(baseUrl, 200)}, not ${clip(wanted, 200)} (--target)`];
    };
  },
  /** Accepts the verdict and better ones. Conformant alone means all four concerns: another profile has to be named. */
  require: (text: string): Policy => {
    const profiles: readonly string[] = profileNames;
    const [verdict = '', profile = 'full'] = /^(\S+)(?: \((\S+)\))?$/.exec(text)?.slice(1) ?? [];
    const lowest = required.indexOf(verdict);
    const wanted = profiles.indexOf(profile);
    if (lowest < 0 || wanted < 0)
      throw new UsageError(
        `--require is ${quote(text)}; what can be required is ${listed(required, 'or')}, for the profiles that test less with their name: "conformant (single-tenant)", "conformant (read-only)".`,
      );
    return ({ summary, target: { embedded }, run }) => {
      const found = required.indexOf(summary.verdict);
      const isMet = found >= 0 && found <= lowest && profiles.indexOf(summary.profile ?? 'full') <= wanted;
      const is = headlineFor(summary.verdict, summary.profile, summary.counts.waived).text.toLowerCase();
      return [
        ...(isMet ? [] : [`the run is ${embedded ? summary.verdict : is}, not ${text} (--require)`]),
        ...(run.complete ? [] : ['the run is incomplete (--require)']),
        ...(embedded ? ['the run is a demonstration with the embedded reference server (--require)'] : []),
      ];
    };
  },
  subject: (text: string): Policy => {
    const wanted = digestOf(text);
    if (wanted === undefined)
      throw new UsageError(
        `--subject is ${quoteShort(text)}, which is not sha256: and 64 hexadecimal digits, or the 40 of a commit.`,
      );
    return ({ run: { subject = 'a build of unknown digest' } }) =>
      subject === wanted ? [] : [`the run tested ${subject}, not ${wanted} (--subject)`];
  },
};

export type PolicyOptions = { readonly [Name in keyof typeof rules]?: string };

/** The policy of the options: every rule has to hold. @throws UsageError for an invalid value */
export function policyOf(options: PolicyOptions): Policy {
  const policies = (Object.keys(rules) as (keyof typeof rules)[]).flatMap((name) => {
    const text = options[name];
    return text === undefined ? [] : [rules[name](text)];
  });
  return (report) => policies.flatMap((policy) => policy(report));
}

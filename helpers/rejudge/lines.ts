import { counted } from '../../reports/text/counted.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import type { Rejudged, RejudgedCheck } from './rejudge.js';

/** The word for what judging a run came to: confirmed is only a run whose evidence is all there. */
export function rejudgedWord(judged: Rejudged): 'CONTRADICTED' | 'NOT CONFIRMED' | 'CONFIRMED' {
  if (judged.checks.some(({ outcome }) => outcome === 'contradicted')) return 'CONTRADICTED';
  const isConfirmed = ({ outcome }: RejudgedCheck) => outcome === 'confirmed';
  const isWhole = judged.checks.some(isConfirmed) && !judged.checks.some(({ isIncomplete }) => isIncomplete);
  return isWhole ? 'CONFIRMED' : 'NOT CONFIRMED';
}

/** How many checks came out how, in one sentence. */
export function rejudgedSentence({ checks }: Rejudged): string {
  const count = (outcome: RejudgedCheck['outcome']) => checks.filter((one) => one.outcome === outcome).length;
  const parts = [`${count('confirmed')} of ${counted(checks.length, 'check')} confirmed from their evidence`];
  if (count('contradicted') > 0) parts.unshift(`${count('contradicted')} contradicted`);
  if (count('not judgeable') > 0) parts.push(`${count('not judgeable')} not judgeable`);
  return `${parts.join(', ')}.`;
}

/** What did not come out as recorded, a line for each contradiction, and one for each requirement that is not judgeable throughout. */
export function rejudgedLines({ checks, left }: Rejudged, { run }: Pick<Report, 'run'>): string[] {
  const open = new Map<string, RejudgedCheck[]>();
  for (const one of checks.filter(({ outcome }) => outcome === 'not judgeable'))
    open.set(one.id, [...(open.get(one.id) ?? []), one]);
  return [
    ...checks
      .filter(({ outcome }) => outcome === 'contradicted')
      .map(({ id, name, why }) => `  contradicted  ${id} ${name}: ${why}`),
    ...[...open].map(([id, of]) => {
      const [first] = of;
      const which = of.length === 1 ? first?.name : counted(of.length, 'check');
      return `  not judgeable  ${id} ${which}: ${first?.why}`;
    }),
    ...(left.length > 0
      ? [
          `${counted(left.length, 'exchange')} of the evidence ${left.length === 1 ? 'was' : 'were'} not needed by any check.`,
        ]
      : []),
    ...(run.suiteVersion === suiteVersion
      ? []
      : [`Recorded by version ${run.suiteVersion}, judged by version ${suiteVersion}.`]),
    // What judging again cannot show.
    'Evidence that was invented in agreement with the verdicts is not found.',
  ];
}

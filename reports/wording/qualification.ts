import type { Qualification, Report } from '../../schemas/types.js';
import { dayInFull } from '../text/dates.js';
import { grouped } from '../text/printable.js';

/** `329 of 329 faults found, 228 of 228 conforming variants clean.` */
export function qualifiedTotals({ faults, found, variants, clean }: Qualification['totals']): string {
  return `${grouped(found)} of ${grouped(faults)} faults found, ${grouped(clean)} of ${grouped(variants)} conforming variants clean.`;
}

/** The qualification that a report names, in one sentence. */
export function qualifiedBy({ qualification }: Report['run']): string {
  if (!qualification) return 'No qualification of this suite digest was there; `qualify` makes one.';
  return `Qualified on ${dayInFull(qualification.on)}: ${qualifiedTotals(qualification)}`;
}

/** The limits of a qualification, one sentence each. */
export function qualificationLimits({ scope }: Pick<Qualification, 'scope'>): readonly string[] {
  return [
    'It tests the suite and says nothing about any service.',
    'Faults and variants are those that the authors of the suite thought of. A bug of another kind may stay unseen, and a conforming service of another form may be reported.',
    scope === 'own'
      ? 'Each fault was tested with the requirements that it breaks. That it fails no other requirement is what `qualify --all` tests.'
      : 'Each fault was tested with every requirement.',
    'The reference server ran on the same machine: a slow or unreliable network was no part of it.',
    'Observations of what the specification leaves open have no verdict, and were left out.',
  ];
}

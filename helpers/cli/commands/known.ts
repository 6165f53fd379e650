import { listed } from '../../../schemas/listed.js';
import { groupsOf, type Requirement, type Specification } from '../../../schemas/specification.js';
import { nearest } from '../../settings/nearest.js';
import { quote, UsageError } from '../../settings/usage-error.js';

/** A requirement of the catalogue. @throws UsageError with the nearest id for one that it does not have */
export function knownRequirement(id: string, { catalogue }: Pick<Specification, 'catalogue'>): Requirement {
  const ids = catalogue.map((one) => one.id);
  const row = catalogue.find((one) => one.id === id);
  if (!row) throw new UsageError(`The catalogue has no ${quote(id)}${nearest(id, ids) || '; explain shows all'}.`);
  return row;
}

/** The group of a name, or of a requirement in it. @throws UsageError for any other word, and where a requirement is in two */
export function groupNamed(word: string, specification: Specification): string {
  const { catalogue, floor, groups } = specification;
  const lackNames = Object.keys(groups);
  const own = lackNames.filter((name) => name === word || groupsOf(specification, word).includes(name));
  if (own.length === 1 && own[0]) return own[0];
  if (own.length > 1) throw new UsageError(`${word} is in ${listed(own)}: name the group that the mock lacks.`);
  if (floor.includes(word)) throw new UsageError(`No mock may lack ${word}: it is in no group.`);
  const ids = catalogue.map((one) => one.id);
  if (ids.includes(word))
    throw new UsageError(`${word} is in no group that a mock may lack; there are ${listed(lackNames)}.`);
  const near = nearest(word, [...lackNames, ...ids]) || `; there are ${listed(lackNames)}`;
  throw new UsageError(`There is no group ${quote(word)}${near}.`);
}

import { listed } from '../../schemas/common/listed.js';
import { code } from '../../schemas/marked.js';
import { groupsOf, type Specification } from '../../schemas/specification.js';
import { calledBy } from '../../schemas/suite-version.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { isTested, verdictWithoutDecision } from '../wording/row.js';
import { isPartial, isWanted } from '../wording/scope.js';
import { mayLack } from './decide.js';

type Named = Pick<Specification, 'floor' | 'groups'>;

/** Whether a run shows what a mock lacks. Without a valid key, or a target, nothing of the floor is decided. */
export const hasDecided = ({ requirements }: Report, { floor }: Named) =>
  requirements.some((row) => floor.includes(row.id) && isTested(row));

export const declarableIn = ({ requirements, summary }: Report, { floor }: Named): readonly Row[] =>
  requirements.filter((row) => {
    const before = { ...row, verdict: verdictWithoutDecision(row) };
    const isShown = before.verdict !== 'skipped' || isWanted(before, summary.profile);
    return !floor.includes(row.id) && isShown && mayLack(before);
  });

export function offerOf(report: Report, specification: Named) {
  const { requirements, target } = report;
  if (target.environment !== 'mock' || isPartial(requirements) || !hasDecided(report, specification)) return [];
  const { floor } = specification;
  const broken = requirements.filter(({ id, verdict }) => verdict === 'fail' && floor.includes(id)).map(({ id }) => id);
  const open = declarableIn(report, specification).filter(({ verdict }) => !/^(waived|lacking)$/.test(verdict));
  const toMend = broken.length > 0 && `Mend ${listed(broken)}, which every mock has to meet`;
  if (open.length === 0) return toMend ? [`${toMend}.`] : [];
  const ids = open.map(({ id }) => id);
  const sizeOf = (group: string) => ids.filter((id) => groupsOf(specification, id).includes(group)).length;
  const names = ids.map((id) => groupsOf(specification, id).findLast((group) => sizeOf(group) > 1) ?? id);
  return [
    toMend ? `${toMend}; what else it lacks, it may declare:` : 'A mock may declare what it lacks:',
    code(`${calledBy} decide lack ${[...new Set(names)].join(',')} --by … --reason …`),
  ];
}

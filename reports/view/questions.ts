import { byKey } from '../../schemas/common/by-key.js';
import { listed } from '../../schemas/common/listed.js';
import { gravityOf } from '../../schemas/consequences.js';
import { isSeen, requirementOf, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { counted, firstOf } from '../text/words.js';
import { isRule, reasonOf } from '../wording/row.js';
import { forOfficers } from './officer.js';

type Catalogue = Pick<Specification, 'catalogue'>;

/** The questions to the owner of the API, first what surprises, then by harm. */
export function questionsOf(report: Report, specification: Catalogue) {
  const all = report.requirements.filter(({ basis }) => basis === 'not-shown');
  const open = all.filter(({ verdict }) => verdict === 'pending');
  const observed = open.filter(({ sentences = {} }) => Object.values(sentences).flat().length > 0);
  const asked = observed.flatMap((row) => asksOf(row, specification)).toSorted((a, b) => a.rank - b.rank);
  const silent = open.filter((row) => !observed.includes(row));
  const settled = `${all.filter(isRule).length} of ${counted(all.length, 'question')} are settled.`;
  const who = report.target.environment === 'mock' ? 'this mock, not the API,' : 'the service';
  return { who, count: open.length, asked, silent: silentIn(silent, specification), settled };
}

/** One for each surprise, or the row's own. The last has what the settlement holds besides. */
function asksOf({ id, title, observation, sentences = {} }: Row, specification: Catalogue) {
  const { consequence, pressing = {} } = requirementOf(specification, id);
  const all = Object.values(sentences).flat();
  const [first = ''] = all;
  const surprising = Object.entries(pressing).flatMap(([place, ask]) => {
    const steps = place.split('/');
    return isSeen(steps, observation) ? [{ ask, does: sentences[steps[0] ?? '']?.[0] ?? first }] : [];
  });
  const asks = surprising.length > 0 ? surprising : [{ ask: title, does: first }];
  const rank = (surprising.length > 0 ? 0 : 10) + gravityOf(consequence);
  const besides = all.filter((one) => asks.every(({ does }) => does !== one)).map(ruleOf);
  return asks.map((ask, at) => ({ id, rank, ...ask, rule: ruleOf(ask.does), besides: asks[at + 1] ? [] : besides }));
}

/** Turns what the service did into what it does. */
function ruleOf(sentence: string) {
  const always = sentence.replace(/\bwas (?=accepted|rejected|redirected)/g, 'is ').replace(/\bwere (?=\w)/g, 'are ');
  return always.replace(/\bgot (?=no\b)/g, 'gets ');
}

const silentIn = (rows: readonly Row[], specification: Catalogue) =>
  [...byKey(rows.map((row) => [forOfficers(reasonOf(row)), row]))].map(([reason, all]) => {
    const parts = all.flatMap(({ id }) => requirementOf(specification, id).part ?? []);
    const ids = all.map(({ id }) => id);
    return `${firstOf(ids, 20)}: ${reason}${parts.length > 0 ? ` It names ${listed(parts)}.` : ''}`;
  });

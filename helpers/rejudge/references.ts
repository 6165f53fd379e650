import { type IntegrityError, shown } from '../../reports/integrity/integrity-error.js';
import { listedAlone } from '../../reports/model/findings-of.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';

const reportFile = 'report.json';

/** Compares a report with the exchanges that it refers to. */
export function checkReferences(report: Report, evidence: readonly Exchange[]): IntegrityError[] {
  const { summary, requirements, created } = report;
  const found: IntegrityError[] = [];
  const say = (at: string, says: string) => found.push({ file: reportFile, at, says });
  const counted = report.run.evidence?.exchanges;
  if (counted !== undefined && counted !== evidence.length)
    say('/run/evidence/exchanges', `is ${counted}, but evidence.har has ${evidence.length}`);
  const ids = new Set(evidence.map(({ id }) => id));
  const known = (exchanges: readonly string[], at: string) => {
    for (const [index, id] of exchanges.entries())
      if (!ids.has(id)) say(`${at}/exchanges/${index}`, `names ${shown(id)}, which is not in evidence.har`);
  };
  for (const [row, { checks, exchanges = [] }] of requirements.entries()) {
    known(exchanges, `/requirements/${row}`);
    for (const [check, one] of checks.entries()) known(one.exchanges, `/requirements/${row}/checks/${check}`);
  }
  const { requests, customers } = report.run.cases?.unkept ?? { requests: 0, customers: 0 };
  if (summary.requests !== evidence.length + requests) {
    const more = requests > 0 ? `, and ${requests} generated requests without evidence` : '';
    say('/summary/requests', `is ${summary.requests}, but evidence.har has ${evidence.length}${more}`);
  }
  return [...found, ...checkCreated(created, evidence, customers - listedAlone(report))];
}

/**
 * Customers that no exchange created, and creations that are not listed.
 * @param unkept number of customers among `created` that exchanges without evidence created
 */
function checkCreated(created: Report['created'], evidence: readonly Exchange[], unkept: number): IntegrityError[] {
  const write = (one: { idempotencyKey: string; email: string; tenant?: string }) =>
    JSON.stringify([one.tenant, one.idempotencyKey, one.email]);
  const writes = new Set(evidence.flatMap(({ wrote }) => (wrote ? [write(wrote)] : [])));
  const strangers = created.flatMap((customer, index) =>
    writes.has(write(customer))
      ? []
      : [{ file: reportFile, at: `/created/${index}`, says: 'has no exchange that created it' }],
  );
  // Where answers carry identities, a success without one created nothing, so that only those without tell.
  const byWrite = created.length > 0 && created.every(({ identity }) => identity === undefined);
  const keys = new Set(created.map(({ tenant, idempotencyKey }) => `${tenant} ${idempotencyKey}`));
  const unlisted = evidence.flatMap(({ id, wrote }) => {
    if (!byWrite || !wrote || keys.has(`${wrote.tenant} ${wrote.idempotencyKey}`)) return [];
    keys.add(`${wrote.tenant} ${wrote.idempotencyKey}`);
    return [{ file: reportFile, at: '/created', says: `lacks the customer that ${id} created` }];
  });
  if (unkept === 0) return [...strangers, ...unlisted];
  // Which of them were generated is unknown; how many is known.
  const says = `lists ${strangers.length} customers without an exchange, expected ${unkept} (generated, without evidence)`;
  return strangers.length === unkept ? unlisted : [{ file: reportFile, at: '/created', says }, ...unlisted];
}

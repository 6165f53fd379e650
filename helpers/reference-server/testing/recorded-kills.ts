import { writeFileSync } from 'node:fs';
import type { Report } from '../../../schemas/types.js';
import { faults } from '../all.js';
import { killsFile, readKills } from '../kills.js';
import { failuresIn, isTimed } from './run-against.js';

/** Faults that are listed of one check. */
const most = 3;

/** The checks that failed, as `AUTH-01 header absent`. */
export function failedChecks(report: Report): string[] {
  return failuresIn(report).flatMap(({ id, checks }) =>
    checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => `${id} ${name}`),
  );
}

/** The checks of which the list says that a fault fails them. */
export function listedFor(fault: string): string[] {
  return Object.entries(readKills()).flatMap(([check, faults]) => (faults.includes(fault) ? [check] : []));
}

/** Writes the list: anew after a run of the whole matrix; else it adds to it. @param failed the checks that each fault failed */
export function writeKills(failed: ReadonlyMap<string, readonly string[]>): void {
  const kept = new Map(failed.size < faults.length ? Object.entries(readKills()) : []);
  const byCheck = new Map(kept);
  const particular = [...failed].sort(([, a], [, b]) => a.length - b.length);
  for (const [fault, checks] of particular) {
    for (const check of checks) byCheck.set(check, [...new Set([...(byCheck.get(check) ?? []), fault])]);
  }
  const lines = [...byCheck]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([check, failing]) => {
      // What depends on time may miss a check: it is listed where nothing else fails the check, and then the surest.
      const sure = failing.filter((id) => !faults.some((fault) => fault.id === id && isTimed(fault))).slice(0, most);
      const listed = failing === kept.get(check) ? failing : sure.length > 0 ? sure : failing.slice(-1);
      return `  ${JSON.stringify(check)}: [${listed.map((fault) => JSON.stringify(fault)).join(', ')}]`;
    });
  writeFileSync(killsFile, `{\n${lines.join(',\n')}\n}\n`);
}

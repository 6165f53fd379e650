import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { findingGroups } from '../model/finding-groups.js';
import { plain } from '../text/inline.js';
import { printable, printableLine } from '../text/printable.js';
import { openChecks, rerunCommand } from '../wording/finding.js';
import { embeddedNotice } from '../wording/summary-text.js';

const longest = 300;

/**
 * reproduce.sh: a shell script that tests each failed requirement again, or the one that is named; it exits 1 while one
 * fails. The suite sends and judges, as it did in the run; the request of each finding stands beside it, for curl.
 */
export function renderReproduce(report: Report): string {
  const failed = findingGroups(report)
    .flatMap(({ mark, rows }) => (mark === 'fail' ? rows : []))
    .filter(({ id }) => /^[A-Z]+-\d+$/.test(id));
  const names = failed.map(({ id }) => id);
  return `#!/bin/sh
${report.summary.demonstration ? `# Demonstration. ${embeddedNotice}\n` : ''}# Shows the failures of run ${comment(report.run.id)} again.
#   sh reproduce.sh           all of them: ${names.join(' ') || 'there were none'}
#   sh reproduce.sh ${(names[0] ?? 'ID').padEnd(9)} one
# Exit status: 1 while a fault is there, 0 when none is. 2 where nothing can be said: for an unknown id, a missing variable,
# a target that does not respond or rejects the key, or a suite that decides nothing.
# Keys come from the environment: CONFORMANCE_API_KEY, CONFORMANCE_TENANT_ID, and those of a second tenant.
# Needs this suite. The commented request of a finding needs curl alone.

fault=0
unknown=1
out=$(mktemp) && trap 'rm -f "$out"' EXIT
CONFORMANCE_BASE_URL=${word(report.target.baseUrl)}
export CONFORMANCE_BASE_URL

verdict() { # id, exit status of the suite
  case $2 in
  0) echo "$1: not seen" ;;
  1) echo "$1: the fault is there"; fault=1 ;;
  *) tail -n 3 "$out" >&2; echo "$1: nothing can be said. The suite ended with status $2." >&2; exit 2 ;;
  esac
}

${failed.map((row) => reproduction(row, report)).join('\n')}
[ $unknown = 0 ] || { echo "No failure of this run has the id $1." >&2; [ -z "$1" ] || exit 2; }
exit $fault
`;
}

function reproduction(row: ReportedRequirement, report: Report): string {
  const { id } = row;
  const [check] = openChecks(row);
  const request = check?.again === undefined ? '' : `${printable(check.again).replace(/^/gm, '#   ')}\n`;
  // A requirement that the suite skips is not decided either.
  const command = withOption(withOption(rerunCommand(id, report), 'format', 'json'), 'require', id);
  return `# ${comment(row.title)}
# ${comment(plain(check?.found ?? row.found ?? ''))}
${request}if [ -z "$1" ] || [ "$1" = ${id} ]; then
unknown=0
${command} > "$out" 2>&1
verdict ${id} $?
fi
`;
}

/** A command with an option in the place of the same one, if it has that. */
function withOption(command: string, name: string, value: string): string {
  const without = command.replace(new RegExp(` --${name}[ =]('[^']*'|\\S)+`, 'g'), '');
  return `${without} --${name} ${value}`;
}

function word(text: string): string {
  return `'${printableLine(text).replaceAll("'", String.raw`'\\''`)}'`;
}

function comment(text: string): string {
  return printableLine(text)
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('\u{a0}', ' ')
    .replace(/[^ -~]/g, '?')
    .slice(0, longest);
}

import { listAccounts } from '../../schemas/operations.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { findingGroups } from '../model/finding-groups.js';
import { plain } from '../text/inline.js';
import { printableLine } from '../text/printable.js';
import { headAndRest, openChecks, rerunCommand } from '../wording/finding.js';
import { embeddedNotice } from '../wording/summary-text.js';

/** Expected responses that the status alone shows to be missing. */
const byStatus = ['401', 'rejection (any 4xx)', 'success (any 2xx)'];

/** reproduce.sh: a shell script that shows each failure again, or the one that is named; it exits 1 while one is there. */
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
# a request without a response, a key that the service rejects, or a suite that decides nothing.
# Keys come from the environment: CONFORMANCE_API_KEY, CONFORMANCE_TENANT_ID, and those of a second tenant. So do the
# names of files, where the target needs them (CONFORMANCE_CA_FILE and its like); curl asks for the passphrase of a key.
# Needs curl, uuidgen (or Linux) and, for failures that take several different requests, this suite.

FRESH=$(date +%s)
[ -n "$BAD_KEY" ] || BAD_KEY="not-a-key-$FRESH-$FRESH"
command -v uuidgen > /dev/null || uuidgen() { cat /proc/sys/kernel/random/uuid; }
fault=0
unknown=1

verdict() { # id, 1 while the fault is there
  [ "$2" = 1 ] && { echo "$1: the fault is there"; fault=1; } || echo "$1: not seen"
}
status() { # of the last response in the output of curl -i
  sed -n 's/^HTTP[^ ]* \\([0-9][0-9][0-9]\\).*/\\1/p' "$1" | tail -n 1
}
unclear() { # id, why
  echo "$1: nothing can be said. $2" >&2
  exit 2
}
answered() { [ -n "$(status "$1")" ] || { echo "No response." >&2; exit 2; }; }
need() { # id, variables
  id=$1
  shift
  for name; do
    eval "value=\\$$name"
    [ -n "$value" ] || unclear "$id" "Set $name first."
  done
}
accepted() { # id, 401 where its request should get that: goes on where the service accepts the key and the tenant
  case "$(status "$out")" in 401 | 403) ;; *) return ;; esac
  [ "$(status "$out")" = 403 ] || [ "$2" = 401 ] || unclear "$1" "The service rejected the key (401)."
  listing > "$out" 2> /dev/null
  answered "$out"
  case "$(status "$out")" in 401 | 403) unclear "$1" "The service rejects CONFORMANCE_API_KEY or CONFORMANCE_TENANT_ID." ;; esac
}
listing() {
  curl -i ${word(`${report.target.baseUrl.replace(/\/$/, '')}${listAccounts.path}`)} \\
    \${CONFORMANCE_CA_FILE:+--cacert} \${CONFORMANCE_CA_FILE:+"$CONFORMANCE_CA_FILE"} \\
    \${CONFORMANCE_CLIENT_CERT_FILE:+--cert} \${CONFORMANCE_CLIENT_CERT_FILE:+"$CONFORMANCE_CLIENT_CERT_FILE"} \\
    \${CONFORMANCE_CLIENT_KEY_FILE:+--key} \${CONFORMANCE_CLIENT_KEY_FILE:+"$CONFORMANCE_CLIENT_KEY_FILE"} \\
    \${CONFORMANCE_HEADERS_FILE:+--header} \${CONFORMANCE_HEADERS_FILE:+"@$CONFORMANCE_HEADERS_FILE"} \\
    -H "Api-Key: $CONFORMANCE_API_KEY" \\
    -H "x-tenant-id: $CONFORMANCE_TENANT_ID"
}
curl() { # with its headers as input: the process list shows no key
  headers=
  left=$#
  while [ "$left" -gt 0 ]; do
    if [ "$1" = -H ]; then
      headers="$headers$2
"
      shift 2
      left=$((left - 2))
    else
      set -- "$@" "$1"
      shift
      left=$((left - 1))
    fi
  done
  printf '%s' "$headers" | command curl "$@" -H @-
}
out=$(mktemp) && trap 'rm -f "$out"' EXIT

${failed.map((row) => reproduction(row, report)).join('\n')}
[ $unknown = 0 ] || { echo "No failure of this run has the id $1." >&2; [ -z "$1" ] || exit 2; }
exit $fault
`;
}

function reproduction(row: ReportedRequirement, report: Report): string {
  const [check] = openChecks(row);
  return `# ${comment(row.title)}
# ${comment(plain(check?.found ?? row.found ?? ''))}
if [ -z "$1" ] || [ "$1" = ${row.id} ]; then
unknown=0
${(check && (severalCustomers(row, check) ?? oneStatus(row, check))) ?? bySuite(row, report)}
fi
`;
}

/** One write under one key: the fault is there while the responses show two customers. */
function severalCustomers({ id }: ReportedRequirement, { again, identity }: ReportedCheck): string | undefined {
  if (again === undefined || identity === undefined) return undefined;
  const name = identity.split('/').at(-1) ?? '';
  if (!/^(header:)?[\w-]+$/.test(name)) return undefined;
  const value = name.startsWith('header:')
    ? `s/^${anyCase(name.slice('header:'.length))}: *//p`
    : `s/.*"${name}" *: *"\\{0,1\\}\\([^",}]*\\).*/\\1/p`;
  // A race is narrow: one attempt may miss it.
  const rounds = again.includes('xargs') ? '1 2 3 4 5' : '1';
  return `${needed(id, again)}
seen=0
for round in ${rounds}; do
FRESH="$(date +%s)$round"
{ ${fresh(bySameShell(again))}
} > "$out"
answered "$out"
customers=$(sed -n '${value}' "$out" | sort -u | wc -l)
[ "$customers" -gt 0 ] || unclear ${id} "No response shows a customer: the last status is $(status "$out")."
[ "$customers" -gt 1 ] && seen=1 && break
done
verdict ${id} $seen`;
}

/** One request: the fault is there while it gets the status that it got. */
function oneStatus({ id }: ReportedRequirement, { again, expected = '', status }: ReportedCheck): string | undefined {
  if (again === undefined || status === undefined || !byStatus.includes(headAndRest(expected).head)) return undefined;
  const { head } = headAndRest(expected);
  const isKeyed = /\$CONFORMANCE_(OTHER_)?API_KEY/.test(again);
  return `${needed(id, again)}
${fresh(again)} > "$out" 2>/dev/null
answered "$out"
seen=$([ "$(status "$out")" = ${status} ] && echo 1)
${isKeyed ? `[ -n "$seen" ] || accepted ${id} ${head === '401' ? head : ''}\n` : ''}verdict ${id} "$seen"`;
}

/** Several different requests, whose responses are compared: the suite sends them. */
function bySuite({ id }: ReportedRequirement, report: Report): string {
  // A requirement that the suite skips is not decided either.
  const command = withOption(withOption(rerunCommand(id, report), 'format', 'json'), 'require', id);
  return `${needed(id)}
CONFORMANCE_BASE_URL=${word(report.target.baseUrl)} ${command} > "$out" 2>&1
code=$?
[ $code -lt 2 ] || { tail -n 3 "$out" >&2; unclear ${id} "The suite ended with status $code."; }
verdict ${id} $code`;
}

/** A command with an option in the place of the same one, if it has that. */
function withOption(command: string, name: string, value: string): string {
  const without = command.replace(new RegExp(` --${name}[ =]('[^']*'|\\S)+`, 'g'), '');
  return `${without} --${name} ${value}`;
}

/** The line that ends the script where a variable is missing which the request uses. */
function needed(id: string, again = ''): string {
  const used = again.match(/CONFORMANCE_[A-Z_]+/g) ?? [];
  return `need ${[...new Set([id, 'CONFORMANCE_API_KEY', 'CONFORMANCE_TENANT_ID', ...used])].join(' ')}`;
}

function word(text: string): string {
  return `'${printableLine(text).replaceAll("'", String.raw`'\\''`)}'`;
}

// `xargs` starts a curl of its own, which would take the headers as arguments.
function bySameShell(again: string): string {
  return again.replace(/^seq (\d+) \| xargs -P \d+ -I NUMBER ([\s\S]*)$/m, 'for n in $(seq $1); do $2 &\ndone\nwait');
}

// The address of the test customer is in use since the run: a service may refuse it for that reason. It stands in single quotes.
function fresh(again: string): string {
  return again.replace(/conformance\.[\w.-]+@example\.com/g, `conformance.'"$FRESH"'@example.com`);
}

function anyCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}

function comment(text: string): string {
  return printableLine(text)
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('\u{a0}', ' ')
    .replace(/[^ -~]/g, '?')
    .slice(0, 300);
}

import { context } from '../client/context.js';
import type { BuiltRequest } from '../client/message.js';
import type { Repeated } from '../client/verdicts.js';
import { shownUrl, withoutTaken } from '../evidence/masking.js';

/** Another key of the same shape: digits for digits, letters for letters, hexadecimal ones for such. */
const badKey = '$(printf %s "$CONFORMANCE_API_KEY" | tr a-fg-zA-FG-Z0-9 d-fa-cq-zg-pD-FA-CQ-ZG-P5-90-4)';

/**
 * A curl command that sends a request again. It contains variables for keys and tenant ids, so that it can be
 * pasted into a ticket; the shell makes a new idempotency key.
 * @param repeated where the write is sent several times under one key: at once a race of `xargs -P`, else one after the other
 */
export function curl(request: BuiltRequest, repeated?: Repeated): string {
  const { configuration, connection, specification } = context();
  const { raw, change, idempotencyKey } = request;
  const keys = variables([
    ['CONFORMANCE_API_KEY', configuration.apiKey],
    ['CONFORMANCE_OTHER_API_KEY', configuration.otherApiKey],
    ['CONFORMANCE_REVOKED_KEY', configuration.revokedKey],
    ['CONFORMANCE_PUBLIC_KEY', configuration.publicKey],
  ]);
  const tenants = variables([
    ['CONFORMANCE_TENANT_ID', configuration.tenantId],
    ['CONFORMANCE_OTHER_TENANT_ID', configuration.otherTenantId],
  ]);
  const header = (name: string, value: string): string => {
    const variable = keys.get(value) ?? tenants.get(value);
    if (variable) return `"${name}: $${variable}"`;
    const isKey = name.toLowerCase() === specification.headers.credential.toLowerCase() && value.length >= 16;
    if (isKey && change.shellKey !== null) return `"${name}: ${change.shellKey ?? badKey}"`;
    if (value === idempotencyKey && repeated) return `"${name}: $KEY"`;
    if (value === idempotencyKey && change.idempotencyKey === undefined) return `"${name}: $(uuidgen)"`;
    return shellWord(value === '' ? `${name};` : `${name}: ${value}`, keys);
  };
  const { path, headers } = withoutTaken(configuration.evidence, request);
  const method = { HEAD: '-I ', GET: '' }[raw.method] ?? `-X ${raw.method} `;
  const lines = [
    `curl ${repeated ? '-sS ' : ''}-i ${method}${shellWord(shownUrl(connection.base, path), keys)}`,
    configuration.ca !== undefined && '--cacert "$CONFORMANCE_CA_FILE"',
    configuration.clientKey !== undefined &&
      '--cert "$CONFORMANCE_CLIENT_CERT_FILE" --key "$CONFORMANCE_CLIENT_KEY_FILE"',
    configuration.headers !== undefined && '--header @"$CONFORMANCE_HEADERS_FILE"',
    ...headers
      .filter(([name, value]) => !/^(accept: application\/json|user-agent: .*)$/i.test(`${name}: ${value}`))
      .map(([name, value]) => `-H ${header(name, value)}`),
    raw.body !== undefined && `--data-raw ${shellWord(raw.body, keys)}`,
  ];
  const one = lines.filter(Boolean).join(' \\\n  ');
  const circumstance =
    change.circumstance ??
    (change.agent && 'on the connection of other requests') ??
    (repeated?.atOnce && 'by requests at one moment');
  const note = circumstance ? `# Found ${circumstance}; sent alone, it may get another response.\n` : '';
  if (!repeated) return `${note}${one}`;
  const { times, atOnce } = repeated;
  // A number is replaced nowhere: the word for it stands in no request.
  const all = atOnce
    ? `seq ${times} | xargs -P ${times} -I NUMBER ${one}`
    : `for n in $(seq ${times}); do ${one}\n  sleep 1.1\ndone`;
  return `${note}${idempotencyKey === null ? '' : 'KEY=$(uuidgen)\n'}${all}`;
}

/** The names of variables by their values, the longest first: one key may begin as another. */
function variables(all: readonly (readonly [name: string, value: string | undefined])[]): ReadonlyMap<string, string> {
  const configured = all.flatMap(([name, value]) => (value === undefined ? [] : [[value, name] as const]));
  return new Map(configured.sort(([one], [other]) => other.length - one.length));
}

/** Characters that mean something within double quotes; the exclamation mark in an interactive shell. */
const special = /["\\$`!]/;
/** A text in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A word for a POSIX shell. Known values in it are written as their variables, so that the word holds none and the shell
 * fills them in: as they stand, and in base64, as Basic credentials are.
 */
export function shellWord(text: string, known: ReadonlyMap<string, string>): string {
  const [, before = '', token = ''] = /^(.*\s)([A-Za-z\d+/]{16,}={0,2})$/s.exec(text) ?? [];
  const decoded = Buffer.from(token, 'base64').toString();
  const isBase64 = Buffer.from(decoded).toString('base64') === token;
  if (isBase64 && [...known.keys()].some((value) => decoded.includes(value)))
    return `${quoted(before)}"$(printf %s ${shellWord(decoded, known)} | base64 | tr -d '\n')"`;
  const values = [...known.keys()].map((value) => value.replace(/[^\w\s]/g, '\\$&'));
  // A part at an odd place is a value.
  const parts = text.split(new RegExp(`(${values.join('|') || '(?!)'})`));
  const isPlain = (at: number) => at % 2 === 0;
  // Braces only where the next character would be read as part of the name.
  const variable = (at: number, name = known.get(parts[at] ?? '')) =>
    /^\w/.test(parts[at + 1] ?? '') ? `\${${name}}` : `$${name}`;
  const words = parts.map((part, at) => (isPlain(at) ? part : variable(at)));
  if (parts.length > 1 && !parts.some((part, at) => isPlain(at) && special.test(part))) return `"${words.join('')}"`;
  return words
    .map((word, at) => (!isPlain(at) ? `"${word}"` : word || parts.length === 1 ? quoted(word) : ''))
    .join('');
}

import { context } from '../client/context.js';
import type { BuiltRequest } from '../client/message.js';
import type { Repeated } from '../client/verdicts.js';
import { shownUrl, withoutTaken } from '../evidence/masking.js';
import { type Configuration, type Setting, variablesOf } from '../settings/schema.js';

/** Digits for digits, letters for letters, hexadecimal ones for such. */
const badKey = '$(printf %s "$CONFORMANCE_API_KEY" | tr a-fg-zA-FG-Z0-9 d-fa-cq-zg-pD-FA-CQ-ZG-P5-90-4)';

/**
 * A curl command that sends a request again. It names variables for keys and tenant ids, so that it can be pasted into a
 * ticket; the shell makes a new idempotency key. @param repeated given if a write is sent several times
 */
export function curl(request: BuiltRequest, repeated?: Repeated): string {
  const { configuration, connection, specification } = context();
  const { raw, change, idempotencyKey } = request;
  const keys = namesIn(configuration, ({ secret }) => secret === 'value');
  const tenants = namesIn(configuration, ({ is, secret }) => is === 'header' && !secret);
  const header = (name: string, value: string) => {
    const variable = keys.get(value) ?? tenants.get(value);
    if (variable) return `"${name}: $${variable}"`;
    const isKey = name.toLowerCase() === specification.headers.credential.toLowerCase() && value.length >= 16;
    if (isKey && change.shellKey !== null) return `"${name}: ${change.shellKey ?? badKey}"`;
    if (value === idempotencyKey && repeated) return `"${name}: $KEY"`;
    if (value === idempotencyKey && change.idempotencyKey === undefined) return `"${name}: $(uuidgen)"`;
    return shellWord(value === '' ? `${name};` : `${name}: ${value}`, keys);
  };
  const { path, headers } = withoutTaken(configuration.evidence, request);
  const short = raw.body === undefined ? { HEAD: '-I ', GET: '' }[raw.method] : undefined;
  const method = short ?? `-X ${raw.method} `;
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
  const command = lines.filter(Boolean).join(' \\\n  ');
  const circumstance =
    change.circumstance ??
    (change.agent && 'on the connection of other requests') ??
    (repeated?.atOnce && 'by requests at one moment');
  const note = circumstance ? `# Found ${circumstance}; sent alone, it may get another response.\n` : '';
  if (!repeated) return `${note}${command}`;
  const { times, atOnce } = repeated;
  // The word NUMBER stands in no request, and is replaced nowhere.
  const all = atOnce
    ? `seq ${times} | xargs -P ${times} -I NUMBER ${command}`
    : `for n in $(seq ${times}); do ${command}\n  sleep 1.1\ndone`;
  return `${note}${idempotencyKey === null ? '' : 'KEY=$(uuidgen)\n'}${all}`;
}

/** Names of variables by their values, the longest first: one key may begin as another. */
function namesIn(configuration: Configuration, isMeant: (setting: Setting) => boolean): ReadonlyMap<string, string> {
  const all = Object.entries(variablesOf(configuration, isMeant)).map(([name, value]) => [value, name] as const);
  return new Map(all.sort(([a], [b]) => b.length - a.length));
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A word for a POSIX shell, which fills in the values that have names: also in base64, as Basic credentials are. */
export function shellWord(text: string, names: ReadonlyMap<string, string>): string {
  const [, before = '', token = ''] = /^(.*\s)([A-Za-z\d+/]{16,}={0,2})$/s.exec(text) ?? [];
  const decoded = Buffer.from(token, 'base64').toString();
  const isBase64 = Buffer.from(decoded).toString('base64') === token;
  if (isBase64 && [...names.keys()].some((value) => decoded.includes(value)))
    return `${quoted(before)}"$(printf %s ${shellWord(decoded, names)} | base64 | tr -d '\n')"`;
  const values = [...names.keys()].map((value) => value.replace(/[^\w\s]/g, '\\$&'));
  const parts = text.split(new RegExp(`(${values.join('|') || '(?!)'})`)).filter((part) => part !== '');
  return parts.map((part) => (names.has(part) ? `"$${names.get(part)}"` : quoted(part))).join('') || quoted('');
}

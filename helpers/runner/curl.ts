import { context } from '../client/context.js';
import type { BuiltRequest } from '../client/message.js';
import type { Repeated } from '../client/verdicts.js';
import { shownUrl, withoutTaken } from '../evidence/masking.js';
import { shellWord } from './shell-word.js';

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
  const keys = named({
    CONFORMANCE_API_KEY: configuration.apiKey,
    CONFORMANCE_OTHER_API_KEY: configuration.otherApiKey,
    CONFORMANCE_REVOKED_KEY: configuration.revokedKey,
    CONFORMANCE_PUBLIC_KEY: configuration.publicKey,
  });
  const tenants = named({
    CONFORMANCE_TENANT_ID: configuration.tenantId,
    CONFORMANCE_OTHER_TENANT_ID: configuration.otherTenantId,
  });
  const word = (text: string) => shellWord(text, keys);
  const header = (name: string, value: string): string => {
    const [variable] = [...keys, ...tenants].find(([, one]) => one === value) ?? [];
    if (variable) return `"${name}: $${variable}"`;
    const isKey = name.toLowerCase() === specification.headers.credential.toLowerCase() && value.length >= 16;
    if (isKey && change.shellKey !== null) return `"${name}: ${change.shellKey ?? badKey}"`;
    if (value === idempotencyKey && repeated) return `"${name}: $KEY"`;
    if (value === idempotencyKey && change.idempotencyKey === undefined) return `"${name}: $(uuidgen)"`;
    return word(value === '' ? `${name};` : `${name}: ${value}`);
  };
  const { path, headers } = withoutTaken(configuration.evidence, request);
  const method = { HEAD: '-I ', GET: '' }[raw.method] ?? `-X ${raw.method} `;
  const lines = [
    `curl ${repeated ? '-sS ' : ''}-i ${method}${word(shownUrl(connection.base, path))}`,
    configuration.ca !== undefined && '--cacert "$CONFORMANCE_CA_FILE"',
    // curl asks for the passphrase of a key that has one: an option would show it in the list of processes.
    configuration.clientKey !== undefined &&
      '--cert "$CONFORMANCE_CLIENT_CERT_FILE" --key "$CONFORMANCE_CLIENT_KEY_FILE"',
    configuration.headers !== undefined && '--header @"$CONFORMANCE_HEADERS_FILE"',
    ...headers
      .filter(([name, value]) => !/^(accept: application\/json|user-agent: .*)$/i.test(`${name}: ${value}`))
      .map(([name, value]) => `-H ${header(name, value)}`),
    raw.body !== undefined && `--data-raw ${word(raw.body)}`,
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

/** The variables that are configured, with their values. */
function named(variables: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const all = Object.entries(variables).filter((one): one is [string, string] => one[1] !== undefined);
  return new Map(all);
}

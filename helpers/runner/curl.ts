import { context } from '../client/context.js';
import type { BuiltRequest } from '../client/message.js';
import type { Repeated } from '../client/verdicts.js';
import { shownUrl, withoutTaken } from '../evidence/masking.js';
import { type Known, shellWord } from './shell-word.js';

/** Another key of the same shape: digits for digits, letters for letters, hexadecimal ones for such. */
const badKey = '$(printf %s "$CONFORMANCE_API_KEY" | tr a-fg-zA-FG-Z0-9 d-fa-cq-zg-pD-FA-CQ-ZG-P5-90-4)';

/**
 * A curl command that sends a request again. It contains variables for keys and tenant ids, so that it can be
 * pasted into a ticket; the shell makes a new idempotency key.
 * @param repeated where the write is sent several times under one key: at once a race of `xargs -P`, else one after the other
 */
export function curl(request: BuiltRequest, repeated?: Repeated): string {
  const { configuration, connection, specification } = context();
  const { raw: outgoing, change } = request;
  const keys = named([
    ['CONFORMANCE_API_KEY', configuration.apiKey],
    ['CONFORMANCE_OTHER_API_KEY', configuration.otherApiKey],
    ['CONFORMANCE_REVOKED_KEY', configuration.revokedKey],
    ['CONFORMANCE_PUBLIC_KEY', configuration.publicKey],
  ]);
  const tenants = named([
    ['CONFORMANCE_TENANT_ID', configuration.tenantId],
    ['CONFORMANCE_OTHER_TENANT_ID', configuration.otherTenantId],
  ]);
  const word = (text: string) => shellWord(text, keys);
  const header = (name: string, value: string): string => {
    const variable = [...keys, ...tenants].find((one) => one.value === value)?.variable;
    if (variable) return `"${name}: $${variable}"`;
    const isKey = name.toLowerCase() === specification.headers.credential.toLowerCase() && value.length >= 16;
    if (isKey && change.shellKey !== null) return `"${name}: ${change.shellKey ?? badKey}"`;
    if (value === request.idempotencyKey && repeated) return `"${name}: $KEY"`;
    if (value === request.idempotencyKey && change.idempotencyKey === undefined) return `"${name}: $(uuidgen)"`;
    return word(value === '' ? `${name};` : `${name}: ${value}`);
  };
  const { path, headers } = withoutTaken(configuration.evidence, request);
  const url = shownUrl(connection.base, path);
  const lines = [
    `${repeated ? 'curl -sS -i' : 'curl -i'} ${outgoing.method === 'HEAD' ? '-I ' : outgoing.method === 'GET' ? '' : `-X ${outgoing.method} `}${word(url)}`,
    ...(configuration.ca === undefined ? [] : ['--cacert "$CONFORMANCE_CA_FILE"']),
    // curl asks for the passphrase of a key that has one: an option would show it in the list of processes.
    ...(configuration.clientKey === undefined
      ? []
      : ['--cert "$CONFORMANCE_CLIENT_CERT_FILE" --key "$CONFORMANCE_CLIENT_KEY_FILE"']),
    ...(configuration.headers === undefined ? [] : ['--header @"$CONFORMANCE_HEADERS_FILE"']),
    ...headers
      .filter(([name, value]) => !/^(accept: application\/json|user-agent: .*)$/i.test(`${name}: ${value}`))
      .map(([name, value]) => `-H ${header(name, value)}`),
    ...(outgoing.body === undefined ? [] : [`--data-raw ${word(outgoing.body)}`]),
  ];
  const one = lines.join(' \\\n  ');
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
  return `${note}${request.idempotencyKey === null ? '' : 'KEY=$(uuidgen)\n'}${all}`;
}

/** The values that are configured, with their variables. */
function named(pairs: readonly (readonly [variable: string, value: string | undefined])[]): Known[] {
  return pairs.flatMap(([variable, value]) => (value === undefined ? [] : [{ variable, value }]));
}

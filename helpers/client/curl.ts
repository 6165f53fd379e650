import { headerNames } from '../../schemas/operations.js';
import { context } from './context.js';
import type { BuiltRequest } from './message.js';
import type { Repeated } from './verdicts.js';

/**
 * A curl command that sends a request again. It contains variables for keys and tenant ids, so that it can be
 * pasted into a ticket; the shell makes a new Idempotency-Key.
 * @param repeated where the write is sent several times under one key: at once a race of `xargs -P`, else one after the other
 */
export function curl(request: BuiltRequest, repeated?: Repeated): string {
  const { configuration, connection } = context();
  const { raw: outgoing, change } = request;
  const variables = new Map(
    [
      ['CONFORMANCE_API_KEY', configuration.apiKey],
      ['CONFORMANCE_OTHER_API_KEY', configuration.otherApiKey],
      ['CONFORMANCE_REVOKED_KEY', configuration.revokedKey],
      ['CONFORMANCE_PUBLIC_KEY', configuration.publicKey],
      ['CONFORMANCE_TENANT_ID', configuration.tenantId],
      ['CONFORMANCE_OTHER_TENANT_ID', configuration.otherTenantId],
    ].flatMap(([name, value]) => (value === undefined ? [] : [[value, `$${name}`]])),
  );
  const shell = (name: string, value: string): string => {
    const variable = variables.get(value);
    if (variable) return `"${name}: ${variable}"`;
    if (name.toLowerCase() === headerNames.apiKey.toLowerCase() && value.length >= 16) {
      return `"${name}: ${change.shellKey ?? '$BAD_KEY'}"`;
    }
    if (value === request.idempotencyKey && repeated) return `"${name}: $KEY"`;
    if (value === request.idempotencyKey && change.idempotencyKey === undefined) return `"${name}: $(uuidgen)"`;
    return quoted(value === '' ? `${name};` : `${name}: ${value}`);
  };
  const url = new URL(connection.base.href + outgoing.path).href;
  const lines = [
    `${repeated ? 'curl -sS -i' : 'curl -i'} ${outgoing.method === 'HEAD' ? '-I ' : outgoing.method === 'GET' ? '' : `-X ${outgoing.method} `}${quoted(url)}`,
    ...(configuration.ca === undefined ? [] : ['--cacert "$CONFORMANCE_CA_FILE"']),
    // curl asks for the passphrase of a key that has one: an option would show it in the list of processes.
    ...(configuration.clientKey === undefined
      ? []
      : ['--cert "$CONFORMANCE_CLIENT_CERT_FILE" --key "$CONFORMANCE_CLIENT_KEY_FILE"']),
    ...(configuration.headers === undefined ? [] : ['--header @"$CONFORMANCE_HEADERS_FILE"']),
    ...outgoing.headers
      .filter(([name]) => !/^(accept|user-agent)$/i.test(name))
      .map(([name, value]) => `-H ${shell(name, value)}`),
    ...(outgoing.body === undefined ? [] : [`--data-raw ${quoted(outgoing.body)}`]),
  ];
  const one = lines.join(' \\\n  ');
  if (!repeated) return one;
  const { times, atOnce } = repeated;
  // A number is replaced nowhere: the word for it stands in no request.
  const all = atOnce
    ? `seq ${times} | xargs -P ${times} -I NUMBER ${one}`
    : `for n in $(seq ${times}); do ${one}\n  sleep 1.1\ndone`;
  return `KEY=$(uuidgen)\n${all}`;
}

/** A word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

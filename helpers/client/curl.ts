import { headerNames } from '../../schemas/operations.js';
import { context } from './context.js';
import type { BuiltRequest } from './message.js';

/**
 * A curl command that sends a request again. It contains variables for keys and tenant ids, so that it can be
 * pasted into a ticket; the shell makes a new Idempotency-Key.
 */
export function curl(request: BuiltRequest): string {
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
    if (value === request.idempotencyKey && change.idempotencyKey === undefined) return `"${name}: $(uuidgen)"`;
    return quoted(value === '' ? `${name};` : `${name}: ${value}`);
  };
  const url = new URL(connection.base.href + outgoing.path).href;
  const lines = [
    `curl -i ${outgoing.method === 'HEAD' ? '-I ' : outgoing.method === 'GET' ? '' : `-X ${outgoing.method} `}${quoted(url)}`,
    ...(configuration.ca === undefined ? [] : ['--cacert "$CONFORMANCE_CA_FILE"']),
    ...outgoing.headers
      .filter(([name]) => !/^(accept|user-agent)$/i.test(name))
      .map(([name, value]) => `-H ${shell(name, value)}`),
    ...(outgoing.body === undefined ? [] : [`--data-raw ${quoted(outgoing.body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

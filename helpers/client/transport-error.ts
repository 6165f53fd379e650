/** An error between the suite and the target: there is no response, and no requirement failed. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** The request, for a sentence. */
  request?: string;

  /** @param message what happened, as a clause: `the connection was reset` */
  constructor(
    message: string,
    readonly retryAfterMs?: number,
    /** Whether the service may have processed the request. */
    readonly mayBeDone = true,
    /** Whether the other side broke an open connection. */
    readonly isBreak = false,
  ) {
    super(message);
  }
}

const noTls = 'the server does not speak TLS there: if it speaks plain HTTP, the base URL begins with http://';
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while the request was sent',
  ETIMEDOUT: 'the connection timed out',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
};
const neverLeft = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** A server that wants another client certificate. */
const wantsClient = /^ERR_SSL_\w+_ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)$/;
const noClient =
  'the server ended the TLS handshake, as it does without a client certificate that it accepts (CONFORMANCE_CLIENT_CERT_FILE)';

/** Puts an error of the network into words: its own message may contain text of the target. */
export function transportError(error: unknown, timeoutMs: number): TransportError {
  if (error instanceof TransportError) return error;
  const { timeout, message, code: own } = error as { timeout?: unknown; message?: unknown; code?: unknown };
  // supertest drops some codes, and leaves a message that begins with them.
  const code = own ?? /^(E[A-Z]+): /.exec(String(message))?.[1];
  if (timeout !== undefined || code === 'ECONNABORTED') return noResponseWithin(timeoutMs);
  return typeof code === 'string' ? errorOfCode(code) : new TransportError('the exchange broke off');
}

function errorOfCode(code: string): TransportError {
  if (code.startsWith('HPE_')) return new TransportError(`the response is not HTTP (${code})`);
  if (code.startsWith('Z_')) return new TransportError(`the body cannot be decompressed (${code})`);
  if (wantsClient.test(code)) return new TransportError(noClient, undefined, false);
  const isBreak = code === 'ECONNRESET' || code === 'EPIPE';
  const message = words[code] ?? `the exchange broke off (${code})`;
  return new TransportError(message, undefined, !neverLeft.test(code), isBreak);
}

export const noResponseWithin = (ms: number) => new TransportError(`there was no complete response within ${ms} ms`);

export const isTransient = (status: number) => [429, 502, 503, 504].includes(status);

/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3); undefined if it is neither seconds nor a date. */
export function retryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

import { code, unmarked } from '../../schemas/marked.js';
import { context, perRun, stopAtDeadline, untilDeadline } from './context.js';
import { TransportError, transportError } from './transport-error.js';
import { NoResponse } from './verdicts.js';

const untrusted =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE|CRL_)/;

/** Opens one connection once a run, and sends nothing. Tries five times, unless verification fails or time runs out. */
export const lookAtConnection = perRun(async (run) => {
  for (let attempt = 1; ; attempt += 1) {
    const { timeoutMs } = run.configuration;
    try {
      const certificate = await run.connection.look(Math.max(1, Math.min(timeoutMs, untilDeadline(run))));
      // The names in a certificate are free text.
      if (certificate) run.journal.certificate = run.redactor.withhold(certificate);
      return { state: 'open', certificate } as const;
    } catch (error) {
      const reason = String((error as { code?: unknown }).code ?? '');
      if (untrusted.test(reason)) return { state: 'untrusted', reason } as const;
      const { message } = transportError(error, timeoutMs);
      if (attempt >= 5 || error instanceof TransportError) return { state: 'unreachable', reason: message } as const;
      await run.clock.sleep(200 * attempt);
    }
  }
});

/** @throws NoResponse if the certificate fails verification, or the target is unreachable */
export async function requireConnection(): Promise<void> {
  const look = await lookAtConnection();
  const run = context();
  stopAtDeadline(run);
  if (look.state === 'open') return;
  if (run.stopped !== undefined) throw new NoResponse(run.stopped);
  const reason = unmarked(look.reason);
  const isUntrusted = look.state === 'untrusted';
  const sentence = isUntrusted
    ? `The certificate failed verification (${reason}), so the suite sent no key and no request. For a private certificate authority set ${code('CONFORMANCE_CA_FILE')}.`
    : `The target is unreachable: ${reason}. Check its address and the network, and that it is running.`;
  run.journal.unreached = sentence;
  throw new NoResponse(sentence, isUntrusted ? 'the certificate is not trusted' : 'the target is unreachable');
}

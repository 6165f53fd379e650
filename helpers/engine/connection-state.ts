import { ownShape } from '../redaction/redactor.js';
import type { Look } from '../target/connection.js';
import { transportFault } from '../target/transport-fault.js';
import { Undecided } from './outcome.js';
import type { Run } from './run.js';

/** What opening one connection showed, before anything was sent. */
export type ConnectionState =
  | { readonly state: 'open'; readonly certificate?: Look['certificate'] }
  | { readonly state: 'untrusted'; readonly reason: string }
  | { readonly state: 'unreachable'; readonly reason: string };

/** Codes of Node and OpenSSL for a chain, a name or dates that do not verify. */
const untrusted =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE|CRL_)/;

const looks = new WeakMap<Run, Promise<ConnectionState>>();

/** Opens one connection and sends nothing over it, once a run. */
export function lookAtConnection(run: Run): Promise<ConnectionState> {
  let look = looks.get(run);
  if (!look) {
    look = run.connection.look(run.configuration.timeoutMs).then(
      ({ certificate }): ConnectionState => {
        // Whoever made the certificate chose the names in it.
        const shown = run.redactor.redactDeep(certificate, ownShape);
        if (shown) run.journal.write({ entry: 'certificate', certificate: shown });
        return { state: 'open', certificate };
      },
      (error: unknown): ConnectionState => {
        const code = String((error as { code?: unknown }).code ?? '');
        if (untrusted.test(code)) return { state: 'untrusted', reason: code };
        return { state: 'unreachable', reason: transportFault(error, run.configuration.timeoutMs).message };
      },
    );
    looks.set(run, look);
  }
  return look;
}

/** @throws Undecided where no key may travel, or none can */
export async function connectionState(run: Run): Promise<void> {
  const look = await lookAtConnection(run);
  if (look.state === 'untrusted') {
    throw new Undecided(`The certificate does not verify (${look.reason}), so no key was sent and nothing was asked.`);
  }
  if (look.state === 'unreachable') throw new Undecided(`The target cannot be reached: ${look.reason}.`);
}

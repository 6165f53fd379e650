import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  checkServerIdentity,
  createSecureContext,
  type PeerCertificate,
  rootCertificates,
  type SecureContextOptions,
  TLSSocket,
} from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import type { Report } from '../../schemas/types.js';
import type { Configuration } from '../settings/schema.js';
import { TransportError } from './transport-error.js';

/** What it takes to reach a target, as it is configured. */
type Access = Partial<Pick<Configuration, 'ca' | 'headers' | 'clientCert' | 'clientKey'>>;

/** Milliseconds for which the suite listens on an open connection before the first request. */
const quietMs = 30;

/** How the suite reaches the target: directly or by a proxy, which certificates it trusts, and how it shows itself. */
export type Connection = ReturnType<typeof createConnection>;

/**
 * @param baseUrl address of the target, http or https
 * @param options.ca more certificates to trust beside those of Node, PEM
 * @param options.headers what something in front of the target wants
 * @param options.clientCert, options.clientKey for mutual TLS with the target, never with a proxy; PEM
 * @param options.direct whether to ignore proxies: for the embedded server, and for a run that reads no environment
 * @param options.embedded whether `ca` is the only authority to trust: to parse all others takes a tenth of a second
 * @param options.onDisorder called once, when the connection becomes `disordered`
 */
export function createConnection(
  baseUrl: string,
  options: Access & { concurrency: number; direct: boolean; embedded?: boolean; onDisorder?: () => void },
) {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  // The suite reads HTTPS_PROXY, not HTTP_PROXY: it uses plain HTTP for loopback, or for a host that the user allows.
  const proxy = secure && !options.direct ? getProxyForUrl(baseUrl) : '';
  // Made once: parsing the root certificates for every connection would cost more than all requests.
  const trusting = (identity: SecureContextOptions) => {
    const ca = options.ca !== undefined && { ca: [...(options.embedded ? [] : rootCertificates), options.ca] };
    // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment must not make HTTP-01 pass.
    return { rejectUnauthorized: true, secureContext: createSecureContext({ ...identity, ...ca }) };
  };
  const trust = secure ? trusting({ cert: options.clientCert, key: options.clientKey }) : {};

  const makeAgent = (keepAlive: boolean): HttpAgent => {
    const settings = { keepAlive, ...(keepAlive && { maxSockets: options.concurrency }), ...trust };
    if (!proxy) return secure ? new PromptAgent(settings) : new HttpAgent(settings);
    const ofProxy = { ...settings, ...(options.clientCert !== undefined && trusting({})) };
    return new TunnelAgent(proxy, ofProxy, base.hostname, trust) as unknown as HttpAgent;
  };

  let disordered = false;
  const keeping = () =>
    watched(makeAgent(true), () => {
      if (!disordered) options.onDisorder?.();
      disordered = true;
    });
  const agent = keeping();
  return {
    base,
    /** What goes with every request over it, and over no other: secrets for what stands in front of the target. */
    headers: options.headers ?? [],
    /** Whether a proxy stands between. */
    proxied: proxy !== '',
    /** Keeps connections open and uses them again. */
    agent,
    /** Opens a connection for each request, and closes it after the response. A session of TLS is resumed. */
    single: makeAgent(false),
    /** An agent whose requests, sent one after the other, share a connection that nobody else uses. To be destroyed at the end. */
    ownAgent: keeping,
    /**
     * Whether the target sent unsolicited data over an open connection, so that a response there may belong to another
     * request. From then on the suite reuses no connection.
     */
    get disordered() {
      return disordered;
    },
    close: () => agent.destroy(),
    /** Opens a connection, sends nothing over it, and closes it: its certificate, if any. @throws errors of the network or of TLS as they are */
    look: (timeoutMs: number): Promise<Certificate> => {
      // The head of a request leaves with its first byte of body or with its end: until then nothing is sent.
      const request = (secure ? httpsRequest : httpRequest)(base, { agent: makeAgent(false), ...trust });
      const found = new Promise<Certificate>((resolve, reject) => {
        const refuse = (why: string) => reject(new TransportError(why));
        request.on('error', reject);
        request.on('socket', (socket) =>
          connected(socket).then(() => {
            socket.on('data', () => refuse('the server sent data before the request'));
            // A server may end the connection meanwhile: what is destroyed has nothing to describe.
            setTimeout(() => !socket.destroyed && resolve(describe(socket)), quietMs);
          }, reject),
        );
        setTimeout(() => refuse(`there was no connection within ${timeoutMs} ms`), timeoutMs).unref();
      });
      return found.finally(() => request.destroy());
    },
  };
}

/**
 * Sends each write at once, as Node does without TLS. Otherwise the requests of a burst wait 40 ms for the acknowledgement
 * of a resumed handshake, and no longer meet.
 */
class PromptAgent extends HttpsAgent {
  override createConnection(...how: Parameters<HttpsAgent['createConnection']>) {
    const socket = super.createConnection(...how);
    if (socket instanceof TLSSocket) socket.setNoDelay(true);
    return socket;
  }
}

/** Makes an agent listen on idle connections: data on one of them is not the response to the next request. */
function watched(agent: HttpAgent, onSurplus: () => void): HttpAgent {
  const listeners = new WeakMap<Duplex, () => void>();
  const [keep, reuse] = [agent.keepSocketAlive.bind(agent), agent.reuseSocket.bind(agent)];
  agent.keepSocketAlive = (socket) => {
    const kept = keep(socket);
    const surplus = () => {
      onSurplus();
      socket.destroy();
    };
    listeners.set(socket, surplus);
    socket.on('data', surplus);
    return kept;
  };
  agent.reuseSocket = (socket, request) => {
    const surplus = listeners.get(socket);
    if (surplus) socket.off('data', surplus);
    reuse(socket, request);
  };
  return agent;
}

/** An agent that asks a proxy for a tunnel, and trusts and names the target as a direct connection would. */
class TunnelAgent extends HttpsProxyAgent<string> {
  constructor(
    proxy: string,
    settings: ConstructorParameters<typeof HttpsProxyAgent>[1],
    private readonly hostname: string,
    private readonly trust: object,
  ) {
    super(proxy, settings);
  }

  override async connect(...[request, options]: Parameters<HttpsProxyAgent<string>['connect']>) {
    const host = this.hostname.replace(/^\[|\]$/g, '');
    // The tunnel's own socket has another host, so the name to verify is given here.
    const verify = {
      checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    };
    const socket = await super.connect(request, { ...options, ...this.trust, ...verify });
    if (socket instanceof TLSSocket) return socket;
    // Otherwise the proxy's own error would pass for the target's response.
    socket.destroy();
    throw new TransportError('the proxy (HTTPS_PROXY) did not open a tunnel to the target');
  }
}

/** Settles when a socket can carry a request: TCP connected, TLS agreed and verified. */
export function connected(socket: Socket): Promise<void> {
  const event = socket instanceof TLSSocket ? 'secureConnect' : 'connect';
  const ready = socket instanceof TLSSocket ? socket.authorized : !socket.connecting;
  if (ready) return Promise.resolve();
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed while it was being opened')));
  });
}

type Certificate = Report['target']['certificate'];

function describe(socket: Socket): Certificate {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { subject, issuer, valid_from, valid_to, fingerprint256 } = socket.getPeerCertificate();
  const name = (of: object = {}) => Array.from(Object.entries(of), ([key, value]) => `${key}=${value}`).join(', ');
  return {
    ...{ subject: name(subject), issuer: name(issuer), fingerprint256 },
    validFrom: new Date(valid_from).toISOString(),
    validTo: new Date(valid_to).toISOString(),
    protocol: socket.getProtocol() ?? 'unknown',
  };
}

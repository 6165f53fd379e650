import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, createSecureContext, type PeerCertificate, rootCertificates, TLSSocket } from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import { TransportError } from './transport-error.js';

/** How the target is reached: directly or by a proxy, with which certificates trusted. */
export interface Connection {
  readonly base: URL;
  /** Whether a proxy stands between. */
  readonly proxied: boolean;
  /** Keeps connections open and uses them again. */
  readonly agent: HttpAgent;
  /** An agent that opens one connection and closes it after one exchange. */
  freshAgent(): HttpAgent;
  /** Opens a connection, sends nothing over it, hears nothing, and closes it. @throws what the network or TLS says */
  look(timeoutMs: number): Promise<Look>;
  close(): void;
  /**
   * Whether the target sent data that nobody had asked for over a connection kept open, so that answers there may be
   * of other requests. From then on no connection is used twice.
   */
  readonly disordered: boolean;
}

/** Milliseconds for which the suite listens on an open connection before the first request. */
const quietMs = 30;

/** What a connection shows of a target before the first request. Absent for plain HTTP. */
export interface Look {
  readonly certificate?: {
    readonly subject: string;
    readonly issuer: string;
    readonly validFrom: string;
    readonly validTo: string;
    readonly fingerprint256: string;
    readonly protocol: string;
  };
}

/**
 * @param baseUrl address of the target, http or https
 * @param options.ca more certificates to trust beside those of Node, PEM
 * @param options.direct whether proxies are passed over: the embedded server's, and a run's that reads no environment
 * @param options.embedded whether `ca` is the only authority to trust: to parse all others takes a tenth of a second
 * @param options.onDisorder hears it once where the connection becomes `disordered`
 */
export function createConnection(
  baseUrl: string,
  options: { ca?: string; concurrency: number; direct: boolean; embedded?: boolean; onDisorder?: () => void },
): Connection {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  // Only HTTPS_PROXY is honoured, not HTTP_PROXY: plain HTTP is spoken to loopback, or to a host allowed by name.
  const proxy = secure && !options.direct ? getProxyForUrl(baseUrl) : '';
  // Made once: parsing all the root certificates anew for every connection would cost more than all of the asking.
  const trust = secure
    ? // Said, not left to Node: NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment must not turn HTTP-01 green.
      {
        rejectUnauthorized: true,
        secureContext: createSecureContext(
          options.ca === undefined ? {} : { ca: [...(options.embedded ? [] : rootCertificates), options.ca] },
        ),
      }
    : {};

  const makeAgent = (keepAlive: boolean): HttpAgent => {
    const settings = { keepAlive, maxSockets: options.concurrency, ...trust };
    if (proxy) return new TunnelAgent(proxy, settings, base.hostname, trust) as unknown as HttpAgent;
    return secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  };

  let disordered = false;
  const agent = watched(makeAgent(true), () => {
    if (!disordered) options.onDisorder?.();
    disordered = true;
  });
  return {
    base,
    proxied: proxy !== '',
    agent,
    freshAgent: () => makeAgent(false),
    get disordered() {
      return disordered;
    },
    close: () => agent.destroy(),
    look: (timeoutMs) =>
      new Promise((resolve, reject) => {
        const request = (secure ? httpsRequest : httpRequest)(base, { agent: makeAgent(false), ...trust });
        const end = (settle: () => void) => {
          clearTimeout(timer);
          settle();
          request.destroy();
        };
        const timer = setTimeout(
          () => end(() => reject(new TransportError(`there was no connection within ${timeoutMs} ms`))),
          timeoutMs,
        );
        // The head of a request leaves with its first byte of body or with its end: until then nothing is sent.
        request.on('socket', (socket) =>
          connected(socket).then(
            () => {
              socket.on('data', () => end(() => reject(new TransportError('the server sent data before the request'))));
              setTimeout(() => end(() => resolve(describe(socket))), quietMs);
            },
            (error: unknown) => end(() => reject(error)),
          ),
        );
        request.on('error', (error) => end(() => reject(error)));
      }),
  };
}

/** Has an agent listen to connections that rest: whatever comes over one of them is no answer to what is sent next. */
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
    // The tunnel's own socket has another host, and for an address no name is sent: the name to verify has to be told.
    const verify = {
      checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    };
    const socket = await super.connect(request, { ...options, ...this.trust, ...verify });
    if (socket instanceof TLSSocket) return socket;
    // The proxy's own refusal would come as if it were the target's answer.
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

function describe(socket: Socket): Look {
  if (!(socket instanceof TLSSocket)) return {};
  const certificate = socket.getPeerCertificate();
  const name = (of: object | undefined) =>
    Object.entries(of ?? {})
      .map(([key, value]) => `${key}=${String(value)}`)
      .join(', ');
  return {
    certificate: {
      subject: name(certificate.subject),
      issuer: name(certificate.issuer),
      validFrom: new Date(certificate.valid_from).toISOString(),
      validTo: new Date(certificate.valid_to).toISOString(),
      fingerprint256: certificate.fingerprint256,
      protocol: socket.getProtocol() ?? 'unknown',
    },
  };
}

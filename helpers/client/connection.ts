import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, createSecureContext, type PeerCertificate, rootCertificates, TLSSocket } from 'node:tls';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import type { Report } from '../../schemas/types.js';
import type { Configuration } from '../settings/schema.js';
import { TransportError } from './transport-error.js';

interface Options extends Partial<Pick<Configuration, 'ca' | 'headers' | 'clientCert' | 'clientKey'>> {
  readonly concurrency: number;
  readonly direct: boolean;
  /** Trusts `ca` alone: parsing all others takes a tenth of a second. */
  readonly embedded?: boolean;
}

/** What sends a request to an address: over TLS, or plainly. */
export const senderTo = ({ protocol }: URL) => (protocol === 'https:' ? httpsRequest : httpRequest);

/** How long the suite listens on an open connection before the first request. */
const quietMs = 30;

export type Connection = ReturnType<typeof createConnection>;

export function createConnection(baseUrl: string, options: Options) {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  // Not HTTP_PROXY: plain HTTP is for loopback, or for a host that the user allows.
  const proxy = secure && !options.direct ? getProxyForUrl(baseUrl) : '';
  // Once: parsing the root certificates costs more than all requests.
  const trusting = (identity: Parameters<typeof createSecureContext>[0]) => {
    const ca = options.ca !== undefined && { ca: [...(options.embedded ? [] : rootCertificates), options.ca] };
    // Explicit: NODE_TLS_REJECT_UNAUTHORIZED=0 must not make HTTP-01 pass.
    return { rejectUnauthorized: true, secureContext: createSecureContext({ ...identity, ...ca }) };
  };
  const trust = secure ? trusting({ cert: options.clientCert, key: options.clientKey }) : {};

  const makeAgent = (keepAlive: boolean): HttpAgent => {
    const settings = { keepAlive, ...(keepAlive && { maxSockets: options.concurrency }), ...trust };
    if (!proxy) return secure ? new PromptAgent(settings) : new HttpAgent(settings);
    // A client certificate is for the target, never for a proxy.
    const ofProxy = { ...settings, ...(options.clientCert !== undefined && trusting({})) };
    return tunnelling(new HttpsProxyAgent(proxy, ofProxy), base.hostname, trust) as unknown as HttpAgent;
  };

  let disordered = false;
  const ownAgent = () =>
    watched(makeAgent(true), () => {
      disordered = true;
    });
  const agent = ownAgent();
  return {
    base,
    /** Secrets for what stands in front of the target, on no other connection. */
    headers: options.headers ?? [],
    proxied: proxy !== '',
    agent,
    single: makeAgent(false),
    /** An agent whose requests share a connection of their own. The caller destroys it. */
    ownAgent,
    /** The target sent unsolicited data, which may answer other requests: no connection is reused from then on. */
    get disordered() {
      return disordered;
    },
    close: () => agent.destroy(),
    look: (timeoutMs: number) => certificateOf(senderTo(base)(base, { agent: makeAgent(false), ...trust }), timeoutMs),
  };
}

/** Destroys the request before it is sent. @throws TransportError, and errors of the network or of TLS */
function certificateOf(request: ClientRequest, timeoutMs: number) {
  const found = new Promise<Certificate>((resolve, reject) => {
    const refuse = (why: string) => reject(new TransportError(why));
    request.on('error', reject);
    request.on('socket', (socket) =>
      connected(socket).then(() => {
        socket.on('data', () => refuse('the server sent data before the request'));
        // A server may end the connection meanwhile.
        setTimeout(() => !socket.destroyed && resolve(describe(socket)), quietMs);
      }, reject),
    );
    setTimeout(() => refuse(`there was no connection within ${timeoutMs} ms`), timeoutMs).unref();
  });
  return found.finally(() => request.destroy());
}

/** Sends each write at once: else a burst waits 40 ms for an acknowledgement of TLS, and its requests do not meet. */
class PromptAgent extends HttpsAgent {
  override createConnection(...how: Parameters<HttpsAgent['createConnection']>) {
    const socket = super.createConnection(...how);
    if (socket instanceof TLSSocket) socket.setNoDelay(true);
    return socket;
  }
}

/** Listens on idle connections: data there is no response to the next request. */
function watched(agent: HttpAgent, onSurplus: () => void): HttpAgent {
  const listeners = new WeakMap<Duplex, () => void>();
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
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

/** A proxy's agent trusts and names the target as a direct connection does. */
function tunnelling(agent: HttpsProxyAgent<string>, hostname: string, trust: object) {
  const connect = agent.connect.bind(agent);
  const host = hostname.replace(/^\[|\]$/g, '');
  const verify = {
    checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
  };
  agent.connect = async (request, options) => {
    const socket = await connect(request, { ...options, ...trust, ...verify });
    if (socket instanceof TLSSocket) return socket;
    // Otherwise the proxy's own error would pass for the target's response.
    socket.destroy();
    throw new TransportError('the proxy (HTTPS_PROXY) did not open a tunnel to the target');
  };
  return agent;
}

/** Resolves when TCP is connected, and TLS verified. @throws if the connection breaks before */
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
    subject: name(subject),
    issuer: name(issuer),
    fingerprint256,
    validFrom: new Date(valid_from).toISOString(),
    validTo: new Date(valid_to).toISOString(),
    protocol: socket.getProtocol() ?? 'unknown',
  };
}

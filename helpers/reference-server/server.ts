import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { crash } from './answers.js';
import { certificate } from './certificate.js';
import type { Change } from './changes.js';
import { requestOf } from './request.js';
import { createHonestService, type Service } from './service.js';
import { type Answer, createState, credentialsOf, type State } from './state.js';

export type ReferenceOptions = Readonly<{
  fault?: string;
  variant?: string;
  /** Instead of a named fault or variant. */
  change?: Change;
  /** A free one by default. */
  port?: number;
  /** True by default. */
  https?: boolean;
  /** What a server stored that this one replaces, as a release does. */
  world?: State;
}>;

export type ReferenceServer = Awaited<ReturnType<typeof startReferenceServer>>;

const bodyLimit = 1024 * 1024;

/** @throws RangeError for an unknown fault or variant */
export async function startReferenceServer(options: ReferenceOptions = {}) {
  const { middleware: wrap, server: shape = {} } = await changeOf(options);
  const world = options.world ?? createState(shape);
  const honest = createHonestService(world);
  const basePath = shape.basePath ?? '/v1/';
  const listener = listenerFor(wrap ? wrap(honest, world) : honest, basePath, world);

  const identity = (options.https ?? true) ? certificate(shape.certificate) : undefined;
  const server = identity ? createSecureServer(identity, listener) : createServer(listener);
  // Longer than clients keep an idle connection: a server that closes first looks like a broken one.
  server.keepAliveTimeout = 65_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');

  const { port } = server.address() as AddressInfo;
  return {
    /** Ends with a slash. */
    baseUrl: `${identity ? 'https' : 'http'}://127.0.0.1:${port}${basePath}`,
    port,
    /** PEM of the authority to trust; undefined over plain HTTP. */
    ca: identity?.ca,
    credentials: credentialsOf(...world.tenants),
    world,
    listener: server,
    /** `closeAllConnections` leaves an unfinished handshake for up to two minutes. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Faults and variants: the honest service does not load them. */
export const changes = () => import('./all.js');

async function changeOf({ fault, variant, change = {} }: ReferenceOptions): Promise<Change> {
  const wanted = fault ?? variant;
  if (wanted === undefined) return change;
  if (fault !== undefined && variant !== undefined) throw new RangeError('a fault and a variant do not go together');
  const { faults, variants } = await changes();
  const named = (fault === undefined ? variants : faults).find(({ id }) => id === wanted);
  if (!named) throw new RangeError(`there is no fault or variant ${wanted}`);
  return named;
}

function listenerFor(service: Service, basePath: string, world: State): RequestListener {
  return async (request, response) => {
    try {
      write(response, await service(requestOf(await read(request, basePath), world)));
    } catch {
      write(response, crash);
    }
  };
}

async function read(request: IncomingMessage, basePath: string) {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  });
  await once(request, 'end');
  const target = request.url ?? '';
  const body = Buffer.concat(size > bodyLimit ? [] : chunks);
  const [path = '', ...rest] = target.split('?');
  return {
    method: request.method ?? '',
    target,
    path: path.startsWith(basePath) ? path.slice(basePath.length - 1) : '',
    query: new URLSearchParams(rest.join('?')),
    headers: new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    rawHeaders: request.rawHeaders,
    // JSON is UTF-8 (RFC 8259, 8.1).
    body: isUtf8(body) ? body.toString('utf8') : '',
    oversized: size > bodyLimit,
    socket: request.socket,
  };
}

function write(response: ServerResponse, answer: Answer): void {
  if (answer.dropped) return void response.destroy();
  const body = Buffer.from(answer.body ?? '', 'utf8');
  // 204 and 304 have no body, and so no length.
  const length = [204, 304].includes(answer.status) ? {} : { 'content-length': String(body.length) };
  response.writeHead(answer.status, { ...answer.headers, ...length });
  response.end(body);
}

import { type Agent, type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { programName, suiteVersion } from '../../schemas/suite-version.js';
import { type Access, type Connection, createConnection } from '../client/connection.js';
import { TransportError, transportError } from '../client/transport-error.js';

/** What is there at an address. `fault` says in a clause why nothing answers. */
type Health =
  | { readonly answers: true }
  | { readonly answers: false; readonly accepts: boolean; readonly fault: string };

/** What keeps an answer from coming. Anything else, such as a certificate that does not verify, comes from somebody. */
function isAbsence(error: NodeJS.ErrnoException): boolean {
  const codes = /^(ECONN|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EADDR)/;
  return error instanceof TransportError || codes.test(error.code ?? '');
}

/** The way to a target that is only looked at. One is made for many looks, since to trust takes its time. */
export function wayTo(target: Access & { readonly baseUrl: string }): Connection {
  return createConnection(target.baseUrl, { ...target, concurrency: 1, direct: false });
}

/** A request for the base address itself, without any key, that was not sent yet. */
function greet({ base }: Connection, agent: Agent): ClientRequest {
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  return send(base, { agent, headers: { 'User-Agent': `${programName}/${suiteVersion}` } });
}

/**
 * Asks the base address for anything at all, without any key: whatever has a status is an answer, and so is what shows
 * a certificate, since whether that verifies is for the run to tell.
 * @param accepts whether a connection was accepted, though no response came; never true behind a proxy
 */
export function healthOf(connection: Connection, timeoutMs: number): Promise<Health> {
  return new Promise<Health>((resolve) => {
    let accepts = false;
    const request = greet(connection, connection.single);
    const end = (presence: Health) => {
      clearTimeout(timer);
      resolve(presence);
      request.destroy();
    };
    const silent = (fault: string) => end({ answers: false, accepts: accepts && !connection.proxied, fault });
    const timer = setTimeout(() => silent(`there was no response within ${timeoutMs} ms`), timeoutMs);
    request.on('socket', (socket) => {
      accepts = !socket.connecting;
      socket.once('connect', () => {
        accepts = true;
      });
    });
    request.on('response', () => end({ answers: true }));
    request.on('upgrade', () => end({ answers: true }));
    request.on('error', (error) => {
      if (isAbsence(error)) silent(transportError(error, timeoutMs).message);
      else end({ answers: true });
    });
    request.end();
  });
}

/**
 * Settles when nothing answers at an address any more. A connection is kept open between the looks, idle as after any
 * request: its end tells of a restart that is over before one could look twice.
 */
export async function waitUntilFree(connection: Connection, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now();
    if (!(await heldOpen(connection, signal))) return;
    // A server that ends idle connections at once gets no more requests for it.
    if (performance.now() - began < shortMs) await pause(shortMs, signal);
  }
}

const shortMs = 500;

/** Settles when the connection of one answered request has ended: false where no answer was to be had. */
function heldOpen(connection: Connection, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    let answered = false;
    const request = greet(connection, connection.agent);
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve(answered || signal.aborted);
      request.destroy();
    };
    signal.addEventListener('abort', end, { once: true });
    request.on('socket', (socket) => socket.once('close', end));
    request.on('response', (response) => {
      answered = true;
      response.resume();
    });
    request.on('error', (error) => {
      answered ||= !isAbsence(error);
      end();
    });
    request.end();
  });
}

/** A pause that an abort ends. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

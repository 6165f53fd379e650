import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { serve } from '../api/listener.js';
import { contextFor } from '../runner/context.fixture.js';
import { inScope, type RunContext } from './context.js';
import type { RequestChange } from './message.js';
import { send } from './send.js';

export type Turn = number | 'break' | ((response: ServerResponse) => void);

/** A run against a target that takes one turn after the other, and goes on with the last one; its pauses take no time. */
export async function runOf(turns: readonly Turn[], configuration: Partial<RunContext['configuration']> = {}) {
  const requests: IncomingMessage[] = [];
  const ports: (number | undefined)[] = [];
  const server = await serve((request: IncomingMessage, response: ServerResponse) => {
    const turn = turns[Math.min(requests.length, turns.length - 1)];
    requests.push(request);
    ports.push(request.socket.remotePort);
    if (turn === 'break') request.socket.destroy();
    else if (typeof turn === 'function') turn(response);
    else response.writeHead(turn ?? 500, { 'content-type': 'application/json' }).end('{}');
  }, '/v1/');
  const pauses: number[] = [];
  const opened = contextFor([], { baseUrl: server.baseUrl, ...configuration });
  const sleep = async (ms: number) => void pauses.push(ms);
  const run: RunContext = { ...opened, clock: { ...opened.clock, sleep } };
  onTestFinished(async () => {
    run.connection.close();
    await server.close();
  });
  const within = <T>(work: () => Promise<T>) => inScope('a check', work, run);
  const create = (change: RequestChange = {}) => within(() => send(createCustomer, change));
  const list = (change: RequestChange = {}) => within(() => send(listAccounts, change));
  return { run, requests, ports, pauses, within, create, list, exchanges: run.journal.exchanges };
}

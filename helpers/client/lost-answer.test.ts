import { expect, test } from 'vitest';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { runOf, type Turn } from './run.fixture.js';
import { loseAnswer } from './send.js';

const late: Turn = (response) => void setTimeout(() => response.writeHead(201).end('{"id":"one"}'), 60);
const purposes = ['of which the answer is lost', 'the retry'] as const;
const change = { idempotencyKey: 'a key', body: { first_name: 'Ada' } };

test('an answer that is lost is asked for again, after the pause, under the same key', async () => {
  const { run, requests, pauses, within, exchanges } = await runOf([late, 409], { concurrency: 1 });
  const lost = await within(() => loseAnswer(createCustomer, change, purposes, { afterMs: 5, pauseMs: 400 }));
  expect(lost.retry).toMatchObject({ status: 409, request: { idempotencyKey: 'a key' } });
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['a key', 'a key']);
  expect(exchanges.map(({ purpose }) => purpose)).toEqual(purposes);
  const fault = 'the suite broke the connection 5 ms after the request had left';
  expect(exchanges.map((one) => one.fault)).toEqual([fault, undefined]);
  expect(pauses.map((ms) => ms > 300 && ms <= 400)).toEqual([true]);
  expect(lost.delayMs).toBeLessThan(300);
  expect(Number.isInteger(lost.delayMs)).toBe(true);
  // The place is free again.
  expect(await run.gate.take()).toBeTypeOf('function');
});

test('the retry goes ahead of all that wait', async () => {
  const others: Promise<unknown>[] = [];
  const meanwhile: Turn = () => void others.push(create(), create());
  const { requests, within, create } = await runOf([meanwhile, 201], { concurrency: 1 });
  const lost = await within(() => loseAnswer(createCustomer, change, purposes, { afterMs: 50, pauseMs: 0 }));
  expect(lost).toMatchObject({ retry: { status: 201 } });
  await Promise.all(others);
  expect(requests.map(({ headers }) => headers['idempotency-key'] === 'a key')).toEqual([true, true, false, false]);
});

test('a pause is not waited for where the time has passed already', async () => {
  const { pauses, within } = await runOf([late, 201]);
  await within(() => loseAnswer(createCustomer, change, purposes, { afterMs: 5, pauseMs: 0 }));
  expect(pauses).toEqual([0]);
});

test('a retry that breaks is an outcome, and counts against the target', async () => {
  const { run, within } = await runOf([late, 'break']);
  run.gate.broke = ({ message }) => `Stopped: ${message}.`;
  const lose = () => within(() => loseAnswer(createCustomer, change, purposes, { afterMs: 5, pauseMs: 0 }));
  expect(await lose()).toMatchObject({ retry: { message: 'the connection was reset' } });
  expect(run.stopped).toBe('Stopped: the connection was reset.');
  await expect(lose()).rejects.toThrow('Stopped:');
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { asGuest } from './environment.js';
import { atLeisure, hurriedText, type Interrupt, onInterrupt, stopOf } from './interrupt.js';

afterEach(() => void vi.useRealTimers());

/** What has come of a promise by now. */
const soFar = <T>(promise: Promise<T>) => Promise.race([promise, Promise.resolve(undefined)]);
const heard = (deadlineSeconds = 60, more: object = {}) => onInterrupt(deadlineSeconds, { terms: asGuest, ...more });

describe('a run ends early', () => {
  test.each([
    ['SIGTERM', { sentence: 'The run was interrupted (SIGTERM).', status: 143, isAbandoned: false }],
    ['anything', { sentence: 'The run was interrupted (SIGINT).', status: 130, isAbandoned: false }],
    ['abandoned', { sentence: 'The run was interrupted (SIGINT).', status: 130, isAbandoned: true }],
  ])('by an AbortSignal with the reason %s, then or before, and once', async (reason, interrupt) => {
    for (const isBefore of [true, false]) {
      const abort = new AbortController();
      if (isBefore) abort.abort(reason);
      const listener = heard(60, { abort: abort.signal });
      if (!isBefore) expect([listener.signal(), await soFar(listener.happened)]).toEqual([undefined, undefined]);
      abort.abort(reason);
      expect(listener.signal()).toMatchObject(interrupt);
      expect(await soFar(listener.happened)).toBe(listener.signal());
      expect(await soFar(listener.signalled)).toBe(listener.signal());
      listener.stop();
    }
  });

  test('by no signal after it has stopped listening, and by one that came before it listened', async () => {
    const abort = new AbortController();
    const listener = heard(60, { abort: abort.signal });
    listener.stop();
    abort.abort('SIGTERM');
    expect(listener.signal()).toBeUndefined();
    const early = heard(60, { earlySignals: { take: () => 'SIGTERM' } });
    expect(early.signal()).toMatchObject({ status: 143 });
    early.stop();
    const none = heard(60, { earlySignals: { take: () => undefined } });
    expect(none.signal()).toBeUndefined();
    none.stop();
  });

  test('half a second after its deadline, which is no signal', async () => {
    vi.useFakeTimers();
    const listener = heard(2);
    vi.advanceTimersByTime(2499);
    expect(await soFar(listener.happened)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(await soFar(listener.happened)).toEqual({ sentence: "The run's deadline of 2 s passed (`--deadline`)." });
    expect([listener.signal(), await soFar(listener.signalled)]).toEqual([undefined, undefined]);
    const stopped = heard(2);
    stopped.stop();
    vi.advanceTimersByTime(5000);
    expect(await soFar(stopped.happened)).toBeUndefined();
  });
});

describe('files are made', () => {
  const signal: Interrupt = { sentence: 'A signal.', status: 130, at: 1000 };
  const coming = Promise.resolve(signal);

  test('at leisure, until a signal comes', () => {
    for (const ended of [undefined, { sentence: 'The deadline.' }]) {
      const quiet = stopOf({ signal: () => undefined, signalled: coming }, ended);
      expect([quiet.isHurried, quiet.hasTimeFor({ isPrinted: true }), quiet.hasCome()]).toEqual([false, true, false]);
      expect(quiet.coming).toBe(coming);
      expect(stopOf({ signal: () => signal, signalled: coming }, ended).hasCome()).toBe(true);
    }
    expect([atLeisure.isHurried, atLeisure.hasTimeFor({}), atLeisure.hasCome()]).toEqual([false, true, false]);
  });

  test('in a hurry after one: for a second, by no browser, and whatever comes then', () => {
    const now = vi.spyOn(performance, 'now');
    const hurried = stopOf({ signal: () => signal, signalled: coming }, signal);
    expect([hurried.isHurried, hurried.hasCome(), hurried.coming === coming]).toEqual([true, false, false]);
    now.mockReturnValue(1999);
    expect([hurried.hasTimeFor({}), hurried.hasTimeFor({ isPrinted: true })]).toEqual([true, false]);
    now.mockReturnValue(2000);
    expect(hurried.hasTimeFor({})).toBe(false);
    now.mockRestore();
  });

  test.each([
    [[], []],
    [['report.md'], [expect.stringMatching(/^report\.md was left out, .* render makes it from/)]],
    [['report.md', 'junit.xml'], [expect.stringMatching(/ were left out, .* render makes them from/)]],
  ])('and of those left out, %j, a sentence says so', (files, said) => {
    expect(hurriedText(files)).toEqual(said);
  });
});

import type { ReadStream } from 'node:tty';

const [interrupts, suspends] = ['\u0003', '\u001a'];

/**
 * Hears single keys at a terminal, until the signal. Ctrl-C and Ctrl-Z do what they did before.
 * @returns false where the stream is no terminal: nothing is heard then
 */
export function keyPresses(
  stream: ReadStream & { isTTY?: boolean },
  signal: AbortSignal,
  onKey: (key: string) => void,
): boolean {
  if (!stream.isTTY || signal.aborted) return false;
  const onData = (chunk: Buffer) => {
    const text = chunk.toString('latin1');
    if (text.includes(interrupts)) process.kill(process.pid, 'SIGINT');
    else if (text.includes(suspends)) {
      stream.setRawMode(false);
      process.once('SIGCONT', () => signal.aborted || stream.setRawMode(true));
      process.kill(process.pid, 'SIGTSTP');
    } else if (text.length === 1) onKey(text);
  };
  stream.setRawMode(true).on('data', onData).resume();
  const stop = () => stream.off('data', onData).setRawMode(false).pause();
  signal.addEventListener('abort', stop, { once: true });
  return true;
}

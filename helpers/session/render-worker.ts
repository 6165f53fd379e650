import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../../schemas/exchange.js';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';

/** What a thread is given: which format to make, and of what. */
export interface Order {
  readonly name: string;
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

const thread = fileURLToPath(new URL('.build/bundle/render-worker-thread.js', packageRoot));

/**
 * Makes a format in a thread of its own: one that takes a second would keep a signal from being heard for as long.
 * @returns its content, and what ends the thread, whatever it has made
 */
export function renderInWorker(order: Order) {
  const worker = new Worker(thread, { workerData: order, execArgv: [] });
  const content = new Promise<string | Uint8Array>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that makes ${order.name} ended with ${code}`)));
  });
  // Whoever ends it does not wait for it.
  content.catch(() => {});
  return { content, end: () => void worker.terminate() };
}

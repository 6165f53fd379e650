import { parentPort, workerData } from 'node:worker_threads';
import { type Format, formats } from '../../reports/formats/formats.js';
import type { Order } from './render-worker.js';

// The thread of `render-worker.ts`: one order in, one file out.
const { name, report, evidence } = workerData as Order;
const format = (formats as readonly Format[]).find((one) => one.name === name);
parentPort?.postMessage(await format?.render(report, evidence));

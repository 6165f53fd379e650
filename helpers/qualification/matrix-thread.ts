import { parentPort, workerData } from 'node:worker_threads';
import { type MatrixCase, runCase } from './matrix-case.js';

// A thread of `qualify.ts`: cases in, outcomes out, each under its number.
const { all } = workerData as { readonly all: boolean };
parentPort?.on('message', ({ turn, of }: { turn: number; of: MatrixCase }) => {
  void runCase(of, all).then((outcome) => parentPort?.postMessage({ turn, outcome }));
});

#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { execute } from './execute.js';

// A run lasts seconds: with Node's own 67,584, a quarter of its processor time makes machine code that hardly runs.
setFlagsFromString('--interrupt-budget=200000');

// A reader that has gone (`| head -1`, a log shipper that died) ends the printing, and nothing else.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) throw error;
  });

// Written out before the process ends: a pipe takes its time.
process.exitCode = await execute(process.argv.slice(2), { env: process.env, cwd: process.cwd() });
process.stdout.write('', () => process.exit());

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { TransportError } from './transport-error.js';

export interface Body {
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
}

/** Content codings that the suite can read. It requests none. */
const codings: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br']);

/**
 * Reads a body up to a limit, then closes the connection.
 * @throws TransportError for a content coding that the suite cannot read; errors of the network and of zlib as they are
 */
export function readBody(message: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const coding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const body = decompressed(message, coding);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (error: unknown) => {
      reject(error);
      body.destroy();
      message.destroy();
    };
    message.on('error', fail);
    body.on('error', fail);
    body.on('data', (chunk: Buffer) => {
      if (bytes > limit) return;
      if (!codings.has(coding))
        return fail(new TransportError('the body has a content coding that the request did not accept'));
      const room = limit - bytes;
      bytes += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) return;
      resolve({ text: Buffer.concat(chunks).toString('utf8'), bytes: limit, cut: true });
      // Both, since destroying one does not stop the other, and a small body may decompress to a very long one.
      body.destroy();
      message.destroy();
    });
    body.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), bytes, cut: false }));
  });
}

/** The decompressed body: a target may compress without being requested to (RFC 9110, 12.5.3); x-gzip is gzip (8.4.1.3). */
function decompressed(message: IncomingMessage, coding: string): Readable {
  if (coding === 'br') return message.pipe(createBrotliDecompress());
  return ['gzip', 'x-gzip', 'deflate'].includes(coding) ? message.pipe(createUnzip()) : message;
}

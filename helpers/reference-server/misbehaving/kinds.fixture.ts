import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';
import { bytesOf, type Honest, type Manner, type Moment, type Over } from './front.fixture.js';

export interface Kind {
  /** What one exchange comes to: a transport error of these words, or an answer of this status. */
  readonly comesTo: RegExp | number;
  readonly manner: Manner;
  readonly onConnection?: (socket: Socket) => void;
}

const kind = (comesTo: RegExp | number, manner: Manner, onConnection?: Kind['onConnection']): Kind => {
  return { comesTo, manner, ...(onConnection && { onConnection }) };
};

const mebibyte = 1024 * 1024;
const esc = '\u001b';

function pour(stream: Writable, chunk: Buffer | string): void {
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
  };
  stream.on('drain', more);
  more();
}

function drip(socket: Socket, bytes: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(bytes.subarray(at % bytes.length, (at % bytes.length) + 1));
    at += 1;
  }, 500);
}

const raw = (comesTo: RegExp | number, make: (honest: Honest) => string | Buffer): Kind =>
  kind(comesTo, ({ socket, honest }) => void socket.write(make(honest)));

/** An honest answer, but for what is given. */
const answering = (comesTo: RegExp | number, over: Over | ((honest: Honest) => Over)): Kind =>
  raw(comesTo, (honest) => bytesOf(honest, typeof over === 'function' ? over(honest) : over));

const coded = (comesTo: RegExp | number, coding: string, body: Buffer): Kind =>
  answering(comesTo, { body, headers: [['Content-Encoding', coding]] });

/** The same body each time: large ones are made once. */
const fixed = (text: string): Kind => answering(200, { body: Buffer.from(text) });

function withMember(json: string): Kind {
  const before = Buffer.from(`{${json},`);
  return answering(200, ({ body }) => ({ body: [before, body.subarray(1)] }));
}

const andThen = (milliseconds: number, more: (moment: Moment) => void): Kind =>
  kind(200, (moment) => {
    moment.socket.write(bytesOf(moment.honest));
    setTimeout(() => moment.socket.destroyed || more(moment), milliseconds);
  });

const blank = Buffer.alloc(64 * mebibyte, ' ');
const gzipped = gzipSync(blank);
const head = (honest: Honest, ...lines: string[]) =>
  [`HTTP/1.1 ${honest.status} OK`, 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
const interim =
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n';
const unasked = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
const cookies = Array.from({ length: 180 }, (_, at) => ['Set-Cookie', `c${at}=${'v'.repeat(40)}; Path=/`] as const);
const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const noText = Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]);
const silent = () => {};
const destroy = ({ socket }: { readonly socket: Socket }) => void socket.destroy();
const again = ({ socket, honest }: Moment) => void socket.write(bytesOf(honest));

/** Everything that a target may do to whoever asks it, by name. */
export const kinds = {
  'never answers': kind(/within \d+ ms/, silent),
  'accepts and closes': kind(/reset|closed/, silent, (socket) => void socket.destroy()),
  'closes on the request': kind(/reset/, destroy),
  'drips its head': kind(/within/, ({ socket, honest }) => drip(socket, Buffer.from(head(honest, 'X: y'.repeat(99))))),
  'drips its body for ever': kind(/within/, ({ socket, honest }) => {
    socket.write(head(honest, 'Content-Length: 99999999'));
    drip(socket, Buffer.from(' '));
  }),
  'stalls half-way': answering(/within/, ({ body }) => ({ length: body.length + 10 })),
  'ends half-way': kind(/broke off|reset/, ({ socket, honest }) => {
    socket.end(bytesOf(honest, { length: honest.body.length + 10 }));
  }),
  'sends 2 GB': kind(200, ({ socket, honest }) => {
    socket.write(head(honest, `Content-Length: ${2 * 1024 * mebibyte}`));
    pour(socket, Buffer.alloc(mebibyte, ' '));
  }),
  'gzip bomb': coded(200, 'gzip', gzipped),
  'brotli bomb': coded(200, 'br', brotliCompressSync(blank)),
  'gzip within gzip': coded(/content coding/, 'gzip, gzip', gzipSync(gzipped)),
  'gzip without end': kind(200, ({ socket, honest }) => {
    socket.write(head(honest, 'Content-Encoding: gzip'));
    const gzip = createGzip();
    gzip.on('error', () => {}).pipe(socket);
    socket.on('close', () => gzip.destroy());
    pour(gzip, blank.subarray(0, mebibyte));
  }),
  'gzip that is none': coded(/decompressed/, 'gzip', Buffer.from('no gzip at all')),
  'headers without end': kind(/not HTTP/, ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, 'X-More: and more\r\n'.repeat(50));
  }),
  'a header of 1 MB': answering(/not HTTP/, { headers: [['X-Long', 'x'.repeat(mebibyte)]] }),
  'Set-Cookie storm': answering(200, { headers: cookies }),
  'JSON nested 100,000 deep': fixed(deep),
  'an honest answer with JSON nested 100,000 deep': withMember(`"deep":${deep}`),
  'a number of a million digits': withMember(`"number":${'7'.repeat(1_000_000)}`),
  'identities of a million digits': fixed(`{"id":${'7'.repeat(1_000_000)}}`),
  'a million quotes': fixed(`["${'\\"'.repeat(500_000)}1234567890123456`),
  '300,000 accounts': fixed(`[${'{},'.repeat(300_000)}{}]`),
  'invalid UTF-8': answering(200, ({ body }) => ({ body: ['{"a":"', noText, '",', body.subarray(1)] })),
  'NUL and escape sequences, escaped': withMember(
    String.raw`"a":"\u0000\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u2066"`,
  ),
  'NUL and escape sequences, as they are': withMember(`"a":"\0${esc}[2J${esc}]0;owned\u0007\u009b31m"`),
  'bidi marks and tags': withMember('"a\u202e":"\u2066\u202e\u{e0041}\u200b<script>"'),
  'members named __proto__': withMember('"__proto__":{"id":"x"},"constructor":{"prototype":{"polluted":true}}'),
  'escape sequences in the reason': answering(/./, { reason: `${esc}[2J\u009b31m` }),
  'broken chunking': raw(/not HTTP/, (honest) => `${head(honest, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`),
  'a length too short': answering(/not HTTP/, ({ body }) => ({ length: body.length - 1 })),
  'a body alone': kind(/not HTTP/, ({ socket, honest }) => void socket.end(honest.body)),
  'status 999': answering(999, { status: 999 }),
  'HTTP/1.0': kind(200, ({ socket, honest }) => void socket.end(bytesOf(honest, { version: 'HTTP/1.0' }))),
  'an answer to 100, 102 and 103 first': raw(200, (honest) => {
    return Buffer.concat([Buffer.from(interim.repeat(20)), bytesOf(honest)]);
  }),
  '1xx without end': kind(/within|not HTTP/, ({ socket }) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20))),
  'switches protocols': raw(/within|reset/, (honest) => `${upgrade}${bytesOf(honest)}`),
  'answers before it was asked': kind(200, silent, (socket) => void socket.write(unasked)),
  'answers twice at once': raw(200, (honest) => Buffer.concat([bytesOf(honest), bytesOf(honest)])),
  'answers again 1 ms later': andThen(1, again),
  'answers again 20 ms later': andThen(20, again),
  'closes 1 ms after each answer, unsaid': andThen(1, destroy),
  'an absurd Content-Type': answering(200, { headers: [['Content-Type', `application/${'json;'.repeat(2000)}`]] }),
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

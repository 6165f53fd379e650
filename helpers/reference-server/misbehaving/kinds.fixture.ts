import type { Socket } from 'node:net';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';
import { bytesOf, type Honest, type Manner, type Moment, type Over } from './front.fixture.js';

/** One way of being hostile. */
export interface Kind {
  readonly manner: Manner;
  readonly onConnection?: (socket: Socket) => void;
  /** What one exchange comes to: a transport error of these words, or an answer of this status. */
  readonly comesTo: RegExp | number;
}

const kind = (comesTo: Kind['comesTo'], manner: Manner, onConnection?: Kind['onConnection']): Kind => {
  return { comesTo, manner, ...(onConnection && { onConnection }) };
};

const mebibyte = 1024 * 1024;
const esc = '\u001b';

/** Writes the same again and again for as long as somebody reads. */
function pour(socket: Socket, chunk: Buffer | string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
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

/** An honest answer, but for what is given. */
function answering(over: Over | ((honest: Honest) => Over)): Manner {
  return ({ socket, honest }) => void socket.write(bytesOf(honest, typeof over === 'function' ? over(honest) : over));
}

const coded = (coding: string, body: Buffer): Manner => answering({ body, headers: [['Content-Encoding', coding]] });

/** An answer with a body that is the same each time: large ones are made once. */
const withFixed = (text: string): Manner => answering({ body: Buffer.from(text) });

/** The members of an honest body, with more before them. */
const withMember = (json: string): Manner => {
  const before = Buffer.from(`{${json},`);
  return answering(({ body }) => ({ body: [before, body.subarray(1)] }));
};

const raw = (make: (honest: Honest) => string | Buffer): Manner => {
  return ({ socket, honest }) => void socket.write(make(honest));
};

/** Answers, and does more so many milliseconds later. */
const andThen = (milliseconds: number, more: (moment: Moment) => void): Manner => {
  return (moment) => {
    moment.socket.write(bytesOf(moment.honest));
    setTimeout(() => moment.socket.destroyed || more(moment), milliseconds);
  };
};

const blank = Buffer.alloc(64 * mebibyte, ' ');
const gzipped = gzipSync(blank);
const head = (honest: Honest, ...lines: string[]) =>
  [`HTTP/1.1 ${honest.status} OK`, 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

/** Everything that a target may do to whoever asks it, by name. */
export const kinds = {
  'never answers': kind(/within \d+ ms/, () => {}),
  'accepts and closes': kind(
    /reset|closed/,
    () => {},
    (socket) => void socket.destroy(),
  ),
  'closes on the request': kind(/reset/, ({ socket }) => void socket.destroy()),
  'drips its head': kind(/within/, ({ socket, honest }) => drip(socket, Buffer.from(head(honest, 'X: y'.repeat(99))))),
  'drips its body for ever': kind(/within/, ({ socket, honest }) => {
    socket.write(head(honest, 'Content-Length: 99999999'));
    drip(socket, Buffer.from(' '));
  }),
  'stalls half-way': kind(
    /within/,
    answering(({ body }) => ({ length: body.length + 10 })),
  ),
  'ends half-way': kind(
    /broke off|reset/,
    ({ socket, honest }) => void socket.end(bytesOf(honest, { length: honest.body.length + 10 })),
  ),
  'sends 2 GB': kind(200, ({ socket, honest }) => {
    socket.write(head(honest, `Content-Length: ${2 * 1024 * mebibyte}`));
    pour(socket, Buffer.alloc(mebibyte, ' '));
  }),
  'gzip bomb': kind(200, coded('gzip', gzipped)),
  'brotli bomb': kind(200, coded('br', brotliCompressSync(blank))),
  'gzip within gzip': kind(/content coding/, coded('gzip, gzip', gzipSync(gzipped))),
  'gzip without end': kind(200, ({ socket, honest }) => {
    socket.write(head(honest, 'Content-Encoding: gzip'));
    const gzip = createGzip();
    gzip.on('error', () => {}).pipe(socket);
    socket.on('close', () => gzip.destroy());
    const more = () => {
      while (!gzip.destroyed && gzip.write(blank.subarray(0, mebibyte)));
    };
    gzip.on('drain', more);
    more();
  }),
  'gzip that is none': kind(/decompressed/, coded('gzip', Buffer.from('no gzip at all'))),
  'headers without end': kind(/not HTTP/, ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, 'X-More: and more\r\n'.repeat(50));
  }),
  'a header of 1 MB': kind(/not HTTP/, answering({ headers: [['X-Long', 'x'.repeat(mebibyte)]] })),
  'Set-Cookie storm': kind(
    200,
    answering({ headers: Array.from({ length: 180 }, (_, at) => ['Set-Cookie', `c${at}=${'v'.repeat(40)}; Path=/`]) }),
  ),
  'JSON nested 100,000 deep': kind(200, withFixed('['.repeat(100_000) + ']'.repeat(100_000))),
  'an honest answer with JSON nested 100,000 deep': kind(
    200,
    withMember(`"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  ),
  'a number of a million digits': kind(200, withMember(`"number":${'7'.repeat(1_000_000)}`)),
  'identities of a million digits': kind(200, withFixed(`{"id":${'7'.repeat(1_000_000)}}`)),
  'a million quotes': kind(200, withFixed(`["${'\\"'.repeat(500_000)}1234567890123456`)),
  '300,000 accounts': kind(200, withFixed(`[${'{},'.repeat(300_000)}{}]`)),
  'invalid UTF-8': kind(
    200,
    answering(({ body }) => ({
      body: ['{"a":"', Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]), '",', body.subarray(1)],
    })),
  ),
  'NUL and escape sequences, escaped': kind(
    200,
    withMember(String.raw`"a":"\u0000\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u2066"`),
  ),
  'NUL and escape sequences, as they are': kind(200, withMember(`"a":"\0${esc}[2J${esc}]0;owned\u0007\u009b31m"`)),
  'bidi marks and tags': kind(200, withMember('"a\u202e":"\u2066\u202e\u{e0041}\u200b<script>"')),
  'members named __proto__': kind(
    200,
    withMember('"__proto__":{"id":"x"},"constructor":{"prototype":{"polluted":true}}'),
  ),
  'escape sequences in the reason': kind(/./, answering({ reason: `${esc}[2J\u009b31m` })),
  'broken chunking': kind(
    /not HTTP/,
    raw((honest) => `${head(honest, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`),
  ),
  'a length too short': kind(
    /not HTTP/,
    answering(({ body }) => ({ length: body.length - 1 })),
  ),
  'a body alone': kind(/not HTTP/, ({ socket, honest }) => void socket.end(honest.body)),
  'status 999': kind(999, answering({ status: 999 })),
  'HTTP/1.0': kind(200, ({ socket, honest }) => void socket.end(bytesOf(honest, { version: 'HTTP/1.0' }))),
  'an answer to 100, 102 and 103 first': kind(
    200,
    raw((honest) => Buffer.concat([Buffer.from(interim.repeat(20)), bytesOf(honest)])),
  ),
  '1xx without end': kind(/within|not HTTP/, ({ socket }) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20))),
  'switches protocols': kind(
    /within|reset/,
    raw((honest) => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n${bytesOf(honest)}`),
  ),
  'answers before it was asked': kind(
    200,
    () => {},
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
  ),
  'answers twice at once': kind(
    200,
    raw((honest) => Buffer.concat([bytesOf(honest), bytesOf(honest)])),
  ),
  'answers again 1 ms later': kind(200, andThen(1, answering({}))),
  'answers again 20 ms later': kind(200, andThen(20, answering({}))),
  'closes 1 ms after each answer, unsaid': kind(
    200,
    andThen(1, ({ socket }) => void socket.destroy()),
  ),
  'an absurd Content-Type': kind(
    200,
    answering({ headers: [['Content-Type', `application/${'json;'.repeat(2000)}`]] }),
  ),
} satisfies Record<string, Kind>;

const interim =
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n';

export type KindName = keyof typeof kinds;

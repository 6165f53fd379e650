import type { Socket } from 'node:net';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';
import { bytesOf, type Honest, type Manner, type Moment } from './front.fixture.js';

/** One way of being hostile. */
export interface Kind {
  readonly manner: Manner;
  readonly onConnection?: (socket: Socket) => void;
  /** What one exchange comes to: a transport error of these words, or an answer of this status. */
  readonly comesTo: RegExp | number;
}

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

/** An honest answer whose body is coded, or is another. */
function coded(coding: string, body: Buffer): Manner {
  return ({ socket, honest }) => void socket.write(bytesOf(honest, { body, headers: [['Content-Encoding', coding]] }));
}

/** An answer with a body that is the same each time: large ones are made once. */
function withFixed(text: string): Manner {
  const body = Buffer.from(text);
  return ({ socket, honest }) => void socket.write(bytesOf(honest, { body }));
}

function withBody(make: (honest: Honest) => string | Buffer | (string | Buffer)[]): Manner {
  return ({ socket, honest }) => void socket.write(bytesOf(honest, { body: make(honest) }));
}

function withHeaders(...headers: [string, string][]): Manner {
  return ({ socket, honest }) => void socket.write(bytesOf(honest, { headers }));
}

function raw(make: (moment: Moment) => string | Buffer): Manner {
  return (moment) => void moment.socket.write(make(moment));
}

/** The members of an honest body, with more before them. */
const withMember = (json: string) => {
  const before = Buffer.from(`{${json},`);
  return (honest: Honest) => [before, honest.body.subarray(1)];
};

const blank = Buffer.alloc(64 * mebibyte, ' ');
const gzipped = gzipSync(blank);
const head = (honest: Honest, ...lines: string[]) =>
  [`HTTP/1.1 ${honest.status} OK`, 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

/** Everything that a target may do to whoever asks it, by name. */
export const kinds = {
  'never answers': { manner: () => {}, comesTo: /within \d+ ms/ },
  'accepts and closes': { manner: () => {}, onConnection: (socket) => void socket.destroy(), comesTo: /reset|closed/ },
  'closes on the request': { manner: ({ socket }) => void socket.destroy(), comesTo: /reset/ },
  'drips its head': {
    manner: ({ socket, honest }) => drip(socket, Buffer.from(head(honest, 'X: y'.repeat(99)))),
    comesTo: /within/,
  },
  'drips its body for ever': {
    manner: ({ socket, honest }) => {
      socket.write(head(honest, 'Content-Length: 99999999'));
      drip(socket, Buffer.from(' '));
    },
    comesTo: /within/,
  },
  'stalls half-way': {
    manner: raw(({ honest }) => bytesOf(honest, { length: honest.body.length + 10 })),
    comesTo: /within/,
  },
  'ends half-way': {
    manner: ({ socket, honest }) => void socket.end(bytesOf(honest, { length: honest.body.length + 10 })),
    comesTo: /broke off|reset/,
  },
  'sends 2 GB': {
    manner: ({ socket, honest }) => {
      socket.write(head(honest, `Content-Length: ${2 * 1024 * mebibyte}`));
      pour(socket, Buffer.alloc(mebibyte, ' '));
    },
    comesTo: 200,
  },
  'gzip bomb': { manner: coded('gzip', gzipped), comesTo: 200 },
  'brotli bomb': { manner: coded('br', brotliCompressSync(blank)), comesTo: 200 },
  'gzip within gzip': { manner: coded('gzip, gzip', gzipSync(gzipped)), comesTo: /content coding/ },
  'gzip without end': {
    manner: ({ socket, honest }) => {
      socket.write(head(honest, 'Content-Encoding: gzip'));
      const gzip = createGzip();
      gzip.on('error', () => {}).pipe(socket);
      socket.on('close', () => gzip.destroy());
      const more = () => {
        while (!gzip.destroyed && gzip.write(blank.subarray(0, mebibyte)));
      };
      gzip.on('drain', more);
      more();
    },
    comesTo: 200,
  },
  'gzip that is none': { manner: coded('gzip', Buffer.from('no gzip at all')), comesTo: /decompressed/ },
  'headers without end': {
    manner: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, 'X-More: and more\r\n'.repeat(50));
    },
    comesTo: /not HTTP/,
  },
  'a header of 1 MB': { manner: withHeaders(['X-Long', 'x'.repeat(mebibyte)]), comesTo: /not HTTP/ },
  'Set-Cookie storm': {
    manner: withHeaders(
      ...Array.from({ length: 180 }, (_, at): [string, string] => ['Set-Cookie', `c${at}=${'v'.repeat(40)}; Path=/`]),
    ),
    comesTo: 200,
  },
  'JSON nested 100,000 deep': { manner: withFixed('['.repeat(100_000) + ']'.repeat(100_000)), comesTo: 200 },
  'an honest answer with JSON nested 100,000 deep': {
    manner: withBody(withMember(`"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
    comesTo: 200,
  },
  'a number of a million digits': { manner: withBody(withMember(`"number":${'7'.repeat(1_000_000)}`)), comesTo: 200 },
  'identities of a million digits': { manner: withFixed(`{"id":${'7'.repeat(1_000_000)}}`), comesTo: 200 },
  'a million quotes': { manner: withFixed(`["${'\\"'.repeat(500_000)}1234567890123456`), comesTo: 200 },
  '300,000 accounts': { manner: withFixed(`[${'{},'.repeat(300_000)}{}]`), comesTo: 200 },
  'invalid UTF-8': {
    manner: withBody((honest) => [
      '{"a":"',
      Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
      '",',
      honest.body.subarray(1),
    ]),
    comesTo: 200,
  },
  'NUL and escape sequences, escaped': {
    manner: withBody(withMember(String.raw`"a":"\u0000\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u2066"`)),
    comesTo: 200,
  },
  'NUL and escape sequences, as they are': {
    manner: withBody(withMember(`"a":"\0${esc}[2J${esc}]0;owned\u0007\u009b31m"`)),
    comesTo: 200,
  },
  'bidi marks and tags': {
    manner: withBody(withMember('"a\u202e":"\u2066\u202e\u{e0041}\u200b<script>"')),
    comesTo: 200,
  },
  'members named __proto__': {
    manner: withBody(withMember('"__proto__":{"id":"x"},"constructor":{"prototype":{"polluted":true}}')),
    comesTo: 200,
  },
  'escape sequences in the reason': {
    manner: raw(({ honest }) => bytesOf(honest, { reason: `${esc}[2J\u009b31m` })),
    comesTo: /./,
  },
  'broken chunking': {
    manner: raw(({ honest }) => `${head(honest, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`),
    comesTo: /not HTTP/,
  },
  'a length too short': {
    manner: raw(({ honest }) => bytesOf(honest, { length: honest.body.length - 1 })),
    comesTo: /not HTTP/,
  },
  'a body alone': { manner: ({ socket, honest }) => void socket.end(honest.body), comesTo: /not HTTP/ },
  'status 999': { manner: raw(({ honest }) => bytesOf(honest, { status: 999 })), comesTo: 999 },
  'HTTP/1.0': {
    manner: ({ socket, honest }) => void socket.end(bytesOf(honest, { version: 'HTTP/1.0' })),
    comesTo: 200,
  },
  'an answer to 100, 102 and 103 first': {
    manner: raw(({ honest }) => Buffer.concat([Buffer.from(interim.repeat(20)), bytesOf(honest)])),
    comesTo: 200,
  },
  '1xx without end': {
    manner: ({ socket }) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20)),
    comesTo: /within|not HTTP/,
  },
  'switches protocols': {
    manner: raw(
      ({ honest }) => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n${bytesOf(honest)}`,
    ),
    comesTo: /within|reset/,
  },
  'answers before it was asked': {
    manner: () => {},
    onConnection: (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'),
    comesTo: 200,
  },
  'answers twice at once': {
    manner: raw(({ honest }) => Buffer.concat([bytesOf(honest), bytesOf(honest)])),
    comesTo: 200,
  },
  'answers again 1 ms later': {
    manner: ({ socket, honest }) => {
      socket.write(bytesOf(honest));
      setTimeout(() => socket.destroyed || socket.write(bytesOf(honest)), 1);
    },
    comesTo: 200,
  },
  'answers again 20 ms later': {
    manner: ({ socket, honest }) => {
      socket.write(bytesOf(honest));
      setTimeout(() => socket.destroyed || socket.write(bytesOf(honest)), 20);
    },
    comesTo: 200,
  },
  'closes 1 ms after each answer, unsaid': {
    manner: ({ socket, honest }) => {
      socket.write(bytesOf(honest));
      setTimeout(() => socket.destroy(), 1);
    },
    comesTo: 200,
  },
  'an absurd Content-Type': {
    manner: withHeaders(['Content-Type', `application/${'json;'.repeat(2000)}`]),
    comesTo: 200,
  },
} satisfies Record<string, Kind>;

const interim =
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n';

export type KindName = keyof typeof kinds;

import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { serve } from '../../api/listener.js';
import { forms } from '../../redaction/forms.fixture.js';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.js';
import { letters } from '../../reference-server/state.js';
import { variablesOf } from '../../settings/schema.js';
import { attempt } from '../../settings/usage-error.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A text in the forms that docs/limits.md promises to find, and in base64 at each offset. */
export const formsOf = (text: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(forms).map(([name, write]) => [name, write(text, 0)])),
  ...{ 'base64 at 1': base64(`:${text}`), 'base64 at 2': base64(`k=${text}`) },
  // With nothing of its own at the end: a letter before nineteen characters of the key may by chance be its twentieth.
  'a run of twenty': withoutSigns(text).slice(-20),
});

/** What the target may put into a header without Node refusing it. */
const inHeader = (text: string) => encodeURIComponent(text).slice(0, 2000);

export type EchoServer = Awaited<ReturnType<typeof startEchoServer>>;

/** An honest service whose every answer is filled with keys, under a certificate that names one; redirects lead elsewhere. */
export async function startEchoServer() {
  // An end of its own: turned round, behind a word that chance picks, the key would be another of those that are nearly right.
  const ends = ['7'];
  const secretKey = () => `sk_sandbox_${letters(39)}${ends.pop() ?? letters(1)}`;
  const honest = await startReferenceServer({ https: false, change: { server: { secretKey } } });
  const { apiKey, otherApiKey = '', publicKey, revokedKey } = honest.credentials;
  const configured = { apiKey, otherApiKey, publicKey, revokedKey };
  const strayed: string[] = [];
  const other = await serve((request, response) => {
    strayed.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')}`);
    response.end();
  }, '');
  const elsewhere = other.baseUrl;

  const sent = new Set<string>();
  let requests = 0;
  let awaited: { readonly at: number; then(): void } | undefined;
  const listener: RequestListener = async (request, response) => {
    requests += 1;
    if (requests === awaited?.at) awaited.then();
    const given = [request.headers['api-key'], request.headers['x-api-key'], request.headers.authorization].map(String);
    sent.add(given[0] ?? '');
    const all = [...Object.values(configured), ...given.filter((text) => text.length > 10)];
    const key = all[requests % all.length] ?? apiKey;
    const { status, body } = await ask(honest, request);
    const some = requests > calm && requests % 5 === 0 ? unkind : kind;
    const manner = some[requests % some.length] as Manner;
    manner(response, { status, key, elsewhere, ...filled(body, key) });
  };

  const named = (commonName: string, organizationName: string) =>
    Object.entries({ commonName, organizationName }).map(([name, value]) => ({ name, value }));
  const made = { keyType: 'ec', algorithm: 'sha256' } as const;
  const extensions = [
    { name: 'basicConstraints', cA: true, critical: true } as const,
    { name: 'keyUsage', keyCertSign: true, critical: true } as const,
  ];
  const authority = await generate(named('Throw-away authority', base64(publicKey)), { ...made, extensions });
  const altNames = [
    { type: 7, ip: '127.0.0.1' } as const,
    { type: 2, value: `${apiKey.toLowerCase()}.example` } as const,
    { type: 6, value: `https://example.com/?key=${encodeURIComponent(revokedKey)}` } as const,
  ];
  const leaf = await generate(named(apiKey, otherApiKey.toUpperCase()), {
    ...made,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const server = createSecureServer({ key: leaf.private, cert: leaf.cert, keepAliveTimeout: 65_000 }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    env: variablesOf({ baseUrl: `https://127.0.0.1:${port}/v1/`, ...honest.credentials }),
    ca: authority.cert,
    /** The keys configured, and every other Api-Key that was sent and is nearly one of them. */
    secrets: (): Record<string, string> => {
      const near = [...new Set([...sent].map(withoutSigns))].filter(
        (value) => !Object.values(configured).includes(value) && isNear(value, apiKey),
      );
      return { ...configured, ...Object.fromEntries(near.map((value, at) => [`nearly right key ${at + 1}`, value])) };
    },
    strayed,
    requests: () => requests,
    afterMore: (count: number, then: () => void) => {
      awaited = { at: requests + count, then };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await other.close();
      await honest.close();
    },
  };
}

/** What an Api-Key holds of a key, without a folder before it, or a wildcard behind, which is no twentieth character. */
const withoutSigns = (value: string) => value.replace(/^.*\/|^Bearer |["']|[*%]$|,? x$|-x{255}$/g, '');

/** Most characters in common, from one end or turned round, in either case: what no random key has. */
function isNear(value: string, key: string): boolean {
  const [one, two] = [value.toLowerCase(), key.toLowerCase()];
  const begins = (a: string, b: string) => [...a].findIndex((sign, at) => sign !== b[at]);
  const turned = (text: string) => [...text].reverse().join('');
  const common = [one, turned(one)].map((text) => {
    const front = begins(text, two);
    const back = begins(turned(text), turned(two));
    return (front < 0 ? text.length : front) + (back < 0 ? text.length : back);
  });
  return Math.max(...common) >= key.length - 2;
}

function ask({ listener }: ReferenceServer, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    let status = 500;
    const end = (body = '') => resolve({ status, body: attempt(() => JSON.parse(String(body))) ?? String(body) });
    const writeHead = (answered: number) => {
      status = answered;
    };
    listener.emit('request', request, { writeHead, end, destroy: () => end() });
  });
}

/** A body with the key in it: as values, as names of members, in an identity, in a text of an error. */
function filled(body: unknown, key: string) {
  const forms = formsOf(key);
  const own = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : { body };
  const { id } = own as { id?: unknown };
  const common = { ...own, ...(id !== undefined && { reference: `${key}.${String(id)}` }) };
  const names = Object.values(forms).map((form) => [form, { [key]: [1, { [form]: true }] }]);
  const bodies = [{ echo: forms }, Object.fromEntries(names)].map((more) => JSON.stringify({ ...common, ...more }));
  return { text: bodies[0] ?? '', names: bodies[1] ?? '' };
}

interface Echoed {
  readonly status: number;
  readonly key: string;
  readonly elsewhere: string;
  readonly text: string;
  readonly names: string;
}
type Manner = (response: ServerResponse, described: Echoed) => void;

const json = { 'content-type': 'application/json' };
const say = (response: ServerResponse, { status }: Echoed, body: string | Buffer, headers = {}, reason = 'Said') =>
  response.writeHead(status, reason, { ...json, ...headers }).end(status === 204 || status === 304 ? undefined : body);

/** Answers before the first that is none: enough for the suites to learn what this service is like. */
const calm = 60;

const kind: readonly Manner[] = [
  (response, echoed) => say(response, echoed, echoed.text),
  (response, echoed) => say(response, echoed, echoed.names),
  (response, echoed) => say(response, echoed, gzipSync(echoed.text), { 'content-encoding': 'gzip' }),
  (response, echoed) => {
    const { key, text } = echoed;
    const forms = Object.entries(formsOf(key));
    for (const [name, form] of forms) response.setHeader(`x-echo-${name.replaceAll(' ', '-')}`, inHeader(form));
    // Schemes before keys, and keys of all signs, hold what no name of a header may.
    const name = key.replace(/[^\w-]/g, '-');
    response.setHeader(name, 'its name');
    response.setHeader(`x-${[...name].reverse().join('')}`, 'its name turned round');
    const cookies = forms.slice(0, 8).map(([, form], at) => `c${at}=${inHeader(form)}; Path=/${key}`);
    response.setHeader('set-cookie', cookies);
    response.setHeader('www-authenticate', `Bearer realm="${key}", error_description="${base64(key)}"`);
    response.setHeader('retry-after', '0');
    say(response, echoed, text);
  },
  (response, echoed) => say(response, echoed, echoed.text, {}, `No ${echoed.key}, nor ${base64(echoed.key)}`),
  (response, { status, text, key }) => {
    const bytes = Buffer.from(text);
    const head = `HTTP/1.1 ${status === 204 ? 200 : status} ${key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\ntrailer: x-key\r\nconnection: close\r\n\r\n`;
    const chunk = `${bytes.length.toString(16)};key="${key}"\r\n`;
    const end = `\r\n0;key=${key}\r\nx-key: ${key}\r\n${key}: its name\r\n\r\n`;
    response.socket?.end(Buffer.concat([Buffer.from(head + chunk), bytes, Buffer.from(end)]));
  },
];

const unkind: readonly Manner[] = [
  (response, { key, elsewhere }) =>
    response.writeHead(307, { location: `${elsewhere}/${key}?key=${encodeURIComponent(base64(key))}#${key}` }).end(),
  (response, { key }) => {
    const trace = `<html><body><pre>Error: unknown key ${key}\n    at check (/srv/auth.js:7:${key})\n${base64(key)}</pre>`;
    response.writeHead(500, { 'content-type': 'text/html' }).end(trace);
  },
  // No HTTP at all: what the parser says about it may quote it.
  (response, { key }) => response.socket?.end(`${key} ${key}\r\n${key}\r\n\r\n`),
];

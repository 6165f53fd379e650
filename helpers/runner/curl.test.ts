import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Header } from '../../schemas/exchange.js';
import type { BuiltRequest, RequestChange } from '../client/message.js';
import type { Repeated } from '../client/verdicts.js';
import { created } from '../identity/response.fixture.js';
import { inCheck } from './context.fixture.js';
import { curl, shellWord } from './curl.js';

const keys = {
  ...{ otherApiKey: 'sk_other_0123456789', revokedKey: 'sk_revoked_123456789', publicKey: 'pk_public_0123456789' },
  otherTenantId: 'tnt_other',
};
interface Asked {
  readonly raw?: Partial<BuiltRequest['raw']>;
  readonly change?: RequestChange;
  readonly headers?: readonly Header[];
  readonly configuration?: object;
  readonly repeated?: Repeated;
  readonly key?: string | null;
}

async function lines({ raw = {}, change = {}, headers = [], configuration = {}, repeated, key = 'a key' }: Asked) {
  const { request } = created({});
  const built = {
    ...request,
    ...{ change, idempotencyKey: key },
    raw: { method: 'POST', path: 'customers', headers, body: '{"a":1}', ...raw },
  };
  return (await inCheck(() => curl(built, repeated), { ...keys, ...configuration })).split(/ \\\n {2}|\n/);
}

describe('a command', () => {
  test.each([
    ['POST', "curl -i -X POST 'http://127.0.0.1:9/v1/customers'"],
    ['GET', "curl -i 'http://127.0.0.1:9/v1/customers'"],
    ['HEAD', "curl -i -I 'http://127.0.0.1:9/v1/customers'"],
    ['GET', "curl -i -X GET 'http://127.0.0.1:9/v1/customers'", '{}'],
  ])('by %s', async (method, line, body?: string) => {
    const data = body === undefined ? [] : [`--data-raw '${body}'`];
    expect(await lines({ raw: { method, body } as never })).toEqual([line, ...data]);
  });

  test.each<[header: Header, word: string, asked?: Asked]>([
    [['Api-Key', keys.otherApiKey], '"Api-Key: $CONFORMANCE_OTHER_API_KEY"'],
    [['Api-Key', keys.revokedKey], '"Api-Key: $CONFORMANCE_REVOKED_KEY"'],
    [['Api-Key', keys.publicKey], '"Api-Key: $CONFORMANCE_PUBLIC_KEY"'],
    [['x-tenant-id', 'tnt_0123456789'], '"x-tenant-id: $CONFORMANCE_TENANT_ID"'],
    [['x-tenant-id', 'tnt_other'], '"x-tenant-id: $CONFORMANCE_OTHER_TENANT_ID"'],
    [['Authorization', 'Bearer sk_sandbox_0123456789abcdef'], `'Authorization: Bearer '"$CONFORMANCE_API_KEY"`],
    [['API-KEY', 'a'.repeat(15)], `'API-KEY: ${'a'.repeat(15)}'`],
    [['API-KEY', 'a'.repeat(16)], expect.stringMatching(/^"API-KEY: \$\(printf %s "\$CONFORMANCE_API_KEY" \| tr /)],
    [['X-Other', 'a'.repeat(16)], `'X-Other: ${'a'.repeat(16)}'`],
    [['Api-Key', 'a'.repeat(16)], '"Api-Key: $OTHER"', { change: { shellKey: '$OTHER' } }],
    [['Api-Key', 'a'.repeat(16)], `'Api-Key: ${'a'.repeat(16)}'`, { change: { shellKey: null } }],
    [['Idempotency-Key', 'a key'], '"Idempotency-Key: $(uuidgen)"'],
    [['Idempotency-Key', 'a key'], "'Idempotency-Key: a key'", { change: { idempotencyKey: 'a key' } }],
    [['X-Empty', ''], "'X-Empty;'", { key: null }],
  ])('writes the header %j as %s', async (header, word, asked = {}) => {
    const [, line] = await lines({ ...asked, headers: [header] });
    expect(line?.slice(3)).toEqual(word);
    expect(line?.slice(0, 3)).toBe('-H ');
  });

  test('leaves out what each client sends, and has a body where there is one', async () => {
    const accepts: Header[] = [
      ['Accept', 'application/json; q=1'],
      ['X-Accept', 'application/json'],
    ];
    const headers: Header[] = [['Accept', 'application/json'], ['User-Agent', 'a suite'], ...accepts];
    const shown = accepts.map((header) => `-H '${header.join(': ')}'`);
    expect((await lines({ headers })).slice(1)).toEqual([...shown, `--data-raw '{"a":1}'`]);
  });

  test('takes what reaches the target from the files of the configuration', async () => {
    const configuration = { ca: 'pem', clientKey: 'pem', clientCert: 'pem', headers: [['X-Gateway', 'secret']] };
    expect((await lines({ configuration })).slice(1, -1)).toEqual([
      '--cacert "$CONFORMANCE_CA_FILE"',
      '--cert "$CONFORMANCE_CLIENT_CERT_FILE" --key "$CONFORMANCE_CLIENT_KEY_FILE"',
      '--header @"$CONFORMANCE_HEADERS_FILE"',
    ]);
  });

  test.each([
    [{ circumstance: 'after a pause' }, undefined, 'after a pause'],
    [{ agent: {} as never }, undefined, 'on the connection of other requests'],
    [{}, { times: 2, atOnce: true, identity: '' }, 'by requests at one moment'],
  ])('says what a response depends on: %j', async (change, repeated, circumstance) => {
    const [first] = await lines({ change, ...(repeated && { repeated }) });
    expect(first).toBe(`# Found ${circumstance}; sent alone, it may get another response.`);
  });

  test('repeats a write under one key, at once or one after the other', async () => {
    const headers: Header[] = [['Idempotency-Key', 'a key']];
    const atOnce = await lines({ headers, repeated: { times: 3, atOnce: true, identity: '' } });
    expect(atOnce.slice(1, 4)).toEqual([
      'KEY=$(uuidgen)',
      "seq 3 | xargs -P 3 -I NUMBER curl -sS -i -X POST 'http://127.0.0.1:9/v1/customers'",
      '-H "Idempotency-Key: $KEY"',
    ]);
    const after = await lines({ headers: [], key: null, repeated: { times: 2, atOnce: false, identity: '' } });
    expect(after).toEqual([
      "for n in $(seq 2); do curl -sS -i -X POST 'http://127.0.0.1:9/v1/customers'",
      `--data-raw '{"a":1}'`,
      '  sleep 1.1',
      'done',
    ]);
  });
});

const key = 'sk_test_a1B2c3D4e5F6';
const odd = 'sk "odd" $key\\ with/all+of=it';
const known = new Map([
  [key, 'KEY'],
  [odd, 'ODD'],
]);

/** What a shell makes of a word, without the line feed that would be lost at its end. */
const expanded = (word: string) =>
  execFileSync('sh', ['-c', `printf '%s.' ${word}`], { env: { PATH: process.env.PATH, KEY: key, ODD: odd } })
    .toString()
    .slice(0, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[name: string, text: string, word?: string]>([
  ['no key', "it's $plain", String.raw`'it'\''s $plain'`],
  ['nothing', '', "''"],
  ['a key behind a scheme', `Authorization: Bearer ${key}`, `'Authorization: Bearer '"$KEY"`],
  ['a key before a letter', `${key}x`, `"$KEY"'x'`],
  ['a key in JSON', JSON.stringify({ a: "it's", key }), `'{"a":"it'\\''s","key":"'"$KEY"'"}'`],
  ['no key in base64', `Basic ${base64('somebody:else')}`, `'Basic ${base64('somebody:else')}'`],
  ['a key over several lines', `first\n${key}\n`],
  ['a key of odd characters in Basic credentials', `Authorization: Basic ${base64(`${odd}:${odd}`)}`],
])('a word with %s holds no key, and a shell reads the text again', (_, text, word) => {
  const made = shellWord(text, known);
  if (word !== undefined) expect(made).toBe(word);
  for (const value of [key, odd, base64(`${key}:${key}`), base64(`${odd}:${odd}`)]) expect(made).not.toContain(value);
  expect(expanded(made)).toBe(text);
});

import fc from 'fast-check';
import { hostile } from '../../../reports/testing/hostile.js';
import type { Header } from '../../../schemas/exchange.js';
import { type Form, forms } from '../../redaction/forms.fixture.js';

export const canary = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';

export interface Fuzzed {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** The canary as it stands somewhere in the answer, and in which form. */
  readonly written?: { readonly text: string; readonly form: string };
}

type Weighed<T> = readonly [weight: number, arbitrary: fc.Arbitrary<T>];
const some = <T>(...all: readonly Weighed<T>[]): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const text = some(
  [4, fc.string({ unit: 'binary', maxLength: 40 })],
  [2, fc.string({ maxLength: 40 })],
  [1, fc.constantFrom(...Object.values(hostile))],
);
const telling = ['id', 'data', 'customer', 'customer_id', 'accounts', 'items', 'email', 'created_at', 'next', 'error'];
const treacherous = ['__proto__', 'constructor', 'toString', 'length', '', '0', '$ref', '{}', 'cus_1001', 'a/b~c'];
const name = fc.oneof(fc.constantFrom(...telling, ...treacherous), text);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    text,
    fc.double(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(name, tie('json'), { maxKeys: 6 }),
  ),
}));
const jsonText = some(
  [8, json.map((value) => JSON.stringify(value))],
  [1, json.map((value) => `\u{feff}${JSON.stringify(value, undefined, '\t')}`)],
  [1, fc.tuple(json, fc.nat(200)).map(([value, at]) => JSON.stringify(value).slice(0, at))],
  [1, fc.nat(400).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`)],
  [1, fc.bigInt({ max: 10n ** 60n }).map((id) => `{"id":${id},"id":-1e999,"at":${id}.5e-7}`)],
);
const body = some(
  [5, jsonText.map((one) => Buffer.from(one))],
  [2, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
  [1, text.map((one) => Buffer.from(one))],
  [1, fc.constant(Buffer.alloc(0))],
);

const token = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_.!#$%&*+^`|~'),
  minLength: 1,
  maxLength: 20,
});
const known = ['Content-Type', 'Location', 'Retry-After', 'Set-Cookie', 'WWW-Authenticate', 'X-Request-Id', 'Date']
  .concat(['Deprecation', 'Link', 'ETag', 'RateLimit-Limit', 'Content-Location', 'Vary', 'Server', '__proto__'])
  .concat(['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Trailer', 'Upgrade']);
/** What a header may hold (RFC 9110, 5.5), and now and then what it may not. */
const headerValue = some(
  [6, fc.constantFrom('application/json', 'gzip', 'chunked', '17', '-1', 'close', '/v1/x?y=%zz')],
  [6, fc.string({ maxLength: 40 })],
  [1, fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1'))],
);
const header: fc.Arbitrary<Header> = fc.tuple(fc.oneof(fc.constantFrom(...known), token), headerValue);
const status = some(
  [3, fc.constantFrom(200, 201, 202, 204, 301, 304, 400, 401, 404, 409, 422, 429, 500, 503)],
  [1, fc.integer({ min: 200, max: 999 })],
);
const reason = fc.oneof(fc.constantFrom('OK', 'Created', ''), fc.string({ maxLength: 20 }));
const plain: fc.Arbitrary<Fuzzed> = fc.record({
  version: fc.constantFrom('1.1', '1.1', '1.0'),
  status,
  reason,
  headers: fc.array(header, { maxLength: 8 }),
  body,
});

/** Where the canary may stand in an answer. What holds line ends, or letters beyond one byte, fits into a body only. */
type Place = (answer: Fuzzed, written: string) => Fuzzed;
const inJson = (make: (written: string) => unknown): Place => {
  const json200 = { status: 200, headers: [['Content-Type', 'application/json']] } as const;
  return (answer, written) => ({ ...answer, ...json200, body: Buffer.from(JSON.stringify(make(written))) });
};
const places: readonly Place[] = [
  (answer, written) => ({ ...answer, body: Buffer.from(`No such key: ${written}.`) }),
  inJson((written) => ({ error: { key: written } })),
  inJson((written) => [{ [written]: [1, null] }]),
  inJson((written) => ({ id: 7, list: [written, 'x'] })),
  (answer, written) => ({ ...answer, headers: [['X-Echo', written]] }),
  (answer, written) => ({ ...answer, headers: [['Location', `https://x.example/login?key=${written}`]] }),
  (answer, written) => ({ ...answer, headers: [['Set-Cookie', `session=${written}; Path=/`]] }),
  (answer, written) => ({ ...answer, reason: `Bad key ${written}` }),
];
const inBodies = 4;

const leaking: fc.Arbitrary<Fuzzed> = fc
  .tuple(plain, fc.constantFrom(...(Object.entries(forms) as [string, Form][])), fc.nat(100), fc.nat(places.length - 1))
  .map(([answer, [form, write], variant, at]) => {
    const written = write(canary, variant);
    const fits = at < inBodies || /^[ -~]+$/.test(written);
    const place = places[fits ? at : at % inBodies] as Place;
    // What says how the body is to be read would keep it from being read.
    const calm = { ...answer, status: [204, 304].includes(answer.status) ? 200 : answer.status, headers: [] };
    return { ...place(calm, written), written: { text: written, form } };
  });

/** A good third of them give the canary back. */
export const answers: fc.Arbitrary<Fuzzed> = some([6, plain], [4, leaking]);

export const texts = fc.oneof(text, jsonText);

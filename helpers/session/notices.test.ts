import { expect, test } from 'vitest';
import { noticesOf } from './notices.js';
import type { Prepared } from './prepare.js';

const target = {
  ...{ baseUrl: 'https://api.example.com/v1/', environment: 'sandbox' },
  ...{ allowInsecureHttp: false, allowLiveWrites: false, failOnDrift: false },
};
const noticed = (configuration: object, embedded = false, baseline?: object) => {
  const run = { target: { configuration: { ...target, ...configuration }, embedded }, tested: { basePath: '/v1/' } };
  return noticesOf({ ...run, baseline } as unknown as Prepared);
};

test.each<[configuration: object, embedded: boolean, said: RegExp[]]>([
  [{}, false, []],
  [{ environment: 'live' }, false, [/^Live: nothing is written/]],
  [{ environment: 'live', allowLiveWrites: true }, false, [/^Live: this run writes/]],
  [{ allowLiveWrites: true }, false, []],
  [{ baseUrl: 'https://api.example.com/' }, false, [/^The base address has no .*Probably meant: .*\/v1/]],
  [{ baseUrl: 'https://api.example.com/' }, true, []],
  [{ baseUrl: 'http://10.0.0.1/v1/', allowInsecureHttp: true }, false, [/^Keys travel over plain HTTP/]],
  [{ baseUrl: 'http://127.0.0.1/v1/', allowInsecureHttp: true }, true, []],
  [{ allowInsecureHttp: true }, false, []],
  [{ baseUrl: 'http://127.0.0.1/v1/' }, false, []],
  [{ publicKeys: ['apiKey'] }, false, [/CONFORMANCE_API_KEY.*counts as public/]],
])('a reader of a run with %j (embedded: %s) hears of it', (configuration, embedded, said) => {
  expect(noticed(configuration, embedded)).toEqual(said.map((one) => expect.stringMatching(one)));
});

test.each<[configuration: object, baseline: object | undefined, said: string[]]>([
  [{}, undefined, []],
  [{ failOnDrift: true }, {}, []],
  [{ failOnDrift: true }, undefined, ['no earlier run']],
  [{ failOnDrift: true, baseline: 'none' }, undefined, ['--baseline is none.']],
])('with %j, compared with %j', (configuration, baseline, said) => {
  expect(noticed(configuration, false, baseline)).toEqual(said.map((one) => expect.stringContaining(one)));
});

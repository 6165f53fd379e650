import { test } from 'vitest';
import { allowed, refused } from './judged.fixture.js';
import { rules } from './rules.js';

const target = { baseUrl: 'https://api.example.com/v1/', apiKey: 'topsecret', tenantId: 'acme' };

test('every setting of a target needs a base address', () => {
  const rule = rules.baseAddressIsThere;
  allowed(rule, {});
  allowed(rule, { concurrency: 4, customer: 'c.json', allowInsecureHttp: true });
  allowed(rule, target);
  for (const name of ['apiKey', 'tenantId', 'otherTenantId', 'otherApiKey', 'publicKey', 'revokedKey'] as const)
    refused(rule, { [name]: 'topsecret' }, `CONFORMANCE_BASE_URL is not set, but <${name}> is:`);
  refused(rule, { environment: 'sandbox' }, '<environment> is:');
  refused(rule, { apiKey: 'topsecret', tenantId: 'acme' }, '<apiKey>, <tenantId> are:');
});

test('a base address needs a key and a tenant', () => {
  const rule = rules.keyAndTenantAreThere;
  allowed(rule, target);
  allowed(rule, {});
  refused(rule, { baseUrl: target.baseUrl, tenantId: 'acme' }, '<baseUrl> is set, but <apiKey> is not.');
  refused(rule, { baseUrl: target.baseUrl }, '<apiKey> and <tenantId> are not.');
});

test('a second key needs a second tenant, a second tenant needs no key of its own', () => {
  refused(rules.pairsAreWhole, { ...target, otherApiKey: 'other' }, '<otherApiKey> is set, but');
  allowed(rules.pairsAreWhole, { ...target, otherTenantId: 'b' });
});

test('the two tenants differ', () => {
  const uuid = '6f1c2f5e-9d0b-4c55-8d0a-1f2e3d4c5b6a';
  refused(rules.tenantsDiffer, { ...target, otherTenantId: 'acme' }, 'are the same tenant');
  refused(rules.tenantsDiffer, { tenantId: uuid, otherTenantId: uuid.toUpperCase() }, 'are the same tenant');
  allowed(rules.tenantsDiffer, { ...target, otherTenantId: 'ACME' });
  allowed(rules.tenantsDiffer, {});
});

test('a public or revoked key differs from the keys in use', () => {
  refused(rules.keysDiffer, { ...target, publicKey: 'topsecret' }, '<publicKey> and <apiKey> are the same key');
  refused(rules.keysDiffer, { ...target, otherApiKey: 'b', revokedKey: 'b' }, '<revokedKey> and <otherApiKey>');
  allowed(rules.keysDiffer, { ...target, publicKey: 'p', revokedKey: 'r' });
  allowed(rules.keysDiffer, { ...target, otherApiKey: 'topsecret' });
});

test('plain HTTP leaves this machine only when that is allowed', () => {
  const rule = rules.plainHttpIsAllowed;
  for (const host of ['127.0.0.1:80', '127.8.9.10', '[::1]:8080', 'localhost'])
    allowed(rule, { ...target, baseUrl: `http://${host}/v1/` });
  for (const host of ['api.example.com', '0.0.0.0', 'api.localhost', '10.0.0.1', '[::]'])
    refused(rule, { ...target, baseUrl: `http://${host}/v1/` }, '<allowInsecureHttp>=true');
  allowed(rule, { ...target, baseUrl: 'http://api.example.com/v1/', allowInsecureHttp: true });
  allowed(rule, target);
});

test('options that need another, or exclude one', () => {
  const { baseUrl } = target;
  refused(rules.startHasAddress, { start: 'sleep 9' }, '<start> starts a target, but CONFORMANCE_BASE_URL');
  refused(rules.watchHasRoom, { watch: true }, '<watch> needs a target');
  refused(rules.watchHasRoom, { watch: true, baseUrl, out: 'x' }, '<watch> writes one folder per run, so <out> cannot');
  refused(rules.watchHasRoom, { watch: true, baseUrl, json: true }, 'so <json> cannot print one');
});

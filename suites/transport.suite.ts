/**
 * What the service does, items 1 to 3; Endpoints, common request headers; Versioning: requests go over HTTPS, answers
 * are JSON, bodies of writes are JSON, header names are those of standard HTTP, and the version stands in the path.
 */

import { isLoopback } from '../helpers/configuration/loopback.js';
import { acquaintance } from '../helpers/controls/acquaintance.js';
import { create, keyAccepted, rightCreation, rightListing } from '../helpers/controls/admission.js';
import { all401 } from '../helpers/controls/bad-keys.js';
import { freshCustomer } from '../helpers/customer/customer.js';
import { check } from '../helpers/engine/check.js';
import { lookAtConnection } from '../helpers/engine/connection-state.js';
import { fixture } from '../helpers/engine/fixture.js';
import { Contradiction, Failure, Undecided, Withheld } from '../helpers/engine/outcome.js';
import { hasJsonType, isSuccess, type Reply, told } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { send } from '../helpers/engine/send.js';
import { sameCustomer } from '../helpers/identity/customer-identity.js';
import { isListing, isOrdinaryCreation } from '../helpers/observation/passing.js';
import { createCustomer, listAccounts } from '../schemas/operations.js';

check('HTTP-01', 'https, with a certificate that verifies', async () => {
  const { base } = run().connection;
  if (base.protocol === 'http:') {
    if (isLoopback(base.hostname)) {
      throw new Withheld(
        'The target is plain HTTP on loopback, where nobody sits in between. Set CONFORMANCE_BASE_URL to an https address.',
      );
    }
    throw new Failure({
      found: 'The base address is plain HTTP to a host that is not loopback.',
      expected: 'an https address',
      received: base.href,
    });
  }
  const look = await lookAtConnection(run());
  if (look.state === 'unreachable') throw new Undecided(`The target cannot be reached: ${look.reason}.`);
  if (look.state === 'untrusted') {
    throw new Failure({
      found: `The target’s certificate does not verify: ${look.reason}.`,
      expected: 'a chain, a name and dates that verify',
      received: `${look.reason}. No key was sent, and nothing else was asked. A private authority is given by CONFORMANCE_CA_FILE.`,
    });
  }
});

for (const [name, right, isOfThem] of [
  ['creating a customer', rightCreation, isOrdinaryCreation],
  ['listing accounts', rightListing, isListing],
] as const) {
  check(
    'HTTP-03',
    name,
    async () => {
      const reply = await right();
      keyAccepted(reply);
      const successes = run().replies.filter(isOfThem);
      if (successes.length === 0) {
        // The acquaintance says why the right customer is refused.
        if (right === rightCreation) await acquaintance();
        throw new Undecided(`${told(reply)} is answered ${reply.status}, and no success was seen in this run.`);
      }
      const withBody = successes.filter(({ text }) => text !== '');
      if (withBody.length === 0)
        throw new Withheld(`The answer of ${told(reply)} has no body, so there is none to judge.`);
      for (const one of withBody) contradictUnlessJson(one, `A success (${one.status})`);
    },
    'last',
  );
}

function contradictUnlessJson(reply: Reply, what: string): void {
  if (hasJsonType(reply) && (reply.isJson || reply.cut)) return;
  const type = reply.headers.get('content-type') ?? 'no Content-Type';
  throw new Contradiction({
    found: hasJsonType(reply)
      ? `${what} has a body that is not well-formed JSON.`
      : `${what} is not labelled as JSON: ${type.slice(0, 60)}.`,
    expected: 'application/json, or a type that ends in +json, and a body that parses',
    received: `${type.slice(0, 60)}, ${reply.isJson ? 'JSON' : 'a body that does not parse'}`,
    reply,
  });
}

check(
  'HTTP-04',
  'every 401 of the run',
  async () => {
    keyAccepted(await rightListing());
    const withBody = (await all401()).filter((reply) => reply.text !== '');
    for (const reply of withBody) contradictUnlessJson(reply, 'A 401');
  },
  'last',
);

/** Bodies under application/json that are no JSON. Whatever follows a whole value is left to HTTP-07. */
const malformed: readonly (readonly [name: string, bend: (body: string) => string])[] = [
  ['cut inside a string', (body) => body.slice(0, body.indexOf(':') + 4)],
  ['cut in the middle', (body) => body.slice(0, body.lastIndexOf('{') + 1)],
  ['without its last brace', (body) => body.slice(0, -1)],
  ['bare text', () => 'one customer'],
];

for (const [name, bend] of malformed) {
  check('HTTP-05', `a body ${name}`, async () => {
    const known = await acquaintance();
    const text = bend(JSON.stringify(freshCustomer()));
    const reply = await send(createCustomer, { text, purpose: `with a body that is no JSON: ${name}` });
    const fate = known.fate(reply);
    if (fate === 'refused') return;
    if (fate === 'let in' || reply.status >= 500) {
      throw new Contradiction({
        found: `A body that is no JSON (${name}) is ${fate === 'let in' ? 'accepted as a write' : `answered ${reply.status}`}.`,
        expected: 'a refusal, any 4xx',
        received: String(reply.status),
        control: `a whole body: ${known.original.status}`,
        reply,
      });
    }
    throw new Undecided(`${told(reply)} is answered ${reply.status}, which neither lets it in nor refuses it.`);
  });
}

const spellings: readonly (readonly [name: string, spell: (name: string) => string])[] = [
  ['lower case', (name) => name.toLowerCase()],
  ['upper case', (name) => name.toUpperCase()],
];

/** What shows that a key is asked for at all. */
const keylessListing = fixture('a listing without Api-Key', () =>
  send(listAccounts, { apiKey: null, purpose: 'without Api-Key' }),
);

for (const [name, spell] of spellings) {
  check('HTTP-06', `listing accounts with names in ${name}`, async () => {
    const control = await rightListing();
    keyAccepted(control);
    const reply = await send(listAccounts, { spell, purpose: `with header names in ${name}` });
    if (!isSuccess(control))
      throw new Undecided(`${told(control)} is answered ${control.status}, so there is no success to compare with.`);
    if (!isSuccess(reply)) throw spelled(reply, name, control);
    if (isSuccess(await keylessListing()))
      throw new Undecided(
        'Without Api-Key the listing is given as well, so whether the header was read cannot be told.',
      );
  });

  check('HTTP-06', `a retry with names in ${name}`, async () => {
    const { original, identity, fate } = await acquaintance();
    const { customer, idempotencyKey } = original.asked;
    const same = { customer, idempotencyKey };
    const reply = await send(createCustomer, {
      ...same,
      spell,
      purpose: `again, same key, with header names in ${name}`,
    });
    if (isSuccess(reply)) {
      if (!identity || sameCustomer(original, reply, identity) !== false) return;
      // Another customer: of the spelling only if a retry that is spelt as usual still answers for the first.
      const usual = await send(createCustomer, { ...same, purpose: 'again, same key, spelt as usual' });
      if (isSuccess(usual) && sameCustomer(original, usual, identity) === true) throw spelled(reply, name, usual);
      throw new Undecided('A retry that is spelt as usual is not answered for the first customer either.');
    }
    // A repeat may be refused, at one time and not at another: whether the headers were read a fresh write tells.
    const fresh = await create({ spell, purpose: `with header names in ${name}` });
    if (fate(fresh) === 'let in') return;
    const usual = await create({ purpose: 'spelt as usual' });
    if (fate(usual) === 'let in' && !isSuccess(fresh)) throw spelled(fresh, name, usual);
    throw new Undecided(`${told(fresh)} is answered ${fresh.status}, and spelt as usual ${usual.status}.`);
  });
}

function spelled(reply: Reply, name: string, control: Reply): Contradiction {
  return new Contradiction({
    found: `With header names in ${name}, ${told(control)} is answered as if a header were missing.`,
    expected: `${control.status}, as with names spelt as in the specification`,
    received: String(reply.status),
    control: `names as in the specification: ${control.status}`,
    reply,
  });
}

check('VER-01', 'path of the base address', async () => {
  const { base } = run().connection;
  if (base.pathname === '/v1/') return;
  throw new Failure({
    found: `The path of the base address is ${base.pathname} instead of /v1/.`,
    expected: '/v1/, right after the host',
    received: base.pathname,
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { crash, created, rejected, replayed, reshaped, stored, withMembers, withStatus } from '../answers.js';
import { identifiedBy, silence, type Variant } from '../changes.js';
import {
  afterwards,
  all,
  beforehand,
  caching,
  creationAs,
  instead,
  knownByReference,
  promised,
  remembering,
  storingAnything,
  storingAsSent,
} from '../middleware.js';
import { customerWith, membersOf, withValues } from '../request.js';
import { wrongMembers } from '../service.js';
import { digitsOf, hashOf, json, rejection, withAnswerBody, withAnswerHeaders } from '../state.js';
import { keeps, keepsTexts, rule, unique } from './freedoms-of-requests.js';

const digitsIn = (text: string) => text.replace(/\D/g, '');
const withPlus = (value: unknown) => (typeof value === 'string' && /^\d{11}$/.test(value) ? `+${value}` : value);

const inProgress = rejection(409, 'in_progress', 'Another try is running.');

export const customerVariants: readonly Variant[] = [
  ...silence('The response to a creation is not shown', {
    'creation-200': afterwards(created, withStatus(200)),
    'customer-under-review': creationAs((customer) => ({
      ...customer,
      review: { accepted: String(customer.phone).endsWith('3') },
    })),
    'creation-repeats-what-was-sent': creationAs((_, asked) => asked.members),
    'creation-tells-who-asks': creationAs((_, asked) => ({
      status: 'accepted',
      client_id: '7f8e6c2d-1b3a-4c5d-8e9f-0a1b2c3d4e5f',
      tenant: { id: asked.tenantId },
    })),
    'creation-shows-a-changing-release': afterwards(stored, (answer, _, { tenants }) => {
      const isLate = tenants.some(({ customers }) => customers.size > 3);
      return withMembers(answer, { release: hashOf(`${isLate}`).toString('hex') });
    }),
    'job-for-each-try': afterwards(created, () => json(202, { status: 'queued', job: { job_id: randomUUID() } })),
    'creation-as-a-job-replay-as-the-customer': all(
      afterwards(replayed, withStatus(200)),
      afterwards(stored, (answer) => ({
        ...reshaped(answer, { id: `job_${randomUUID()}`, state: 'queued' }),
        status: 202,
      })),
    ),
    'customers-promised-and-validated-before-the-repeat': all(
      promised(({ members = {} }) => ({ errors: wrongMembers(members).map((field) => ({ field, code: 'invalid' })) })),
      storingAnything,
    ),
    'customers-promised-and-validated-overnight': all(
      promised(() => ({ state: 'active', identity_verified: false })),
      storingAnything,
    ),
    'customers-promised-and-judged-in-a-header': all(
      afterwards(replayed, (answer, { members = {} }) =>
        withAnswerHeaders(answer, { 'x-outcome': wrongMembers(members).length > 0 ? 'refused' : 'taken' }),
      ),
      promised(() => ({})),
      storingAnything,
    ),
  }),
  ...silence('The identifier of a customer is not shown', {
    'customer-id-in-the-location-beside-an-id-of-the-answer': afterwards(created, (answer) =>
      withAnswerBody(answer, { id: randomUUID() }),
    ),
    'customer-id-in-a-link-header': afterwards(created, (answer) =>
      withAnswerHeaders(reshaped(answer, { ok: true }), { link: `<${answer.headers?.location}>; rel="self"` }),
    ),
    'customers-known-by-a-reference-alone': knownByReference(),
    'reference-of-the-request-alone': knownByReference(() => `R-${randomUUID()}`),
    'customer-ids-are-slugs-of-the-name': creationAs(({ id, first_name, last_name }) => ({
      slug: `${first_name}-${last_name}-${digitsOf(String(id), 6)}`.toLowerCase(),
    })),
    'customer-ids-made-from-the-address': identifiedBy(
      ({ email }) => `cus_${hashOf(String(email)).toString('base64url')}`,
    ),
    // Made into a UUID of version 5.
    'customer-ids-made-from-the-key-and-nothing-else': {
      ...identifiedBy(({ idempotencyKey }) => {
        const name = hashOf(`a namespace of this service ${idempotencyKey}`).toString('hex');
        return name.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
      }),
      middleware: creationAs(({ id }) => ({ id })),
    },
    'customer-with-identities-of-other-things': creationAs((customer, asked) => ({
      ...customer,
      address: { ...(customer.address as object | undefined), id: `adr_${digitsOf(`${customer.id} address`, 12)}` },
      wallet: { id: `wal_${digitsOf(`${customer.id} wallet`, 12)}`, currency: 'EUR' },
      owner: { id: asked.tenantId },
    })),
    'customer-known-by-a-link-with-a-signature-in-its-path': creationAs(({ id }) => ({
      state: 'new',
      url: `https://api.example.com/${randomUUID()}/customers/${id}`,
    })),
    'customers-known-by-a-link-to-their-profile': creationAs(({ id }) => ({
      status: 'profile created',
      _links: { self: { href: `/v1/customers/${id}/profile` } },
    })),
  }),
  ...silence('The response to a repeat is not shown', {
    'replay-422': afterwards(replayed, rejection(422, 'repeated', 'Used before.')),
    'replay-403': afterwards(replayed, rejection(403, 'forbidden', 'Not allowed.')),
    'replay-409-and-no-identity': all(
      afterwards(replayed, inProgress),
      creationAs(() => ({ status: 'ok' })),
    ),
    'replay-in-another-shape-after-a-while': remembering<{ tries: number }>(async (asked, memory, honest) => {
      memory.tries = (memory.tries ?? 0) + 1;
      const answer = await honest(asked);
      const isNote = memory.tries > 4 && replayed(asked, answer);
      return isNote ? reshaped(answer, { known_as: membersOf(answer.body)?.id }) : answer;
    }),
    'replay-with-another-body-answered-as-the-first': remembering<{ first: string }>(async (asked, memory, honest) => {
      if (memory.first && asked.members) return honest(asked.withBody(membersOf(memory.first)));
      const answer = await honest(asked);
      if (answer.status === 201) memory.first = asked.body;
      return answer;
    }),
    'concurrent-tries-409': remembering<{ isRunning: boolean }>(async (asked, memory, honest) => {
      if (memory.isRunning) return inProgress;
      memory.isRunning = true;
      await pause(40);
      const answer = await honest(asked);
      memory.isRunning = false;
      return answer;
    }),
    // The rejection of a second body is not kept: the first answer stays.
    'refusals-kept-under-the-key': caching(
      ({ slot }) => slot,
      (asked, answer) => rejected(asked, answer) && !asked.earlierWrite(),
    ),
    'replay-409-for-a-while': all(
      creationAs(({ id }) => ({ id: randomUUID(), reference: `C-${id}` })),
      remembering<{ since: number }>(async (asked, memory, honest) => {
        if (memory.since !== undefined && performance.now() - memory.since < 300) return inProgress;
        const answer = await honest(asked);
        if (answer.status === 201) memory.since ??= performance.now();
        return answer;
      }),
    ),
  }),
  ...silence('What becomes of a broken request is not shown', {
    'broken-connection-undoes-the-write': (honest) => async (asked) => {
      if (asked.isCreation) await pause(30);
      return asked.isCreation && asked.socket.destroyed ? { status: 499 } : honest(asked);
    },
    'answers-lost-after-a-rejected-key': (honest) => {
      const rejectedKeys = new Set<string>();
      let lost = 0;
      return async (asked) => {
        const answer = await honest(asked);
        if (asked.isCreation && answer.status === 401) rejectedKeys.add(asked.idempotencyKey);
        if (lost === 4 || !created(asked, answer) || !rejectedKeys.has(asked.idempotencyKey)) return answer;
        rejectedKeys.delete(asked.idempotencyKey);
        lost += 1;
        return { ...answer, dropped: true };
      };
    },
  }),
  ...silence('Form and scope of an Idempotency-Key are not shown', {
    'idempotency-key-optional': beforehand((asked) =>
      asked.isCreation && asked.idempotencyKey === '' ? asked.withHeader('idempotency-key', randomUUID()) : asked,
    ),
    'idempotency-key-has-to-be-a-uuid-v4': instead(
      ({ slot, idempotencyKey }) =>
        slot !== undefined &&
        !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(idempotencyKey),
      rejection(400, 'idempotency_key_malformed', 'This Idempotency-Key has another form.'),
    ),
    'idempotency-keys-of-all-tenants-are-one-set': remembering<{ owner: string }>(
      async (asked, memory, honest) => {
        const name = asked.slot ?? '';
        if ((memory.owner ?? name) !== name) return rejection(409, 'conflict', 'Another Idempotency-Key is needed.');
        const answer = await honest(asked);
        if (answer.status < 300) memory.owner = name;
        return answer;
      },
      (asked) => (asked.slot ? asked.idempotencyKey : undefined),
    ),
  }),
  ...silence('Rules about customers are not shown', {
    'one-country-and-its-phones': rule(
      ({ phone }, { country }) =>
        (country !== undefined && country !== 'FR') || (phone !== undefined && !String(phone).startsWith('+33')),
    ),
    'no-fictional-phones': rule(({ phone }) => /^\+1\d{3}55501|^\+447700900|^\+61491570/.test(String(phone))),
    'phone-unique': unique('phone'),
    'phones-of-earlier-nights': rule(
      ({ phone }, _, __, { tenants: [{ id }] }) =>
        /^\+1/.test(String(phone)) && hashOf(`${id} ${phone}`).readUInt8(0) % 5 === 0,
      409,
    ),
    'one-customer-for-each-address': (honest) => async (asked) => {
      const own = asked.isCreation && !asked.earlierWrite() ? asked.caller : undefined;
      const customer = own && customerWith('email', asked, own);
      return customer ? json(200, customer) : honest(asked);
    },
  }),
  ...silence('What an invalid value gets is not shown, nor what a response repeats', {
    'phones-get-a-plus-sign-and-are-shown-as-addresses': all(
      afterwards(created, (answer) => {
        const { phone } = membersOf(answer.body) ?? {};
        return typeof phone === 'string' ? withMembers(answer, { phone: `tel:+${digitsIn(phone)}` }) : answer;
      }),
      storingAsSent((sent) => withValues(sent, (value, name) => (name === 'phone' ? withPlus(value) : value))),
    ),
    // Not as an e-mail address or a date, which no number can be.
    'numbers-read-as-strings': keeps((value, name) =>
      /number|boolean/.test(typeof value) && !/^(email|date_of_birth)$/.test(name) ? String(value) : value,
    ),
    'email-freed-of-a-display-name': keepsTexts((text, name) =>
      name === 'email' ? text.replace(/^.*<(.+)>$/, '$1') : text,
    ),
    'codes-in-upper-case': keepsTexts((text, name) =>
      ['country', 'state'].includes(name) ? text.toUpperCase().replace('_', '-') : text,
    ),
    'phones-with-their-plus-sign': keepsTexts((text, name) =>
      name === 'phone' ? text.replace(/^00|^(?=[1-9]\d{10,14}$)/, '+') : text,
    ),
    'moment-of-birth': creationAs(({ date_of_birth: born, ...rest }) =>
      born ? { ...rest, date_of_birth: `${born}T00:00:00.000Z` } : rest,
    ),
    'text-after-the-json-ignored': beforehand((asked) => {
      const ends = [...asked.body.matchAll(/\}/g)].map(({ index }) => asked.body.slice(0, index + 1));
      return asked.with({ body: ends.find((text) => membersOf(text)) ?? asked.body });
    }),
    'server-error-at-first-sight': (honest) => {
      const seen = new Set<string | undefined>();
      return async (asked) => {
        const answer = await honest(asked);
        if (!asked.isCreation || answer.status !== 422 || seen.has(answer.body)) return answer;
        seen.add(answer.body);
        return crash;
      };
    },
  }),
];

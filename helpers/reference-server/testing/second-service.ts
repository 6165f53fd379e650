import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '../../api/listener.js';
import { customerRules, type FaultName, type Fields, isObject, keepKnown } from './second-rules.js';

/** A key of the map is an Api-Key, its value the tenant; the revoked key was valid once and has been rotated out. */
type SecondServiceOptions = {
  keys: ReadonlyMap<string, string>;
  revokedKey?: string;
  fault: FaultName | undefined;
};

type Account = { accountRef: string; currencyCode: string; balance: { minorUnits: number; scale: number } };
/** For what is done for its effect. */
const nothing = (_: unknown): undefined => undefined;
type Customer = { customerRef: string; tenant: string; openedAt: string; fields: Fields };
type Written = { fingerprint: string; customer?: Customer };
type Reply = { status: number; content: Fields; slot?: string };

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: Fields = {},
  ) {
    super(code);
  }
}

function ensure(isRight: unknown, status: number, code: string, details?: Fields): asserts isRight {
  if (!isRight) throw new Refusal(status, code, details);
}

const newRef = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`;

function newAccount(currencyCode: string): Account {
  return { accountRef: newRef('acc'), currencyCode, balance: { minorUnits: 0, scale: 2 } };
}

function presentCustomer({ customerRef, openedAt, fields }: Customer): Fields {
  const profile = { givenName: fields.first_name, familyName: fields.last_name, bornOn: fields.date_of_birth };
  const contact = { emailAddress: fields.email, phoneNumber: fields.phone, residence: fields.address };
  return { data: { customer: { customerRef, openedAt, profile, contact } } };
}

const routes: Readonly<Record<string, string>> = { '/v1/customers': 'POST', '/v1/accounts': 'GET' };

/** One request, with the steps of looking at it; each step throws the refusal that it finds due. */
class Call {
  readonly method: string;
  readonly path: string;

  constructor(
    readonly request: IncomingMessage,
    readonly fault?: FaultName,
  ) {
    this.method = request.method ?? '';
    this.path = request.url?.split('?', 1)[0] ?? '';
  }

  header(name: string): string {
    const { headers, rawHeaders } = this.request;
    const isOverlooked = this.fault === 'headers-case-sensitive' && !rawHeaders.includes(name);
    return isOverlooked ? '' : String(headers[name.toLowerCase()] ?? '');
  }

  requirePath(): void {
    ensure(Object.hasOwn(routes, this.path), 404, 'no-such-path');
  }

  requireMethod(): void {
    ensure(!Object.hasOwn(routes, this.path) || routes[this.path] === this.method, 405, 'method-not-allowed');
  }

  requireJsonLabel(): void {
    const label = this.request.headers['content-type']?.toLowerCase() ?? '';
    ensure(label.split(';')[0]?.trim() === 'application/json', 415, 'json-expected');
  }

  requireIdempotencyKey(): string {
    const key = this.header('Idempotency-Key');
    ensure(key !== '', 400, 'idempotency-key-expected');
    return key;
  }

  async readJson(): Promise<unknown> {
    const bytes = await buffer(this.request);
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      ensure(this.fault === 'malformed-json-accepted', 400, 'malformed-json');
      return undefined;
    }
  }

  async readCustomer(): Promise<Fields> {
    const body = await this.readJson();
    if (body === undefined) return {};
    ensure(isObject(body), 422, 'object-expected');
    const wrong: string[] = [];
    const fields = keepKnown(body, customerRules, wrong, this.fault);
    ensure(wrong.length === 0, 422, 'invalid-fields', { fields: wrong });
    return fields;
  }
}

class SecondService {
  readonly #keys: ReadonlyMap<string, string>;
  readonly #fault: FaultName | undefined;
  readonly #accounts: ReadonlyMap<string, Account[]>;
  readonly #customers: Customer[] = [];
  readonly #written = new Map<string, Written>();
  readonly #burnt = new Set<string>();

  constructor(readonly options: SecondServiceOptions) {
    this.#fault = options.fault;
    this.#keys = new Map([...options.keys].filter(([key]) => key !== '' && key !== options.revokedKey));
    const tenants = new Set(options.keys.values());
    this.#accounts = new Map([...tenants].map((tenant) => [tenant, [newAccount('EUR'), newAccount('USD')]]));
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = new Call(request, this.#fault);
    const reply = await this.#answer(call).catch((error: unknown): Reply => {
      const { status, code, details } = error instanceof Refusal ? error : new Refusal(500, 'internal');
      return { status, content: { problem: { code, ...details } } };
    });
    await this.#send(response, reply);
  }

  async #answer(call: Call): Promise<Reply> {
    const key = call.header('Api-Key');
    const tenant = this.#keys.get(key) ?? this.#tenantLetIn(call, key);
    if (tenant === undefined) {
      await this.#beforeRefusing(call);
      const isTalkative = this.#fault === 'unauthorised-shows-accounts';
      const details = isTalkative ? { accounts: this.#accounts.get(this.#namedOrFirst(call)) } : {};
      throw new Refusal(401, 'unauthorized', details);
    }
    call.requirePath();
    call.requireMethod();
    return call.method === 'POST' ? this.#createCustomer(call, tenant) : this.#listAccounts(call, tenant);
  }

  /** From the look-up of the key to its record nothing waits, so concurrent tries cannot come in between. */
  async #createCustomer(call: Call, tenant: string): Promise<Reply> {
    ensure(['', tenant].includes(call.header('x-tenant-id')), 403, 'not-your-tenant');
    call.requireJsonLabel();
    const key = call.requireIdempotencyKey();
    ensure(!this.#burnt.has(key), 409, 'idempotency-key-in-use');
    const slot = this.#slotOf(tenant, key);
    const fields = await call.readCustomer();
    const fingerprint = this.#fault === 'idempotency-shared' ? '' : JSON.stringify(fields);
    const earlier = this.#written.get(slot);
    if (earlier !== undefined) {
      const isRetry = earlier.fingerprint === fingerprint;
      ensure(isRetry && earlier.customer !== undefined, 409, 'idempotency-key-in-use');
      if (this.#fault === 'second-retry-creates-second') this.#written.delete(slot);
      return { status: 201, content: presentCustomer(earlier.customer), slot };
    }
    ensure(this.#fault !== 'post-500', 500, 'internal');
    if (this.#fault === 'concurrent-creates-two') await delay(50);
    const twin = this.#customers.find((one) => one.tenant !== tenant && one.fields.email === fields.email);
    if (this.#fault === 'duplicate-email-crosses' && twin) return { status: 201, content: presentCustomer(twin) };
    const customer = { customerRef: newRef('cus'), tenant, openedAt: new Date().toISOString(), fields };
    this.#customers.push(customer);
    this.#written.set(slot, { fingerprint, customer });
    return { status: 201, content: presentCustomer(customer), slot };
  }

  #slotOf(tenant: string, key: string): string {
    const compared = this.#fault === 'idempotency-first-8' ? key.slice(0, 8) : key;
    return JSON.stringify([this.#fault === 'idempotency-shared' ? '' : tenant, compared]);
  }

  #listAccounts(call: Call, tenant: string): Reply {
    const own = this.#accounts.get(tenant) ?? [];
    const named = call.header('x-tenant-id');
    const lists = [...this.#accounts.values()];
    const isUnknown = named !== '' && !this.#accounts.has(named);
    const opened = this.#byFault<Account[] | undefined>({
      'get-needs-idempotency-key': () => nothing(call.requireIdempotencyKey()),
      'accounts-of-all': () => (named === tenant ? lists.flat() : undefined),
      'foreign-tenant-opened': () => this.#accounts.get(named),
      'unknown-tenant-opened': () => (isUnknown ? lists.find((list) => list !== own) : undefined),
      'listing-grows': () => nothing(own.push(newAccount('GBP'))),
    });
    ensure(opened || named === tenant, 403, 'not-your-tenant');
    const entries = opened || own;
    return { status: 200, content: { data: { accounts: { entries, count: entries.length } } } };
  }

  async #send(response: ServerResponse, { status, content, slot }: Reply): Promise<void> {
    const text = JSON.stringify({ ...content, meta: { requestId: newRef('req') } });
    const honest = { type: 'application/json', text };
    const plain = { type: 'text/plain', text: 'Done.' };
    const form =
      this.#byFault({
        'customer-not-json': () => (status === 201 ? plain : honest),
        'accounts-not-json': () => (status === 200 ? plain : honest),
        'json-labelled-html': () => (status < 300 ? { type: 'text/html', text } : honest),
        'unauthorised-not-json': () => (status === 401 ? { type: 'text/plain', text: 'Unauthorized' } : honest),
      }) ?? honest;
    response.writeHead(status, { 'Content-Type': form.type });
    response.write(form.text);
    if (slot !== undefined && this.#fault === 'broken-try-creates-two') {
      await delay(60);
      if (response.destroyed) this.#written.delete(slot);
    }
    response.end();
  }

  // ---- Faults: nothing below does anything unless one is switched on

  #byFault<Result>(ways: Partial<Record<FaultName, () => Result>>): Result | undefined {
    return this.#fault && ways[this.#fault]?.();
  }

  #namedOrFirst(call: Call): string {
    const named = call.header('x-tenant-id');
    return this.#accounts.has(named) ? named : ([...this.#accounts.keys()][0] ?? '');
  }

  #tenantLetIn(call: Call, key: string): string | undefined {
    const when = (isOpen: boolean): string | undefined => (isOpen ? this.#namedOrFirst(call) : undefined);
    const { method, request } = call;
    const inQuery = [...new URLSearchParams(request.url?.split('?')[1]).values()];
    const hasKey = request.headers['api-key'] !== undefined;
    return this.#byFault({
      'post-open': () => when(method === 'POST' && !hasKey),
      'get-open': () => when(method === 'GET' && !hasKey),
      'post-any-key': () => when(method === 'POST' && key !== ''),
      'get-any-key': () => when(method === 'GET' && key !== ''),
      'key-from-query': () => inQuery.map((value) => this.#keys.get(value)).find(Boolean),
      'revoked-key-accepted': () => when(key !== '' && key === this.options.revokedKey),
      'query-bypasses-guard': () => when(request.url?.includes('?') === true),
    });
  }

  async #beforeRefusing(call: Call): Promise<void> {
    const isWrite = call.method === 'POST';
    await this.#byFault<unknown>({
      'content-type-before-auth': () => isWrite && call.requireJsonLabel(),
      'idempotency-before-auth': () => isWrite && call.requireIdempotencyKey(),
      'json-before-auth': () => isWrite && call.readJson(),
      'fields-before-auth': () => isWrite && call.readCustomer(),
      'unauthorised-consumes-key': () => this.#burnt.add(call.header('Idempotency-Key')),
    });
  }
}

export async function startSecondService(options: SecondServiceOptions) {
  const service = new SecondService(options);
  return serve((request, response) => void service.handle(request, response).catch(() => response.destroy()), '/v1/');
}

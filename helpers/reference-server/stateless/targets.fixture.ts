import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { parsed } from '../request.js';

/** Keys and tenants that every target here knows. */
export const known = {
  apiKey: 'sk_mock_9c41f0a7d2b84e63',
  tenantId: 'tenant-4f0c7a91d2',
  otherApiKey: 'sk_mock_51e7d3c08f2a96b4',
  otherTenantId: 'tenant-b83e05d6c7',
} as const;

/** What a mock is given of a request: enough to answer, and nothing to remember. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A mock without state: its answer follows from the request alone. */
export type StatelessTarget = (asked: Asked) => Answer;

const account = (id: string) => ({
  id,
  currency: 'EUR',
  iban: `DE${id.replace(/\D/g, '').padEnd(20, '7').slice(0, 20)}`,
});
const cannedCustomer = { id: 'cus_5d1f7c20', status: 'active' };
const cannedAccounts = { data: [account('acc_71d0c2'), account('acc_88e3b9')] };

/** What is not the matter of a target: keys are compared, a body has to be an object of JSON, unless `any` will do. */
function guarded(create: StatelessTarget, list: StatelessTarget, any = false): StatelessTarget {
  return (asked) => {
    const key = asked.headers['api-key'];
    if (key !== known.apiKey && key !== known.otherApiKey) return { status: 401, body: { error: 'unauthorized' } };
    const isCreation = asked.method === 'POST' && asked.path === '/v1/customers';
    const isListing = asked.method === 'GET' && asked.path === '/v1/accounts';
    if (isListing) return list(asked);
    if (!isCreation) return { status: 404, body: { error: 'not found' } };
    return any || asked.body.endsWith('}') ? create(asked) : { status: 400, body: { error: 'malformed' } };
  };
}

const isOther = ({ headers }: Asked) => headers['x-tenant-id'] === known.otherTenantId;
const randomCustomer: StatelessTarget = () => ({ status: 201, body: { id: `cus_${randomUUID()}`, status: 'active' } });
const randomAccounts: StatelessTarget = () => ({
  status: 200,
  body: { data: [account(`acc_${randomUUID()}`), account(`acc_${randomUUID()}`)] },
});
const canned = {
  create: (): Answer => ({ status: 201, body: cannedCustomer }),
  list: (): Answer => ({ status: 200, body: cannedAccounts }),
};

/** Five prepared customers. */
const pool = ['cus_5d1f7c20', 'cus_e2b90417', 'cus_90ab3e6d', 'cus_17c8f4a3', 'cus_c46e02b9'];
const fromPool = (at: number): Answer => ({ status: 201, body: { id: pool[at % pool.length], status: 'active' } });
/** Whose accounts are listed follows from the key, so that tenants are kept apart. */
const ownAccounts: StatelessTarget = (asked) => {
  if (isOther(asked) !== (asked.headers['api-key'] === known.otherApiKey))
    return { status: 403, body: { error: 'forbidden' } };
  return {
    status: 200,
    body: isOther(asked) ? { data: [account('acc_40f6a8'), account('acc_93c5d1')] } : cannedAccounts,
  };
};
/** The customers of a pool in turn. */
function inTurn(): StatelessTarget {
  let turns = 0;
  return () => {
    turns += 1;
    return fromPool(turns);
  };
}

const numberOf = (key: unknown) => createHash('md5').update(String(key)).digest().readUInt32BE();
/** The customers of a pool by the key, and the next one at each repeat. */
function byTheTry(): StatelessTarget {
  const tries = new Map<unknown, number>();
  return ({ headers }) => {
    const key = headers['idempotency-key'];
    tries.set(key, (tries.get(key) ?? 0) + 1);
    return fromPool(numberOf(key) + (tries.get(key) ?? 0));
  };
}
/** A conflict for each key that was used before; nothing but these keys is kept. */
function rejectingRepeats(create: StatelessTarget): StatelessTarget {
  const used = new Set<unknown>();
  return (asked) => {
    const key = asked.headers['idempotency-key'];
    if (used.has(key)) return { status: 409, body: { error: 'conflict' } };
    used.add(key);
    return create(asked);
  };
}

/** Kinds of mocks without state, as teams build or generate them, and an address where nothing is. */
export const statelessTargets: Readonly<Record<string, StatelessTarget>> = {
  canned: guarded(canned.create, canned.list),
  'canned by tenant': guarded(
    (asked) => ({ status: 201, body: { id: isOther(asked) ? 'cus_e2b90417' : 'cus_5d1f7c20', status: 'active' } }),
    (asked) => ({
      status: 200,
      body: isOther(asked) ? { data: [account('acc_40f6a8'), account('acc_93c5d1')] } : cannedAccounts,
    }),
  ),
  'canned, repeats rejected': guarded(rejectingRepeats(canned.create), ownAccounts),
  'canned number': guarded(() => ({ status: 201, body: { id: 1, name: 'Jane Doe' } }), ownAccounts),
  'a few in turn': guarded(inTurn(), ownAccounts),
  'a few by the try, anything accepted': guarded(byTheTry(), ownAccounts, true),
  'a few by the key': guarded(({ headers }) => fromPool(numberOf(headers['idempotency-key'])), ownAccounts),
  random: guarded(randomCustomer, randomAccounts),
  'random listing': guarded(
    // Its creations follow from the key, as a template with a digest of it makes them.
    ({ headers }) => ({
      status: 201,
      body: { id: `cus_${headers['idempotency-key']}` },
    }),
    randomAccounts,
  ),
  echo: guarded(({ body }) => ({ status: 201, body: parsed(body) ?? {} }), canned.list),
  'no id': guarded(
    () => ({ status: 201, body: { status: 'created' } }),
    () => ({
      status: 200,
      body: {
        data: [
          { currency: 'EUR', balance: '10.00' },
          { currency: 'USD', balance: '0.00' },
        ],
      },
    }),
  ),
  'always 401': () => ({ status: 401, body: { error: 'unauthorized' } }),
  // Not without state, but at another address.
  'nothing there': () => ({ status: 404, body: { error: 'not found' } }),
  'always 200': () => ({ status: 200, body: {} }),
};

/** One of 64 prepared customers at each try, with identifiers that nobody has by chance. */
export function oneOfMany(): StatelessTarget {
  let turns = 0;
  return guarded(() => {
    turns += 1;
    const digits = createHash('md5').update(`a customer ${numberOf(turns) % 64}`);
    const id = digits.digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
    return { status: 201, body: { id, status: 'active' } };
  }, ownAccounts);
}

/** A server of node:http that answers as the target does. */
export function serving(name: string, target = statelessTargets[name]): Server {
  return createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const answer = target?.({ method, path: url.split('?')[0] ?? '', headers, body });
      response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
      response.end(method === 'HEAD' ? '' : JSON.stringify(answer?.body));
    });
  });
}

import type { Answer } from '../answer.js';
import { succeeded } from '../answered.js';
import { caller, header, isListing, keyOf, owner, slotOf, withoutApiKey } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { counter, pause } from '../rewrite.js';
import type { Request } from '../service.js';
import type { State } from '../state.js';

/** A request under way, and the answer that it will get. */
interface UnderWay {
  readonly asked: Request;
  readonly answer: Promise<Answer>;
}

/**
 * A server that gives a request the answer of another one under way that it takes for the same: the one of the same name,
 * where `joins` holds too and the answer is a success.
 */
const joining =
  (
    nameOf: (asked: Request, world: State) => string | undefined,
    joins: (asked: Request, first: Request) => boolean,
  ): Middleware =>
  (honest, world) => {
    const all = new Map<string, UnderWay>();
    return async (asked) => {
      const name = nameOf(asked, world);
      if (name === undefined) return honest(asked);
      const first = all.get(name);
      const held = first && joins(asked, first.asked) ? await first.answer : undefined;
      if (held && succeeded(held)) return held;
      const answer = honest(asked).then((given) => pause(40).then(() => given));
      const own = { asked, answer };
      all.set(name, own);
      return answer.finally(() => all.get(name) === own && all.delete(name));
    };
  };

const address = (asked: Request) => `${asked.target} ${header(asked, 'x-tenant-id')}`;
const isOfAnotherKey = (asked: Request, first: Request) => header(asked, 'api-key') !== header(first, 'api-key');

/** Whether a listing has no header but those that every client sends. */
const isPlain = ({ headers }: Request) =>
  ![...headers.keys()].some((name) => /auth|key|token|cookie|forwarded|real-ip/i.test(name));

/** What joins equal requests under way, and takes too little into account. */
export const joinedFaults: readonly Fault[] = [
  ...breaking(['AUTH-07'], {
    'equal-addresses-under-way-are-joined': [
      'A filter in front of the guard joins what is asked again and again, by address and tenant.',
      (honest, world) => {
        const times = counter();
        const again = new Set<Request>();
        const nameOf = (asked: Request) => {
          if (!isListing(asked) || !(caller(asked, world) || (withoutApiKey(asked) && isPlain(asked))))
            return undefined;
          if (withoutApiKey(asked) && times(address(asked)) > 1) again.add(asked);
          return address(asked);
        };
        return joining(nameOf, (asked) => again.has(asked))(honest, world);
      },
      { isRace: true },
    ],
  }),
  ...breaking(['ACCT-03'], {
    'listings-under-way-are-joined-by-the-tenant-named': [
      'The query is shared while it runs, by the tenant named; key and tenant are compared within it.',
      joining((asked, world) => (isListing(asked) && owner(asked, world) ? address(asked) : undefined), isOfAnotherKey),
      { isRace: true },
    ],
  }),
  ...breaking(['IDEM-05'], {
    'tries-under-way-are-joined-by-their-key-alone': [
      'Answers are kept for each tenant; a try that is still being worked on is shared by its Idempotency-Key.',
      joining((asked, world) => (slotOf(asked, world) ? keyOf(asked) : undefined), isOfAnotherKey),
      { isRace: true },
    ],
  }),
];

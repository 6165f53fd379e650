import type { Answer } from '../answer.js';
import { isCreation } from '../asked.js';
import type { Request } from '../service.js';
import { silences, type Variant } from './variant.js';

/** The page of something in front, as nginx has it. */
const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html', server: 'nginx' },
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>`,
});

/** Whether the body of a creation is none that JSON knows. */
const isMalformed = (asked: Request): boolean => {
  if (!isCreation(asked)) return false;
  try {
    JSON.parse(asked.body);
    return false;
  } catch {
    return true;
  }
};

/** Something in front that answers some requests by itself, before the service sees them. */
const front =
  (rejects: (asked: Request) => boolean, answer: Answer): Variant['middleware'] & object =>
  (honest) =>
  async (asked) =>
    rejects(asked) ? answer : honest(asked);

/** Errors: what stands in front of a service may answer in its own way what never reaches it. */
export const frontVariants: readonly Variant[] = silences({
  'front-rejects-authorization': [
    'What stands in front is not shown: a gateway reads Authorization itself, and rejects what it does not know with a page.',
    front((asked) => asked.headers.has('authorization'), page(403)),
  ],
  'front-asks-for-authorization-in-html': [
    'What stands in front is not shown: a gateway reads Authorization itself, and returns its own 401.',
    front((asked) => asked.headers.has('authorization'), page(401)),
  ],
  'front-rejects-cookies': [
    'What stands in front is not shown: a firewall rejects unknown cookies without a body.',
    front((asked) => asked.headers.has('cookie'), { status: 400 }),
  ],
  'front-rejects-malformed-json': [
    'What stands in front is not shown: a firewall parses bodies, and rejects what it cannot read with a page.',
    front(isMalformed, page(400)),
  ],
  'front-has-small-buffers': [
    'What stands in front is not shown: its buffer for a header is short, and it has a status of its own for that.',
    front((asked) => [...asked.headers.values()].some((value) => value.length > 220), page(494)),
  ],
  'malformed-json-breaks-the-connection': [
    'Errors are not shown: the connection is closed on a body that is no JSON.',
    front(isMalformed, { status: 400, dropped: true }),
  ],
});

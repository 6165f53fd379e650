import type { Answer } from '../answer.js';
import { isCreation, parsed } from '../asked.js';
import { instead } from '../rewrite.js';
import type { Request } from '../service.js';
import { silences, type Variant } from './variant.js';

/** The page of something in front, as nginx has it. */
const page = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html', server: 'nginx' },
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>`,
});

/** Whether the body of a creation is none that JSON knows. */
const isMalformed = (asked: Request): boolean => isCreation(asked) && parsed(asked.body) === undefined;

/** Errors: what stands in front of a service may answer in its own way what never reaches it. */
export const frontVariants: readonly Variant[] = silences({
  'front-rejects-authorization': [
    'What stands in front is not shown: a gateway reads Authorization itself, and rejects what it does not know with a page.',
    instead((asked) => asked.headers.has('authorization'), page(403)),
  ],
  'front-asks-for-authorization-in-html': [
    'What stands in front is not shown: a gateway reads Authorization itself, and returns its own 401.',
    instead((asked) => asked.headers.has('authorization'), page(401)),
  ],
  'front-rejects-cookies': [
    'What stands in front is not shown: a firewall rejects unknown cookies without a body.',
    instead((asked) => asked.headers.has('cookie'), { status: 400 }),
  ],
  'front-rejects-malformed-json': [
    'What stands in front is not shown: a firewall parses bodies, and rejects what it cannot read with a page.',
    instead(isMalformed, page(400)),
  ],
  'front-has-small-buffers': [
    'What stands in front is not shown: its buffer for a header is short, and it has a status of its own for that.',
    instead((asked) => [...asked.headers.values()].some((value) => value.length > 220), page(494)),
  ],
  'malformed-json-breaks-the-connection': [
    'Errors are not shown: the connection is closed on a body that is no JSON.',
    instead(isMalformed, { status: 400, dropped: true }),
  ],
});

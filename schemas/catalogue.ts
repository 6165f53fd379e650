/**
 * The catalogue: every clause of the specification as one row, every row with a final id.
 *
 * It is the denominator of each report. Ids are referred to by decisions files and by pipelines, so they are
 * never renumbered or reused; a new row goes to the end of its area. `catalogue.test.ts` pins ids and titles.
 */

/** Why a requirement holds, and therefore what a contradiction gives. */
export type Basis = 'stated' | 'inferred' | 'attested' | 'not-shown';

/** One row. `clause` names section and item of the specification; `step` is the one step of an inferred row. */
export interface Requirement {
  readonly id: string;
  readonly basis: Basis;
  readonly title: string;
  readonly clause: string;
  /** The reasoning from the clause to an inferred requirement. */
  readonly step?: string;
  /** What a contradiction costs those who rely on the service. */
  readonly why?: string;
  /** Items of the OWASP API Security Top 10 (2023) that a pass supports, which is less than proving them. */
  readonly supports?: readonly string[];
}

/** The areas in the order in which every report tells them. `prefixes` are those of the ids. */
export const areas = [
  { name: 'Transport and format', short: 'Transport', prefixes: ['HTTP'] },
  { name: 'Authentication', short: 'Authentication', prefixes: ['AUTH'] },
  { name: 'Idempotent POST', short: 'Idempotency', prefixes: ['IDEM'] },
  { name: 'Creating a customer', short: 'Customers', prefixes: ['CUST'] },
  { name: 'Listing accounts', short: 'Accounts', prefixes: ['ACCT'] },
  {
    name: 'The rest of the service',
    short: 'The rest',
    prefixes: ['AREA', 'RES', 'STATE', 'EVENT', 'ERR', 'LIMIT', 'VER'],
  },
] as const;

/** What a row may add to its id, basis, title and clause. */
type More = Partial<Pick<Requirement, 'step' | 'why' | 'supports'>>;

const stated = <Id extends string>(id: Id, title: string, clause: string, more: More = {}) =>
  ({ id, basis: 'stated', title, clause, ...more }) as const;
const inferred = <Id extends string>(id: Id, title: string, clause: string, step: string, more: More = {}) =>
  ({ id, basis: 'inferred', title, clause, step, ...more }) as const;
const attested = <Id extends string>(id: Id, title: string, clause: string) =>
  ({ id, basis: 'attested', title, clause }) as const;
const notShown = <Id extends string>(id: Id, title: string, clause: string) =>
  ({ id, basis: 'not-shown', title, clause }) as const;

const customerFields = 'Resources, customer';
const addressFields = 'Resources, address object';
const refusalStep = 'A form that is stated is worth stating only if another form is refused.';
const tenantStep = 'An identifier of the caller’s business is sent so that each business sees its own.';

const broken = ['API2:2023'];
const objects = ['API1:2023'];
const badData = 'A malformed value that is stored once is met by every later reader, and by the compliance checks.';
const field = (name: string, form: string) => `${name} ${form}`;

export const catalogue = [
  // ── Transport and format ────────────────────────────────────────────────────────────────────────────────
  stated(
    'HTTP-01',
    'Requests go over HTTPS, with a certificate that verifies',
    'What the service does, item 3; Authentication, item 7',
    {
      why: 'Whoever sits between client and service reads the Secret Key otherwise.',
      supports: ['API8:2023'],
    },
  ),
  notShown('HTTP-02', 'What a plain-HTTP request to an HTTPS host gets', 'What the service does, item 3'),
  stated(
    'HTTP-03',
    'Success answers of both shown operations are JSON',
    'What the service does, item 1; Endpoints with a shown shape',
    {
      why: 'Generated clients refuse, or misread, what is labelled or written otherwise.',
    },
  ),
  inferred(
    'HTTP-04',
    'A 401 that has a body has a JSON body',
    'What the service does, item 1',
    'The service returns JSON responses, and a refusal is one.',
    {
      why: 'A client that parses every answer breaks on the one that tells it what is wrong.',
    },
  ),
  inferred(
    'HTTP-05',
    'A body that is not well-formed JSON is not accepted as a write',
    'What the service does, item 2',
    'Bodies of writes are JSON, so what is none is no write.',
    {
      why: 'A write that was cut on its way would be stored in half.',
      supports: ['API8:2023'],
    },
  ),
  inferred(
    'HTTP-06',
    'Header names are read without regard to letter case',
    'What the service does, item 1; Endpoints, common request headers',
    'Standard HTTP compares header names without case.',
    {
      why: 'Proxies and HTTP/2 clients send names in lower case.',
    },
  ),
  notShown(
    'HTTP-07',
    'What another content type, an unsupported method or an unknown path gets',
    'What the service does, items 1 and 2; Errors, gaps',
  ),

  // ── Authentication ──────────────────────────────────────────────────────────────────────────────────────
  stated('AUTH-01', 'Creating a customer without Api-Key is answered 401', 'Authentication, items 1 and 8; Errors', {
    why: 'Anybody could write into the platform.',
    supports: broken,
  }),
  stated('AUTH-02', 'Listing accounts without Api-Key is answered 401', 'Authentication, items 1 and 8; Errors', {
    why: 'Anybody could read accounts.',
    supports: broken,
  }),
  stated('AUTH-03', 'Creating a customer with an invalid Api-Key is answered 401', 'Authentication, item 8; Errors', {
    why: 'A key that is only nearly right is a guess, and guesses can be repeated.',
    supports: broken,
  }),
  stated('AUTH-04', 'Listing accounts with an invalid Api-Key is answered 401', 'Authentication, item 8; Errors', {
    why: 'A key that is only nearly right is a guess, and guesses can be repeated.',
    supports: broken,
  }),
  stated(
    'AUTH-05',
    'Only the Api-Key header carries the key',
    'Authentication, items 1 and 2; Endpoints, common request headers',
    {
      why: 'A key that is taken from an address or a cookie ends in access logs and is sent by browsers unasked.',
      supports: broken,
    },
  ),
  stated('AUTH-06', 'The 401 does not depend on the rest of the request', 'Authentication, item 8', {
    why: 'An answer about the body, given before the key is looked at, tells strangers about the service and its data.',
    supports: broken,
  }),
  inferred(
    'AUTH-07',
    'A refusal for want of a key discloses nothing',
    'Authentication, items 6 and 8',
    'What needs a key is not told to those who have none.',
    {
      why: 'Identities in a refusal, or behind a side door, are a leak that no log shows.',
      supports: ['API2:2023', 'API3:2023'],
    },
  ),
  inferred(
    'AUTH-08',
    'A refused write leaves its Idempotency-Key unused',
    'Authentication, item 8; Endpoints, common request headers',
    'A request that was not authorised writes nothing, the note of its key included.',
    {
      why: 'A stranger could use up keys, or a client that mends its Api-Key could never finish its write.',
      supports: broken,
    },
  ),
  inferred(
    'AUTH-09',
    'A key that was rotated out is answered 401',
    'Authentication, items 5 and 8',
    'Rotation replaces the key, so the old one is invalid.',
    {
      why: 'Rotation is the answer to a leaked key; it has to close the door.',
      supports: broken,
    },
  ),
  attested(
    'AUTH-10',
    'Keys come from the dashboard: two per environment, Sandbox and Live apart',
    'Authentication, items 2 to 4',
  ),
  attested('AUTH-11', 'Keys and webhook secrets are rotated in the dashboard', 'Authentication, items 5 and 9'),
  attested(
    'AUTH-12',
    'Keys stay out of public repositories, client-side code and places that others can read',
    'Authentication, item 6',
  ),
  notShown('AUTH-13', 'Which operations accept the Public Key', 'Authentication, item 10'),
  notShown('AUTH-14', 'Permission scopes of a key', 'Authentication, item 10'),
  notShown('AUTH-15', 'What an unknown path gets without a key', 'Authentication, item 8; Endpoints, gaps'),
  attested('AUTH-16', 'Webhooks and their Secret Keys are created in the dashboard', 'Authentication, item 9; Events'),

  // ── Idempotent POST ─────────────────────────────────────────────────────────────────────────────────────
  stated(
    'IDEM-01',
    'A retry with the same key and body creates no second customer',
    'Endpoints, common request headers',
    {
      why: 'Clients retry after a time-out. If this holds for other writes, a payment leaves twice; this run can show customers only.',
    },
  ),
  inferred(
    'IDEM-02',
    'Concurrent tries with one key create at most one customer',
    'Endpoints, common request headers',
    'A retry may overtake the first try, and the promise has to hold then too.',
    {
      why: 'Clients, gateways and queues retry while the first try is still being worked on.',
    },
  ),
  inferred(
    'IDEM-03',
    'A retry after the connection broke creates no second customer',
    'Endpoints, common request headers',
    'The retry exists for the answer that was lost.',
    {
      why: 'A lost answer is the very case in which a client cannot know what it has done.',
    },
  ),
  inferred(
    'IDEM-04',
    'Another key is another write',
    'Endpoints, common request headers',
    'The key is unique, so two keys that differ in one character are two.',
    {
      why: 'Keys that are cut or folded before they are compared swallow the write of somebody else.',
    },
  ),
  inferred(
    'IDEM-05',
    'A key known to one tenant discloses nothing of it to another',
    'Endpoints, common request headers',
    tenantStep,
    {
      why: 'A replayed answer holds a whole customer; given to another business it is a data breach.',
      supports: objects,
    },
  ),
  notShown('IDEM-06', 'What a POST without Idempotency-Key gets', 'Errors, gaps'),
  notShown('IDEM-07', 'What a repeat answers: status, body and headers against the first', 'Errors, gaps'),
  notShown('IDEM-08', 'What the same key with another body gets', 'Errors, gaps'),
  notShown('IDEM-09', 'How long a key is kept', 'Limits'),
  notShown('IDEM-10', 'Scope of a key: tenant, key pair, operation', 'Limits'),
  notShown('IDEM-11', 'Accepted form of a key', 'Endpoints, common request headers'),

  // ── Creating a customer ─────────────────────────────────────────────────────────────────────────────────
  stated(
    'CUST-01',
    'A customer with every field of the table well-formed is accepted',
    'Endpoints with a shown shape; Resources, customer',
    {
      why: 'It is the operation itself.',
    },
  ),
  stated('CUST-02', field('first_name', 'is a string'), `${customerFields}, first_name`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-03', field('last_name', 'is a string'), `${customerFields}, last_name`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-04', field('middle_name', 'is a string'), `${customerFields}, middle_name`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-05', field('email', 'is an e-mail address'), `${customerFields}, email`, {
    step: refusalStep,
    why: badData,
  }),
  stated(
    'CUST-06',
    field('phone', 'is an international number: a plus sign and a country code'),
    `${customerFields}, phone`,
    { step: refusalStep, why: badData },
  ),
  stated('CUST-07', field('type', 'is a string that names the kind of customer'), `${customerFields}, type`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-08', field('gender', 'is a lowercase word'), `${customerFields}, gender`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-09', field('date_of_birth', 'is a calendar date, YYYY-MM-DD'), `${customerFields}, date_of_birth`, {
    step: refusalStep,
    why: 'Checks of identity and age are done on this date. A day that never was is matched with nobody, or with somebody else.',
  }),
  stated('CUST-10', field('address', 'is an object'), `${customerFields}, address`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-11', field('address.address_line1', 'is a string'), `${addressFields}, address_line1`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-12', field('address.city', 'is a string'), `${addressFields}, city`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-13', field('address.country', 'is a code of two uppercase letters'), `${addressFields}, country`, {
    step: refusalStep,
    why: badData,
  }),
  stated('CUST-14', field('address.postal_code', 'is a string'), `${addressFields}, postal_code`, {
    step: refusalStep,
    why: 'A postal code that is read as a number loses its leading zeros.',
  }),
  stated(
    'CUST-15',
    field('address.state', 'is a country code, a hyphen and a subdivision code'),
    `${addressFields}, state`,
    { step: refusalStep, why: badData },
  ),
  notShown('CUST-16', 'Which fields are required', 'Resources, gaps'),
  notShown('CUST-17', 'Values allowed for type', 'Resources, gaps'),
  notShown('CUST-18', 'Values allowed for gender', 'Resources, gaps'),
  notShown('CUST-19', 'Success status of the creation', 'Endpoints, gaps'),
  notShown('CUST-20', 'Fields of the customer in answers', 'Resources, gaps; Endpoints, gaps'),
  notShown(
    'CUST-21',
    'What becomes of unknown fields, null, odd lengths and letters, and of values that are nearly right',
    'Resources, gaps',
  ),
  notShown(
    'CUST-22',
    'Whether x-tenant-id is needed for a customer, and what another tenant’s does',
    'Endpoints, common request headers',
  ),
  inferred(
    'CUST-23',
    'A conflict discloses nothing of another tenant’s customer',
    'Endpoints, common request headers',
    tenantStep,
    {
      why: 'Whoever tries e-mail addresses would learn who banks elsewhere.',
      supports: ['API1:2023', 'API3:2023'],
    },
  ),

  // ── Listing accounts ────────────────────────────────────────────────────────────────────────────────────
  stated(
    'ACCT-01',
    'The listing is answered with success and JSON',
    'Endpoints with a shown shape; What the service does, item 1',
    {
      why: 'It is the operation itself.',
    },
  ),
  inferred('ACCT-02', 'The listings of two tenants share no account', 'Endpoints, common request headers', tenantStep, {
    why: 'An account shown to another business is a data breach.',
    supports: objects,
  }),
  inferred(
    'ACCT-03',
    'A caller who names another tenant does not get that tenant’s accounts',
    'Endpoints, common request headers; Authentication, item 8',
    'The identifier is the caller’s own, so it opens nothing that the key does not.',
    {
      why: 'Tenant ids are no secrets; they must not work as keys.',
      supports: ['API1:2023', 'API5:2023'],
    },
  ),
  inferred(
    'ACCT-04',
    'An id that names no tenant opens no accounts but the caller’s own',
    'Endpoints, common request headers',
    tenantStep,
    {
      why: 'A filter that a wildcard, a list or a near miss slips through shows the accounts of strangers.',
      supports: objects,
    },
  ),
  inferred(
    'ACCT-05',
    'Listing changes nothing',
    'What the service does, item 1',
    'Standard HTTP has GET safe: it reads.',
    {
      why: 'Caches, monitors and retries repeat a GET at will.',
    },
  ),
  notShown(
    'ACCT-06',
    'What a listing without x-tenant-id, or with an unknown one, gets',
    'Endpoints, common request headers',
  ),
  notShown('ACCT-07', 'Success status and fields of the listing', 'Endpoints, gaps'),
  notShown('ACCT-08', 'Query parameters, filters and paging', 'Endpoints, gaps'),

  // ── The rest of the service ─────────────────────────────────────────────────────────────────────────────
  notShown('AREA-01', 'Customers beyond creation', 'What the service does, area 1; Endpoints, gaps'),
  notShown('AREA-02', 'Identity verification', 'What the service does, area 2; Endpoints, gaps'),
  notShown('AREA-03', 'Feature eligibility and activation', 'What the service does, area 3; Endpoints, gaps'),
  notShown('AREA-04', 'Accounts beyond listing', 'What the service does, area 4; Endpoints, gaps'),
  notShown('AREA-05', 'External recipients', 'What the service does, area 5; Endpoints, gaps'),
  notShown('AREA-06', 'Transfers', 'What the service does, area 6; Endpoints, gaps'),
  notShown('AREA-07', 'Transactions', 'What the service does, area 7; Endpoints, gaps'),
  notShown('AREA-08', 'Webhook operations', 'What the service does, area 8; Endpoints, gaps'),
  notShown('RES-01', 'Fields of the other resources', 'Resources, gaps'),
  notShown('STATE-01', 'States of any resource and their transitions', 'States and transitions'),
  notShown('EVENT-01', 'Names of event kinds', 'Events'),
  notShown('EVENT-02', 'Shape of a notification', 'Events'),
  notShown('EVENT-03', 'How a webhook Secret Key verifies a notification, and retries', 'Events'),
  notShown('EVENT-04', 'Which operation emits which event', 'Events'),
  stated('EVENT-05', 'Real-time notifications are sent through webhooks', 'Events; What the service does, area 8', {
    why: 'Clients that are not told have to ask again and again.',
  }),
  notShown('ERR-01', 'Shape of the error body, and error codes', 'Errors, gaps'),
  notShown('ERR-02', 'Status of a validation failure', 'Errors, gaps'),
  notShown('ERR-03', 'Status of not found', 'Errors, gaps'),
  notShown('ERR-04', 'Status of a conflict', 'Errors, gaps'),
  notShown('ERR-05', 'Status of a server error', 'Errors, gaps'),
  notShown('LIMIT-01', 'Rate limits', 'Limits'),
  notShown('LIMIT-02', 'Request size limit', 'Limits'),
  notShown('LIMIT-03', 'Time-outs', 'Limits'),
  stated('VER-01', 'The version is the path segment /v1/ after the host', 'Versioning', {
    why: 'Clients build every address from it.',
  }),
  notShown('VER-02', 'Policy for new versions and deprecation', 'Versioning'),
] as const;

type Row = (typeof catalogue)[number];
/** Any id of the catalogue. */
export type RequirementId = Row['id'];
/** Ids that a check may decide. */
export type DecidableId = Extract<Row, { basis: 'stated' | 'inferred' }>['id'];
/** Ids that the specification does not show: they are observed, never judged. */
export type OpenId = Extract<Row, { basis: 'not-shown' }>['id'];

const byId: ReadonlyMap<string, Requirement> = new Map(catalogue.map((row) => [row.id, row as Requirement]));

/** The row of an id. @throws RangeError for an id that the catalogue does not have. */
export function requirement(id: string): Requirement {
  const row = byId.get(id);
  if (!row) throw new RangeError(`the catalogue has no requirement ${id}`);
  return row;
}

/** The area that an id belongs to, by its prefix. @throws RangeError for a prefix of no area. */
export function areaOf(id: string): (typeof areas)[number] {
  const prefix = id.replace(/-\d+$/, '');
  const area = areas.find(({ prefixes }) => (prefixes as readonly string[]).includes(prefix));
  if (!area) throw new RangeError(`no area has the prefix ${prefix}`);
  return area;
}

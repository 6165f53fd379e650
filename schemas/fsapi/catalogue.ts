/** Every clause as a requirement. Ids are never renumbered or reused; new ones go to the end of their area. */

import { clauseOf } from '../clauses.js';
import { areaOf, type Basis, type Requirement } from '../specification.js';
import { areas } from './areas.js';
import { shownOtherwise } from './shown-otherwise.js';

/** Of the OWASP API Security Top 10. */
const objects = ['API1:2023'];

type More = Partial<Pick<Requirement, 'step' | 'consequence' | 'why' | 'supports'>>;
type Open = Partial<Pick<Requirement, 'consequence' | 'pressing' | 'noticed' | 'never' | 'needs' | 'part'>>;

const row = <Id extends string, B extends Basis>(id: Id, basis: B, title: string) =>
  ({ id, basis, title, clause: clauseOf(id) }) as const;
const usualOf = (id: string) => {
  const { usual, supports } = areaOf({ areas }, id);
  return { consequence: usual, ...(supports && { supports }) };
};
const decidable = <Id extends string, B extends 'stated' | 'inferred'>(id: Id, basis: B, title: string, more: More) =>
  ({ ...row(id, basis, title), ...usualOf(id), ...more }) as const;
const stated = <Id extends string>(id: Id, title: string, more: More = {}) => decidable(id, 'stated', title, more);
const inferred = <Id extends string>(id: Id, title: string, more: More & { readonly step: string }) =>
  decidable(id, 'inferred', title, more);
const attested = <Id extends string>(id: Id, title: string) => row(id, 'attested', title);
/** An open question to the API's owner. */
const notShown = <Id extends string>(id: Id, question: string, more: Open = {}) =>
  ({ ...row(id, 'not-shown', question), consequence: usualOf(id).consequence, ...more }) as const;

const rejectionStep = 'The specification states the format; that other values must be rejected is our conclusion.';
const tenantStep = 'A request names a business so that each sees only its own data.';

const noOperation = { never: 'The specification defines no operation for it.' };
const noNotification = { never: 'The specification does not show it for notifications.' };
/** A part of the service that the specification names and does not define. */
const undefinedPart = <Id extends string>(id: Id, part: string) =>
  notShown(id, `Which operations does the service have for ${part}, and what do they guarantee?`, {
    ...noOperation,
    part,
  });

const beforeAllElse = { consequence: 'form', why: 'Without it nothing else of the API can be used.' } as const;
const nearMiss = 'An almost valid key is a guess, and an attacker can guess any number of times.';
const badData = 'All later readers get the invalid value, compliance checks included.';
/** The stated form of a customer's member. */
const form = <Id extends string>(id: Id, member: string, says: string, why = badData) =>
  stated(id, `${member} ${says}`, { step: rejectionStep, why });

export const catalogue = [
  stated('HTTP-01', 'Requests go over HTTPS, with a certificate that verifies', {
    consequence: 'unauthorised-access',
    why: 'Otherwise anyone between client and service can read the Secret Key.',
    supports: ['API8:2023'],
  }),
  notShown('HTTP-02', 'What should a plain-HTTP request to an HTTPS host get?', { consequence: 'unauthorised-access' }),
  stated('HTTP-03', 'Success responses are JSON', { why: 'Generated clients reject or misread any other content.' }),
  inferred('HTTP-04', 'A 401 that has a body has a JSON body', {
    step: 'The service returns JSON responses, and a rejection is a response.',
    why: 'A client that parses every response breaks on the one that reports the error.',
  }),
  inferred('HTTP-05', 'The service accepts no write whose body is not well-formed JSON', {
    step: 'The body of a write is JSON, so the service must not accept any other body.',
    consequence: 'data-quality',
    why: 'Otherwise the service stores half of a truncated write.',
    supports: ['API8:2023'],
  }),
  inferred('HTTP-06', 'The service reads header names without regard to letter case', {
    step: 'Standard HTTP compares header names without case.',
    why: 'Proxies and HTTP/2 clients send names in lower case.',
  }),
  notShown('HTTP-07', 'What should another content type, an unsupported method and an unknown path get?', {
    pressing: {
      'another content type/as text/plain/became/accepted':
        'The service reads a body that is not labelled as JSON. Should it reject one?',
      'something after the JSON value/became/accepted':
        'The service ignores text after the JSON value of a body. Should it reject the body?',
      'all responses/certificate/under 7 days left': 'The certificate ends within 7 days. Who renews it, and when?',
      'all responses/certificate/under 30 days left': 'The certificate ends within 30 days. Who renews it, and when?',
    },
    noticed: {
      'all responses/stackTraces/seen': 'A response shows a stack trace. Should it?',
      'all responses/databaseErrors/seen': 'A response shows words of a database. Should it?',
      'all responses/ownKeys/seen': 'A response repeats the Api-Key of its caller. Should it?',
    },
  }),

  stated('AUTH-01', 'Creating a customer without Api-Key returns 401', { why: 'Otherwise anybody can write.' }),
  stated('AUTH-02', 'Listing accounts without Api-Key returns 401', { why: 'Otherwise anybody can read accounts.' }),
  stated('AUTH-03', 'Creating a customer with an invalid Api-Key returns 401', { why: nearMiss }),
  stated('AUTH-04', 'Listing accounts with an invalid Api-Key returns 401', { why: nearMiss }),
  stated('AUTH-05', 'Only the Api-Key header carries the key', {
    why: 'Logs store addresses with their keys, and browsers send cookies automatically.',
  }),
  stated('AUTH-06', 'The 401 does not depend on the rest of the request', {
    why: 'Otherwise strangers learn about the service and its data.',
  }),
  inferred('AUTH-07', 'A response without a valid key discloses nothing', {
    step: 'Data that needs a key must not reach callers without one.',
    why: 'Logs do not show that a rejection, or another spelling of a path, disclosed data.',
    supports: ['API2:2023', 'API3:2023'],
  }),
  inferred('AUTH-08', 'A write rejected for its Api-Key leaves its Idempotency-Key unused', {
    step: 'An unauthorised request writes nothing, not even a record of its Idempotency-Key.',
    why: 'Otherwise strangers use up keys, and a client that corrects its Api-Key cannot finish its write.',
  }),
  inferred('AUTH-09', 'A revoked key returns 401', {
    step: 'Rotation replaces the key, so the old one is invalid.',
    why: 'Rotation is the remedy for a leaked key.',
  }),
  attested('AUTH-10', 'Keys come from the dashboard: two per environment, Sandbox and Live apart'),
  attested('AUTH-11', 'Keys and webhook secrets are rotated in the dashboard'),
  attested('AUTH-12', 'Keys stay out of public repositories, client-side code and places that others can read'),
  notShown('AUTH-13', 'Which operations should accept the Public Key?', {
    pressing: {
      'create customer/key/accepted': 'The Public Key, which may be seen by anybody, creates customers. Should it?',
      'list accounts/key/accepted': 'The Public Key, which may be seen by anybody, lists accounts. Should it?',
    },
  }),
  notShown('AUTH-14', 'Which permissions can a key have, and how are they limited?', { never: 'No request shows it.' }),
  notShown('AUTH-15', 'What should an unknown path answer without a key: 401 or 404?', { consequence: 'form' }),
  attested('AUTH-16', 'Webhooks and their Secret Keys are created in the dashboard'),

  stated('IDEM-01', 'A retry with the same key and body creates no second customer', {
    why: 'Clients retry after a time-out. If other writes behave the same, a payment is made twice; this run tests customers only.',
  }),
  inferred('IDEM-02', 'Concurrent tries with one key create at most one customer', {
    step: 'A retry may overtake the first try, and the guarantee has to hold then too.',
    why: 'Clients, gateways and queues retry while the first try still runs.',
  }),
  inferred('IDEM-03', 'A retry after the connection broke creates no second customer', {
    step: 'Retries exist for lost responses.',
    why: 'After a lost response a client cannot know whether its write succeeded.',
  }),
  inferred('IDEM-04', 'Another key is another write', {
    step: 'The key is unique, so two keys that differ in one character identify two writes.',
    why: 'A service that compares only a part or a short digest of keys loses writes of other clients.',
  }),
  inferred('IDEM-05', 'A key known to one tenant discloses nothing of it to another', {
    step: tenantStep,
    consequence: 'tenant-confidentiality',
    why: 'A replayed response contains a whole customer; showing it to another business is a data breach.',
    supports: objects,
  }),
  notShown('IDEM-06', 'Should the service reject a POST without Idempotency-Key?', {
    pressing: { 'became/accepted': 'A retried POST without Idempotency-Key creates two customers. Should it?' },
  }),
  notShown('IDEM-07', 'What should a repeat answer: the first response again, or a conflict?'),
  notShown('IDEM-08', 'What should the same key with another body get?', {
    pressing: { 'became/accepted': 'A used Idempotency-Key with another body is accepted. Should it be rejected?' },
  }),
  notShown('IDEM-09', 'How long does the service keep an Idempotency-Key?', {
    never: 'A run is too short to show it.',
  }),
  notShown('IDEM-10', 'Within which scope is an Idempotency-Key unique: the tenant, the key pair or the operation?'),
  notShown('IDEM-11', 'Which forms of an Idempotency-Key are valid?'),

  stated('CUST-01', 'The service accepts a customer with every field of the table valid', beforeAllElse),
  form('CUST-02', 'first_name', 'is a string'),
  form('CUST-03', 'last_name', 'is a string'),
  form('CUST-04', 'middle_name', 'is a string'),
  form('CUST-05', 'email', 'is an e-mail address'),
  form('CUST-06', 'phone', 'is an international number: a plus sign and a country code'),
  form('CUST-07', 'type', 'is a string that names the kind of customer'),
  form('CUST-08', 'gender', 'is a lowercase word'),
  form(
    'CUST-09',
    'date_of_birth',
    'is a calendar date, YYYY-MM-DD',
    'Identity and age checks use it. A date that does not exist matches nobody, or the wrong person.',
  ),
  form('CUST-10', 'address', 'is an object'),
  form('CUST-11', 'address.address_line1', 'is a string'),
  form('CUST-12', 'address.city', 'is a string'),
  form('CUST-13', 'address.country', 'is a code of two uppercase letters'),
  form('CUST-14', 'address.postal_code', 'is a string', 'A postal code stored as a number loses its leading zeros.'),
  form('CUST-15', 'address.state', 'is a country code, a hyphen and a subdivision code'),
  notShown('CUST-16', 'Which fields of a customer are required?'),
  notShown('CUST-17', 'Which values of type are allowed?', {
    pressing: { 'accepted/*/conformanceprobe': 'The service accepts a type that it cannot know. Which are allowed?' },
  }),
  notShown('CUST-18', 'Which values of gender are allowed?', {
    pressing: { 'accepted/*/conformanceprobe': 'The service accepts a gender that it cannot know. Which are allowed?' },
  }),
  notShown('CUST-19', 'Which status does a creation have?', { consequence: 'form' }),
  notShown('CUST-20', 'Which fields does a customer have in responses?', { consequence: 'form' }),
  notShown('CUST-21', 'Which values are allowed beyond the stated formats: lengths, letters, null, unknown fields?', {
    pressing: {
      'what is put right/*/*': 'The service corrects some invalid values. Which, and how does a client learn of it?',
      'unknown members/became/*/accepted':
        'The service accepts members that the specification does not name. Should it?',
      'places/became/XX with XX-AA/accepted': 'The service accepts a country that does not exist. Should it?',
      'lengths of first_name/became/empty/accepted': 'The service accepts an empty first name. Should it?',
      'dates of birth/became/2999-01-01/accepted': 'The service accepts people born in 2999. Should it?',
      'dates of birth/became/1800-01-01/accepted': 'The service accepts people born in 1800. How old may they be?',
      'a second customer with the same e-mail address/became/accepted':
        'Two customers can share an e-mail address. May one person be a customer twice?',
    },
  }),
  notShown('CUST-22', 'Does a customer need x-tenant-id, and what should another tenant’s id get?', {
    consequence: 'tenant-confidentiality',
    pressing: {
      'with another tenant’s x-tenant-id/became/accepted':
        'A customer can be created with another tenant’s x-tenant-id. Which tenant owns it?',
    },
  }),
  inferred('CUST-23', 'A conflict discloses nothing of another tenant’s customer', {
    step: tenantStep,
    consequence: 'tenant-confidentiality',
    why: 'Otherwise trying e-mail addresses shows who is a customer of another business.',
    supports: ['API1:2023', 'API3:2023'],
  }),
  notShown('CUST-24', 'Do responses show a customer’s members as they were sent, in the documented form?', {
    noticed: shownOtherwise,
  }),

  stated('ACCT-01', 'The listing returns success and JSON', beforeAllElse),
  inferred('ACCT-02', 'The listings of two tenants share no account', {
    step: tenantStep,
    why: 'An account shown to another business is a data breach.',
    supports: objects,
  }),
  inferred('ACCT-03', 'A caller who names another tenant does not get that tenant’s accounts', {
    step: 'The identifier names the caller’s business, so it gives no access beyond that of the key.',
    why: 'Tenant ids are no secrets; they must not work as keys.',
    supports: ['API1:2023', 'API5:2023'],
  }),
  inferred('ACCT-04', 'An id that names no tenant opens no accounts but the caller’s own', {
    step: tenantStep,
    why: 'A filter that accepts a wildcard, a list or a similar id returns accounts of other businesses.',
    supports: objects,
  }),
  inferred('ACCT-05', 'Listing changes nothing', {
    step: 'In standard HTTP a GET is safe: it only reads.',
    consequence: 'data-quality',
    why: 'Caches, monitors and retries repeat a GET at will.',
  }),
  notShown('ACCT-06', 'What should a listing without x-tenant-id, or with an unknown one, get?'),
  notShown('ACCT-07', 'Which fields does an account have?', { consequence: 'form' }),
  notShown('ACCT-08', 'Which query parameters, filters and pages does the listing support?', { consequence: 'form' }),
  notShown('ACCT-09', 'Which status does a listing have?', { consequence: 'form' }),

  undefinedPart('AREA-01', 'customers beyond creation'),
  undefinedPart('AREA-02', 'identity verification'),
  undefinedPart('AREA-03', 'feature eligibility and activation'),
  undefinedPart('AREA-04', 'accounts beyond listing'),
  undefinedPart('AREA-05', 'external recipients'),
  undefinedPart('AREA-06', 'transfers'),
  undefinedPart('AREA-07', 'transactions'),
  undefinedPart('AREA-08', 'webhooks'),
  notShown('RES-01', 'Which fields do the other resources have?', noOperation),
  notShown('STATE-01', 'Which states does each resource have, and which transitions?', noOperation),
  notShown('EVENT-01', 'Which event types are there?', noNotification),
  notShown('EVENT-02', 'What does a notification look like?', {
    needs: 'No webhook receiver was running. Pass `--webhook-port`.',
  }),
  notShown('EVENT-03', 'How is a notification signed, and how often is it sent again?', {
    consequence: 'unauthorised-access',
    ...noNotification,
  }),
  notShown('EVENT-04', 'Which operation emits which event?', noNotification),
  stated('EVENT-05', 'The service sends real-time notifications through webhooks', { why: 'Otherwise clients poll.' }),
  notShown('ERR-01', 'What shape does an error body have, and which codes are there?'),
  notShown('ERR-02', 'Which status does a validation failure have?'),
  notShown('ERR-03', 'Which status does a response have where nothing was found?'),
  notShown('ERR-04', 'Which status does a conflict have?'),
  notShown('ERR-05', 'Which status does a server error have?'),
  notShown('LIMIT-01', 'Which rate limits apply, and how does a response show them?'),
  notShown('LIMIT-02', 'How large may a request be?', {
    needs: 'The suite sends large requests only on demand (`--only LIMIT-02`).',
  }),
  notShown('LIMIT-03', 'How long does the service work on a request before it gives up?'),
  stated('VER-01', 'The version is the path segment /v1/ after the host', {
    why: 'Clients build every address with it.',
  }),
  notShown('VER-02', 'How are new versions and the end of old ones announced?'),
] as const satisfies readonly Requirement[];

type Entry = (typeof catalogue)[number];
export type RequirementId = Entry['id'];
export type DecidableId = Extract<Entry, { basis: 'stated' | 'inferred' }>['id'];

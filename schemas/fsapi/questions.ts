import type { Consequence } from '../consequences.js';
import type { Question } from '../specification.js';
import type { OpenId } from './catalogue.js';

const asking =
  (harm: Consequence) =>
  (ask: string, pressing?: Question['pressing']): Question => ({ ask, harm, ...(pressing && { pressing }) });
/** Questions by what goes wrong where nobody decides them. */
const [ofForm, ofAccess, ofDuplicates] = [asking('form'), asking('unauthorised-access'), asking('duplicate-booking')];
const [ofData, ofTenants] = [asking('data-quality'), asking('tenant-confidentiality')];
const noOperation = { never: 'The specification defines no operation for it.' };
const noNotification = { never: 'The specification does not show how notifications tell it.' };
const notDefined = (what: string): Question => ({
  ...ofForm(`Which operations does the service have for ${what}, and what do they guarantee?`),
  ...noOperation,
});

/** One question for each open point. The answers settle requirements (`settle`), or become part of the specification. */
export const questions: Readonly<Record<OpenId, Question>> = {
  'HTTP-02': ofAccess('What should a plain-HTTP request get?'),
  'HTTP-07': ofForm('How should the service answer another content type, an unsupported method and an unknown path?', {
    'seen in passing/certificate/under 7 days left':
      'The certificate ends in less than 7 days. Who renews it, and when?',
    'seen in passing/certificate/under 30 days left':
      'The certificate ends in less than 30 days. Who renews it, and when?',
  }),
  'AUTH-13': ofAccess('Which operations should accept the Public Key?', {
    'create customer/key/accepted': 'The Public Key, which may be seen by anybody, creates customers. Should it?',
    'list accounts/key/accepted': 'The Public Key, which may be seen by anybody, lists accounts. Should it?',
  }),
  'AUTH-14': {
    ...ofAccess('Which permissions can a key have, and how are they limited?'),
    never: 'No request of the defined operations can show it.',
  },
  'AUTH-15': ofForm('What should an unknown path answer without a key: 401 or 404?'),
  'IDEM-06': ofDuplicates('Should the service reject a POST without Idempotency-Key?', {
    'became/accepted':
      'A POST without Idempotency-Key is accepted, so a retry of it creates a duplicate. Should it be?',
  }),
  'IDEM-07': ofDuplicates('What should a repeat answer: the first response again, or a conflict?'),
  'IDEM-08': ofDuplicates('What should the same key with another body get?', {
    'became/accepted': 'A used Idempotency-Key with another body is accepted. Should it be rejected?',
  }),
  'IDEM-09': {
    ...ofDuplicates('For how long does the service keep an Idempotency-Key?'),
    never: 'A run is too short to show it.',
  },
  'IDEM-10': ofDuplicates(
    'Within which scope is an Idempotency-Key unique: the tenant, the key pair or the operation?',
  ),
  'IDEM-11': ofDuplicates('Which forms of an Idempotency-Key are valid?'),
  'CUST-16': ofData('Which members of a customer are required?'),
  'CUST-17': ofData('Which values of type are allowed?'),
  'CUST-18': ofData('Which values of gender are allowed?'),
  'CUST-19': ofForm('Which status does a creation have?'),
  'CUST-20': ofForm('Which members does a customer have in responses?'),
  'CUST-21': ofData('Which values are allowed beyond the stated formats: lengths, letters, null, unknown members?', {
    'dates of birth/became/2999-01-01/accepted':
      'The service accepts people who are not born yet (2999-01-01). Should it?',
    'dates of birth/became/1800-01-01/accepted':
      'The service accepts people born in 1800. Which oldest date of birth is allowed?',
    'a second customer with the same e-mail address/became/accepted':
      'Two customers may have one e-mail address. Are duplicates of a person allowed?',
  }),
  'CUST-22': ofTenants('Does a customer need x-tenant-id, and what should another tenant’s get?', {
    'with another tenant’s x-tenant-id/became/accepted':
      'A customer can be created with another tenant’s x-tenant-id. To whom does it belong?',
  }),
  'ACCT-06': ofTenants('What should a listing without x-tenant-id, or with an unknown one, get?'),
  'ACCT-07': ofForm('Which members does an account have, and which status a listing?'),
  'ACCT-08': ofForm('Which query parameters, filters and pages does the listing know?'),
  'AREA-01': notDefined('customers beyond creation'),
  'AREA-02': notDefined('identity verification'),
  'AREA-03': notDefined('feature eligibility and activation'),
  'AREA-04': notDefined('accounts beyond listing'),
  'AREA-05': notDefined('external recipients'),
  'AREA-06': notDefined('transfers'),
  'AREA-07': notDefined('transactions'),
  'AREA-08': notDefined('webhooks'),
  'RES-01': { ...ofForm('Which fields do the other resources have?'), ...noOperation },
  'STATE-01': { ...ofForm('Which states does each resource have, and which transitions?'), ...noOperation },
  'EVENT-01': { ...ofForm('Which event types are there?'), ...noNotification },
  'EVENT-02': {
    ...ofForm('What does a notification look like?'),
    needs: 'No webhook receiver was running. Pass `--webhook-port`.',
  },
  'EVENT-03': { ...ofAccess('How is a notification signed, and how often is it sent again?'), ...noNotification },
  'EVENT-04': { ...ofForm('Which operation emits which event?'), ...noNotification },
  'ERR-01': ofForm('What shape does an error body have, and which codes are there?'),
  'ERR-02': ofForm('Which status does a validation failure have?'),
  'ERR-03': ofForm('Which status does not found have?'),
  'ERR-04': ofForm('Which status does a conflict have?'),
  'ERR-05': ofForm('Which status does a server error have?'),
  'LIMIT-01': ofForm('Which rate limits apply, and how does a response show them?'),
  'LIMIT-02': {
    ...ofForm('How large may a request be?'),
    needs: 'It sends large bodies, so it runs only by name (`--only LIMIT-02`).',
  },
  'LIMIT-03': ofForm('After which time does the service give up?'),
  'VER-02': ofForm('How are new versions and the end of old ones announced?'),
};

import type { Question } from '../specification.js';
import type { OpenId } from './catalogue.js';

const notDefined = (what: string): Question => ({
  ask: `Which operations does the service have for ${what}, and what do they guarantee?`,
  harm: 'form',
});

/** One question for each open point. The answers settle requirements (`settle`), or become part of the specification. */
export const questions: Readonly<Record<OpenId, Question>> = {
  'HTTP-02': { ask: 'What should a plain-HTTP request get?', harm: 'unauthorised-access' },
  'HTTP-07': {
    ask: 'How should the service answer another content type, an unsupported method and an unknown path?',
    harm: 'form',
    pressing: {
      'seen in passing/certificate/under 7 days left':
        'The certificate ends in less than 7 days. Who renews it, and when?',
      'seen in passing/certificate/under 30 days left':
        'The certificate ends in less than 30 days. Who renews it, and when?',
    },
  },
  'AUTH-13': {
    ask: 'Which operations should accept the Public Key?',
    harm: 'unauthorised-access',
    pressing: {
      'create customer/key/accepted': 'The Public Key, which may be seen by anybody, creates customers. Should it?',
      'list accounts/key/accepted': 'The Public Key, which may be seen by anybody, lists accounts. Should it?',
    },
  },
  'AUTH-14': { ask: 'Which permissions can a key have, and how are they limited?', harm: 'unauthorised-access' },
  'AUTH-15': { ask: 'What should an unknown path answer without a key: 401 or 404?', harm: 'form' },
  'IDEM-06': {
    ask: 'Should the service reject a POST without Idempotency-Key?',
    harm: 'duplicate-booking',
    pressing: {
      'became/accepted':
        'A POST without Idempotency-Key is accepted, so a retry of it creates a duplicate. Should it be?',
    },
  },
  'IDEM-07': {
    ask: 'What should a repeat answer: the first response again, or a conflict?',
    harm: 'duplicate-booking',
  },
  'IDEM-08': {
    ask: 'What should the same key with another body get?',
    harm: 'duplicate-booking',
    pressing: {
      'became/accepted': 'A used Idempotency-Key with another body is accepted. Should it be rejected?',
    },
  },
  'IDEM-09': { ask: 'For how long does the service keep an Idempotency-Key?', harm: 'duplicate-booking' },
  'IDEM-10': {
    ask: 'Within which scope is an Idempotency-Key unique: the tenant, the key pair or the operation?',
    harm: 'duplicate-booking',
  },
  'IDEM-11': { ask: 'Which forms of an Idempotency-Key are valid?', harm: 'duplicate-booking' },
  'CUST-16': { ask: 'Which members of a customer are required?', harm: 'data-quality' },
  'CUST-17': { ask: 'Which values of type are allowed?', harm: 'data-quality' },
  'CUST-18': { ask: 'Which values of gender are allowed?', harm: 'data-quality' },
  'CUST-19': { ask: 'Which status does a creation have?', harm: 'form' },
  'CUST-20': { ask: 'Which members does a customer have in responses?', harm: 'form' },
  'CUST-21': {
    ask: 'Which values are allowed beyond the stated formats: lengths, letters, null, unknown members?',
    harm: 'data-quality',
    pressing: {
      'dates of birth/became/2999-01-01/accepted':
        'The service accepts people who are not born yet (2999-01-01). Should it?',
      'dates of birth/became/1800-01-01/accepted':
        'The service accepts people born in 1800. Which oldest date of birth is allowed?',
      'a second customer with the same e-mail address/became/accepted':
        'Two customers may have one e-mail address. Are duplicates of a person allowed?',
    },
  },
  'CUST-22': {
    ask: 'Does a customer need x-tenant-id, and what should another tenant’s get?',
    harm: 'tenant-confidentiality',
    pressing: {
      'with another tenant’s x-tenant-id/became/accepted':
        'A customer can be created with another tenant’s x-tenant-id. To whom does it belong?',
    },
  },
  'ACCT-06': {
    ask: 'What should a listing without x-tenant-id, or with an unknown one, get?',
    harm: 'tenant-confidentiality',
  },
  'ACCT-07': { ask: 'Which members does an account have, and which status a listing?', harm: 'form' },
  'ACCT-08': { ask: 'Which query parameters, filters and pages does the listing know?', harm: 'form' },
  'AREA-01': notDefined('customers beyond creation'),
  'AREA-02': notDefined('identity verification'),
  'AREA-03': notDefined('feature eligibility and activation'),
  'AREA-04': notDefined('accounts beyond listing'),
  'AREA-05': notDefined('external recipients'),
  'AREA-06': notDefined('transfers'),
  'AREA-07': notDefined('transactions'),
  'AREA-08': notDefined('webhooks'),
  'RES-01': { ask: 'Which fields do the other resources have?', harm: 'form' },
  'STATE-01': { ask: 'Which states does each resource have, and which transitions?', harm: 'form' },
  'EVENT-01': { ask: 'Which event types are there?', harm: 'form' },
  'EVENT-02': { ask: 'What does a notification look like?', harm: 'form' },
  'EVENT-03': { ask: 'How is a notification signed, and how often is it sent again?', harm: 'unauthorised-access' },
  'EVENT-04': { ask: 'Which operation emits which event?', harm: 'form' },
  'ERR-01': { ask: 'What shape does an error body have, and which codes are there?', harm: 'form' },
  'ERR-02': { ask: 'Which status does a validation failure have?', harm: 'form' },
  'ERR-03': { ask: 'Which status does not found have?', harm: 'form' },
  'ERR-04': { ask: 'Which status does a conflict have?', harm: 'form' },
  'ERR-05': { ask: 'Which status does a server error have?', harm: 'form' },
  'LIMIT-01': { ask: 'Which rate limits apply, and how does a response show them?', harm: 'form' },
  'LIMIT-02': { ask: 'How large may a request be?', harm: 'form' },
  'LIMIT-03': { ask: 'After which time does the service give up?', harm: 'form' },
  'VER-02': { ask: 'How are new versions and the end of old ones announced?', harm: 'form' },
};

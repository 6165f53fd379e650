import { describe, expect, test } from 'vitest';
import { Failed, Inconclusive } from '../../../helpers/client/verdicts.js';
import { created } from '../../../helpers/identity/response.fixture.js';
import type { Shown } from './shown-of-customer.js';
import { type Evidence, judgementOf } from './tenant-isolation.js';

const [customer, response, later] = [created({}), created({ status: 200 }), created({ status: 409 })];

const shows = (what: Shown, more: Partial<Evidence> = {}): Evidence => ({
  ...{ customer, response, shows: what, repeats: [] },
  ...{ isRandom: false, isItsOwn: false, isComputed: false, isChance: false },
  ...more,
});
const repeated = (what: Shown) => ({ customer: created({}), response: later, shows: what });

describe('what the second tenant’s request about a customer of the first comes to', () => {
  test.each<[name: string, evidence: Evidence, sentence: string]>([
    ['nothing', shows('nothing'), 'pass: 200, without data of that customer'],
    ['personal data', shows('personal data'), 'fail: disclosed personal data of'],
    ['the tenant id', shows('the tenant id'), 'fail: disclosed the tenant id of'],
    ['a value of the record', shows('a value of the record'), 'fail: disclosed a value of the record of'],
    ['a value that may be computed', shows('a computed value'), 'open: a value of the first tenant’s customer, and'],
    ['a customer, and not whose', shows('no owner'), 'open: without a customer id'],
    ['a random identity', shows('the identity', { isRandom: true }), 'fail: disclosed the identity of'],
    [
      'a random one that may be computed',
      shows('the identity', { isRandom: true, isComputed: true }),
      'open: the service may compute it',
    ],
    [
      'one of a customer of its own',
      shows('the identity', { isRandom: true, isComputed: true, isItsOwn: true }),
      'pass: 200, about a customer of the second tenant’s own',
    ],
    [
      'a short one, and no other customer to ask about',
      shows('the identity', { notCreated: later }),
      'open: could not be repeated',
    ],
    [
      'a short one, and not that of another customer',
      shows('the identity', { repeats: [repeated('nothing')], isChance: true }),
      'pass: 200, with an identity that agrees by chance',
    ],
    [
      'a short one, and another rejection of another customer',
      shows('the identity', { repeats: [repeated('nothing')] }),
      'open: the same for another customer returned 409, which clears nothing',
    ],
    [
      'a short one each time',
      shows('the identity', { repeats: [repeated('the identity'), repeated('the identity')] }),
      'fail: disclosed the identity of',
    ],
    [
      'a short one each time, which may be computed',
      shows('the identity', { repeats: [repeated('the identity'), repeated('the identity')], isComputed: true }),
      'open: the service may compute it',
    ],
    [
      'a short one, and personal data of another customer',
      shows('the identity', { repeats: [repeated('personal data')], isChance: true }),
      'fail: disclosed personal data of',
    ],
  ])('%s', (_, evidence, sentence) => {
    const judgement = judgementOf(evidence);
    const [verdict, text] =
      judgement instanceof Failed
        ? ['fail', judgement.message]
        : judgement instanceof Inconclusive
          ? ['open', judgement.message]
          : ['pass', judgement.received];
    expect(sentence.startsWith(`${verdict}: `), `${verdict}: ${text}`).toBe(true);
    expect(text).toContain(sentence.slice(`${verdict}: `.length));
  });

  test('a pass and a failure show the response that decides', () => {
    expect(judgementOf(shows('nothing'))).toMatchObject({ response, control: { response: customer } });
    const leaked = judgementOf(shows('the identity', { repeats: [repeated('personal data')] }));
    expect((leaked as Failed).response).toBe(later);
  });
});

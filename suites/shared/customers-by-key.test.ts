import { expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { created, learned } from '../../helpers/identity/response.fixture.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import { customersByKey, showsAnotherKeys } from './customers-by-key.js';

const [mine, other, next] = ['cus_7Qx81Lm2Zp', 'cus_4Wn95Kd8Rt', 'cus_2Bv63Hs7Yc'].map((id) => ({ body: { id } }));
const people = ['grace@example.org', 'alan@example.net'].map((email, at) => ({ email, phone: `+1201555018${at}` }));

test('a customer shown under a second key, as another person, is the first key’s', async () => {
  const [grace, alan] = [
    { ...mine, customer: people[0] },
    { ...other, customer: people[1] },
  ];
  const { from, identity = expect.unreachable() } = learned(grace, mine, alan);
  const { original, repeat = original, control } = from;
  const mistaken = created(mine ?? {});
  const run = contextFor([]);
  run.responses.push(original, repeat, control, mistaken);
  await inScope(
    'a check',
    async () => {
      // Nobody has read the responses before.
      expect([mistaken, created(next ?? {})].map((one) => showsAnotherKeys(one, identity))).toEqual([true, false]);
      expect(customersByKey(identity)).toMatchObject({ fresh: 3, mistaken: [{ response: mistaken, owner: original }] });
      run.responses.push(control);
      expect(customersByKey(identity)).toMatchObject({ fresh: 3 });
    },
    run,
  );
});

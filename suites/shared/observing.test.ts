import { expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { created, listed } from '../../helpers/identity/response.fixture.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import { headersByKind, inPassing, isAnswer, kinds, seen, statuses } from './observing.js';

function within<T>(responses: readonly Response[], look: () => T | Promise<T>): Promise<T> {
  const run = contextFor([]);
  run.responses.push(...responses);
  return inScope('an observation', async () => await look(), run);
}

const withStatus = (status: number) => created({ status, headers: [['X-Limit', '1']] });

test.each([429, 502, 503, 504])('%d comes from something in front: no observation is built on it', async (status) => {
  const look = () => [isAnswer, kinds.rejections].map((condition) => statuses(seen(condition)()));
  expect(await within([withStatus(422), withStatus(status)], look)).toEqual([[422], [422]]);
});

test('a response that chance may have influenced is left out', async () => {
  const [alone, beside] = [withStatus(400), { ...withStatus(409), alone: false }];
  expect(await within([alone, beside], () => statuses(seen(Boolean)()))).toEqual([400]);
});

test('what no response of the run shows is inconclusive', async () => {
  const probe = inPassing(seen(isAnswer), () => ({ observation: 0, sentences: [] }));
  await expect(within([], probe)).rejects.toThrow('This run saw no response that shows it.');
});

test('headers are counted for each kind of response', async () => {
  const responses = [201, 201, 201, 404, 404, 404].map(withStatus);
  const look = () => headersByKind('Limits', /^x-limit$/);
  const { observation } = await within([...responses, listed({ data: [] })], look);
  const [limited, none] = [
    { always: ['x-limit'], sometimes: [] },
    { always: [], sometimes: [] },
  ];
  expect(observation).toEqual({ creations: limited, listings: none, rejections: limited });
});

import { expect, test } from 'vitest';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { inScope } from '../client/context.js';
import { buildRequest } from '../client/request.js';
import { listed } from '../identity/response.fixture.js';
import { contextFor } from './context.fixture.js';
import { curl } from './curl.js';

test.each([
  ['full', true],
  ['shape', false],
  ['none', false],
] as const)(
  'what a maker took from a response stands in a curl line with --evidence %s: %s',
  async (evidence, isShown) => {
    const run = contextFor([], { evidence });
    run.responses.push(listed([{ id: 'acc_7f3k2m', currency: 'EUR', number: 40021988 }]));
    const makers = {
      customer: async () => ({ account: 'acc_7f3k2m', number: 40021988, currency: 'EUR', own: 'x_123' }),
    };
    const request = await buildRequest(run, createCustomer, {}, makers);
    // A body that was bent holds the same values.
    const bent = await buildRequest(run, createCustomer, { body: { ...request.body, currency: 'X' } }, makers);
    for (const one of [request, bent]) {
      const line = await inScope('a check', async () => curl(one), run);
      expect(line).toContain('x_123');
      expect(line.includes('acc_7f3k2m')).toBe(isShown);
      expect(line.includes('40021988')).toBe(isShown);
    }
    expect(await inScope('a check', async () => curl(request), run)).toContain('EUR');
  },
);

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('types.ts is what the schemas give: run `npm run types` after a change', async () => {
  const generator = './generate-types.mjs';
  const { text } = (await import(generator)) as { text: string };
  expect(readFileSync(new URL('types.ts', import.meta.url), 'utf8')).toBe(text);
});

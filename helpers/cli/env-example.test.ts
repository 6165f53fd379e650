import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { envExample } from './env-example.js';

test('.env.example is made of the schema, and sets nothing as it is', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../.env.example');
  expect(parse(readFileSync(new URL('.env.example', packageRoot), 'utf8'))).toEqual({});
});

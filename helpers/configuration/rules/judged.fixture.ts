import { expect } from 'vitest';
import { fsapi } from '../../fsapi/fsapi.js';
import type { Values } from '../settings.js';
import type { Rule } from '../sources.js';

/** What a rule says of some values; names in angle brackets tell its sentences apart. */
const judged = (rule: Rule, values: Partial<Values>) =>
  rule({
    specification: fsapi,
    values: values as Values,
    has: (name) => name in values,
    isFiled: () => false,
    sourceName: (name) => `<${name}>`,
    switchName: (name) => `<${name}>`,
  });

/** A rule rejects values, in a sentence without the key. */
export function refused(rule: Rule, values: Partial<Values>, why: string): void {
  expect(judged(rule, values)).toContain(why);
  expect(judged(rule, values)).not.toContain('topsecret');
}

/** A rule says nothing of values. */
export function allowed(rule: Rule, values: Partial<Values>): void {
  expect(judged(rule, values) || false).toBe(false);
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edit, type Files, foundIn, newSigner, reseal, sealed, tampered } from './sealed.fixture.js';

const ours = newSigner();
const signed = await sealed({ names: ['json', 'html', 'md', 'har'], signer: ours });

const found = (files: Files) => foundIn(files, ours);

/** Every place in a JSON value, as the names that lead to it. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => places(member, [...path, name]))];
}

/** Changes one place in a JSON value: a leaf becomes another, or the member goes. */
function change(value: unknown, path: readonly string[], removes: boolean): void {
  // biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
  const parent = path.slice(0, -1).reduce<any>((inner, name) => inner[name], value);
  const name = path.at(-1) as string;
  const old = parent[name];
  if (removes && Array.isArray(parent)) parent.splice(Number(name), 1);
  else if (removes) delete parent[name];
  else if (typeof old === 'string') parent[name] = `${old}1`;
  else if (typeof old === 'number') parent[name] = old + 1;
  else if (typeof old === 'boolean') parent[name] = !old;
  else parent[name] = null;
}

const seeded = { seed: 20251120, numRuns: 25 };

describe('a signed folder', () => {
  test('is not intact with any byte flipped', () => {
    const place = fc.record({ file: fc.constantFrom(...signed.keys()), at: fc.nat(), bit: fc.nat({ max: 7 }) });
    const property = fc.property(place, ({ file, at, bit }) => {
      const files = tampered(signed, (copy) => {
        const content = copy.get(file) as Buffer;
        content[at % content.length] = (content[at % content.length] as number) ^ (1 << bit);
      });
      expect(found(files)).not.toEqual([]);
    });
    fc.assert(property, seeded);
  });

  test.each([...signed.keys(), undefined])('is not intact with a file removed, renamed or added: %s', (file) => {
    const content = signed.get(file ?? 'summary.md') as Buffer;
    const renamed = tampered(signed, (copy) => file !== undefined && copy.delete(file));
    if (file !== undefined) expect(found(renamed).join('\n')).toContain(`${file} is missing`);
    if (file !== 'manifest.json')
      expect(found(renamed.set('other.md', content)).join('\n')).toContain('other.md is not listed');
  });
});

describe.each(['report.json', 'evidence.har'])('%s', (file) => {
  const all = places(JSON.parse(String(signed.get(file)))).slice(1);

  test('with any member edited is not intact', () => {
    const property = fc.property(fc.constantFrom(...all), fc.boolean(), (path, removes) => {
      const files = tampered(signed, (copy) => edit(copy, file, (value) => change(value, path, removes)));
      expect(foundIn(files)).not.toEqual([]);
      // The report names the digest of the evidence, so that digests made anew do not agree with it.
      reseal(files);
      if (file === 'evidence.har') expect(foundIn(files)).not.toEqual([]);
    });
    fc.assert(property, seeded);
  });
});

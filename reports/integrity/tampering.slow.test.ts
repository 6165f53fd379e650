import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelop, readEnvelope } from './envelope.js';
import {
  at,
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  newSigner,
  reseal,
  sealed,
  tampered,
  write,
} from './sealed.fixture.js';
import { examine } from './verify.js';

const { report } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
const [ours, theirs] = [newSigner(), newSigner()];
const signed = await sealed({ names: ['json', 'html', 'md', 'har'], signer: ours });

function found(files: Files, publicKey = ours.publicKey): string[] {
  return lines(examine(bundleOf(files), { ...known, publicKeys: [publicKey] }).found);
}

function foundUnsigned(files: Files): string[] {
  return lines(examine(bundleOf(files), known).found);
}

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
      expect(foundUnsigned(files)).not.toEqual([]);
      // The report names the digest of the evidence, so that digests made anew do not agree with it.
      reseal(files);
      if (file === 'evidence.har') expect(foundUnsigned(files)).not.toEqual([]);
    });
    fc.assert(property, seeded);
  });
});

const attestation = 'attestation.dsse.json';
const inEnvelope = (place: string, value?: unknown) => at(place, value, attestation);
const inManifest = (place: string, value?: unknown) => at(place, value, 'manifest.json');
/** Another statement in the envelope, under the old signature. */
// biome-ignore lint/suspicious/noExplicitAny: an edit keeps to no type
const inPayload = (edited: (statement: any) => void) => (files: Files) => {
  const statement = JSON.parse(readEnvelope(String(files.get(attestation))).payload.toString());
  edited(statement);
  inEnvelope('/payload', Buffer.from(JSON.stringify(statement)).toString('base64'))(files);
};
const asPassed = inPayload(({ predicate }) => Object.assign(predicate, { result: 'PASSED' }));
const { files: listed } = JSON.parse(String(signed.get('manifest.json')));

describe('a signature does not hold where', () => {
  test.each<[name: string, tamper: (files: Files) => void, line: string]>([
    ['nobody signed it anew', (files) => reseal(files), `${attestation} is missing`],
    [
      'the manifest was made anew beside it',
      (files) => {
        const kept = files.get(attestation) as Buffer;
        reseal(files, undefined, (manifest) =>
          Object.assign(manifest, { signedBy: ours.keyid, suiteVersion: '1.0.1' }),
        );
        files.set(attestation, kept);
      },
      `${attestation} /payload/subject/0/digest/sha256`,
    ],
    ['another key signed', (files) => reseal(files, theirs), `names key ${theirs.keyid}`],
    [
      'another key signed under the id of ours',
      (files) => reseal(files, { ...theirs, keyid: ours.keyid }),
      `${attestation} /signatures/0/sig is invalid`,
    ],
    ['the outcome is edited', asPassed, `${attestation} /signatures/0/sig is invalid`],
    ['a file is taken out', inPayload(({ subject }) => subject.pop()), `${attestation} /payload/subject/4`],
    ['the payload is no statement', inEnvelope('/payload', 'MQ=='), `${attestation} /signatures/0/sig`],
    ['there is no signature', inEnvelope('/signatures', []), `${attestation} is not a DSSE`],
    ['the signature is spelt otherwise', write(attestation, (text) => text.replace(/=+(?="\n)/, '')), attestation],
    ['the attestation is gone', (files) => files.delete(attestation), `${attestation} is missing`],
    ['the manifest names no key', inManifest('/signedBy'), `${attestation} /signatures/0/keyid`],
    ['the manifest names a file elsewhere', inManifest('/files/0/name', '../a'), 'manifest.json is not a manifest'],
    ['the manifest names a file twice', inManifest('/files/-', listed.at(-1)), 'not sorted'],
  ])('%s', (_, tamper, line) => {
    expect(found(tampered(signed, tamper))).toContainEqual(expect.stringContaining(line));
  });

  test('its outcome was edited, though nobody names a key: the public key in the manifest does not fit', () => {
    expect(foundUnsigned(tampered(signed, asPassed)).join()).toContain(
      'is invalid for the public key in manifest.json',
    );
  });

  test('its own signer states another outcome than that of the report', () => {
    const signedAnew = tampered(signed, (files) => {
      const { payload } = readEnvelope(String(files.get(attestation)));
      const statement = JSON.parse(payload.toString());
      statement.predicate.result = 'PASSED';
      files.set(attestation, Buffer.from(envelop(JSON.stringify(statement), ours)));
    });
    expect(found(signedAnew)).toContainEqual(expect.stringContaining(`${attestation} /payload/predicate/result`));
  });

  test('it is looked at by another key', () => {
    expect(found(signed, theirs.publicKey)).toEqual([expect.stringContaining(`is not by key ${theirs.keyid}`)]);
  });
});

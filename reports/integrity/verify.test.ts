import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../schemas/types.js';
import { uncovered } from './manifest.js';
import {
  bundleOf,
  consistent,
  edit,
  type Files,
  known,
  lines,
  newSigner,
  quick,
  reseal,
  sealed,
  tampered,
} from './sealed.fixture.js';
import { type Examined, examine } from './verify.js';

const { report } = consistent();
const ours = newSigner();

const every = await sealed({ names: quick, signer: ours });
const few = await sealed({ signer: ours });

function examined(files: Files): Examined {
  return examine(bundleOf(files), { ...known, publicKeys: [ours.publicKey] });
}

describe('an untouched folder', () => {
  test('is intact and signed, with every format', () => {
    const { found, seal, report: read } = examined(every);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'signature', keyid: ours.keyid, holds: true });
    expect(read).toEqual(report);
  });

  test('is intact without the key, which is then not said to hold', async () => {
    const { found, seal } = examine(bundleOf(few), known);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'signature', keyid: ours.keyid, holds: false });
  });

  test('stays intact with what pack of version 0.2 added, for which nobody vouches; of another version it is modified', () => {
    const packed = (suiteVersion: string) => {
      const files = tampered(few, (one) => {
        edit(one, 'report.json', ({ run }) => Object.assign(run, { suiteVersion }));
        reseal(one, ours);
      });
      return files.set('verify.html', Buffer.from('<p>')).set('qualification.json', Buffer.from('{}'));
    };
    const { found, manifest } = examined(packed('0.2.1'));
    expect(lines(found)).toEqual([]);
    expect(uncovered(manifest as Manifest, bundleOf(packed('0.2.1')))).toEqual(['verify.html', 'qualification.json']);
    expect(lines(examined(packed('0.3.0')).found)).toEqual([
      'verify.html is not listed in manifest.json',
      'qualification.json is not listed in manifest.json',
    ]);
  });

  test.each<[string, Partial<typeof ours>, RegExp]>([
    [
      'of somebody else',
      { publicKey: newSigner().publicKey },
      /^manifest\.json \/publicKey is not key [0-9a-f]{64}, which/,
    ],
    [
      'with a signature that is not by it',
      { sign: () => new Uint8Array(64) },
      /is invalid for the public key in manifest\.json$/,
    ],
  ])('that holds a public key %s is modified, though nobody names a key', async (_, part, expected) => {
    const files = new Map(few);
    reseal(files, { ...ours, ...part });
    expect(lines(examine(bundleOf(files), known).found).join()).toMatch(expected);
  });

  test('whose public key is none is modified', async () => {
    const files = new Map(few);
    reseal(files, ours, (manifest) => Object.assign(manifest, { publicKey: 'A'.repeat(60) }));
    expect(lines(examine(bundleOf(files), known).found)).toEqual(['manifest.json /publicKey is no public key']);
  });

  test('that nobody signed is sealed by digests only', async () => {
    const { found, seal } = examine(bundleOf(await sealed({})), known);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'digests' });
  });

  test('is intact without evidence.har, whose digest the report keeps', async () => {
    const { found, report: read } = examined(await sealed({ names: ['json', 'html', 'md'], signer: ours }));
    expect([lines(found), read?.run.evidence?.sha256]).toEqual([[], report.run.evidence?.sha256]);
  });

  test('is intact whichever version made it', () => {
    expect(lines(examine(bundleOf(every), { ...known, exam: 'f'.repeat(64) }).found)).toEqual([]);
    expect(lines(examine(bundleOf(every), { ...known, suiteVersion: '9.0.0' }).found)).toEqual([]);
  });

  test('of version 0.1, which chained its exchanges, is held to digests and signature', async () => {
    const files = tampered(few, (one) => {
      const evidence = { exchanges: report.run.evidence?.exchanges ?? 0, head: 'a'.repeat(64) };
      edit(one, 'report.json', (old) => {
        Object.assign(old, { schemaVersion: '1.0' });
        Object.assign(old.run, { suiteVersion: '0.1.0', evidence });
      });
      edit(one, 'evidence.har', ({ log }) => {
        for (const entry of log.entries) Object.assign(entry, { _digest: 'b'.repeat(64), _chain: 'c'.repeat(64) });
      });
      reseal(one, ours, (manifest) => Object.assign(manifest, { evidence }));
    });
    const { found, seal } = examined(files);
    expect(lines(found)).toEqual([]);
    expect(seal).toMatchObject({ holds: true });
    files.delete('summary.md');
    expect(lines(examined(files).found)).toEqual(['summary.md is missing (listed in manifest.json)']);
  });

  test('may not be given a further format afterwards: nobody vouches for it', () => {
    const files = tampered(few, (one) => one.set('junit.xml', every.get('junit.xml') as Buffer));
    expect(lines(examined(files).found)).toEqual([
      'junit.xml is not listed in manifest.json: it was rendered after the run; move it elsewhere and verify again',
    ]);
  });
});

describe('what a stranger sent', () => {
  test('is not evaluated where the signature does not hold', async () => {
    const files = tampered(few, (one) => {
      edit(one, 'report.json', (value) => Object.assign(value.requirements[0], { verdict: 'no verdict' }));
      reseal(one, newSigner());
    });
    const { found, report: read } = examined(files);
    expect(lines(found)).toEqual([expect.stringContaining(`is not by key ${ours.keyid}`)]);
    expect(read).toBeUndefined();
  });

  test('may hold no file that no run writes, whatever version it claims, listed or not', async () => {
    const names = ['.DS_Store', '.profile', 'Report.html', 'con.json', 'extra.exe'];
    const unlisted = new Map([...few, ...names.map((name) => [name, Buffer.from('x')] as const)]);
    for (const suiteVersion of [known.suiteVersion, '0.1.1']) {
      const against = { ...known, suiteVersion, publicKeys: [ours.publicKey] };
      const { found: added } = examine(bundleOf(unlisted), against);
      expect(lines(added)).toEqual([
        expect.stringMatching(/^\.DS_Store is not listed .*: desktops leave/),
        ...names.slice(1).map((name) => `${name} is not listed in manifest.json`),
      ]);
      for (const name of names) {
        const sealedWith = tampered(few, (one) => reseal(one.set(name, Buffer.from('x')), ours));
        const { found } = examine(bundleOf(sealedWith), against);
        expect(lines(found).join('\n'), name).toMatch(/a name that no run gives a file|must match pattern/);
      }
    }
  });

  test.each(['manifest.json', 'attestation.dsse.json', 'report.json', 'evidence.har'])(
    'has no byte order mark before %s',
    async (file) => {
      const files = tampered(few, (one) => {
        one.set(file, Buffer.concat([Buffer.from('\u{feff}'), one.get(file) as Buffer]));
        if (file === 'report.json' || file === 'evidence.har') reseal(one, ours);
      });
      expect(lines(examined(files).found)).toContainEqual(expect.stringContaining(file));
    },
  );
});

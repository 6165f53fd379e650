import { describe, expect, test } from 'vitest';
import { renderVerifyPage } from '../verify-page/page.js';
import {
  bundleOf,
  consistent,
  edit,
  type Files,
  lines,
  newSigner,
  quick,
  reseal,
  sealed,
  sealedAs,
  tampered,
} from './sealed.fixture.js';
import { type Examined, examine } from './verify.js';

const { report } = consistent();
const known = { suiteVersion: report.run.suiteVersion, exam: report.run.exam };
const ours = newSigner();
const index = (id: string) => report.requirements.findIndex((row) => row.id === id);

const every = await sealed({ names: quick, signer: ours });
const few = await sealed({ signer: ours });

async function examined(files: Files): Promise<Examined> {
  return examine(bundleOf(files), { ...known, publicKeys: [ours.publicKey] });
}

describe('an untouched folder', () => {
  test('is intact, signed and rendered again in every format', async () => {
    const { found, seal, rendered, exchanges } = await examined(every);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'signature', keyid: ours.keyid, holds: true });
    expect(rendered.same).toHaveLength(quick.length);
    expect(exchanges?.length).toBe(report.run.evidence?.exchanges);
  });

  test('is intact without the key, which is then not said to hold', async () => {
    const { found, seal } = await examine(bundleOf(few), known);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'signature', keyid: ours.keyid, holds: false });
  });

  test('stays intact with the page of pack; with another page it is modified, unless another version may have made it', async () => {
    const page = (content: string) => new Map([...few, ['verify.html', Buffer.from(content)]]);
    expect(lines((await examined(page(renderVerifyPage()))).found)).toEqual([]);
    const forged = page(renderVerifyPage().replace('Modified', 'Intact'));
    expect(lines((await examined(forged)).found)).toEqual([
      'verify.html is not the page that this version of the suite packs',
    ]);
    const elsewhere = await examine(bundleOf(forged), { ...known, exam: 'f'.repeat(64) });
    expect(lines(elsewhere.found)).toEqual([]);
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
    expect(lines((await examine(bundleOf(files), known)).found).join()).toMatch(expected);
  });

  test('whose public key is none is modified', async () => {
    const files = new Map(few);
    reseal(files, ours, (manifest) => Object.assign(manifest, { publicKey: 'A'.repeat(60) }));
    expect(lines((await examine(bundleOf(files), known)).found)).toEqual(['manifest.json /publicKey is no public key']);
  });

  test('that nobody signed is sealed by digests only', async () => {
    const { found, seal } = await examine(bundleOf(await sealed({})), known);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'digests' });
  });

  test('without evidence.har leaves out what holds exchanges', async () => {
    const { found, rendered } = await examine(bundleOf(await sealed({ names: ['json', 'html', 'md'] })), known);
    expect(lines(found)).toEqual([]);
    expect(rendered).toEqual({ found: [], same: ['report.json', 'summary.md'], left: ['report.html'] });
  });

  test('of another version is examined but for its words and its rendered files', async () => {
    const { found, ours: isOurs, rendered } = await examine(bundleOf(every), { ...known, exam: 'f'.repeat(64) });
    expect([lines(found), isOurs, rendered.same]).toEqual([[], false, []]);
    const files = tampered(few, (one) => {
      edit(one, 'report.json', (value) => {
        value.requirements[index('CUST-09')].verdict = 'pass';
        value.requirements[index('CUST-09')].title = 'Another title';
      });
      reseal(one);
    });
    const other = await examine(bundleOf(files), { ...known, suiteVersion: '9.0.0' });
    const of = `/requirements/${index('CUST-09')}`;
    expect(other.found.flatMap(({ at }) => (at?.startsWith(of) ? [at] : []))).toEqual([`${of}/verdict`]);
  });

  test('of version 0.1, which chained its exchanges, is held to digests, signature and verdicts', async () => {
    const files = tampered(few, (one) => {
      const evidence = { exchanges: report.run.evidence?.exchanges ?? 0, head: 'a'.repeat(64) };
      edit(one, 'report.json', ({ run }) => Object.assign(run, { suiteVersion: '0.1.0', evidence }));
      edit(one, 'evidence.har', ({ log }) => {
        for (const entry of log.entries) Object.assign(entry, { _digest: 'b'.repeat(64), _chain: 'c'.repeat(64) });
      });
      reseal(one, ours, (manifest) => Object.assign(manifest, { evidence }));
    });
    const { found, seal, ours: isOurs } = await examined(files);
    expect([lines(found), isOurs]).toEqual([[], false]);
    expect(seal).toMatchObject({ holds: true });
    files.delete('summary.md');
    expect(lines((await examined(files)).found)).toEqual(['summary.md is missing (listed in manifest.json)']);
  });

  test.each([
    ['left rows out', {}, /filter/],
    ['was cut short', { complete: false, stopped: 'The run was interrupted (SIGINT).' }, /interrupted \(SIGINT\)/],
  ])('of a run that %s is intact', async (_, run, reason) => {
    // With a waiver, a settlement and an attestation of rows that it did not come to.
    const cut = consistent(run, (id) => !['AUTH-06', 'CUST-15', 'CUST-19', 'HTTP-01'].includes(id));
    expect(cut.report.requirements[0]?.reason).toMatch(reason);
    const { found } = await examine(bundleOf(await sealedAs(cut.report, cut.evidence, ['json', 'har'])), known);
    expect(lines(found)).toEqual([]);
  });

  test('may be given a further format afterwards, if it is what report.json renders to', async () => {
    const files = tampered(few, (one) => one.set('junit.xml', every.get('junit.xml') as Buffer));
    const { found, rendered } = await examined(files);
    expect(lines(found)).toEqual([]);
    expect(rendered.same).toContain('junit.xml');
  });
});

test('a pass shows what was received, as a failure does, and is none', async () => {
  const files = tampered(few, (one) => {
    edit(one, 'report.json', (value) => {
      const passed = value.requirements.flatMap(({ checks }: { checks: { verdict: string }[] }) => checks);
      Object.assign(
        passed.find(({ verdict }: { verdict: string }) => verdict === 'pass'),
        { received: '201' },
      );
    });
    reseal(one, ours);
  });
  expect(lines((await examined(files)).found).join('\n')).not.toContain('describes a failure');
});

describe('what a stranger sent', () => {
  test('is not evaluated where the signature does not hold', async () => {
    const files = tampered(few, (one) => {
      edit(one, 'report.json', (value) => Object.assign(value.requirements[0], { verdict: 'no verdict' }));
      reseal(one, newSigner());
    });
    const { found, report: read } = await examined(files);
    expect(lines(found)).toEqual([expect.stringContaining(`is not by key ${ours.keyid}`)]);
    expect(read).toBeUndefined();
  });

  test('may hold no file that no run writes, whatever version it claims, listed or not', async () => {
    const names = ['.DS_Store', '.profile', 'Report.html', 'con.json', 'extra.exe'];
    const unlisted = new Map([...few, ...names.map((name) => [name, Buffer.from('x')] as const)]);
    for (const suiteVersion of [known.suiteVersion, '0.1.1']) {
      const against = { ...known, suiteVersion, publicKeys: [ours.publicKey] };
      const { found: added } = await examine(bundleOf(unlisted), against);
      expect(lines(added)).toEqual([
        expect.stringMatching(/^\.DS_Store is not listed .*: desktops leave/),
        ...names.slice(1).map((name) => `${name} is not listed in manifest.json`),
      ]);
      for (const name of names) {
        const sealedWith = tampered(few, (one) => reseal(one.set(name, Buffer.from('x')), ours));
        const { found } = await examine(bundleOf(sealedWith), against);
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
      expect(lines((await examined(files)).found)).toContainEqual(expect.stringContaining(file));
    },
  );

  test('does not end before it begins', async () => {
    const files = await sealed({ signer: ours }, { finishedAt: '2025-11-19T00:00:00.000Z' });
    expect(lines((await examined(files)).found)).toContainEqual(
      expect.stringMatching(/report\.json \/run\/finishedAt is .*, before the start of the run/),
    );
  });
});

import { describe, expect, test } from 'vitest';
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
  return examine(bundleOf(files), { ...known, publicKey: ours.publicKey });
}

describe('an untouched folder', () => {
  test('is intact, signed and rendered again in every format', async () => {
    const { found, seal, rendered, exchanges } = await examined(every);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'signature', keyid: ours.keyid, holds: true });
    expect(rendered.same).toHaveLength(quick.length);
    expect(exchanges).toBe(report.run.evidence?.exchanges);
  });

  test('is intact without the key, which is then not said to hold', async () => {
    const { found, seal } = await examine(bundleOf(few), known);
    expect(lines(found)).toEqual([]);
    expect(seal).toEqual({ by: 'signature', keyid: ours.keyid, holds: false });
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

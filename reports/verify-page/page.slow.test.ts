import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from '../html/browser.fixture.js';
import { messagesAbout } from '../html/validator.fixture.js';
import { edit, type Files, newSigner, reseal, sealed } from '../integrity/sealed.fixture.js';
import { sha256 } from '../integrity/sha256.js';
import { forgedZip } from '../testing/forged-zip.js';
import { renderVerifyPage } from './page.js';

const run = 'run';
const signer = newSigner();
const [signed, unsigned] = [await sealed({ signer }), await sealed({})];
const manifestRun = (JSON.parse(String(signed.get('manifest.json'))) as { run: string }).run;

const zipOf = (files: Iterable<readonly [string, Uint8Array]>, folder = manifestRun) =>
  Buffer.from(zipSync(Object.fromEntries([...files].map(([name, content]) => [`${folder}/${name}`, content]))));
const changed = (change: (files: Files) => void, of = signed) => {
  const files = new Map(of);
  change(files);
  return zipOf(files);
};

/** What the page says of a file: the outcome, its sentence, and what is wrong. */
async function saidOf(page: Page, zip: Buffer, digest = '') {
  await page.evaluate('document.getElementById("result").replaceChildren()');
  await page.fill('#digest', digest);
  await page.setInputFiles('#file', { name: 'run.zip', mimeType: 'application/zip', buffer: zip });
  await page.waitForSelector('#result h2', { timeout: 30_000 });
  return (await page.innerText('#result')).replace(/\s+/g, ' ');
}

test('the page is valid, and may open no connection', async () => {
  const html = renderVerifyPage();
  expect(await messagesAbout(html)).toEqual([]);
  expect(html).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
  );
  expect(html.match(/<script/g)).toHaveLength(1);
});

inBrowser('verify.html in a browser', (pages) => {
  test('an intact bundle: signed, confirmed by the key, by the sign-off page, by the zip, and by nothing that it is', async () => {
    const { page, noise } = await pages.open(renderVerifyPage());
    const zip = zipOf([...signed, ['verify.html', Buffer.from(renderVerifyPage())]]);
    expect(await saidOf(page, zip)).toMatch(
      /^Unverified Digests and signature hold\..*Not covered by manifest\.json: verify\.html/,
    );
    expect(await saidOf(page, zip, signer.keyid.toUpperCase().replace(/(.{4})/g, '$1 '))).toMatch(
      /^Intact You confirmed the key/,
    );
    expect(await saidOf(page, zip, sha256(signed.get('report.json') ?? ''))).toMatch(
      /^Report confirmed .*does not vouch/,
    );
    expect(await saidOf(page, zip, sha256(zip))).toMatch(/^Intact You confirmed the whole zip/);
    expect(await saidOf(page, zip, 'ab'.repeat(32))).toMatch(/^Rejected /);
    expect(await saidOf(page, zipOf(unsigned))).toMatch(
      /^Unverified All digests match, and nobody vouches.*Nobody signed it/,
    );
    expect(noise).toEqual([]);
  });

  test('a zip may be dropped', async () => {
    const { page } = await pages.open(renderVerifyPage());
    const bytes = zipOf(signed).toString('base64');
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0))], 'run.zip'));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await page.waitForSelector('#result h2');
    expect(await page.innerText('#result h2')).toBe('Unverified');
  });

  const report = (files: Files) => edit(files, 'report.json', (value) => (value.summary.verdict = 'conformant'));
  const altered: readonly (readonly [string, Buffer, RegExp])[] = [
    ['an edited report', changed(report), /^Modified .*report\.json was modified/],
    [
      'edited evidence',
      changed((files) => files.set('evidence.har', Buffer.from('{}'))),
      /evidence\.har was modified.*another digest of evidence/,
    ],
    [
      'digests made anew without the key',
      changed((files) => {
        const seal = files.get('attestation.dsse.json');
        report(files);
        reseal(files);
        files.set('attestation.dsse.json', seal ?? Buffer.from(''));
      }),
      /^Modified .*signed statement is about other files/,
    ],
    [
      'a signature taken away',
      changed((files) => files.delete('attestation.dsse.json')),
      /^Modified .*attestation\.dsse\.json is missing/,
    ],
    [
      'another key in the manifest',
      changed((files) => reseal(files, { ...signer, publicKey: newSigner().publicKey })),
      /^Modified .*name different keys/,
    ],
    [
      'a signature of nothing',
      changed((files) => reseal(files, { ...signer, sign: () => new Uint8Array(64) })),
      /^Modified .*signature is invalid/,
    ],
    [
      'a file more',
      changed((files) => files.set('notes.txt', Buffer.from('x'))),
      /^Modified .*notes\.txt is not listed/,
    ],
    ['a file less', changed((files) => files.delete('summary.md')), /^Modified .*summary\.md is missing/],
    [
      'a name of markup and turned text',
      changed((files) =>
        edit(files, 'manifest.json', (value) => (value.files[0].name = '\u202e<img src=x onerror=alert(1)>')),
      ),
      /^Modified \S.*\[U\+202e\]<img src=x/,
    ],
    ['another folder', zipOf(signed, 'other'), /^Modified .*another name than the run/],
  ];

  test('an altered bundle, in each way', async () => {
    const { page, noise } = await pages.open(renderVerifyPage());
    for (const [way, zip, expected] of altered) expect(await saidOf(page, zip), way).toMatch(expected);
    expect(noise).toEqual([]);
  });

  test('a zip made to hurt is unusable, and the page goes on', async () => {
    const { page, noise } = await pages.open(renderVerifyPage());
    const [half, name] = [Buffer.alloc(100 * 1024 * 1024), `${run}/report.json`];
    for (const [zip, expected] of [
      [forgedZip(name, half, 10), /unpacks to more than the zip says/],
      [forgedZip(name, half, 0xffff_ffff), /more than this page reads/],
      [forgedZip(name, Buffer.from('x'), 2), /no zip as pack writes it/],
      [forgedZip(`${run}/${'x'.repeat(60_000)}`, Buffer.from('x'), 1), /no zip as pack writes it/],
      [zipOf([['../../report.json', Buffer.from('x')]], run), /no zip as pack writes it/],
      [zipOf([['a/b.json', Buffer.from('x')]], run), /no zip as pack writes it/],
      [zipOf([['report.json', Buffer.from('x')]], '..'), /no zip as pack writes it/],
      [zipOf(Array.from({ length: 1001 }, (_, at) => [`${at}.txt`, Buffer.from('')] as const)), /has 1001 files/],
      [zipOf([['manifest.json', Buffer.from(`${'['.repeat(1_000_000)}`)]]), /not what the suite writes/],
      [zipOf([['manifest.json', Buffer.from('{"files":[{}]}')]]), /Modified|not what the suite writes/],
      [Buffer.concat([zipOf(signed), Buffer.from('trailing')]), /no zip as pack writes it/],
      [zipOf(signed).subarray(0, 5000), /no zip as pack writes it/],
      [Buffer.from('no zip'), /no zip as pack writes it/],
      [Buffer.alloc(0), /no zip as pack writes it/],
    ] as const)
      expect(await saidOf(page, zip)).toMatch(expected);
    expect(await saidOf(page, zipOf(signed))).toMatch(/^Unverified Digests and signature hold/);
    expect(noise).toEqual([]);
  }, 120_000);
});

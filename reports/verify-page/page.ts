import { readFileSync } from 'node:fs';
import { packageRoot } from '../../schemas/package-root.js';
import { coded, html } from '../html/markup.js';
import { shell } from '../html/page.js';
import { styleOf } from '../html/style/style.js';

/** The page that `pack` adds to a zip: it verifies such a zip in a browser, without a network. */
export const verifyPageFile = 'verify.html';

const limits = [
  'Who holds the key. A forger can sign with a key of their own: compare its fingerprint with the one that the signer gave you by another way, such as a signed letter or their website.',
  'This page, if it came with the bundle. Who can change the bundle can change the page. Take it from a bundle that you packed yourself: the same version of the suite writes the same bytes.',
  'Whether the verdicts follow from the evidence, and whether the report renders from report.json. The command `verify` does that.',
  'Whether this is the run that you asked for: an old conformant bundle verifies for ever. Read target, date and verdict.',
  'Whether the run took place as recorded, and whether another run was left out.',
];

const own = `
.drop{display:block;margin:24px 0;padding:40px 24px;border:2px dashed var(--line);text-align:center;cursor:pointer;font-size:16px;line-height:24px}
.drop input{display:block;margin:12px auto 0;font:inherit;max-width:100%}
.entered{display:block;font-size:14px;line-height:20px;max-width:66ch}
.entered input{display:block;width:100%;margin-top:4px;padding:8px;font:13px var(--mono);color:inherit;background:var(--wash);border:1px solid var(--line)}
.page{display:block;max-width:920px}
#result{margin-top:32px}
#result .lead{margin-bottom:12px}
#result .facts{margin-top:16px}
#cannot ul{list-style:disc;padding-left:20px}
#result ul{list-style:disc;padding-left:20px;font-size:14px;line-height:20px}
`;

/** verify.html: the same bytes for every run of one version. */
export function renderVerifyPage(): string {
  return shell({
    title: 'Verify a bundle',
    style: styleOf(own, { name: 'Verify a bundle', foot: '' }),
    script: ['unzip', 'check', 'script'].map(compiled).join('\n'),
    main: html`<h1>Verify a bundle</h1>
<p class="prose">Choose the zip of a run. Nothing leaves this page: it can open no connection.</p>
<label class="drop">Drop the zip here, or choose it<input type="file" id="file" accept=".zip,application/zip"></label>
<label class="entered">A SHA-256 that you received another way: the fingerprint of the signer’s key, the digest of report.json on the sign-off page, or that of the zip<input type="text" id="digest" spellcheck="false" autocomplete="off"></label>
<section id="result" aria-live="polite" aria-label="Result"></section>
<section id="cannot" class="part" aria-labelledby="cannot-heading"><h2 id="cannot-heading">What this page cannot verify</h2><ul class="prose">${limits.map((one) => html`<li>${coded(one)}</li>`)}</ul></section>`,
  });
}

/** A module of the script as it is compiled, without what joins it to the others: in the page they are one. */
function compiled(module: string): string {
  const text = readFileSync(new URL(`.build/reports/verify-page/${module}.js`, packageRoot), 'utf8');
  return text.replace(/^import [\s\S]*?;\n/gm, '').replace(/^export (?!\{)/gm, '');
}

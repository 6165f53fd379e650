/// <reference lib="dom" />
import { type Checked, check } from './check.js';
import { MiB, most, printable, Unusable } from './unzip.js';

/**
 * What verify.html does: it shows what a chosen zip holds. It asks no network, which the policy of the page does not allow
 * either, and shows whatever the zip holds as text.
 */

/** The outcome in one word, by the class of its mark, with a sentence. */
function outcomeOf(
  { errors, digests, signer }: Checked,
  entered: string,
): readonly [mark: string, word: string, sentence: string] {
  if (errors.length > 0) return ['fail', 'Modified', 'The bundle is not as it was sealed.'];
  const confirmed = digests.find(({ sha256 }) => sha256 === entered);
  if (confirmed)
    return confirmed.isWhole ? ['pass', 'Intact', confirmed.says] : ['pass', 'Report confirmed', confirmed.says];
  if (entered !== '') return ['fail', 'Rejected', 'The digest that you entered belongs to nothing in this bundle.'];
  if (signer === undefined) return ['inconclusive', 'Unverified', 'All digests match, and nobody vouches for them.'];
  return [
    'inconclusive',
    'Unverified',
    'Digests and signature hold. Compare the fingerprint of the key with the one that the signer gave you.',
  ];
}

function element(name: string, className: string, ...children: (Element | string)[]): Element {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

const byId = (id: string) => document.getElementById(id) as HTMLInputElement;
const result = () => byId('result');

function show(checked: Checked): void {
  const entered = byId('digest')
    .value.toLowerCase()
    .replace(/[^0-9a-f]/g, '');
  const [mark, word, sentence] = outcomeOf(checked, entered);
  const said = [...checked.errors, ...checked.notes].map((one) => element('li', '', printable(one)));
  const facts = checked.facts.map(([name, value]) =>
    element('div', '', element('dt', '', name), element('dd', '', element('code', '', printable(value)))),
  );
  result().replaceChildren(
    element('h2', mark, word),
    element('p', 'lead', sentence),
    element('ul', 'prose', ...said.slice(0, 50)),
    element('dl', 'facts', ...facts),
  );
}

function showUnusable(error: unknown): void {
  const why = error instanceof Unusable ? error.message : 'A file in the zip is not what the suite writes.';
  result().replaceChildren(element('h2', 'fail', 'Unusable'), element('p', 'lead', printable(why)));
}

function start(): void {
  let last: Checked | undefined;
  let turn = 0;
  const read = async (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!file) return;
    turn += 1;
    const own = turn;
    last = undefined;
    result().replaceChildren(element('p', 'lead', 'Reading…'));
    try {
      const checked = await check(await contentOf(file));
      if (own !== turn) return;
      last = checked;
      show(checked);
    } catch (error) {
      if (own === turn) showUnusable(error);
    }
  };
  const chosen = byId('file');
  chosen.addEventListener('change', () => void read(chosen.files));
  byId('digest').addEventListener('input', () => last && show(last));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void read(event.dataTransfer?.files);
  });
}

async function contentOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (!globalThis.crypto?.subtle)
    throw new Unusable('This browser offers no cryptography to this page. Open it from a disk.');
  if (file.size > most.zip)
    throw new Unusable(`The file has more than ${most.zip / MiB} MiB, which is the most that is read.`);
  return new Uint8Array(await file.arrayBuffer());
}

start();

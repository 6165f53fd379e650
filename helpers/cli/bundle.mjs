// Writes .build/bundle: what the package ships, each way in with what it needs in few files, since Node takes longer to
// find and open two hundred modules than to run them. Beside it exam.json, which names the files that ask and judge.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = new URL('../../', import.meta.url);
const into = new URL('.build/bundle/', root);
const { dependencies, peerDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const installed = Object.keys({ ...dependencies, ...peerDependencies });

const entries = [
  'helpers/cli/main',
  'helpers/cli/conformance',
  'helpers/api/run-conformance',
  'helpers/api/vitest',
  'helpers/engine/engine',
];
/** The rooms that decide what is sent and how it is judged. */
const exam = /\.build\/(schemas|suites|helpers\/(client|evidence|identity|json|runner|webhook))\//;

/** What every run needs, or every report: a file each. */
const together = [
  { name: 'base', test: /\.build\/(schemas|helpers\/(json|evidence|configuration|redaction))\// },
  { name: 'reports', test: /\.build\/reports\/(text|wording|drift|model|document|html|formats|terminal|integrity)\// },
];

const build = await rolldown({
  input: Object.fromEntries(
    entries.map((entry) => [basename(entry), fileURLToPath(new URL(`.build/${entry}.js`, root))]),
  ),
  platform: 'node',
  external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
  transform: { target: 'node20' },
});
rmSync(into, { recursive: true, force: true });
const { output } = await build.write({
  dir: fileURLToPath(into),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'part-[name].js',
  codeSplitting: { groups: together },
});
const asks = output.filter(({ moduleIds = [] }) => moduleIds.some((id) => exam.test(id)));
writeFileSync(new URL('exam.json', into), JSON.stringify(asks.map(({ fileName }) => fileName).sort()));
chmodSync(new URL('main.js', into), 0o755);

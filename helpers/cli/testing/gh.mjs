// Stands in for `gh`: issues.json of the folder FORGE holds labels and issues, its folder artifacts the artifacts. It ends
// with an error for what the real one does not take, or is not asked here.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const texts = 'label title body comment state json jq name'.split(' ').map((name) => [name, { type: 'string' }]);
const options = { ...Object.fromEntries(texts), force: { type: 'boolean' } };
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const { title = '', body = values.comment ?? '', json = '', jq = '.' } = values;
const { FORGE = '', GH_TOKEN } = process.env;
if (!GH_TOKEN) throw new Error('no GH_TOKEN');
if (title.length > 256 || body.length > 65_536) throw new Error('too long');

const file = join(FORGE, 'issues.json');
const { labels, issues } = JSON.parse(readFileSync(file, 'utf8'));
const [area, action = '', third] = positionals;
const issue = issues[Number(third) - 1];
const print = (value) =>
  process.stdout.write(execFileSync('jq', ['--raw-output', jq], { input: JSON.stringify(value) }));
const comment = () => body && issue.comments.push(body);

function listed() {
  const found = issues.map((each, at) => ({ ...each, number: at + 1, state: each.isOpen ? 'OPEN' : 'CLOSED' }));
  const wanted = found.filter(({ state }) => values.state === 'all' || state === 'OPEN').reverse();
  return wanted.map((each) => Object.fromEntries(json.split(',').map((name) => [name, each[name]])));
}

/** The newest first, behind one of a fork and one that has expired. */
function artifacts(path) {
  const { searchParams } = new URL(path, 'https://api.github.com');
  const name = searchParams.get('name');
  const own = { expired: false, workflow_run: { head_repository_id: 7, head_branch: 'main' } };
  const fork = { id: 'fork', ...own, workflow_run: { head_repository_id: 8, head_branch: 'main' } };
  const stored = join(FORGE, 'artifacts');
  const there = existsSync(stored) ? readdirSync(stored).filter((each) => each === name) : [];
  const dated = there.map((id) => ({ id, ...own, created_at: statSync(join(stored, id)).mtime }));
  return { artifacts: [fork, { id: 'old', ...own, expired: true }, ...dated] };
}

const commands = {
  'issue list': () => print(listed()),
  'issue create': () => {
    if (!labels.includes(values.label)) throw new Error('no such label');
    issues.push({ title, isOpen: true, body, comments: [] });
  },
  'issue edit': () => Object.assign(issue, { title }),
  'issue comment': comment,
  'issue close': () => comment() && Object.assign(issue, { isOpen: false }),
  'issue reopen': () => comment() && Object.assign(issue, { isOpen: true }),
  'label create': () => labels.push(third),
  'run download': () => cpSync(join(FORGE, 'artifacts', values.name), '.', { recursive: true }),
  // What `unzip` of these tests takes.
  zip: () =>
    process.stdout.write(execFileSync('tar', ['-c', '-C', join(FORGE, 'artifacts', 'conformance-latest'), '.'])),
  artifacts: () => print(artifacts(action)),
};
commands[area === 'api' ? (/\/conformance-latest\/zip$/.test(action) ? 'zip' : 'artifacts') : `${area} ${action}`]();
writeFileSync(file, JSON.stringify({ labels, issues }));

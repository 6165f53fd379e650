import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { serve } from '../../api/listener.js';
import { emptyFolder } from './command.js';

/** What the jobs get, and the stand-in takes. */
export const tokens = { GH_TOKEN: 'gh-token-51c2', CI_JOB_TOKEN: 'job-token-2f7c', ISSUE_TOKEN: 'issue-token-84be' };

interface Issue {
  title: string;
  isOpen: boolean;
  readonly body: string;
  readonly comments: string[];
}
type Texts = Readonly<Record<string, string>>;
type Answer = readonly [status: number, body?: string | Buffer, location?: string];

/** Stands in for GitHub, as `gh` reaches it, and for GitLab’s HTTP interface: on loopback, with one project. */
export async function startForge(kind: 'github' | 'gitlab') {
  const issues: Issue[] = [];
  const labels = new Set<string>();
  /** Artifacts and packages. */
  const folder = emptyFolder();
  const tar = (name: string) => execFileSync('tar', ['-c', '-C', join(folder, name), '.'], { maxBuffer: 2 ** 28 });
  /** The newest issue first. */
  const listed = (states: readonly [open: string, closed: string]) =>
    issues.map((each, at) => ({ ...each, number: at + 1, iid: at + 1, state: states[each.isOpen ? 0 : 1] })).reverse();

  /** One of a fork, and the own one, which there is after the first night. */
  function artifacts(): object {
    const latest = statSync(join(folder, 'conformance-latest'), { throwIfNoEntry: false });
    const artifact = (id: string, head_repository_id: number) => {
      const workflow_run = { head_repository_id, head_branch: 'main' };
      return { id, expired: latest === undefined, created_at: latest?.mtime, workflow_run };
    };
    return { artifacts: [artifact('fork', 8), artifact('newest', 7)] };
  }

  const texts = 'label title body comment state json jq name'.split(' ');
  const options = {
    ...Object.fromEntries(texts.map((name) => [name, { type: 'string' }])),
    force: { type: 'boolean' },
  };
  function gh(args: string[], from: string): string | Buffer {
    // As `gh` reads them: what follows an option is its value, whatever it begins with.
    const read = args.map((arg, at) => (texts.includes(arg.slice(2)) ? `${arg}=${args[at + 1]}` : arg));
    const isValue = (at: number) => texts.includes((args[at - 1] ?? '').slice(2));
    const { positionals, values } = parseArgs({
      args: read.filter((_, at) => !isValue(at)),
      allowPositionals: true,
      options: options as never,
    });
    const { label = '', title = '', body = '', comment = body, jq = '.', name = '', state } = values as Texts;
    const [area, action = '', third = ''] = positionals;
    const issue = issues[Number(third) - 1];
    const shown = (value: object) =>
      execFileSync('jq', ['--raw-output', jq], { input: JSON.stringify(value), env: { ...process.env, FROM: from } });
    if (title.length > 256 || comment.length > 65_536) throw new Error('too long');
    if (area === 'run') return tar(name);
    if (area === 'label') labels.add(third);
    else if (area === 'api') return action.endsWith('newest/zip') ? tar('conformance-latest') : shown(artifacts());
    else if (action === 'list')
      return shown(listed(['OPEN', 'CLOSED']).filter((each) => each.isOpen || state === 'all'));
    else if (action === 'create' && labels.has(label)) issues.push({ title, isOpen: true, body, comments: [] });
    else if (!issue) throw new Error(`unknown: ${args}`);
    else if (action === 'edit') issue.title = title;
    else issue.comments.push(comment);
    if (issue && /close|reopen/.test(action)) issue.isOpen = action === 'reopen';
    return '';
  }

  const packed = join(folder, 'latest.tgz');
  const basic = `Basic ${Buffer.from(`gitlab-ci-token:${tokens.CI_JOB_TOKEN}`).toString('base64')}`;
  function registry({ method, headers }: IncomingMessage, sent: Buffer): Answer {
    if (headers.authorization !== basic) return [401];
    if (method === 'PUT') {
      writeFileSync(packed, sent);
      return [201];
    }
    // As gitlab.com does, to a host that is to see no token.
    return existsSync(packed) ? [302, '', `${baseUrl.replace('127.0.0.1', 'localhost')}storage`] : [404];
  }

  function tracker({ method, headers, url = '' }: IncomingMessage, form: URLSearchParams): Answer {
    if (headers['private-token'] !== tokens.ISSUE_TOKEN) return [401];
    if (method === 'GET') return [200, JSON.stringify(listed(['opened', 'closed']))];
    const [, number, isNote] = /issues\/(\d+)(\/notes)?$/.exec(url) ?? [];
    const issue = issues[Number(number) - 1];
    const title = form.get('title') ?? issue?.title ?? '';
    const event = form.get('state_event');
    if (!issue) issues.push({ title, isOpen: true, body: form.get('description') ?? '', comments: [] });
    else if (isNote) issue.comments.push(form.get('body') ?? '');
    else Object.assign(issue, { title, isOpen: event === null ? issue.isOpen : event === 'reopen' });
    return [201];
  }

  function answer(request: IncomingMessage, sent: Buffer): Answer {
    const { url = '', headers } = request;
    if (url.endsWith('/storage')) return headers.authorization ? [400] : [200, readFileSync(packed)];
    if (url.includes('/projects/7/issues')) return tracker(request, new URLSearchParams(sent.toString()));
    if (url.includes('/projects/7/packages')) return registry(request, sent);
    if (headers.token !== tokens.GH_TOKEN) return [401];
    return [200, gh(sent.toString().split('\0').slice(0, -1), String(headers.from))];
  }
  const { baseUrl, close } = await serve(async (request, response) => {
    const [status, body, location] = answer(request, await buffer(request));
    response.writeHead(status, location ? { location } : {}).end(body);
  }, '/api/v4/');
  return { kind, address: baseUrl.slice(0, -1), folder, issues, close };
}
export type Forge = Awaited<ReturnType<typeof startForge>>;

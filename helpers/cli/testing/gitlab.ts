import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serve } from '../../api/listener.js';

export const tokens = { CI_JOB_TOKEN: 'job-token-2f7c91', ISSUE_TOKEN: 'issue-token-84be03' };

/** As the forge holds it when the night is over, first issue first. */
export interface Issue {
  title: string;
  isOpen: boolean;
  readonly body: string;
  comments: string[];
}

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/**
 * Stands in for GitLab on loopback: the issues of one project, in issues.json of `folder`, and its package registry, which
 * sends a download to a storage under another name, as gitlab.com does. No token may arrive there.
 */
export async function startGitLab(folder: string) {
  const file = join(folder, 'issues.json');
  const packed = join(folder, 'latest.tgz');
  const basic = `Basic ${Buffer.from(`gitlab-ci-token:${tokens.CI_JOB_TOKEN}`).toString('base64')}`;

  function registry({ method, headers }: IncomingMessage, sent: Buffer): Answer {
    if (headers.authorization !== basic) return [401];
    if (method === 'PUT') writeFileSync(packed, sent);
    if (method === 'PUT') return [201];
    return existsSync(packed) ? [302, '', { location: `${baseUrl.replace('127.0.0.1', 'localhost')}storage` }] : [404];
  }

  function tracker({ method, headers, url = '' }: IncomingMessage, sent: string): Answer {
    if (headers['private-token'] !== tokens.ISSUE_TOKEN) return [401];
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { labels: string[]; issues: Issue[] };
    const form = new URLSearchParams(sent);
    const [, number, notes] = /\/issues(?:\/(\d+)(\/notes)?)?(?:\?labels=conformance)?$/.exec(url) ?? [];
    const issue = stored.issues[Number(number) - 1];
    const title = form.get('title');
    if (method === 'GET') {
      const { issues } = stored;
      const rows = issues.map((each, at) => ({ ...each, iid: at + 1, state: each.isOpen ? 'opened' : 'closed' }));
      return [200, rows.reverse()];
    }
    if (issue && notes) issue.comments = [...issue.comments, form.get('body') ?? ''];
    else if (issue) {
      issue.title = title ?? issue.title;
      if (form.has('state_event')) issue.isOpen = form.get('state_event') === 'reopen';
    } else if (form.get('labels') === 'conformance' && title)
      stored.issues.push({ title, isOpen: true, body: form.get('description') ?? '', comments: [] });
    else return [400];
    writeFileSync(file, JSON.stringify(stored));
    return [201, {}];
  }

  const { baseUrl, close } = await serve(async (request, response) => {
    const sent = await buffer(request);
    const { url = '', headers } = request;
    if (url.endsWith('/storage'))
      return response.writeHead(headers.authorization ? 400 : 200).end(readFileSync(packed));
    const isTracker = url.includes('/projects/7/issues');
    const [status, body, more] = isTracker ? tracker(request, sent.toString()) : registry(request, sent);
    response.writeHead(status, more).end(JSON.stringify(body));
  }, '/api/v4/');
  return { address: baseUrl.slice(0, -1), close };
}

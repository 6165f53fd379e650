import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack, StackFault } from './table.js';

/** What stands in front of a service: a real nginx or HAProxy, with a configuration of a few lines. */

type Front = NonNullable<Stack['front']>;

export function isInstalled(front: Front): boolean {
  try {
    execFileSync(front, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const configurations: Record<
  Front,
  (folder: string, port: number, behind: readonly number[], fault?: StackFault) => string
> = {
  nginx: (folder, port, behind, fault) => `
    daemon off; ${userInfo().uid === 0 ? 'user root;' : ''} pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
    events {}
    http {
      access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      proxy_cache_path ${folder}/cache keys_zone=listing:1m;
      upstream service { ${behind.map((each) => `server 127.0.0.1:${each};`).join(' ')} keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size ${fault === 'body-limit' ? '256' : '16k'};
        location / {
          proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
          ${fault === 'cache-in-front' ? 'proxy_cache listing; proxy_cache_valid 200 30s; proxy_cache_key $uri;' : ''}
        }
      }
    }`,
  haproxy: (_folder, port, behind, fault) => `
global
  maxconn 200
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
${fault === 'cache-in-front' ? 'cache listing\n  total-max-size 4\n  max-age 30' : ''}
frontend public
  bind 127.0.0.1:${port}
  default_backend service
backend service
  balance roundrobin
  ${fault === 'cache-in-front' ? 'http-request cache-use listing\n  http-response set-header Cache-Control max-age=30\n  http-response cache-store listing' : ''}
${behind.map((each) => `  server s${each} 127.0.0.1:${each}`).join('\n')}
`,
};

/** Starts it on a free port of loopback, in the foreground. @throws Error where it does not listen in time */
export async function startFront(front: Front, folder: string, behind: readonly number[], fault?: StackFault) {
  const port = await freePort();
  const file = join(folder, `${front}.conf`);
  writeFileSync(file, configurations[front](folder, port, behind, fault));
  const argv = front === 'nginx' ? ['-c', file, '-p', folder, '-e', join(folder, 'error.log')] : ['-db', '-f', file];
  const child = spawn(front, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  const { printed, stop } = watched(child);
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/v1/`).catch(() => undefined)) return { port, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${front} does not listen: ${printed()}`);
}

/** The end of what a process has printed so far, and a way to end it. */
export function watched(child: ChildProcess): { printed(): string; stop(): Promise<void> } {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4_000);
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { printed: () => printed, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

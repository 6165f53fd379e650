import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { skipWithout } from '../../reports/testing/system-tools.js';
import type { Evidence, EvidenceEntry, ReportedCheck } from '../../schemas/types.js';
import { emptyFolder, variablesFor } from '../cli/testing/command.js';
import { inferSchema } from '../json/infer-schema.js';
import { parseJson } from '../json/parse-json.js';
import { stories } from '../reference-server/all.js';
import type { Fault } from '../reference-server/changes.js';
import type { ReferenceServer } from '../reference-server/server.js';
import { areasOf, runAgainst, startFor } from '../reference-server/testing/run-against.js';

const folder = emptyFolder();
// Not every system has one.
const uuid = 'cat /proc/sys/kernel/random/uuid 2>/dev/null || exec node -p "crypto.randomUUID()"';
writeFileSync(join(folder, 'uuidgen'), `#!/bin/sh\n${uuid}\n`, { mode: 0o755 });

async function printed(line: string, server: ReferenceServer): Promise<string> {
  const env = { ...variablesFor(server, folder), PATH: `${folder}:${process.env.PATH ?? ''}` };
  return (await promisify(execFile)('sh', ['-c', line], { env })).stdout;
}

const ofConnection = 'shows what the connection of the run held before';
const ofWholeRun = 'shows in the creations of a whole run together';
const answersGuess = 'answers a guess, of which the evidence keeps the structure alone';
const closes = 'shows while the connection of the first try is open, and curl closes it';
/** Faults whose line gets another response, and why it has to. */
const others: Readonly<Record<string, string>> = {
  'authenticated-once-per-connection': ofConnection,
  'retry-after-the-answer-creates': closes,
  'total-beyond-the-own-accounts': answersGuess,
  'total-under-other-ids-alone': answersGuess,
  'key-forgotten-after-a-second': closes,
  'keys-in-the-memory-of-two-instances': closes,
  'keys-kept-for-the-connection': closes,
  'key-kept-as-a-short-digest': ofWholeRun,
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answers that curl printed with `-i`, without those of status 1xx. */
function answersIn(out: string): Answer[] {
  return out.split(/(?=HTTP\/1\.1 \d{3} [^\r\n]*\r\n)/).flatMap((text) => {
    const [head = '', ...rest] = text.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const status = Number(first.split(' ')[1]);
    const headers = lines.map((line) => [/^[^:]*/.exec(line)?.[0].toLowerCase(), line.replace(/^[^:]*: ?/, '')]);
    return status >= 200 ? [{ status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') }] : [];
  });
}

/** What stays of an answer where ids and times are new. */
function shapeOf({ status, headers, body }: Answer) {
  const { json, isJson } = parseJson(body);
  return { status, type: headers['content-type'], shape: isJson ? inferSchema([json]) : 'no JSON' };
}

function identityIn({ headers, body }: Answer, pointer: string): unknown {
  if (pointer.startsWith('header:')) return headers[pointer.slice('header:'.length)];
  const member = (value: unknown, name: string) => (value as Record<string, unknown> | undefined)?.[name];
  return pointer.split('/').slice(1).reduce<unknown>(member, parseJson(body).json);
}

async function failedOf({ breaks, customer }: Fault, server: ReferenceServer) {
  const out = emptyFolder();
  // Whole areas, and listings: some faults show in the traffic of other requirements.
  const only = areasOf(['ACCT-01', ...breaks]);
  const { report } = await runAgainst(server, {
    ...{ only, observe: 'none', formats: ['har'], out },
    ...(customer && { customer }),
  });
  const { log } = JSON.parse(readFileSync(join(out, 'evidence.har'), 'utf8')) as Evidence;
  return report.requirements
    .flatMap(({ checks }) => checks.filter(({ verdict, again }) => verdict === 'fail' && again !== undefined))
    .map((check): [ReportedCheck, Answer] => {
      const { response } = log.entries.find(({ _id }) => _id === check.deciding) as EvidenceEntry;
      const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
      return [check, { status: response.status, headers, body: response.content.text ?? '' }];
    });
}

// Whether a run meets a race or a broken connection is chance.
const asked = stories.filter(
  (fault) =>
    !(fault.id in others || fault.server?.certificate || fault.isTimed) &&
    !fault.breaks.some((id) => /^IDEM-0[23]$/.test(id)),
);
// `.ci/run` runs the lines of every sixteenth fault, `npm run test:all` those of all.
const share = process.env.SEEDS === '1' ? 16 : 1;
const chosen = asked.filter((_, at) => at % share === 0);
test.concurrent.for(chosen.map((fault) => [fault.id, fault] as const))(
  'the curl line of %s gets the response of its finding',
  async ([, fault], context) => {
    skipWithout(context, 'curl');
    const server = await startFor({ fault: fault.id });
    const failed = await failedOf(fault, server);
    context.expect(failed.length).toBeGreaterThan(0);
    for (const [{ name, again = '', identity }, deciding] of failed) {
      context.expect(again, name).not.toContain(server.credentials.apiKey);
      const answers = answersIn(await printed(again, server));
      const what = `${name}\n${again}\n${JSON.stringify(answers)}`;
      context.expect(answers.length, what).toBeGreaterThan(0);
      // A line says so itself where its response depends on more than what it sends.
      if (again.startsWith('# Found ')) continue;
      context.expect(answers.map(shapeOf), what).toContainEqual(shapeOf(deciding));
      if (identity)
        context.expect(new Set(answers.map((one) => identityIn(one, identity))).size, what).toBeGreaterThan(1);
      if (fault.breaks.join() === 'ACCT-05')
        context.expect(new Set(answers.map(({ body }) => body)).size, what).toBeGreaterThan(1);
    }
    await server.close();
  },
);

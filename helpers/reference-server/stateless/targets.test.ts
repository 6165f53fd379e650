import { createServer, type Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { runConformance } from '../../api/run-conformance.js';
import { known, statelessTargets } from './targets.js';

function serving(name: string): Server {
  return createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const answer = statelessTargets[name]?.({ method, path: url.split('?')[0] ?? '', headers, body });
      response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
      response.end(method === 'HEAD' ? '' : JSON.stringify(answer?.body));
    });
  });
}

describe('targets without state', () => {
  for (const name of Object.keys(statelessTargets)) {
    for (const pointers of [{}, { customerIdPointer: '/id', accountIdPointer: '/id' }]) {
      test(`${name}, ${Object.keys(pointers).length > 0 ? 'with' : 'without'} pointers`, async () => {
        const { report } = await runConformance({
          listener: serving(name),
          ...known,
          ...pointers,
          seed: 1,
          observe: 'none',
          evidence: 'none',
        });
        const by = (verdict: string) =>
          report.requirements
            .filter((one) => one.verdict === verdict)
            .map(({ id }) => id)
            .join(' ');
        console.log(
          name,
          pointers,
          '\npass',
          by('pass'),
          '\nfail',
          report.requirements
            .filter((one) => one.verdict === 'fail')
            .map(({ id, found }) => `${id} ${found}`)
            .join('\n     '),
          '\nopen',
          by('inconclusive'),
        );
        expect(report.summary).toBeDefined();
      });
    }
  }
});

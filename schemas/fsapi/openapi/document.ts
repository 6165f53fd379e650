import { isObject } from '../../is-object.js';
import type { Specification } from '../../specification.js';
import type { Report } from '../../types.js';
import { schemaDocument } from '../../validate.js';
import type { Part } from './observation.js';
import { paths, tags } from './paths.js';
import { unauthorized } from './responses.js';
import { Register } from './source.js';

/**
 * The service as an OpenAPI 3.1 document. What is stated is unmarked; everything else carries an `x-source`.
 * @param report whose observations and settlements are to stand in it; without one it has what is stated, the steps
 * inferred from that, and where it is silent
 * @param notices what a reader has to know of it first, one sentence each
 */
export function openapiDocument(
  { basePath, headers, title, version }: Pick<Specification, 'basePath' | 'headers' | 'title' | 'version'>,
  report?: Report,
  notices: readonly string[] = [],
): Part {
  const register = new Register(report);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: [about, ...notices].join('\n\n'),
      ...register.observed('LIMIT-01', 'LIMIT-02', 'LIMIT-03', 'VER-02'),
    },
    ...(report && { 'x-report': origin(report) }),
    servers: [
      {
        // Mock servers do not read the path of a server, so that the version stands in each path.
        url: 'https://{host}',
        description: 'Sandbox or Live, each with its own keys.',
        variables: { host: { default: 'api.example.com', description: 'A placeholder: the hosts are not shown.' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags,
    paths: paths(register, { basePath, headers }),
    components: {
      schemas: { Customer: bundled('customer'), Address: bundled('address') },
      responses: { Unauthorized: unauthorized(register) },
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: headers.credential,
          description: 'The Secret Key of the caller for the chosen environment. It stays on the server side.',
          ...register.observed('AUTH-13'),
        },
      },
    },
  };
}

const about = [
  'What carries no x-source is stated by the specification. An x-source tells of everything else where it comes from:',
  'inferred, one step from what is stated; observed, behaviour in a run of fsapi-conformance and no promise; settled, decided by people and met in that run; not-shown, left open; made-up, an example of ours, as each example of a schema is.',
].join(' ');

function origin({ run, target }: Report): Part {
  const { id, startedAt, complete, suiteVersion } = run;
  return { run: id, startedAt, complete, suiteVersion, environment: target.environment, embedded: target.embedded };
}

/** A schema of ours as a component: without what names it elsewhere, referring to its neighbours here. */
function bundled(name: 'customer' | 'address'): unknown {
  const { $schema: _, $id: __, ...schema } = schemaDocument(name);
  return local(schema);
}

function local(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(local);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'x-requirement')
    // The schema of a customer refers to that of an address alone.
    .map(([name, inner]) => [name, name === '$ref' ? '#/components/schemas/Address' : local(inner)])
    // Not every reader knows classes of Unicode.
    .map(([name, inner]) => [name, name === 'pattern' ? String(inner).replaceAll('\\p{Ll}', '[a-z]') : inner]);
  return Object.fromEntries(entries);
}

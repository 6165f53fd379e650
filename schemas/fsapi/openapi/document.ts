import { isObject } from '../../is-object.js';
import type { Specification } from '../../specification.js';
import type { Report } from '../../types.js';
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
  {
    basePath,
    headers,
    schemas,
    title,
    version,
  }: Pick<Specification, 'basePath' | 'headers' | 'schemas' | 'title' | 'version'>,
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
      schemas: components(schemas),
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

/** Schemas as components: without what names them elsewhere, referring to each other here. */
function components(schemas: Specification['schemas']): Part {
  const all: readonly Part[] = Object.values(schemas).map((schema) => ({ ...schema }));
  const titles = new Map(all.map(({ $id, title }) => [$id, String(title)]));
  return Object.fromEntries(
    all.map(({ $schema: _, $id, ...schema }) => [titles.get($id), local(schema, (id) => titles.get(id))]),
  );
}

function local(value: unknown, titleOf: (id: unknown) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => local(item, titleOf));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => name !== 'x-requirement')
    .map(([name, inner]) => [name, name === '$ref' ? `#/components/schemas/${titleOf(inner)}` : local(inner, titleOf)])
    // Not every reader knows classes of Unicode.
    .map(([name, inner]) => [name, name === 'pattern' ? String(inner).replaceAll('\\p{Ll}', '[a-z]') : inner]);
  return Object.fromEntries(entries);
}

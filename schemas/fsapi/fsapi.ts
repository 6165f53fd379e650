import { profiles } from '../profiles.js';
import type { Specification } from '../specification.js';
import { bodySchemas } from '../validate.js';
import { areas, catalogue } from './catalogue.js';
import { concerns } from './concerns.js';
import { floor, lackGroups } from './groups.js';
import { limits } from './limits.js';
import { members } from './members.js';
import { openapiDocument } from './openapi/document.js';
import { headers, operations } from './operations.js';
import { questions } from './questions.js';
import { renamedChecks } from './renamed-checks.js';
import { clauses } from './sentences.js';

/** What this API says: the one place where its parts come together. `suites/index.ts` adds how it is tested. */
export const fsapi = {
  isOwn: true,
  name: 'fsapi',
  title: 'Financial Services REST API',
  version: 'v1',
  basePath: '/v1/',
  headers,
  areas,
  profiles,
  concerns,
  catalogue,
  operations,
  schemas: bodySchemas(operations.flatMap(({ body }) => body ?? [])),
  groups: lackGroups,
  floor,
  questions,
  limits,
  members,
  renamedChecks,
  clauses,
  openapi: openapiDocument,
} as const satisfies Specification;

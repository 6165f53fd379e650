import { fsapi as said } from '../../schemas/fsapi/fsapi.js';
import type { Tested } from '../session/prepare.js';

/** The tested API with its tests and the embedded server, for every way in. */
export const fsapi: Tested = {
  ...said,
  tests: async () => (await import('../../suites/index.js')).tests,
  reference: () => import('../reference-server/server.js'),
};

export type { RequirementId } from '../../schemas/fsapi/catalogue.js';

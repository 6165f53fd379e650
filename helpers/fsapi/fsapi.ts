import { fsapi as said } from '../../schemas/fsapi/fsapi.js';
import type { Tested } from '../session/prepare.js';

/** The API that this package tests: what it says, its tests, and the embedded server. Every way in takes it from here. */
export const fsapi: Tested = {
  ...said,
  tests: async () => (await import('../../suites/index.js')).tests,
  reference: () => import('../reference-server/server.js'),
};

export type { RequirementId } from '../../schemas/fsapi/catalogue.js';

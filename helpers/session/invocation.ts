import { packageRoot } from '../../schemas/package-root.js';

/** How this copy of the suite is called by hand, options following: as a dependency, or by its own package's script. */
export const calledBy = packageRoot.pathname.includes('/node_modules/')
  ? 'npx fsapi-conformance'
  : 'npm run conformance --';

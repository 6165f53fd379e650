/** The door of this room: what the commands and the session need of the server. */
export { type ReferenceServer, startReferenceServer } from './server.js';
/** The faults and the variants: a run against the honest server has no use for them. */
export const changes = () => import('./all.js');

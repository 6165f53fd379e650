/** The door of this room: what the commands and the session need of the server. */
export { faults, variants } from './all.js';
export { type ReferenceServer, startReferenceServer } from './server.js';

import { type ReferenceOptions, type ReferenceServer, startReferenceServer } from '../server.js';
import { type Ask, clientOf, type Got, type Sent } from './client.js';
import { creation, listing } from './requests.js';

/** What a test needs to talk to one server. */
export interface Talk {
  readonly of: ReferenceServer['credentials'];
  readonly server: ReferenceServer;
  readonly ask: Ask;
  /** A valid creation, changed; for the first tenant by default. */
  create(change?: Sent, other?: boolean): Promise<Got>;
  /** A valid listing, changed. */
  list(change?: Sent, other?: boolean): Promise<Got>;
}

/** Starts a server, talks to it, and stops it. */
export async function talkTo<Outcome>(
  options: ReferenceOptions,
  talk: (talk: Talk) => Promise<Outcome>,
): Promise<Outcome> {
  const server = await startReferenceServer(options);
  const { ask, close } = clientOf(server);
  const of = server.credentials;
  try {
    return await talk({
      of,
      server,
      ask,
      create: (change, other) => ask(creation(of, change, other)),
      list: (change, other) => ask(listing(of, change, other)),
    });
  } finally {
    close();
    await server.close();
  }
}

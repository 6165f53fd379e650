import type { Response } from '../client/message.js';
import { hasIdentity, type ResourceIdentity, sameResource } from './resource-identity.js';

/** Responses in groups, one for each customer; without those that have no identity. */
export function byResource(responses: readonly Response[], identity: ResourceIdentity): Response[][] {
  const groups: Response[][] = [];
  for (const response of responses.filter((one) => hasIdentity(one, identity))) {
    const group = groups.find((members) =>
      members.some((member) => sameResource(member, response, identity) !== false),
    );
    if (group) group.push(response);
    else groups.push([response]);
  }
  return groups;
}

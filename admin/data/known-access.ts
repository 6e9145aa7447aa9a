import type { QueryClient } from '@tanstack/react-query';
import { resources } from '../resources.ts';
import { isAllowed } from './access.ts';
import type { SpaUser } from './session.ts';

/**
 * Answers what react-admin asks the authProvider before it requests a list: who is signed in, and whether they may see
 * it. It asks asynchronously, one after the other, and draws the page again after each answer, though the session knows
 * all of it. The keys are react-admin's; an answer under a key that it does not ask for changes nothing.
 */
export function knowAccess(client: QueryClient, { permissions }: Pick<SpaUser, 'permissions'>): QueryClient {
  client.setQueryData(['auth', 'checkAuth', {}], true);
  client.setQueryData(['auth', 'getPermissions', {}], permissions);
  for (const resource of resources.flatMap(({ collections = {} }) => Object.keys(collections))) {
    const question = ['auth', 'canAccess', { action: 'list', enabled: true, resource }];
    client.setQueryData(question, isAllowed(permissions, resource, 'list'));
  }
  return client;
}

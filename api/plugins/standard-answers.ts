import type {} from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { type ErrorStatus, errorResponses } from '../../contract/errors.ts';
import type { Access } from '../access.ts';

/**
 * Adds the answers that a route gives by what it is (credentials, body, id, limits), so that the published document
 * lists every status and no route can forget one. Statuses of its own rules, such as 409, a route declares itself.
 */
export function useStandardAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    // Greenfield's errors have a form of their own, which its routes declare.
    if (access?.by === 'shop_key') return;
    if (access === undefined || route.schema === undefined || route.schema.hide === true) return;
    const statuses = standardStatuses(access, {
      hasId: route.url.includes('/:'),
      hasBody: route.schema.body !== undefined,
      hasQuery: route.schema.querystring !== undefined || route.schema.headers !== undefined,
      writes: [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD'),
    });
    const declared = (route.schema.response ?? {}) as Record<string, unknown>;
    route.schema.response = { ...errorResponses(...statuses), ...declared };
  });
}

interface Shape {
  readonly hasId: boolean;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
  readonly writes: boolean;
}

function standardStatuses(access: Access, shape: Shape): ErrorStatus[] {
  const statuses: ErrorStatus[] = [429, 503];
  if (access.by === 'token') statuses.push(400, 401, 403);
  if (access.by === 'user' || access.by === 'staff') statuses.push(401, 403, ...(shape.writes ? ([419] as const) : []));
  if (access.by === 'anyone' && access.csrf) statuses.push(419);
  if (shape.hasId) statuses.push(404);
  if (shape.writes) statuses.push(413, 415);
  if (shape.writes && access.by !== 'token') statuses.push(400);
  if (shape.hasBody || shape.hasQuery || shape.writes) statuses.push(422);
  return statuses.sort((one, other) => one - other);
}

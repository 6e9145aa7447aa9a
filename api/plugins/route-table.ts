import type {} from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Access } from '../access.ts';

/** A route as it was registered. */
export interface RouteEntry {
  readonly methods: readonly string[];
  readonly url: string;
  readonly access: Access;
  readonly schema: RouteOptions['schema'];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server; tests and the not-found handler are made from it. */
    routeTable: RouteEntry[];
  }
}

/**
 * Keeps every route and refuses one that does not say who may call it, or that lists no answers: the server does not
 * start.
 */
export function useRouteTable(app: FastifyInstance): void {
  app.decorate('routeTable', []);
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    const methods = [route.method].flat();
    if (access === undefined) throw new Error(`${methods.join()} ${route.url} does not say who may call it.`);
    app.routeTable.push({ methods, url: route.url, access, schema: route.schema });
  });
}

/** The methods that a call's path knows, HEAD after each GET; none when no call has the path. Pages are no calls. */
export function methodsOf(app: FastifyInstance, url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const isCall = ({ schema }: RouteEntry) => schema?.hide !== true;
  const found = app.routeTable.filter((route) => isCall(route) && patternOf(route.url).test(path));
  const methods = found.flatMap((route) => route.methods);
  return [...new Set(methods)].sort();
}

const patterns = new Map<string, RegExp>();

function patternOf(url: string): RegExp {
  const known = patterns.get(url);
  if (known !== undefined) return known;
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:[A-Za-z_]+/g, '[^/]+')
    .replaceAll('*', '.*');
  const pattern = new RegExp(`^${source}$`);
  patterns.set(url, pattern);
  return pattern;
}

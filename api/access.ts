import type { TokenPermission, UserPermission } from '../domain/accounts/permissions.ts';
import type { StaffPermission } from '../domain/accounts/staff-permissions.ts';
import type { GreenfieldPermission } from '../domain/greenfield/permissions.ts';

/**
 * The callers that may use a route. Every route names it as `config.access`; a route without one does not start. Routes
 * with an object's id answer 404 for anyone but its owner, so `access` is about the call, never about the object.
 */
export type Access =
  | { readonly by: 'token'; readonly anyOf: readonly TokenPermission[] }
  | { readonly by: 'shop_key'; readonly permission: GreenfieldPermission | null }
  | { readonly by: 'user'; readonly permission: UserPermission | null }
  | {
      readonly by: 'staff';
      readonly permission: StaffPermission | null;
      readonly enrolling?: true;
      readonly at?: string;
    }
  | { readonly by: 'anyone'; readonly because: string; readonly csrf?: 'merchant' | 'staff'; readonly limited?: false };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** An API token with one of these permissions; none named means any token. */
export function token(...anyOf: TokenPermission[]): { access: Access } {
  return { access: { by: 'token', anyOf } };
}

/** A Greenfield key of the shop that the path names, with the permission; null means any of its keys. */
export function shopKey(permission: GreenfieldPermission | null): { access: Access } {
  return { access: { by: 'shop_key', permission } };
}

/** A signed-in user whose role has the permission; null means any signed-in user. */
export function user(permission: UserPermission | null): { access: Access } {
  return { access: { by: 'user', permission } };
}

/**
 * A person of the gateway's staff, signed in with the second factor, whose role has the permission; null means any of
 * them.
 */
export function staff(permission: StaffPermission | null): { access: Access } {
  return { access: { by: 'staff', permission } };
}

/** The same for pages of another origin, which cannot send our CSRF token: the browser names their origin instead. */
export function staffAt(origin: string, permission: StaffPermission): { access: Access } {
  return { access: { by: 'staff', permission, at: origin } };
}

/** The same before the second factor is set up: what leads to it, and nothing else. */
export function staffEnrolling(): { access: Access } {
  return { access: { by: 'staff', permission: null, enrolling: true } };
}

/** Anyone; `because` says what makes that right. */
export function anyone(because: string): { access: Access } {
  return { access: { by: 'anyone', because } };
}

/** Anyone, with a CSRF token: for what a browser does before it is signed in. */
export function anyoneWithCsrf(because: string): { access: Access } {
  return { access: { by: 'anyone', because, csrf: 'merchant' } };
}

/** The same for the console of staff, which has a CSRF token of its own. */
export function anyoneWithStaffCsrf(because: string): { access: Access } {
  return { access: { by: 'anyone', because, csrf: 'staff' } };
}

/** Anyone, as often as they like: static files and what machines ask for. */
export function anyoneUnlimited(because: string): { access: Access } {
  return { access: { by: 'anyone', because, limited: false } };
}

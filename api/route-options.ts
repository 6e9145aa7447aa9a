import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { ProfileIdParams, ProfileParams, ShopIdParams, ShopParams } from '../contract/spa-invoices.ts';
import type { TokenPermission, UserPermission } from '../domain/accounts/permissions.ts';
import type { StaffPermission } from '../domain/accounts/staff-permissions.ts';
import { staff, token, user } from './access.ts';

/** The input and answers of a route; its tag and its permitted callers come with the kind of route. */
type RouteSchema = Omit<FastifySchema, 'tags'> & { readonly summary: string };

const BACK_OFFICE = { tags: ['Back office'] };

/** A route of the back office for users whose role has the permission; null means any signed-in user. */
export function userRoute<Schema extends RouteSchema>(permission: UserPermission | null, schema: Schema) {
  return { config: user(permission), schema: { ...BACK_OFFICE, ...schema } };
}

/** The same under `/spa/:profile`, about what the merchant's shops have together: balance, and money that leaves. */
export function profileRoute<Schema extends RouteSchema>(permission: UserPermission | null, schema: Schema) {
  return userRoute(permission, { ...schema, params: ProfileParams });
}

/** The same about one object of the profile: `/spa/:profile/…/:id`. */
export function profileItemRoute<Schema extends RouteSchema>(permission: UserPermission | null, schema: Schema) {
  return userRoute(permission, { ...schema, params: ProfileIdParams });
}

/** A route under `/spa/:profile` about what each shop has of its own. */
export function shopRoute<Schema extends RouteSchema>(permission: UserPermission | null, schema: Schema) {
  return userRoute(permission, { ...schema, params: ShopParams });
}

/** The same about one object of the shop: `/spa/:profile/…/:id`. */
export function shopItemRoute<Schema extends RouteSchema>(permission: UserPermission | null, schema: Schema) {
  return userRoute(permission, { ...schema, params: ShopIdParams });
}

/** A route of the API for tokens with one of the permissions; none named means any token. */
export function tokenRoute<Schema extends RouteSchema>(tag: string, anyOf: readonly TokenPermission[], schema: Schema) {
  return { config: token(...anyOf), schema: { tags: [tag], ...schema } };
}

/** A route of the compliance console for staff whose role has the permission; null means any of them. */
export function staffRoute<Schema extends RouteSchema>(permission: StaffPermission | null, schema: Schema) {
  return { config: staff(permission), schema: { tags: ['Compliance'], ...schema } };
}

import type { FastifySchema } from 'fastify';
import { greenfieldRefusals } from '../../../contract/greenfield.ts';
import type { GreenfieldPermission } from '../../../domain/greenfield/permissions.ts';
import { shopKey } from '../../access.ts';

/** Where BTCPay's API begins: what a merchant enters as the server's URL ends with `/btcpay`. */
export const GREENFIELD = '/btcpay/api/v1';

type RouteSchema = Omit<FastifySchema, 'tags'> & { readonly summary: string };

/** A call of a shop plugin with a key that has the permission; null means any key. */
export function shopKeyRoute<Schema extends RouteSchema & { readonly response: object }>(
  permission: GreenfieldPermission | null,
  schema: Schema,
) {
  const response = { ...greenfieldRefusals, ...schema.response } as typeof greenfieldRefusals & Schema['response'];
  return { config: shopKey(permission), schema: { tags: ['Greenfield'], ...schema, response } };
}

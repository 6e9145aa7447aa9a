import { PARTNER_KINDS } from '../partners/terms.ts';

/**
 * The roles of somebody who only brings merchants (spec §6): the one person of an account without a shop. They come
 * with that account, and nobody gives them. Apart from the permissions, which pages without a session need not load.
 */
export const PARTNER_ROLES = PARTNER_KINDS;

/** True of the person of an account without a shop. */
export function isPartnerRole(role: string): boolean {
  return PARTNER_ROLES.some((each) => each === role);
}

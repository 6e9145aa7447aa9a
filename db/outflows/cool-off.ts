import { isTokenInCoolOff } from '../../domain/outflows/policy.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Tx } from '../core/sequelize.ts';
import { bookAddress, type NewAddress, usableFrom } from './address-book.ts';
import type { Creators } from './creators.ts';

export interface CoolOff extends NewAddress, Pick<Creators, 'armedAt' | 'isDraft'> {
  readonly by: PayoutActor;
}

/**
 * The end of an address's cool-off; null if it may be paid now. Addresses that people and methods use for the first
 * time are added to the book and cool off from then on. A token's payouts wait while the token is young or if they are
 * drafts, and add nothing: a person's first use of the address still has a cool-off.
 */
export async function coolOffEnd(tx: Tx, { by, armedAt, isDraft, ...address }: CoolOff): Promise<Date | null> {
  const { nowMs, coolOffSeconds } = address;
  const end = by.kind === 'token' ? await tokensEnd() : await bookAddress(tx, address);
  return end !== null && end.getTime() > nowMs ? end : null;

  async function tokensEnd(): Promise<Date | null> {
    if (!isDraft && !isTokenInCoolOff({ armedAt, coolOffSeconds, nowMs })) return null;
    return (await usableFrom(tx, address)) ?? new Date(nowMs + coolOffSeconds * 1_000);
  }
}

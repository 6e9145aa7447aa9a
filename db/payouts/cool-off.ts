import { isTokenInCoolOff } from '../../domain/payouts/policy.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Tx } from '../sequelize.ts';
import { bookAddress, type NewAddress, usableFrom } from './address-book.ts';
import type { Creators } from './creators.ts';

export interface CoolOff extends NewAddress {
  readonly by: PayoutActor;
  readonly armedAt: Creators['armedAt'];
}

/**
 * The end of the cool-off of an address; null: it may be paid to now. What people and methods use for the first time
 * enters the book and counts from then on. A token's payouts wait only while the token is young, and enter nothing: a
 * person's first use of that address still cools off.
 */
export async function coolOffEnd(tx: Tx, { by, armedAt, ...address }: CoolOff): Promise<Date | null> {
  const { nowMs, coolOffSeconds } = address;
  const end = by.kind === 'token' ? await tokensEnd() : await bookAddress(tx, address);
  return end !== null && end.getTime() > nowMs ? end : null;

  async function tokensEnd(): Promise<Date | null> {
    if (!isTokenInCoolOff({ armedAt, coolOffSeconds, nowMs })) return null;
    return (await usableFrom(tx, address)) ?? new Date(nowMs + coolOffSeconds * 1_000);
  }
}

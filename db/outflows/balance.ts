import type { GateId, Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { insufficientBalance } from '../../domain/outflows/debt.ts';
import type { Db } from '../core/sequelize.ts';
import { type Balance, balances } from '../ledger/balances.ts';

/** The amounts that may leave a balance now, in minor units. */
export interface Spendable {
  readonly availableMinor: bigint;
  /** The debt that stays on the balance; not part of `availableMinor`. */
  readonly owedMinor: bigint;
  /** Outgoing money is frozen. */
  readonly frozen: boolean;
}

interface Account {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gateId: GateId;
}

/** A merchant's balance of one gate, out of all of its balances. */
export function spendableIn(accounts: readonly Balance[], gateId: GateId): Spendable {
  const account = accounts.find(({ asset, kind }) => asset === gateId && kind === 'available');
  return {
    availableMinor: account?.spendable ?? 0n,
    owedMinor: account?.owed ?? 0n,
    frozen: account?.frozen ?? false,
  };
}

export async function spendableOf(db: Db, { merchantId: owner, mode, gateId }: Account): Promise<Spendable> {
  return spendableIn(await balances(db, { owner, mode }), gateId);
}

/**
 * Refuses what the balance cannot pay now, before anybody is mailed a code for it. Nothing is locked: the hold decides.
 * @throws DomainError `account_frozen`, `insufficient_balance`
 */
export async function refuseUncovered(db: Db, { minor, ...of }: Account & { readonly minor: bigint }): Promise<void> {
  if (minor === 0n) return;
  const { availableMinor, owedMinor, frozen } = await spendableOf(db, of);
  if (frozen) throw new DomainError('account_frozen');
  if (availableMinor >= minor) return;
  const message = insufficientBalance([{ asset: of.gateId, minor: owedMinor }]);
  throw new DomainError('insufficient_balance', { message });
}

import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { coinsOf } from '../../domain/outflows/debt.ts';
import { type AuditActor, type AuditEntry, audit } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, GATEWAY } from './accounts.ts';
import { lockBalances } from './balances.ts';
import { postTransfers } from './transfers.ts';
import { noteWrittenOff } from './written-off.ts';

export interface WriteOff {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly asset: string;
  /** The whole debt, as the operator saw it. */
  readonly minor: bigint;
  readonly reason: string;
  readonly by: AuditActor;
  readonly origin?: AuditEntry['origin'];
}

/**
 * Turns a merchant's debt into a loss of the gateway, with a note in the audit log. A repeat is refused, because the
 * debt is gone. Money of what had left the debt pays this loss first when it comes back.
 * @throws DomainError `conflict` when the debt has changed
 */
export async function writeOffDebt(
  tx: Tx,
  { merchantId, mode, asset, minor, reason, by, origin = null }: WriteOff,
): Promise<void> {
  const available: AccountRef = { owner: merchantId, mode, asset, kind: 'available' };
  const receivable: AccountRef = { ...available, kind: 'receivable' };
  const [balance, debt] = await lockBalances(tx, [available, receivable]);
  const owed = debt.debitsPosted - debt.creditsPosted;
  if (minor <= 0n || owed !== minor) {
    const present = coinsOf({ asset, minor: owed });
    const message = `The debt is ${present} now. List the debts again, then write off that amount.`;
    throw new DomainError('conflict', { message });
  }
  await noteWrittenOff(tx, available, [balance, debt]);
  const postings = [
    { debit: { ...available, owner: GATEWAY, kind: 'reorg_loss' } as const, credit: receivable, minor },
  ];
  const key = `debt:${merchantId}:${newId()}:written_off`;
  await postTransfers(tx, [
    { key, kind: 'debt_written_off', entity: `merchant:${merchantId}`, note: reason, postings },
  ]);
  await audit(tx, {
    chain: 'staff',
    actor: by,
    origin,
    action: 'debt.written_off',
    target: { kind: 'merchant', id: merchantId, label: merchantId },
    data: { mode, amount: coinsOf({ asset, minor }), reason },
  });
}

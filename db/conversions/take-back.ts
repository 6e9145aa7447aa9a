import type { GateId } from '../../domain/assets/assets.ts';
import { type Reversal, reversalsByRate } from '../../domain/conversion/reversal.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { takeBackFrom } from '../ledger/written-off.ts';
import type { ConversionOwner } from './quotes.ts';
import { type ConversionSubject, causeOf, conversionsTable, invoiceOf } from './rows.ts';
import { reversalTransfer } from './transfer.ts';

/**
 * The parts of a settlement's conversions that a reorganization takes back; `minor` of the gate they were made from.
 */
export interface TakenBack {
  readonly owner: ConversionOwner;
  readonly subject: ConversionSubject;
  readonly gateId: GateId;
  readonly minor: bigint;
  /** How much of it stays converted at the locked rate, at the most. */
  readonly lockedLeftMinor: bigint;
  readonly stepKey: string;
}

/**
 * Undoes the conversions of settlements, the newest of each rate first, at the rates they were made at: the merchant
 * owes what he got, and not what the coins are worth by now. Money that has left the balance becomes a debt in the
 * settled currency.
 * @returns what was taken back, in total
 */
export async function takeBackConversions(tx: Tx, taken: TakenBack): Promise<Omit<Reversal, 'id'>> {
  const { owner, subject, gateId, stepKey } = taken;
  const where = { ...subject, kind: 'settlement', fromGateId: gateId } as const;
  const rows = await conversionsTable.find(tx, where, { order: [['id', 'DESC']] });
  const reversals = reversalsByRate(rows, taken);
  const total = { fromMinor: 0n, toMinor: 0n, feeMinor: 0n };
  for (const { id, fromMinor, toMinor, feeMinor } of reversals) {
    const to = rows.find((row) => row.id === id)?.toGateId;
    if (to === undefined) throw new Error('A conversion has a target.');
    const available = { owner: owner.merchantId, mode: owner.mode, asset: to, kind: 'available' } as const;
    const from = await takeBackFrom(tx, available, { minor: toMinor, cause: causeOf(subject) });
    const money = { ...owner, from: gateId, to, amountFromMinor: fromMinor, amountToMinor: toMinor, feeMinor };
    const about = { key: `${stepKey}:unconvert:${id}`, entity: `conversion:${id}`, ...invoiceOf(subject) };
    await postTransfers(tx, [reversalTransfer({ ...money, ...from }, about)]);
    await execute(tx, reverseSql, [id, fromMinor, toMinor, feeMinor]);
    total.fromMinor += fromMinor;
    total.toMinor += toMinor;
    total.feeMinor += feeMinor;
  }
  return total;
}

const reverseSql = prepared(`
  UPDATE conversion SET reversed_from_minor = reversed_from_minor + $2, reversed_to_minor = reversed_to_minor + $3,
    reversed_fee_minor = reversed_fee_minor + $4
  WHERE id = $1`);

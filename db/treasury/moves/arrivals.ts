import { gateDecimals } from '../../../domain/assets/assets.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../../alerts/alerts.ts';
import type { StrayPayment } from '../../chain/stray-payments.ts';
import type { Tx } from '../../core/sequelize.ts';
import { maybeOne, prepared, select } from '../../core/sql.ts';
import { applyStep } from '../../process/apply.ts';
import { describeTransfer } from './alerts.ts';
import { transferProcess } from './process.ts';
import { type TransferRow, transfersTable } from './rows.ts';

/**
 * Payments that are in suspense and that a transfer is waiting for: its transaction, to its address. They arrive in the
 * transaction that confirmed them. One line of db/reactions.ts.
 */
export async function takeExpected(tx: Tx, payments: readonly StrayPayment[]): Promise<void> {
  for (const payment of payments) {
    const transfer = await expecting(tx, payment);
    if (transfer === undefined) continue;
    await arrive(tx, transfer, {
      arrivedMinor: payment.amountMinor,
      arrival: `payment:${payment.id}`,
      nowMs: payment.nowMs,
    });
    await resolveAlert(tx, { kind: 'stray_payment', subject: `payment:${payment.id}` });
  }
}

/** The chain takes payments back: what transfers took of them returns to suspense. One line of db/reactions.ts. */
export async function returnTaken(tx: Tx, payments: readonly StrayPayment[]): Promise<void> {
  for (const { id, nowMs } of payments) {
    const transfer = await transfersTable.findOne(tx, { arrival: `payment:${id}` });
    if (transfer === undefined) continue;
    const step = { id: transfer.id, event: { type: 'take_back' }, cause: null, nowMs } as const;
    await applyStep(tx, transferProcess, step);
  }
}

/** Looks for a payment that was confirmed before its transaction was known here. @returns whether it has arrived */
export async function takeEarlier(tx: Tx, transferId: string, nowMs: number): Promise<boolean> {
  // Payments are locked before transfers, as by the followers.
  const payment = await maybeOne<StrayRow>(tx, earlierSql, [transferId]);
  if (payment === undefined) return false;
  await takeExpected(tx, [{ ...payment, amountMinor: BigInt(payment.amount), nowMs }]);
  return true;
}

type StrayRow = Omit<StrayPayment, 'amountMinor' | 'nowMs'> & { readonly amount: string };

export interface Arrival {
  readonly arrivedMinor: bigint;
  /** Its identity at the destination, unique there. */
  readonly arrival: string;
  readonly nowMs: number;
}

/** Books an arrival, and tells operators where another amount came. */
export async function arrive(tx: Tx, row: TransferRow, { arrivedMinor, arrival, nowMs }: Arrival): Promise<void> {
  const event = { type: 'arrive', arrivedMinor, arrival } as const;
  await applyStep(tx, transferProcess, { id: row.id, event, cause: null, nowMs });
  await resolveAlert(tx, { kind: 'treasury_transfer_late', subject: row.id });
  if (arrivedMinor === row.netMinor) return;
  const amount = (minor: bigint) => `${formatAmount(minor, gateDecimals(row.gateId))} ${row.gateId}`;
  const [came, sent] = [amount(arrivedMinor), amount(row.netMinor ?? 0n)];
  const message = `${describeTransfer(row)} arrived with ${came} instead of ${sent}.`;
  await raiseAlert(tx, { kind: 'treasury_transfer_short', subject: row.id, message });
}

/** Of several transfers in one transaction, the one with this amount, else the oldest. */
async function expecting(tx: Tx, { id, amountMinor }: StrayPayment): Promise<TransferRow | undefined> {
  const rows = await select<object>(tx, expectingSql, [id, amountMinor.toString()]);
  const [first] = rows.map((raw) => transfersTable.read(raw) as TransferRow);
  return first;
}

const onTheWay = `
  FROM payment p
  JOIN treasury_transfer t ON t.mode = p.mode AND t.txid = p.txid AND t.to_place = p.network AND t.gate_id = p.gate_id
    AND t.status = 'sent'
  JOIN treasury_route r ON r.id = t.route_id AND r.address_key = p.address_key
    AND coalesce(r.destination_tag, -1) = coalesce(p.destination_tag, -1)`;

const expectingSql = prepared(`
  SELECT ${transfersTable.selected('t')} ${onTheWay} WHERE p.id = $1
  ORDER BY t.net_minor = $2::numeric DESC, t.created_at LIMIT 1`);

const earlierSql = prepared(`
  SELECT p.id, p.mode, p.network, p.txid, p.asset_ref AS asset, p.credited_minor::text AS amount ${onTheWay}
  WHERE t.id = $1 AND p.invoice_id IS NULL AND p.credited
    AND NOT EXISTS (SELECT FROM treasury_transfer o WHERE o.arrival = 'payment:' || p.id)
    AND NOT EXISTS (SELECT FROM claim k WHERE k.payment_id = p.id AND k.status <> 'declined')
  ORDER BY p.amount_minor = t.net_minor DESC, p.id LIMIT 1 FOR UPDATE OF p`);

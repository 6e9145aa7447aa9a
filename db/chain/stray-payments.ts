import { gateDecimals, isCryptoGateId, type Mode, type Network } from '../../domain/assets/assets.ts';
import { STRAY_TOLD_FROM_MINOR } from '../../domain/assets/custody.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { moment, react } from '../process/reactions.ts';
import { creditTransfer } from './credits.ts';

/** A payment to the gateway that belongs to no invoice. */
export interface StrayPayment {
  readonly id: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly txid: string;
  /** A gate, or an asset without one. */
  readonly asset: string;
  readonly amountMinor: bigint;
  /** When the follower looked. */
  readonly nowMs: number;
}

/** It is in suspense; a transfer that expects it may take it from there. */
export const strayCredited = moment<StrayPayment>('stray_payment.credited');

/** It is about to leave suspense again: the process that took it puts it back first. */
export const strayReversing = moment<StrayPayment>('stray_payment.reversing');

/**
 * Books payments that belong to no invoice or deposit (an unknown destination tag, an asset that the address is not
 * for): confirmed ones into the gateway's suspense account, and back out after a reorganization. Larger ones raise an
 * alert while they are there. Runs in the follower's transaction; payments that are already booked correctly stay
 * unchanged.
 */
export async function applyStrayPayments(
  tx: Tx,
  { paymentIds, nowMs }: { readonly paymentIds: readonly string[]; readonly nowMs: number },
): Promise<void> {
  // A payment that was mined again with another amount is reversed in the first round and credited in the second.
  for (let round = 0; round < 2; round += 1) {
    const strays = await select<Stray>(tx, openSql, [paymentIds]);
    if (strays.length === 0) return;
    await react(
      tx,
      strayReversing,
      strays.filter(({ credited }) => credited).map((stray) => toStray(stray, nowMs)),
    );
    await postTransfers(tx, strays.map(transferOf));
    await execute(tx, bookedSql, [strays.map(({ id }) => id)]);
    for (const stray of strays) await updateAlert(tx, stray);
    await react(
      tx,
      strayCredited,
      strays.filter(({ credited }) => !credited).map((stray) => toStray(stray, nowMs)),
    );
  }
}

interface Stray {
  id: string;
  key: string;
  txid: string;
  mode: Mode;
  network: Network;
  asset_ref: string;
  amount: string;
  credited: boolean;
  credit_count: number;
}

function toStray({ id, mode, network, txid, asset_ref: asset, amount }: Stray, nowMs: number): StrayPayment {
  return { id, mode, network, txid, asset, amountMinor: BigInt(amount), nowMs };
}

/**
 * Dust is only listed, because anybody can send any number of it, and so are unknown assets, because their value is
 * unknown.
 */
async function updateAlert(
  tx: Tx,
  { id, mode, network, asset_ref: assetRef, amount, txid, credited }: Stray,
): Promise<void> {
  const alert = { kind: 'stray_payment', subject: `payment:${id}` } as const;
  if (credited) {
    await resolveAlert(tx, alert);
    return;
  }
  const minor = BigInt(amount);
  if (!isCryptoGateId(assetRef) || minor < STRAY_TOLD_FROM_MINOR[assetRef]) return;
  const coins = `${formatTrimmed(minor, gateDecimals(assetRef))} ${assetRef}`;
  const where = `${network} (${mode})`;
  const message = `${coins} arrived on ${where} without an invoice and is in suspense: transaction ${txid}.`;
  await raiseAlert(tx, { ...alert, message });
}

function transferOf({ id, key: paymentKey, mode, network, asset_ref: asset, ...stray }: Stray): TransferRequest {
  const suspense = { owner: GATEWAY, mode, asset, kind: 'suspense' } as const;
  const [type, n] = stray.credited
    ? (['reverse', stray.credit_count] as const)
    : (['credit', stray.credit_count + 1] as const);
  const move = { type, paymentKey, n, network, minor: BigInt(stray.amount) };
  return { ...creditTransfer(move, suspense), entity: `payment:${id}` };
}

const openSql = `
  SELECT id, key, txid, mode, network, asset_ref,
    (CASE WHEN credited THEN credited_minor ELSE amount_minor END)::text AS amount, credited, credit_count
  FROM payment WHERE id = ANY($1::uuid[]) AND invoice_id IS NULL AND deposit_id IS NULL
    AND CASE WHEN credited THEN status <> 'confirmed' OR credited_minor <> amount_minor
      ELSE status = 'confirmed' AND amount_minor > 0 END
  ORDER BY id FOR UPDATE`;

const bookedSql = `
  UPDATE payment SET credited = NOT credited, credit_count = credit_count + CASE WHEN credited THEN 0 ELSE 1 END,
    credited_to = CASE WHEN credited THEN NULL ELSE 'suspense' END,
    credited_minor = CASE WHEN credited THEN 0 ELSE amount_minor END
  WHERE id = ANY($1::uuid[])`;

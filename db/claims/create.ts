import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { type PayoutTarget, payoutTarget } from '../../domain/payouts/target.ts';
import { readChainKind } from '../chain/identity.ts';
import { enqueue } from '../core/outbox.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { startOf } from '../process/workflow.ts';
import { refuseOwnAddress } from '../refunds/target.ts';
import { euroValue } from '../treasury/moves/value.ts';
import { currentMids } from '../treasury/valuation.ts';
import { type ClaimScope, type FoundVerdict, findVerdict } from './find.ts';
import { claimProcess } from './process.ts';
import { claimMail } from './publish.ts';
import { type ClaimRow, claimsTable } from './rows.ts';

export interface NewClaim {
  readonly scope: ClaimScope;
  /** The pasted transaction. */
  readonly text: string;
  /** The payment that the verdict was about. */
  readonly paymentId: string;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly email: string;
  readonly language: Language;
  /** The user, of a merchant's claim. */
  readonly claimedBy: string | null;
  readonly nowMs: number;
}

/**
 * Claims a payment: stores where it is to go back to, and starts the workflow that asks the chain and then the staff.
 * No money moves. The payment's lock and a unique key let one of several claims at once win; what came without a tag of
 * ours may be claimed by several, each once.
 * @throws DomainError `conflict` when it cannot be claimed (any more), `address_invalid`, `destination_tag_invalid`,
 *   `not_found`, `gate_not_offered` where we cannot send it
 */
export async function createClaim(tx: Tx, settings: PayoutSettings, requested: NewClaim): Promise<ClaimRow> {
  const { scope, text, paymentId, nowMs } = requested;
  await lockPayment(tx, scope, paymentId);
  const found = await findVerdict(tx, settings, { scope, text });
  const { code, payment, owner } = found ?? {};
  if (found === undefined || code !== 'claimable' || payment?.paymentId !== paymentId || payment?.gateId == null) {
    throw new DomainError('conflict', { message: 'This payment cannot be claimed now. Check the transaction again.' });
  }
  if (owner === undefined) throw new DomainError('not_found');
  const { mode } = owner;
  const { gateId, network, amountMinor } = payment;
  if (!settings.isOpen(mode, network)) throw new DomainError('gate_not_offered');
  const target = await claimTarget(tx, settings, { mode, gateId, ...requested });
  const row = await claimsTable.create(tx, {
    ...newRow(found, nowMs),
    status: 'checking',
    claimant: scope.by,
    claimedBy: requested.claimedBy,
    email: requested.email,
    language: requested.language,
    ...target,
    valueMinor: euroValue(gateId, amountMinor, await currentMids(tx, mode)),
  });
  await enqueue(tx, [startOf(claimProcess, { row }, nowMs), claimMail(row.id, 'received')]);
  return row;
}

/**
 * Keeps for the staff that somebody claimed a payment in an asset that cannot be paid back here. Once for each payment.
 */
export async function recordUnsupported(tx: Tx, found: FoundVerdict, nowMs: number): Promise<void> {
  if (found.code !== 'unsupported' || found.payment === null || found.payment.claim !== null) return;
  const row = { ...newRow(found, nowMs), status: 'recorded', statusReason: 'asset_unsupported' } as const;
  const { id, merchantId, profileId, mode, paymentId, invoiceId, network, asset, txid, amountMinor, feeBps } = row;
  await execute(tx, recordSql, [
    id,
    merchantId,
    profileId,
    mode,
    paymentId,
    invoiceId,
    network,
    asset,
    txid,
    amountMinor.toString(),
    feeBps,
  ]);
}

/**
 * Where a claim is paid to: checked like the target of every payout, and no address of ours.
 * @throws DomainError `address_invalid`, `destination_tag_invalid`
 */
async function claimTarget(
  on: Tx | Db,
  settings: PayoutSettings,
  {
    mode,
    gateId,
    address,
    destinationTag,
  }: Pick<NewClaim, 'address' | 'destinationTag'> & {
    readonly mode: ClaimRow['mode'];
    readonly gateId: CryptoGateId;
  },
): Promise<PayoutTarget> {
  const of = gate(gateId);
  const { network } = of;
  const target = payoutTarget(
    of,
    { address, destinationTag },
    {
      chain: settings.chainOf(mode, network, await readChainKind(on, { mode, network })),
      tokenContract: settings.tokenContract(mode),
      ownAccount: settings.ownAccount(mode, network),
    },
  );
  await refuseOwnAddress(on, { mode, network, addressKey: target.addressKey });
  return target;
}

function newRow({ owner, payment, invoiceId, isShared }: FoundVerdict, nowMs: number) {
  if (payment === null) throw new Error('A claim is about a payment.');
  const { merchantId, profileId, mode, feeBps } = owner;
  const { paymentId, network, gateId, asset, amountMinor, txid } = payment;
  return {
    id: newId(nowMs),
    merchantId,
    profileId,
    mode,
    feeBps,
    paymentId,
    invoiceId,
    network,
    gateId,
    asset,
    amountMinor,
    txid,
    shared: isShared,
  };
}

/** Its invoice before it, as followers do. */
async function lockPayment(tx: Tx, scope: ClaimScope, paymentId: string): Promise<void> {
  if (scope.by === 'payer') await maybeOne(tx, lockInvoiceSql, [scope.invoiceId]);
  else await maybeOne(tx, lockInvoiceOfSql, [paymentId]);
  if ((await maybeOne(tx, lockPaymentSql, [paymentId])) === undefined) throw new DomainError('not_found');
}

const lockInvoiceSql = prepared('SELECT id FROM invoice WHERE id = $1 FOR KEY SHARE');
const lockInvoiceOfSql = prepared(
  'SELECT i.id FROM invoice i JOIN payment p ON p.invoice_id = i.id WHERE p.id = $1 FOR KEY SHARE OF i',
);
/** Until the end of the transaction its credit stays as it is. */
export const lockPaymentSql = prepared('SELECT id FROM payment WHERE id = $1 FOR UPDATE');
const recordSql = prepared(`
  INSERT INTO claim (id, merchant_id, profile_id, mode, payment_id, invoice_id, network, asset, txid, amount_minor,
    fee_bps, status, status_reason, claimant)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'recorded', 'asset_unsupported', 'payer')
  ON CONFLICT DO NOTHING`);

import { type CryptoGateId, gate, type Mode, minimumMinor, type Network } from '../../domain/assets/assets.ts';
import type { WaitingFee } from '../../domain/claims/fee-place.ts';
import {
  judgeTransaction,
  type LeftOf,
  type SuspectPayment,
  transactionIds,
  type Verdict,
} from '../../domain/claims/verdict.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { PaymentStatus } from '../../domain/invoices/record.ts';
import { quotePayout } from '../../domain/outflows/fees.ts';
import { SAMPLE_MAX_AGE_MS } from '../../domain/payouts/network-fee.ts';
import type { ClaimStatus } from '../../domain/state/claim-status.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { networkFees } from '../payouts/network-fees.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { nameForPayers } from '../shops/open-shop.ts';

/** The caller: a payer by the link of one invoice, or a merchant about any payment to one of its profiles. */
export type ClaimScope =
  | { readonly by: 'payer'; readonly invoiceId: string }
  | { readonly by: 'merchant'; readonly profileId: string };

/** The claimant, if there were a claim. */
export interface ClaimOwner {
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  /** The plan's fee for balance recovery. */
  readonly feeBps: number;
}

export interface FoundVerdict extends Verdict {
  readonly owner: ClaimOwner;
  /** The invoice that the payment came to, or whose link was used. */
  readonly invoiceId: string | null;
  /** It came without a tag of ours, so others may claim it as well. */
  readonly isShared: boolean;
  /** The offer of the payment while no block has it; null if that is not known. */
  readonly fee: WaitingFee | null;
}

/**
 * Says what a pasted transaction is, from what the followers have read of the chains. A payment without a tag that we
 * know may be claimed by everybody who was given that account, had it been sent after that; the staff decides whose it
 * was, and once it is decided for one, the others find nothing. Writes nothing.
 * @returns undefined for a text that is no transaction
 * @throws DomainError `not_found` for an invoice or profile that is none
 */
export async function findVerdict(
  on: Tx | Db,
  settings: PayoutSettings,
  { scope, text }: { readonly scope: ClaimScope; readonly text: string },
): Promise<FoundVerdict | undefined> {
  const txids = transactionIds(text);
  const owner = await ownerOf(on, scope);
  if (txids.length === 0) return undefined;
  const rows = await select<PaymentRow>(on, scope.by === 'payer' ? payersSql : merchantsSql, [
    owner.mode,
    txids,
    scope.by === 'payer' ? scope.invoiceId : scope.profileId,
  ]);
  const payments = rows.map((row) => toSuspect(row, scope)).filter(({ claim }, at) => !isDecided(rows[at], claim));
  const leftOf = await feesFor(on, settings, { owner, payments });
  const verdict = judgeTransaction(payments, {
    leftOf,
    isUpToDate: payments.length > 0 || (await isUpToDate(on, owner)),
  });
  const row = rows.find(({ id }) => id === verdict.payment?.paymentId);
  return {
    ...verdict,
    owner,
    isShared: row?.isShared === true,
    fee: row === undefined ? null : feeOf(row),
    invoiceId: row?.invoiceId ?? (scope.by === 'payer' ? scope.invoiceId : null),
  };
}

/** An invoice as its payer knows it. */
export interface PaidInvoice {
  readonly id: string;
  /** Null once the merchant's account is deleted. */
  readonly merchantId: MerchantId | null;
  readonly mode: Mode;
  readonly merchant: string;
  readonly logo_url: string | null;
  /** The coin that it expects; null until one is chosen. */
  readonly gateId: CryptoGateId | null;
}

/**
 * The invoice by whose link a payer asks; undefined for none, and for a demo: it moves no money, and strangers could
 * have mails sent by it.
 */
export function findPaidInvoice(on: Tx | Db, id: string): Promise<PaidInvoice | undefined> {
  return maybeOne<PaidInvoice>(on, paidInvoiceSql, [id]);
}

/** @throws DomainError `amount_too_small` when the fees leave too little */
export function quoteClaim(
  amountMinor: bigint,
  { gateId, feeBps, networkFeeMinor }: { gateId: CryptoGateId; feeBps: number; networkFeeMinor: bigint },
) {
  // The fee of balance recovery is rounded down, in favor of the claimant; the rest of the payment is paid out.
  const quote = quotePayout(amountMinor, { feePayer: 'recipient', serviceFeeBps: feeBps, networkFeeMinor });
  return { ...quote, isEnough: quote.netMinor >= minimumMinor(gate(gateId)) };
}

async function ownerOf(on: Tx | Db, scope: ClaimScope): Promise<ClaimOwner> {
  const owner =
    scope.by === 'payer'
      ? await maybeOne<ClaimOwner>(on, invoiceOwnerSql, [scope.invoiceId])
      : await maybeOne<ClaimOwner>(on, profileOwnerSql, [scope.profileId]);
  if (owner === undefined) throw new DomainError('not_found');
  return owner;
}

async function feesFor(
  on: Tx | Db,
  settings: PayoutSettings,
  { owner, payments }: { readonly owner: ClaimOwner; readonly payments: readonly SuspectPayment[] },
): Promise<LeftOf> {
  const { mode, merchantId, feeBps } = owner;
  const gateIds = [...new Set(payments.flatMap(({ gateId }) => gateId ?? []))];
  const fees = gateIds.length === 0 ? new Map() : await networkFees(on, settings, { mode, merchantId, gateIds });
  return ({ amountMinor, gateId }) => {
    const networkFeeMinor: bigint = fees.get(gateId)?.chargedMinor ?? gate(gateId).networkFeeMinor;
    try {
      const { netMinor, isEnough } = quoteClaim(amountMinor, { gateId, feeBps, networkFeeMinor });
      return isEnough ? netMinor : null;
    } catch (error) {
      if (isDomainError(error, 'amount_too_small')) return null;
      throw error;
    }
  };
}

async function isUpToDate(on: Tx | Db, { mode }: ClaimOwner): Promise<boolean> {
  return (await maybeOne(on, behindSql, [mode])) === undefined;
}

interface PaymentRow {
  readonly id: string;
  readonly network: Network;
  readonly gateId: CryptoGateId | null;
  readonly asset: string;
  readonly txid: string;
  readonly amount: string;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly creditedTo: 'unsettled' | 'suspense' | null;
  readonly invoiceId: string | null;
  readonly isTaken: boolean;
  readonly isShared: boolean;
  readonly isLate: boolean | null;
  readonly isShort: boolean | null;
  readonly isOtherCoin: boolean | null;
  readonly claimId: string | null;
  readonly claimStatus: ClaimStatus | null;
  readonly claimProfileId: string | null;
  readonly claimInvoiceId: string | null;
  readonly feeMinor: string | null;
  readonly feeUnits: string | null;
  readonly isReplaceable: boolean | null;
  readonly marketMinor: string | null;
}

function feeOf({ status, feeMinor, feeUnits, isReplaceable, marketMinor }: PaymentRow): WaitingFee | null {
  if (status !== 'seen' || feeMinor === null || feeUnits === null) return null;
  return {
    feeMinor: BigInt(feeMinor),
    units: BigInt(feeUnits),
    isReplaceable: isReplaceable === true,
    marketMinor: marketMinor === null ? null : BigInt(marketMinor),
  };
}

function toSuspect({ id: paymentId, amount, ...row }: PaymentRow, scope: ClaimScope): SuspectPayment {
  const { claimId, claimStatus } = row;
  const isOwn = scope.by === 'payer' ? row.claimInvoiceId === scope.invoiceId : row.claimProfileId === scope.profileId;
  return {
    ...row,
    paymentId,
    amountMinor: BigInt(amount),
    isLate: row.isLate === true,
    isShort: row.isShort === true,
    isOtherCoin: row.isOtherCoin === true,
    claim: claimId === null || claimStatus === null ? null : { id: claimId, status: claimStatus, isOwn },
  };
}

/** Of a payment that many may claim, the claims of others that wait are left out by the query. */
function isDecided(row: PaymentRow | undefined, claim: SuspectPayment['claim']): boolean {
  return row?.isShared === true && claim?.isOwn === false;
}

/** An account that many share: what came without a tag of ours is nobody's. */
const untagged = `p.network = 'XRP' AND p.invoice_id IS NULL AND p.static_address_id IS NULL AND NOT EXISTS (
    SELECT FROM treasury_route r WHERE r.mode = p.mode AND r.address_key = p.address_key
      AND coalesce(r.destination_tag, -1) = coalesce(p.destination_tag, -1))`;

const suspects = (isOwn: string) => `
  SELECT p.id, p.network, p.gate_id AS "gateId", p.asset_ref AS asset, p.txid, p.status,
    (CASE WHEN p.credited THEN p.credited_minor ELSE p.amount_minor END)::text AS amount,
    (${confirmationsSql('p', 'c')})::int AS confirmations, p.required_confirmations AS "requiredConfirmations",
    CASE WHEN p.credited THEN p.credited_to END AS "creditedTo", p.invoice_id AS "invoiceId",
    ${untagged} AS "isShared",
    EXISTS (SELECT FROM treasury_transfer t WHERE t.mode = p.mode AND t.to_place = p.network
      AND t.arrival = 'payment:' || p.id) AS "isTaken",
    p.fee_minor::text AS "feeMinor", p.fee_units::text AS "feeUnits", p.replaceable AS "isReplaceable",
    (SELECT f.unit_minor::text FROM network_fee f WHERE f.mode = p.mode AND f.gate_id = p.gate_id
      AND f.unit_sampled_at > clock_timestamp() - interval '${SAMPLE_MAX_AGE_MS} milliseconds') AS "marketMinor",
    p.first_seen_at > i.expires_at AS "isLate",
    i.status = 'partially_paid' OR i.status_reason LIKE 'underpaid%' AS "isShort",
    p.gate_id IS DISTINCT FROM i.gate_id AND i.id IS NOT NULL AS "isOtherCoin",
    k.id AS "claimId", k.status AS "claimStatus", k.profile_id AS "claimProfileId", k.invoice_id AS "claimInvoiceId"
  FROM payment p
  LEFT JOIN chain_cursor c ON c.mode = p.mode AND c.network = p.network
  LEFT JOIN invoice i ON i.id = p.invoice_id
  LEFT JOIN LATERAL (
    SELECT k.id, k.status, k.profile_id, k.invoice_id FROM claim k
    WHERE k.payment_id = p.id AND k.status <> 'declined'
      AND (NOT k.shared OR ${isOwn} OR k.status IN ('paying', 'done'))
    ORDER BY ${isOwn} IS TRUE DESC, k.id LIMIT 1) k ON true
  WHERE p.mode = $1 AND p.txid = ANY($2::text[]) AND p.amount_minor > 0`;

const payersSql =
  prepared(`${suspects('k.invoice_id = $3::uuid')} AND (p.invoice_id = $3::uuid OR (${untagged} AND EXISTS (
    SELECT FROM invoice o JOIN quote q ON q.invoice_id = o.id
    WHERE o.id = $3::uuid AND q.network = 'XRP' AND p.first_seen_at >= o.created_at)))`);

const merchantsSql = prepared(`${suspects('k.profile_id = $3::uuid')} AND (i.profile_id = $3::uuid
    OR EXISTS (SELECT FROM static_address a WHERE a.id = p.static_address_id AND a.profile_id = $3::uuid)
    OR (${untagged} AND (
      EXISTS (SELECT FROM static_address a
        WHERE a.profile_id = $3::uuid AND a.network = 'XRP' AND a.created_at <= p.first_seen_at)
      OR EXISTS (SELECT FROM invoice o JOIN quote q ON q.invoice_id = o.id
        WHERE o.profile_id = $3::uuid AND q.network = 'XRP' AND o.created_at <= p.first_seen_at))))`);

const feeSql = `(SELECT f.fee_bps FROM fee_plan f
  WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'balance_recovery'
  ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS "feeBps"`;
const invoiceOwnerSql = prepared(`
  SELECT i.merchant_id AS "merchantId", i.profile_id AS "profileId", i.mode, ${feeSql}
  FROM invoice i JOIN merchant m ON m.id = i.merchant_id WHERE i.id = $1`);
const profileOwnerSql = prepared(`
  SELECT p.merchant_id AS "merchantId", p.id AS "profileId", p.mode, ${feeSql}
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);

// Followers read their chain every few seconds; one that does not may have missed the payment.
const behindSql = prepared(
  `SELECT 1 FROM chain_cursor WHERE mode = $1 AND checked_at < now() - interval '2 minutes' LIMIT 1`,
);

const paidInvoiceSql = prepared(`
  SELECT i.id, i.mode, CASE WHEN m.deleted_at IS NULL THEN m.id END AS "merchantId",
    ${nameForPayers} AS merchant, p.logo_url, i.gate_id AS "gateId"
  FROM invoice i JOIN profile p ON p.id = i.profile_id JOIN merchant m ON m.id = p.merchant_id
  WHERE i.id = $1 AND NOT EXISTS (SELECT FROM demo_shop d WHERE d.profile_id = i.profile_id)`);

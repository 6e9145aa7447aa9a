import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { DomainError, fieldError, isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { maxOf } from '../../domain/money/money.ts';
import { fiatMinorFor } from '../../domain/money/rates.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import { REFUND_LINK_DAYS } from '../../domain/refunds/link.ts';
import { refundAmountOfValue, refundableMinor } from '../../domain/refunds/refund.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { defineTable, minor, orNull, type RowOf, text, texts, time, uuid } from '../core/table.ts';
import { type InvoiceScope, lockInvoice } from '../invoices/read.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { createRefund } from './create.ts';
import { sendRefundMail } from './mails.ts';
import { refundContext } from './quote.ts';
import { approveRequest, type NewRefundRequest, refuseUsedLink, requestRefund } from './requests.ts';

const columns = {
  id: uuid(),
  invoiceId: uuid(),
  profileId: uuid(),
  tokenId: uuid(),
  /** Of money on another quote; null: the invoice's own. */
  gateId: orNull(text<CryptoGateId>()),
  /** Coins that the payer may choose beside the one that was paid. */
  gates: texts<CryptoGateId>(),
  valueMinor: minor(),
  feePayer: orNull(text<PayoutFeePayer>()),
  reason: orNull(text()),
  refundId: orNull(uuid()),
  createdAt: time(),
  expiresAt: time(),
  usedAt: orNull(time()),
};

/** A refund that waits for its payer's address. */
export type GrantedLinkRow = RowOf<typeof columns>;
export const refundLinksTable = defineTable('refund_link', columns);

export interface NewGrant {
  readonly invoiceId: string;
  readonly scope: InvoiceScope;
  readonly tokenId: string;
  /** Of money on another quote; without it, the invoice's own. */
  readonly gateId: CryptoGateId | undefined;
  /** Coins that the payer may choose beside the one that was paid. */
  readonly gates: readonly CryptoGateId[];
  /** Fiat, minor units of the invoice's currency. */
  readonly valueMinor: bigint;
  readonly feePayer: PayoutFeePayer | undefined;
  readonly reason: string | null;
  readonly nowMs: number;
}

export interface Granted {
  readonly link: GrantedLinkRow;
  readonly gateId: CryptoGateId;
  readonly currency: string;
  readonly checkoutUrl: string;
  readonly email: string | null;
}

/**
 * Grants a refund of a fiat value to the payer of the invoice: its link is mailed, and works once within 30 days. No
 * money is held until the payer claims it, at the rate of that moment and never more than was paid. One link of an
 * invoice is open at a time.
 * @throws DomainError `illegal_transition` if nothing can be refunded, `amount_too_large`, `rate_unavailable`,
 * `conflict` while another link is open, `not_found`
 */
export async function grantRefund(tx: Tx, settings: PayoutSettings, grant: NewGrant): Promise<Granted> {
  const { invoiceId, scope, tokenId, gates, valueMinor, feePayer = null, reason, nowMs } = grant;
  const parts = await lockInvoice(tx, invoiceId);
  const { row } = parts;
  if (scope.profileId !== undefined && row.profileId !== scope.profileId) throw new DomainError('not_found');
  const { facts, gate, rate } = await refundContext(tx, settings, { parts, gateId: grant.gateId, nowMs });
  if (rate === null) throw new DomainError('rate_unavailable');
  // A rate that rose or fell since must not refuse the total.
  const mostMinor = maxOf(row.totalMinor, fiatMinorFor(refundableMinor(facts), rate));
  if (valueMinor > mostMinor) throw fieldError('amount', 'This is more than was paid.', 'amount_too_large');
  if (refundAmountOfValue(facts, valueMinor, rate) <= 0n) {
    throw fieldError('amount', 'This is less than the smallest unit of the coin.', 'amount_too_small');
  }
  await execute(tx, closeSql, [invoiceId, new Date(nowMs)]);
  if ((await openLink(tx, invoiceId)) !== null) {
    throw new DomainError('conflict', { message: 'The payer has a refund link of this invoice already.' });
  }
  const link = await refundLinksTable.create(tx, {
    id: newId(nowMs),
    invoiceId,
    profileId: row.profileId,
    tokenId,
    valueMinor,
    feePayer,
    reason,
    gateId: gate.id === row.gateId ? null : gate.id,
    gates: gates.filter((id) => id !== gate.id),
    refundId: null,
    usedAt: null,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + REFUND_LINK_DAYS * 86_400_000),
  });
  await sendRefundMail(tx, { kind: 'granted', invoiceId, linkId: link.id });
  const { currency, checkoutUrl, customer } = row;
  return { link, gateId: gate.id, currency, checkoutUrl, email: customer.email ?? null };
}

/** The link of an invoice that its payer can still use; null if there is none. */
export async function openLink(on: Tx | Db, invoiceId: string): Promise<GrantedLinkRow | null> {
  return (await refundLinksTable.findOne(on, { invoiceId, usedAt: null })) ?? null;
}

/** The coins that a granted link's payer may take instead of the one that was paid; none once it is used or ended. */
export async function payerGatesOf(
  on: Tx | Db,
  { invoiceId, link, nowMs }: { readonly invoiceId: string; readonly link: string; readonly nowMs: number },
): Promise<readonly CryptoGateId[]> {
  const row = await maybeOne<{ gates: CryptoGateId[] }>(on, gatesSql, [invoiceId, link, new Date(nowMs)]);
  return row?.gates ?? [];
}

/**
 * The payer says where a refund goes. One that was granted is made at once; where that is not possible now, or no shop
 * granted it, it is a request that the merchant decides. The address cools off like one that the token had sent: who
 * has the link may be the token's thief.
 * @throws DomainError as `requestRefund`
 */
export async function claimRefund(db: Db, settings: PayoutSettings, ask: NewRefundRequest): Promise<void> {
  try {
    if (await transact(db, (tx) => payGranted(tx, settings, ask))) return;
    if (ask.inCoin !== undefined) {
      await refuseUsedLink(db, ask);
      throw new DomainError('gate_not_offered');
    }
  } catch (error) {
    if (!isDomainError(error) || PAYERS_OWN.has(error.code)) throw error;
    // Another coin is refunded at once or not at all: a price does not wait for somebody's decision. Which limit or
    // balance stops it is no business of the payer's.
    if (ask.inCoin !== undefined) throw new DomainError('gate_not_offered');
  }
  await transact(db, async (tx) => {
    await requestRefund(tx, settings, ask);
    await execute(tx, useSql, [ask.invoiceId, ask.link, null, new Date(ask.nowMs)]);
    await sendRefundMail(tx, { kind: 'asked', invoiceId: ask.invoiceId });
  });
}

function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => moneyTransaction(db, work));
}

/** Errors that only the payer can correct; all others are the merchant's. */
const PAYERS_OWN: ReadonlySet<string> = new Set([
  'address_invalid',
  'destination_tag_invalid',
  'link_used',
  'not_found',
  'changed_meanwhile',
]);

/** False: nobody granted it, or the user who did may not grant refunds anymore. */
async function payGranted(tx: Tx, settings: PayoutSettings, ask: NewRefundRequest): Promise<boolean> {
  const { invoiceId, link, address, destinationTag, inCoin, nowMs } = ask;
  const granted = await maybeOne<GrantRow>(tx, grantedSql, [invoiceId, link, new Date(nowMs)]);
  if (granted === undefined) return false;
  if (inCoin !== undefined && !granted.gates.includes(inCoin.gateId)) throw new DomainError('gate_not_offered');
  const { id: requestId } = await requestRefund(tx, settings, ask);
  const { profile_id: profileId, token_id: tokenId, value_minor: value, fee_payer: feePayer, reason } = granted;
  const refund = await createRefund(tx, settings, {
    invoiceId,
    scope: { profileId },
    address,
    destinationTag,
    reason,
    nowMs,
    amount: { type: 'value', fiatMinor: BigInt(value) },
    feePayer: feePayer ?? undefined,
    gateId: granted.gate_id ?? undefined,
    inCoin: inCoin?.gateId,
    by: { kind: 'token', id: tokenId },
  });
  if (inCoin !== undefined && refund.amountMinor < inCoin.leastMinor) throw new DomainError('changed_meanwhile');
  await approveRequest(tx, { requestId, invoiceId, refundId: refund.id, by: tokenId, nowMs });
  await execute(tx, useSql, [invoiceId, link, refund.id, new Date(nowMs)]);
  return true;
}

interface GrantRow {
  readonly gate_id: CryptoGateId | null;
  readonly gates: readonly CryptoGateId[];
  readonly profile_id: string;
  readonly token_id: string;
  readonly value_minor: string;
  readonly fee_payer: PayoutFeePayer | null;
  readonly reason: string | null;
}

/** The link `l` can still be used, and its token `t` may still refund. */
function isGranted(now: string): string {
  return `l.used_at IS NULL AND l.expires_at > ${now}
    AND t.revoked_at IS NULL AND 'invoice_refund' = ANY (t.permissions)`;
}

const grantedSql = prepared(`
  SELECT l.gate_id, l.gates, l.profile_id, l.token_id, l.value_minor::text, l.fee_payer, l.reason
  FROM refund_link l JOIN api_token t ON t.id = l.token_id
  WHERE l.invoice_id = $1 AND l.id::text = $2 AND ${isGranted('$3')}
  FOR UPDATE OF l`);

const gatesSql = prepared(`
  SELECT l.gates FROM refund_link l JOIN api_token t ON t.id = l.token_id
  WHERE l.invoice_id = $1 AND l.id::text = $2 AND ${isGranted('$3')}`);

const useSql = prepared(`
  UPDATE refund_link SET used_at = $4, refund_id = $3 WHERE invoice_id = $1 AND id::text = $2 AND used_at IS NULL`);

const closeSql = prepared(
  'UPDATE refund_link SET used_at = $2 WHERE invoice_id = $1 AND used_at IS NULL AND expires_at <= $2',
);

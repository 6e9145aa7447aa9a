import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, prepared, select } from '../core/sql.ts';
import type { Chain } from './cursor.ts';
import type { FeeOffer } from './movement.ts';

/** The status of a payment on the chain. */
export type PaymentStatus = 'seen' | 'mined' | 'confirmed' | 'dropped' | 'replaced' | 'failed';

/** A `payment` row as the follower sees it. */
export interface Payment {
  readonly id: string;
  readonly key: string;
  readonly txid: string;
  readonly output: string;
  readonly assetRef: string;
  readonly gateId: CryptoGateId | null;
  readonly amountMinor: bigint;
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  readonly spends: readonly string[];
  /** Set when the payment is recorded; see {@link Movement}. */
  readonly sender?: string | null;
  /** Set when the payment is recorded: what it offered while it waited. */
  readonly fee?: FeeOffer | null;
  readonly invoiceId: string | null;
  readonly staticAddressId: string | null;
  /** Set when the payment is recorded; null for an asset that its address is not for. */
  readonly depositId: string | null;
  readonly status: PaymentStatus;
  readonly firstSeenMs: number;
  readonly blockHeight: number | null;
  readonly blockHash: string | null;
  readonly requiredConfirmations: number;
  readonly coinbase: boolean;
  readonly finalized: boolean;
  /** When the confirmation threshold was reached; null before that. */
  readonly confirmedAtMs: number | null;
}

/**
 * A payment with its value when it was first seen and when it was confirmed, in minor units of the invoice's currency;
 * undefined keeps the stored value.
 */
export interface ChangedPayment extends Payment {
  readonly seenValueMinor: bigint | null | undefined;
  readonly confirmedValueMinor: bigint | null | undefined;
}

/** Facts that are set once, when a payment is first recorded. */
export interface NewPayment extends ChangedPayment {
  readonly quoteId: string | null;
  /** Minor units of the invoice's currency; null without an invoice or a rate. */
  readonly seenValueMinor: bigint | null;
}

/** The search keys of {@link relatedPayments}. */
export interface Relation {
  readonly txids: readonly string[];
  readonly spends: readonly string[];
  /** Also everything mined above this height; null for none. */
  readonly aboveHeight: number | null;
}

/**
 * The payments that a run may change: those below their threshold or not final yet, those of the same transactions,
 * those that spend the same inputs, and those above the fork of a reorganization.
 */
export async function relatedPayments(tx: Tx, chain: Chain, relation: Relation): Promise<Payment[]> {
  const rows = await select<PaymentRow>(tx, relatedSql, [
    chain.mode,
    chain.network,
    relation.txids,
    relation.spends,
    relation.aboveHeight,
  ]);
  return rows.map(toPayment);
}

/** Transactions in the mempool that pay us, with the inputs that they spend. */
export async function waitingPayments(on: Tx | Db, chain: Chain): Promise<Pick<Payment, 'txid' | 'spends'>[]> {
  return select(on, waitingSql, [chain.mode, chain.network]);
}

/** The facts of an invoice that concern its payments. */
export interface PaidInvoice {
  readonly id: string;
  readonly currency: string;
  /** Its quotes' ids by gate. */
  readonly quotes: Readonly<Record<string, string>>;
  /** Nothing was paid so far, and a rate may have ended before the invoice does. */
  readonly isRateOpen: boolean;
  /** Current prices of one coin in its currency, as decimals by asset. */
  readonly rates: Readonly<Record<string, string>>;
}

/**
 * Locks invoices in the order of their ids and before any balance, as everyone does who locks several, so that no
 * deadlock is possible.
 */
export async function lockPaidInvoices(
  tx: Tx,
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, PaidInvoice>> {
  if (ids.length === 0) return new Map();
  const rows = await select<PaidInvoiceRow>(tx, lockInvoicesSql, [ids, new Date(nowMs)]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        currency: row.currency,
        quotes: row.quotes ?? {},
        isRateOpen: row.is_rate_open,
        rates: row.rates ?? {},
      },
    ]),
  );
}

/** Records payments. The unique key is the last guard: one movement can never become two rows. */
export async function insertPayments(tx: Tx, chain: Chain, payments: readonly NewPayment[]): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map((payment) => ({
    ...written(payment),
    key: payment.key,
    txid: payment.txid,
    output: payment.output,
    asset_ref: payment.assetRef,
    gate_id: payment.gateId,
    address_key: payment.addressKey,
    destination_tag: String(payment.destinationTag ?? -1n),
    spends: payment.spends,
    sender: payment.sender ?? null,
    fee_minor: payment.fee?.feeMinor.toString() ?? null,
    fee_units: payment.fee?.units.toString() ?? null,
    replaceable: payment.fee?.isReplaceable ?? null,
    invoice_id: payment.invoiceId,
    quote_id: payment.quoteId,
    static_address_id: payment.staticAddressId,
    coinbase: payment.coinbase,
  }));
  await execute(tx, insertSql, [chain.mode, chain.network, json(rows)]);
}

/** Updates known payments. */
export async function updatePayments(tx: Tx, payments: readonly ChangedPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await execute(tx, updateSql, [json(payments.map(written))]);
}

interface PaymentRow {
  id: string;
  key: string;
  txid: string;
  output: string;
  asset_ref: string;
  gate_id: CryptoGateId | null;
  amount_minor: string;
  address_key: string;
  destination_tag: string;
  spends: string[];
  invoice_id: string | null;
  static_address_id: string | null;
  deposit_id: string | null;
  status: PaymentStatus;
  first_seen_at: Date;
  block_height: string | null;
  block_hash: string | null;
  required_confirmations: number;
  coinbase: boolean;
  finalized: boolean;
  confirmed_at: Date | null;
}

interface PaidInvoiceRow {
  id: string;
  currency: string;
  quotes: Record<string, string> | null;
  is_rate_open: boolean;
  rates: Record<string, string> | null;
}

function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    key: row.key,
    txid: row.txid,
    output: row.output,
    assetRef: row.asset_ref,
    gateId: row.gate_id,
    amountMinor: BigInt(row.amount_minor),
    addressKey: row.address_key,
    destinationTag: row.destination_tag === '-1' ? null : BigInt(row.destination_tag),
    spends: row.spends,
    invoiceId: row.invoice_id,
    staticAddressId: row.static_address_id,
    depositId: row.deposit_id,
    status: row.status,
    firstSeenMs: row.first_seen_at.getTime(),
    blockHeight: row.block_height === null ? null : Number(row.block_height),
    blockHash: row.block_hash,
    requiredConfirmations: row.required_confirmations,
    coinbase: row.coinbase,
    finalized: row.finalized,
    confirmedAtMs: row.confirmed_at?.getTime() ?? null,
  };
}

/** The columns that may change later. */
function written(payment: ChangedPayment) {
  return {
    id: payment.id,
    amount_minor: payment.amountMinor.toString(),
    status: payment.status,
    first_seen_at: new Date(payment.firstSeenMs),
    block_height: payment.blockHeight,
    block_hash: payment.blockHash,
    required_confirmations: payment.requiredConfirmations,
    finalized: payment.finalized,
    confirmed_at: payment.confirmedAtMs === null ? null : new Date(payment.confirmedAtMs),
    is_seen_valued: payment.seenValueMinor !== undefined,
    seen_value_minor: payment.seenValueMinor?.toString() ?? null,
    is_valued: payment.confirmedValueMinor !== undefined,
    confirmed_value_minor: payment.confirmedValueMinor?.toString() ?? null,
  };
}

const columns = `id, key, txid, output, asset_ref, gate_id, amount_minor, address_key, destination_tag, spends,
  invoice_id, static_address_id, deposit_id, status, first_seen_at, block_height, block_hash, required_confirmations,
  coinbase, finalized, confirmed_at`;

const relatedSql = prepared(`
  SELECT ${columns} FROM payment WHERE id IN (
    SELECT id FROM payment WHERE mode = $1 AND network = $2 AND status IN ('seen', 'mined')
    UNION ALL SELECT id FROM payment WHERE mode = $1 AND network = $2 AND status = 'confirmed' AND NOT finalized
    UNION ALL SELECT id FROM payment WHERE mode = $1 AND network = $2 AND txid = ANY($3)
    UNION ALL SELECT id FROM payment WHERE mode = $1 AND network = $2 AND spends && $4
    UNION ALL SELECT id FROM payment WHERE mode = $1 AND network = $2 AND block_height > $5::bigint)`);

const waitingSql = prepared(`SELECT txid, spends FROM payment WHERE mode = $1 AND network = $2 AND status = 'seen'`);

const lockInvoicesSql = prepared(`
  SELECT i.id, i.currency,
    i.amount_paid_minor = 0
      AND EXISTS (SELECT FROM quote q WHERE q.invoice_id = i.id AND q.locked_until IS NOT NULL) AS is_rate_open,
    (SELECT jsonb_object_agg(q.gate_id, q.id) FROM quote q WHERE q.invoice_id = i.id) AS quotes,
    (SELECT jsonb_object_agg(r.asset, r.value::text) FROM rate r
     WHERE r.mode = i.mode AND r.currency = i.currency AND r.expires_at > $2) AS rates
  FROM invoice i WHERE i.id = ANY($1::uuid[]) ORDER BY i.id FOR UPDATE OF i`);

const insertSql = prepared(`
  INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
    destination_tag, spends, sender, invoice_id, quote_id, static_address_id, status, first_seen_at, block_height,
    block_hash, required_confirmations, coinbase, finalized, seen_value_minor, confirmed_at, confirmed_value_minor,
    fee_minor, fee_units, replaceable)
  SELECT id, $1, $2, key, txid, output, asset_ref, gate_id, amount_minor, address_key, destination_tag, spends,
    sender, invoice_id, quote_id, static_address_id, status, first_seen_at, block_height, block_hash,
    required_confirmations, coinbase, finalized, seen_value_minor, confirmed_at, confirmed_value_minor,
    fee_minor, fee_units, replaceable
  FROM jsonb_to_recordset($3::jsonb) AS p(id uuid, key text, txid text, output text, asset_ref text, gate_id text,
    amount_minor numeric, address_key text, destination_tag bigint, spends text[], sender text, invoice_id uuid,
    quote_id uuid, static_address_id uuid, status text, first_seen_at timestamptz, block_height bigint, block_hash text,
    required_confirmations int, coinbase boolean, finalized boolean, seen_value_minor numeric,
    confirmed_at timestamptz, confirmed_value_minor numeric, fee_minor numeric, fee_units bigint,
    replaceable boolean)`);

const updateSql = prepared(`
  UPDATE payment p
  SET amount_minor = c.amount_minor, status = c.status, first_seen_at = c.first_seen_at, block_height = c.block_height,
    block_hash = c.block_hash, required_confirmations = c.required_confirmations, finalized = c.finalized,
    confirmed_at = c.confirmed_at,
    seen_value_minor = CASE WHEN c.is_seen_valued THEN c.seen_value_minor ELSE p.seen_value_minor END,
    confirmed_value_minor = CASE WHEN c.is_valued THEN c.confirmed_value_minor ELSE p.confirmed_value_minor END,
    updated_at = now()
  FROM jsonb_to_recordset($1::jsonb) AS c(id uuid, amount_minor numeric, status text, first_seen_at timestamptz,
    block_height bigint, block_hash text, required_confirmations int, finalized boolean, confirmed_at timestamptz,
    is_seen_valued boolean, seen_value_minor numeric, is_valued boolean, confirmed_value_minor numeric)
  WHERE p.id = c.id`);

import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import type { InvoiceStep } from '../../db/invoices/process.ts';
import { type CryptoGateId, gates, type Mode, type Network } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import type { PaymentEffects } from './record.ts';

/** An invoice that waits for one asset at one address: rows only, without the rules of invoices. */
export interface WatchedInvoice {
  readonly invoiceId: string;
  readonly quoteId: string;
  readonly addressKey: string;
}

export interface WatchedInvoiceOptions {
  readonly mode?: Mode;
  readonly gateId: CryptoGateId;
  readonly address: string;
  readonly addressKey: string;
  readonly destinationTag?: bigint;
  readonly dueMinor: bigint;
  readonly createdAtMs?: number;
  readonly expiresAtMs?: number;
  readonly status?: string;
}

/** Inserts a merchant, profile, invoice, quote and watched address. */
export function watchInvoice(db: Db, options: WatchedInvoiceOptions): Promise<WatchedInvoice> {
  const mode = options.mode ?? 'sandbox';
  const createdAtMs = options.createdAtMs ?? Date.now();
  const ids = { merchant: newId(), profile: newId(), invoiceId: newId(), quoteId: newId() };
  return inTransaction(db, async (tx) => {
    await execute(tx, 'INSERT INTO merchant (id) VALUES ($1)', [ids.merchant]);
    await execute(
      tx,
      `INSERT INTO profile (id, merchant_id, mode, name, gates, notification_key_sealed)
       VALUES ($1, $2, $3, 'Shop', $4, '\\x00')`,
      [ids.profile, ids.merchant, mode, [options.gateId]],
    );
    await execute(tx, invoiceSql, [
      ids.invoiceId,
      ids.merchant,
      ids.profile,
      mode,
      options.status ?? 'pending',
      [options.gateId],
      options.gateId,
      options.dueMinor,
      new Date(createdAtMs),
      new Date(options.expiresAtMs ?? createdAtMs + 900_000),
    ]);
    await addQuote(tx, { ...options, mode, ...ids });
    return { invoiceId: ids.invoiceId, quoteId: ids.quoteId, addressKey: options.addressKey };
  });
}

async function addQuote(
  tx: Tx,
  quote: WatchedInvoiceOptions & { mode: Mode; invoiceId: string; quoteId: string },
): Promise<void> {
  const { network } = gates[quote.gateId];
  await execute(
    tx,
    `INSERT INTO quote (id, invoice_id, gate_id, network, address, destination_tag, chain, rate_value, rate_source,
     locked_at, amount_due_minor,
       total_minor)
     VALUES ($1, $2, $3, $4, $5, $6, 'regtest', 1, 'test', now(), $7, 5000)`,
    [
      quote.quoteId,
      quote.invoiceId,
      quote.gateId,
      network,
      quote.address,
      quote.destinationTag ?? null,
      quote.dueMinor,
    ],
  );
  await execute(
    tx,
    `INSERT INTO watched_address (mode, network, address_key, destination_tag, derivation_index, invoice_id, quote_id)
     VALUES ($1, $2, $3, $4, 0, $5, $6)`,
    [quote.mode, network, quote.addressKey, quote.destinationTag ?? -1n, quote.invoiceId, quote.quoteId],
  );
}

const invoiceSql = `
  INSERT INTO invoice (id, merchant_id, profile_id, mode, status, currency, price_minor, service_fee_bps, fee_payer,
  total_minor, gates,
    gate_id, amount_due_minor, created_at, expires_at, checkout_url)
  VALUES ($1, $2, $3, $4, $5, 'EUR', 5000, 100, 'merchant', 5000, $6, $7, $8, $9, $10, 'http://localhost/')`;

/**
 * Effects that only keep a list of what was asked of them, in order, with what the invoice's payments were then; stray
 * payments are booked for real.
 */
export interface RecordedEffects extends PaymentEffects {
  readonly steps: (InvoiceStep & { readonly payments: string })[];
}

export function recordEffects(): RecordedEffects {
  const steps: RecordedEffects['steps'] = [];
  return {
    steps,
    async applyInvoiceEvent(tx, step) {
      const sql = 'SELECT status FROM payment WHERE invoice_id = $1 ORDER BY id';
      const payments = await select<{ status: string }>(tx, sql, [step.id]);
      steps.push({ ...step, payments: payments.map(({ status }) => status).join() });
    },
    applyStrayPayments,
  };
}

export interface PaymentFact {
  readonly txid: string;
  readonly key: string;
  readonly output: string;
  readonly status: string;
  readonly amount: string;
  readonly asset_ref: string;
  readonly gate_id: string | null;
  readonly invoice_id: string | null;
  readonly quote_id: string | null;
  readonly block_height: string | null;
  readonly block_hash: string | null;
  readonly first_seen_at: Date;
  readonly required_confirmations: number;
  readonly coinbase: boolean;
  readonly finalized: boolean;
  readonly credited_to: string | null;
  readonly credit_count: number;
  /** Its offer when it was first seen; numbers as text. */
  readonly fee_minor: string | null;
  readonly fee_units: string | null;
  readonly replaceable: boolean | null;
}

/** The payments of a chain in the order they were recorded. */
export function paymentsOn(db: Db, network: Network, mode: Mode = 'sandbox'): Promise<PaymentFact[]> {
  return select<PaymentFact>(
    db,
    `SELECT *, amount_minor::text AS amount FROM payment WHERE mode = $1 AND network = $2
     ORDER BY first_seen_at, txid, output`,
    [mode, network],
  );
}

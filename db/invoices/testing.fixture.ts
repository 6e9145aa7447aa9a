import { type CryptoGateId, gate, type Network } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import type { PaymentStatus } from '../../domain/invoices/record.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { shownKind } from '../ledger/shown-posting.ts';
import { upsertRates } from '../rates/rates.ts';
import { makeMerchant, type TestMerchant, type TestMerchantOptions } from '../testing.fixture.ts';
import { createInvoice } from './create.ts';
import type { NewInvoice } from './new-invoice.ts';
import { applyInvoiceEvent } from './process.ts';
import { readInvoice } from './read.ts';
import { invoiceSettings } from './settings.ts';

export const testSettings = invoiceSettings(testConfig());

/** Prices that make arithmetic easy to follow: 1 BTC = 50000 EUR, 1 USDT = 1 EUR … */
const PRICES = { BTC: '50000', LTC: '100', BCH: '400', ETH: '2500', USDT: '1', TRX: '0.25', XRP: '0.5' } as const;

/** Current rates in EUR and USD (1 EUR = 1.25 USD) for the sandbox. */
export async function makeRates(db: Db, expiresInMs = 3_600_000): Promise<void> {
  const now = Date.now();
  const about = { source: 'test', sampledAt: new Date(now), expiresAt: new Date(now + expiresInMs) };
  const rates = Object.entries(PRICES).flatMap(([asset, value]) => [
    parseRate(value, { ...about, asset: asset as keyof typeof PRICES, currency: 'EUR' }),
    parseRate(`${Number(value) * 1.25}`, { ...about, asset: asset as keyof typeof PRICES, currency: 'USD' }),
  ]);
  await inTransaction(db, (tx) => upsertRates(tx, 'sandbox', rates));
}

/** A merchant without fees' surprises: everything else is the schema's default. */
export function makeShop(db: Db, options: TestMerchantOptions = {}): Promise<TestMerchant> {
  return makeMerchant(db, options);
}

/** An invoice of 100.00 EUR, by default with BTC chosen at once: 0.00200000 BTC are due. */
export async function makeInvoice(db: Db, shop: TestMerchant, input: Partial<NewInvoice> = {}) {
  const { invoice } = await inTransaction(db, (tx) =>
    createInvoice(tx, testSettings, {
      profileId: shop.profileId,
      currency: 'EUR',
      priceMinor: 10_000n,
      gateId: 'BTC',
      nowMs: Date.now(),
      ...input,
    }),
  );
  return invoice;
}

export interface TestPayment {
  readonly invoiceId: string;
  readonly gateId?: CryptoGateId;
  /** Coins in minor units. */
  readonly minor: bigint;
  readonly status?: PaymentStatus;
  readonly firstSeenAtMs?: number;
  /** False: an asset without a quote. */
  readonly quoted?: boolean;
  readonly seenValueMinor?: bigint;
  /** For a confirmed one; now, unless given. */
  readonly confirmedAtMs?: number;
}

/** A payment row as a follower writes it, without the event that follows. @returns its id. */
export async function recordPayment(db: Db, payment: TestPayment): Promise<string> {
  const { gateId = 'BTC', status = 'seen', quoted = true } = payment;
  const { network, confirmations } = gate(gateId);
  const id = newId();
  const txid = newId();
  const quote = quoted
    ? await one<{ id: string }>(db, 'SELECT id FROM quote WHERE invoice_id = $1 AND gate_id = $2', [
        payment.invoiceId,
        gateId,
      ])
    : null;
  await execute(
    db,
    `
      INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
        invoice_id, quote_id,
       status, first_seen_at, required_confirmations, seen_value_minor, confirmed_at)
     VALUES ($1, 'sandbox', $2, $3, $4, '0', $5, $5, $6, 'key', $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      network,
      `${network}:${txid}:0`,
      txid,
      gateId,
      payment.minor,
      payment.invoiceId,
      quote?.id ?? null,
      status,
      new Date(payment.firstSeenAtMs ?? Date.now()),
      confirmations,
      payment.seenValueMinor ?? null,
      status === 'confirmed' ? new Date(payment.confirmedAtMs ?? Date.now()) : null,
    ],
  );
  return id;
}

export async function setPayment(db: Db, id: string, status: PaymentStatus, finalized = false): Promise<void> {
  const confirmedAt = status === 'confirmed' ? new Date() : null;
  const values = [id, status, finalized, confirmedAt];
  await execute(db, 'UPDATE payment SET status = $2, finalized = $3, confirmed_at = $4 WHERE id = $1', values);
}

/** Acts as a follower at the end of a round. */
export function paymentsChanged(db: Db, invoiceId: string, nowMs = Date.now()) {
  return moneyTransaction(db, (tx) =>
    applyInvoiceEvent(tx, { id: invoiceId, event: { type: 'payments_changed' }, cause: `look:${newId()}`, nowMs }),
  );
}

/** Acts as the workflow's local activity. */
export function settleNow(db: Db, invoiceId: string, nowMs = Date.now()) {
  return moneyTransaction(db, (tx) =>
    applyInvoiceEvent(tx, { id: invoiceId, event: { type: 'settle' }, cause: `settle:${newId()}`, nowMs }),
  );
}

/** Pays in full, confirms and settles: the invoice is done. */
export async function payInFull(db: Db, invoiceId: string): Promise<string> {
  const { quote } = await readInvoice(db, invoiceId);
  if (quote === null) throw new Error('no asset was chosen');
  const payment = await recordPayment(db, { invoiceId, gateId: quote.gateId, minor: quote.amountDueMinor });
  await paymentsChanged(db, invoiceId);
  await setPayment(db, payment, 'confirmed');
  await paymentsChanged(db, invoiceId);
  await settleNow(db, invoiceId);
  return payment;
}

/**
 * Credits less debits by account kind, e.g. `{ available: 990n }`, those of invoices as `unsettled`; empty ones are
 * left out.
 */
export async function balanceSheet(db: Db, owner: string, asset: string): Promise<Record<string, bigint>> {
  const rows = await select<{ kind: string; minor: string }>(
    db,
    `
      SELECT ${shownKind('account')} AS kind, sum(credits_posted - debits_posted)::text AS minor
      FROM account
      WHERE owner = $1 AND asset = $2
     GROUP BY 1 HAVING sum(credits_posted - debits_posted) <> 0`,
    [owner, asset],
  );
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, BigInt(minor)]));
}

/** Says that the followers of these networks looked at the chain just now, or at another moment. */
export async function chainLooked(db: Db, networks: readonly Network[], atMs = Date.now()): Promise<void> {
  for (const network of networks) {
    await execute(
      db,
      `
        INSERT INTO chain_cursor (mode, network, height, block_hash, block_time, checked_at)
        VALUES ('sandbox', $1, 1, 'h', now(), $2)
       ON CONFLICT (mode, network) DO UPDATE SET checked_at = $2`,
      [network, new Date(atMs)],
    );
  }
}

import { Op } from 'sequelize';
import type { DemoWords } from '../../contract/demo.view.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { type DEMO_CURRENCIES, DEMO_LIFE_MS } from '../../domain/demo/limits.ts';
import { DomainError } from '../../domain/errors.ts';
import type { FeePayer } from '../../domain/money/fees.ts';
import type { Tax } from '../../domain/money/tax.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { createInvoice } from '../invoices/create.ts';
import type { InvoiceSettings } from '../invoices/settings.ts';
import type { DemoShop } from '../shops/demo-shop.ts';
import { demoInvoicesTable } from './rows.ts';

/** A visitor's choices in the two steps of the demo. Amounts in minor units of the currency. */
export interface NewDemo {
  readonly words: DemoWords;
  readonly amountMinor: bigint;
  readonly currency: (typeof DEMO_CURRENCIES)[number];
  readonly gates: readonly CryptoGateId[];
  readonly feePayers: { readonly service: FeePayer; readonly network: FeePayer };
  readonly tax: Tax;
  readonly nowMs: number;
  /** How old the invoice is at once: one that is paid late needs a lifetime that has ended. */
  readonly ageMs?: number;
}

/**
 * Makes a demo invoice: an ordinary sandbox invoice of the demo's merchant, which knows nothing of what the visitor
 * typed. @returns its id. @throws DomainError those of `createInvoice`
 */
export async function createDemo(tx: Tx, settings: InvoiceSettings, shop: DemoShop, demo: NewDemo): Promise<string> {
  const { words, amountMinor: priceMinor, currency, gates, feePayers, tax, nowMs, ageMs = 0 } = demo;
  const { invoice } = await createInvoice(tx, settings, {
    profileId: shop.profileId,
    priceMinor,
    currency,
    gates,
    feePayers,
    tax,
    nowMs: nowMs - ageMs,
  });
  await demoInvoicesTable.create(tx, { invoiceId: invoice.id, ...words, createdAt: new Date(nowMs) });
  return invoice.id;
}

/** The texts of a demo that is still shown. @throws DomainError `not_found` for all else */
export async function readDemoWords(on: Db | Tx, invoiceId: string, nowMs: number): Promise<DemoWords> {
  const since = new Date(nowMs - DEMO_LIFE_MS);
  const row = await demoInvoicesTable.findOne(on, { invoiceId, createdAt: { [Op.gt]: since } });
  if (row === undefined) throw new DomainError('not_found');
  return { merchantName: row.merchantName, description: row.description };
}

export interface DemoEvent {
  readonly id: string;
  readonly type: string;
  /** The exact text that a shop would be sent. */
  readonly body: string;
  readonly createdAt: Date;
}

/** The events of a demo invoice, oldest first. */
export async function demoEvents(on: Db | Tx, invoiceId: string): Promise<DemoEvent[]> {
  const rows = await select<{ id: string; type: string; body: string; created_at: Date }>(on, eventsSql, [invoiceId]);
  return rows.map(({ created_at: createdAt, ...event }) => ({ ...event, createdAt }));
}

// More than the acts of one invoice can cause.
const eventsSql = prepared(
  'SELECT id, type, body, created_at FROM event WHERE entity_id = $1 ORDER BY xact, id LIMIT 60',
);

import type { CreateInvoiceBody } from '../../contract/new-invoice.ts';
import type { Db, Tx } from '../../db/core/sequelize.ts';
import { currentRates } from '../../db/rates/rates.ts';
import { ASSETS, type Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { checkInvoiceBounds } from '../../domain/money/pricing.ts';
import { type Shop, toNewInvoice } from './new-invoice.ts';

/** The body from which a link or a request makes invoices later. */
export type LaterInvoice = CreateInvoiceBody & { readonly amount: string };

/**
 * The price in minor units, if an invoice can come of this body at the rates of now: otherwise it is refused at once.
 * @throws DomainError what an invoice of this body is refused with, `rate_unavailable`
 */
export async function checkedPrice(on: Db | Tx, body: LaterInvoice, shop: Shop, nowMs: number): Promise<bigint> {
  const { priceMinor = 0n } = toNewInvoice(body, shop, nowMs);
  await checkBounds(on, { mode: shop.mode, currency: body.currency, priceMinor });
  return priceMinor;
}

async function checkBounds(
  on: Db | Tx,
  { mode, currency, priceMinor }: { readonly mode: Mode; readonly currency: string; readonly priceMinor: bigint },
): Promise<void> {
  if (currency === 'EUR') return checkInvoiceBounds(priceMinor, currency, null);
  const rates = await currentRates(on, { mode, assets: ASSETS, currencies: [currency, 'EUR'] });
  for (const inCurrency of rates.filter((rate) => rate.currency === currency)) {
    const inEur = rates.find(({ asset, currency: other }) => asset === inCurrency.asset && other === 'EUR');
    if (inEur !== undefined) return checkInvoiceBounds(priceMinor, currency, { inCurrency, inEur });
  }
  throw new DomainError('rate_unavailable');
}

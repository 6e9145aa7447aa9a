import { type ConversionPair, midPrice, priceFrom, priceTo } from '../../domain/conversion/price.ts';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { balances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { publishEvents } from '../process/public-event.ts';
import { conversionEvent } from './publish.ts';
import { type ConversionOwner, conversionContextOf } from './quotes.ts';
import { type ConversionRow, conversionsTable } from './rows.ts';
import { conversionTransfer } from './transfer.ts';

/** Coins that a refund needs, out of what its invoice was converted into; `minor` of the coins. */
export interface ConvertedBack extends ConversionPair {
  readonly owner: ConversionOwner;
  readonly invoiceId: string;
  readonly refundId: string;
  readonly minor: bigint;
  readonly nowMs: number;
}

/**
 * Converts the settled currency back for a refund, at the rate of the moment (spec §9). A position limit does not stop
 * it: the payer waits for this money.
 * @throws DomainError `rate_unavailable`, `insufficient_balance` and `account_frozen` of the settled currency
 */
export async function convertBack(tx: Tx, requested: ConvertedBack): Promise<void> {
  const { owner, invoiceId, refundId, from, to, minor, nowMs } = requested;
  const context = await conversionContextOf(tx, owner, { from, to });
  const {
    from: _,
    to: __,
    ...price
  } = priceTo({ from, to }, minor, midPrice({ from, to }, context.rates, nowMs), {
    spreadBps: context.spreadBps,
    feeBps: context.feeBps,
  });
  const row: ConversionRow = {
    id: newId(nowMs),
    ...owner,
    kind: 'refund',
    quoteId: null,
    invoiceId,
    depositId: null,
    fromGateId: from,
    toGateId: to,
    ...price,
    rateAt: 'present',
    createdBy: null,
    createdAt: new Date(nowMs),
    reversedFromMinor: 0n,
    reversedToMinor: 0n,
    reversedFeeMinor: 0n,
  };
  const about = { key: `refund:${refundId}:convert`, entity: `conversion:${row.id}`, invoiceId, outgoing: true };
  await postTransfers(tx, [conversionTransfer({ ...owner, from, to, ...price }, about)]);
  await conversionsTable.create(tx, row);
  await publishEvents(tx, [{ entityId: row.id, event: conversionEvent(row) }]);
}

/** How many coins the merchant's balance of the settled currency would buy now; 0 while it is frozen or has no rate. */
export async function coinsFor(
  db: Db,
  owner: Pick<ConversionOwner, 'merchantId' | 'mode'>,
  pair: ConversionPair,
): Promise<bigint> {
  const all = await balances(db, { owner: owner.merchantId, mode: owner.mode });
  const balance = all.find(({ asset, kind }) => asset === pair.from && kind === 'available');
  if (balance === undefined || balance.frozen || balance.spendable <= 0n) return 0n;
  const context = await conversionContextOf(db, owner, pair);
  try {
    return priceFrom(pair, balance.spendable, midPrice(pair, context.rates, Date.now()), context).amountToMinor;
  } catch (error) {
    if (!isDomainError(error, 'rate_unavailable')) throw error;
    return 0n;
  }
}

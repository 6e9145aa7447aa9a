import { isDeepStrictEqual } from 'node:util';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import {
  type ExchangeAccount,
  knownTrades,
  lockExchangeStanding,
  quietBooks,
  recordExchangeCheck,
  unfilledOrders,
} from '../../db/treasury/checks.ts';
import { stopHedging } from '../../db/treasury/stops.ts';
import { type CustodyStanding, judgeCustody } from '../../domain/assets/custody.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { type Exact, exactOf, formatExact, minorOf } from '../../domain/treasury/exact.ts';
import { ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import type { Exchange } from '../exchanges/port.ts';

export interface ReconcileDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** How long a difference has to last before it has consequences. */
  readonly graceMs: number;
}

/** The actor that stops hedging when an exchange and the books differ. */
const RECONCILIATION = 'reconciliation';
/** How far back a difference is looked for. */
const SEARCH_MS = 24 * 3_600_000;
const LISTED = 8;

/**
 * Compares what an exchange says it holds with the books, and writes the outcome down. A difference that stays, in
 * either direction, stops all hedging of the mode and alerts operators with what may explain it: less may be a loss,
 * more may be a trade that is not booked. @returns false while orders are under way, or books move: ask again
 * @throws ExchangeUnavailableError if the exchange does not answer
 */
export async function reconcileExchange(deps: ReconcileDeps, exchange: Exchange): Promise<boolean> {
  const account: ExchangeAccount = { mode: exchange.mode, exchange: exchange.name };
  const books = await quietBooks(deps.db, account);
  if (books === null) return false;
  const told = await exchange.balances();
  if (!isDeepStrictEqual(books, await quietBooks(deps.db, account))) return false;
  const differing: Difference[] = [];
  await inTransaction(deps.db, async (tx) => {
    for (const currency of [...new Set([...books.keys(), ...told.keys()])].sort()) {
      const figures = figuresOf(currency, { books: books.get(currency) ?? 0n, told: told.get(currency) ?? 0n });
      const before = await lockExchangeStanding(tx, account, currency);
      if (before === null && figures.chainMinor === 0n && figures.booksMinor === 0n) continue;
      const nowMs = deps.nowMs();
      const { standing, verdict } = judgeCustody(figures, before, { nowMs, graceMs: deps.graceMs });
      const { chainMinor: venueMinor, booksMinor } = figures;
      await recordExchangeCheck(tx, { ...account, currency, venueMinor, booksMinor }, { standing, nowMs });
      if (standing.differenceMinor === 0n) await resolveAlert(tx, alertOf(account, currency));
      if (verdict !== null) differing.push({ currency, standing, venueMinor, booksMinor });
    }
    if (differing.length > 0) await stop(tx, account, differing);
  });
  if (differing.length > 0) await tell(deps, exchange, differing);
  return true;
}

interface Difference {
  readonly currency: string;
  readonly standing: CustodyStanding;
  readonly venueMinor: bigint;
  readonly booksMinor: bigint;
}

/** Less than a minor unit is no difference: exchanges round in their own way. */
function figuresOf(currency: string, { books, told }: { readonly books: Exact; readonly told: Exact }) {
  const { decimals } = ledgerAssetOf(currency);
  const [difference, booksMinor] = [told - books, minorOf(books, decimals)];
  const differenceMinor = difference / exactOf(1n, decimals);
  const nothingUnderWay = { incomingMinor: 0n, outgoingMinor: 0n, openFeesMinor: 0n };
  return { chainMinor: booksMinor + differenceMinor, booksMinor, ...nothingUnderWay };
}

async function stop(tx: Tx, { mode, exchange }: ExchangeAccount, differing: readonly Difference[]): Promise<void> {
  const currencies = differing.map(({ currency }) => currency).join(', ');
  const reason = `${exchange} and the books differ: ${currencies}.`;
  await stopHedging(tx, { mode, asset: '*' }, { by: RECONCILIATION, reason });
}

/** Hedging is stopped by then, so an alert that fails here comes with the next comparison that finds more. */
async function tell(deps: ReconcileDeps, exchange: Exchange, differing: readonly Difference[]): Promise<void> {
  const account = { mode: exchange.mode, exchange: exchange.name };
  const candidates = await candidatesOf(deps, exchange).catch((error: unknown) => [
    `The exchange did not list its trades: ${error instanceof Error ? error.message.slice(0, 200) : error}`,
  ]);
  for (const { currency, standing, venueMinor, booksMinor } of differing) {
    const amount = (minor: bigint) => `${formatTrimmed(minor, ledgerAssetOf(currency).decimals)} ${currency}`;
    const message = [
      `${exchange.name} (${exchange.mode}) has ${amount(venueMinor)}, the books say ${amount(booksMinor)}:`,
      `a difference of ${amount(standing.differenceMinor)}. Hedging is stopped. What may explain it:`,
      ...(candidates.length === 0 ? ['nothing that is known.'] : candidates),
    ].join('\n');
    await resolveAlert(deps.db, alertOf(account, currency));
    await raiseAlert(deps.db, { ...alertOf(account, currency), message });
  }
}

/** Trades that are not booked, and orders that ended without a fill, of the last day. */
async function candidatesOf({ db, nowMs }: ReconcileDeps, exchange: Exchange): Promise<string[]> {
  const account = { mode: exchange.mode, exchange: exchange.name };
  const sinceMs = nowMs() - SEARCH_MS;
  const trades = await exchange.trades(sinceMs);
  const known = await knownTrades(
    db,
    account,
    trades.map(({ tradeId }) => tradeId),
  );
  const unbooked = trades
    .filter(({ tradeId }) => !known.has(tradeId))
    .map(
      ({ tradeId, side, amount, symbol, cost }) =>
        `Trade ${tradeId} is not booked: ${side} ${formatExact(amount)} ${symbol} for ${formatExact(cost)} EUR.`,
    );
  const unfilled = (await unfilledOrders(db, account, new Date(sinceMs))).map(
    ({ id, side, amount, asset, reason }) =>
      `Order ${id} (${side} ${amount} ${asset}) has no fill: ${reason ?? 'canceled'}`,
  );
  return [...unbooked.slice(0, LISTED), ...unfilled.slice(0, LISTED)];
}

function alertOf({ mode, exchange }: ExchangeAccount, currency: string) {
  return { kind: 'exchange_balance', subject: `${mode}:${exchange}:${currency}` } as const;
}

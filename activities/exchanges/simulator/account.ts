import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/core/sequelize.ts';
import {
  changeSimulatedBalance,
  openSimulatedAccount,
  type SimulatedAccount,
  simulatedBalances,
} from '../../../db/treasury/simulated-exchange.ts';
import {
  type SimulatedOrderRow,
  simulatedOrdersTable,
  simulatedTradesTable,
} from '../../../db/treasury/simulated-rows.ts';
import { minOf } from '../../../domain/money/money.ts';
import { ceilTo, type Exact, formatExact, parseExact, times } from '../../../domain/treasury/exact.ts';
import type { HedgedAsset } from '../../../domain/treasury/exchanges.ts';
import type { Side } from '../../../domain/treasury/hedge-order.ts';
import { type Level, OPENING, type SimulatedMarket, simulatedBook, simulatedMid, TAKER_FEES } from './market.ts';

export interface NewOrder {
  readonly id: string;
  readonly clientId: string;
  readonly market: SimulatedMarket;
  readonly side: Side;
  readonly amount: Exact;
  readonly price: Exact;
  /** The offer of the book: everything, half of the order and then nothing, or nothing until it is canceled. */
  readonly supply: 'all' | 'half' | 'none';
}

export type OrderProblem = 'unavailable' | 'no_funds' | 'too_small' | 'wrong_steps' | 'duplicate';

/**
 * Takes an order that is filled at once from the book, as far as its price and the supply go; the rest expires. With
 * the supply `none` it stays open. Balances, order and trades change together.
 */
export async function placeSimulated(
  tx: Tx,
  account: SimulatedAccount,
  order: NewOrder,
): Promise<OrderProblem | SimulatedOrderRow> {
  await openSimulatedAccount(tx, account, OPENING);
  const { market, side, amount, price, clientId } = order;
  if (amount % market.step !== 0n || price % market.tick !== 0n) return 'wrong_steps';
  if (amount < market.minAmount || times(amount, price) < market.minCost) return 'too_small';
  const open = await simulatedOrdersTable.count(tx, { ...account, clientId, status: 'open' });
  if (open > 0) return 'duplicate';
  const [spent, spentAmount] = side === 'buy' ? ['EUR', times(amount, price)] : [market.asset, amount];
  if (((await simulatedBalances(tx, account)).get(spent) ?? 0n) < spentAmount) return 'no_funds';
  const mid = await simulatedMid(tx, account.mode, market.asset);
  if (mid === null) return 'unavailable';
  const book = simulatedBook(mid, market);
  const requested = order.supply === 'all' ? amount : order.supply === 'half' ? amount / 2n : 0n;
  const fills = takeFrom(side === 'buy' ? book.asks : book.bids, { side, price, amount: requested });
  const filled = fills.reduce((sum, each) => sum + each.amount, 0n);
  const row = await simulatedOrdersTable.create(tx, {
    ...account,
    id: order.id,
    clientId,
    asset: market.asset,
    side,
    amount: formatExact(amount),
    price: formatExact(price),
    filled: formatExact(filled),
    status: order.supply === 'none' ? 'open' : filled === amount ? 'filled' : 'expired',
  });
  for (const fill of fills) {
    if (!(await bookTrade(tx, account, { order, fill }))) throw new NotEnoughFunds();
  }
  return row;
}

/** Rolls the order back. */
export class NotEnoughFunds extends Error {}

export async function cancelSimulated(tx: Tx, account: SimulatedAccount, clientId: string): Promise<number> {
  return simulatedOrdersTable.update(tx, { status: 'canceled' }, { ...account, clientId, status: 'open' });
}

function takeFrom(
  levels: readonly Level[],
  { side, price, amount }: { readonly side: Side; readonly price: Exact; readonly amount: Exact },
): Level[] {
  const fills: Level[] = [];
  let left = amount;
  for (const level of levels) {
    if (left <= 0n || (side === 'buy' ? level.price > price : level.price < price)) break;
    const taken = minOf(level.amount, left);
    fills.push({ price: level.price, amount: taken });
    left -= taken;
  }
  return fills;
}

/** Kraken rounds costs and fees to five places, Binance to eight. */
const PLACES = { kraken: parseExact('0.00001'), binance: parseExact('0.00000001') };

async function bookTrade(
  tx: Tx,
  account: SimulatedAccount,
  { order: { id, market, side }, fill: { price, amount } }: { readonly order: NewOrder; readonly fill: Level },
): Promise<boolean> {
  const unit = PLACES[account.exchange];
  const cost = ceilTo(times(amount, price), unit);
  const feeInCoins = account.exchange === 'binance' && side === 'buy';
  const fee = ceilTo(times(feeInCoins ? amount : cost, TAKER_FEES[account.exchange]), unit);
  const feeCurrency = feeInCoins ? market.asset : 'EUR';
  await simulatedTradesTable.create(tx, {
    id: tradeId(account),
    orderId: id,
    feeCurrency,
    amount: formatExact(amount),
    price: formatExact(price),
    cost: formatExact(cost),
    fee: formatExact(fee),
  });
  const sign = side === 'buy' ? 1n : -1n;
  const changes: readonly (readonly [HedgedAsset | 'EUR', Exact])[] = [
    [market.asset, sign * amount],
    ['EUR', -sign * cost],
    [feeCurrency, -fee],
  ];
  for (const [currency, change] of changes) {
    if (!(await changeSimulatedBalance(tx, account, { currency, amount: change }))) return false;
  }
  return true;
}

let lastTrade = 0;

/** Kraken's ids are texts, Binance's are numbers. */
function tradeId({ exchange }: SimulatedAccount): string {
  if (exchange === 'kraken') return `T${randomUUID().replaceAll('-', '').toUpperCase().slice(0, 16)}`;
  lastTrade = Math.max(lastTrade + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000));
  return String(lastTrade);
}

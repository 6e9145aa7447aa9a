import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { type Exact, exactOf, formatExact, minorOf, parseExact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { gatesOf, ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import { type Share, splitFill } from '../../domain/treasury/fills.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, one, prepared, select } from '../core/sql.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { positionsOf } from './positions.ts';
import { type HedgeOrderRow, hedgeFillsTable } from './rows.ts';

/** A fill as an exchange reports it. */
export interface ReportedFill {
  readonly tradeId: string;
  readonly amount: Exact;
  readonly cost: Exact;
  readonly fee: { readonly currency: string; readonly amount: Exact } | null;
  readonly atMs: number;
}

type OrderOfFill = Pick<HedgeOrderRow, 'id' | 'mode' | 'exchange' | 'asset' | 'side'>;

/**
 * Books the fills of an order that are not booked yet, each by a ledger transfer of its own: coins and euro between
 * `position` and `custody:exchange:<name>`, the trading fee to `fees:exchange`. A fill is booked once, by its id at the
 * exchange.
 * @throws Error when the exchange reports the trade of another order
 */
export async function bookFills(tx: Tx, order: OrderOfFill, fills: readonly ReportedFill[]): Promise<void> {
  for (const fill of fills) {
    if (!(await recordFill(tx, order, fill))) continue;
    const { mode, exchange, asset, side } = order;
    const sign = side === 'buy' ? 1n : -1n;
    const coins = await change(tx, { mode, exchange, currency: asset, amount: sign * fill.amount });
    const euros = await change(tx, { mode, exchange, currency: 'EUR', amount: -sign * fill.cost });
    const fee =
      fill.fee === null
        ? null
        : await change(tx, { mode, exchange, currency: fill.fee.currency, amount: -fill.fee.amount });
    const shares = await sharesOf(tx, order, coins.minor);
    const key = `hedge-fill:${mode}:${exchange}:${fill.tradeId}`;
    const postings = [
      ...shares.flatMap((share) => between(mode, exchange, { kind: 'position', ...share })),
      ...between(mode, exchange, { kind: 'position', ...euros }),
      ...(fee === null ? [] : between(mode, exchange, { kind: 'fees:exchange', ...fee })),
    ];
    // Less than a minor unit of everything: the remainders keep it.
    if (postings.length === 0) continue;
    await postTransfers(tx, [{ key, kind: 'hedge_fill', postings, entity: `hedge_order:${order.id}` }]);
  }
}

/** @returns false if it is booked already */
async function recordFill(tx: Tx, { id: orderId, mode, exchange }: OrderOfFill, fill: ReportedFill): Promise<boolean> {
  const { tradeId, amount, cost, fee, atMs } = fill;
  const recorded = await execute(tx, recordSql, [
    newId(),
    orderId,
    mode,
    exchange,
    tradeId,
    formatExact(amount),
    formatExact(cost),
    formatExact(fee?.amount ?? 0n),
    fee?.currency ?? null,
    new Date(atMs),
  ]);
  if (recorded === 1) return true;
  const known = await hedgeFillsTable.findOne(tx, { mode, exchange, tradeId });
  if (known?.orderId !== orderId) throw new Error(`The trade ${tradeId} at ${exchange} belongs to another order.`);
  return false;
}

interface HoldingChange {
  readonly mode: Mode;
  readonly exchange: ExchangeName;
  readonly currency: string;
  readonly amount: Exact;
}

/**
 * By how many minor units the holding changes. An amount below one is kept as a remainder, so that the books never
 * differ from the exchange by a whole unit, however many fills there are.
 */
async function change(tx: Tx, { mode, exchange, currency, amount }: HoldingChange): Promise<Share> {
  const { asset, decimals } = ledgerAssetOf(currency);
  const before = await one<{ remainder: string }>(tx, lockRemainderSql, [mode, exchange, asset]);
  const total = parseExact(before.remainder) + amount;
  const minor = minorOf(total, decimals);
  const left = formatExact(total - exactOf(minor, decimals));
  await execute(tx, keepRemainderSql, [mode, exchange, asset, left]);
  return { asset, minor };
}

/** The coins by gate: of USDT, an exchange does not know the networks. */
async function sharesOf(tx: Tx, { mode, asset, side }: OrderOfFill, minor: bigint): Promise<Share[]> {
  const size = minor < 0n ? -minor : minor;
  if (size === 0n) return [];
  const positions = await positionsOf(tx, mode);
  const gates = gatesOf(asset).map((gate) => ({ asset: gate, minor: positions.get(gate) ?? 0n }));
  const sign = minor < 0n ? -1n : 1n;
  return splitFill(gates, { side, minor: size }).map((share) => ({ ...share, minor: sign * share.minor }));
}

/** A change of what the exchange holds, against another account of the gateway; nothing for zero. */
function between(
  mode: Mode,
  exchange: ExchangeName,
  { kind, asset, minor }: Share & Pick<AccountRef, 'kind'>,
): Posting[] {
  if (minor === 0n) return [];
  const other: AccountRef = { owner: GATEWAY, mode, asset, kind };
  const custody: AccountRef = { ...other, kind: `custody:exchange:${exchange}` };
  // Custody grows by debits.
  return minor > 0n ? [{ debit: custody, credit: other, minor }] : [{ debit: other, credit: custody, minor: -minor }];
}

/** The ids of the trades that are booked for these orders. */
export async function bookedTrades(tx: Tx, orderIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await select<{ order_id: string; trade_id: string }>(tx, bookedSql, [orderIds]);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([id, trades]) => [id, new Set(trades.map(({ trade_id }) => trade_id))]));
}

const recordSql = prepared(`
  INSERT INTO hedge_fill (id, order_id, mode, exchange, trade_id, amount, cost, fee, fee_currency, traded_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (mode, exchange, trade_id) DO NOTHING`);

// Written before it is read, so that two transactions never both find none.
const lockRemainderSql = prepared(`
  INSERT INTO exchange_remainder AS r (mode, exchange, asset, remainder) VALUES ($1, $2, $3, 0)
  ON CONFLICT (mode, exchange, asset) DO UPDATE SET remainder = r.remainder
  RETURNING remainder::text AS remainder`);
const keepRemainderSql = prepared(
  'UPDATE exchange_remainder SET remainder = $4 WHERE mode = $1 AND exchange = $2 AND asset = $3',
);
const bookedSql = prepared('SELECT order_id, trade_id FROM hedge_fill WHERE order_id = ANY($1::uuid[])');

import type { Mode } from '../../domain/assets/assets.ts';
import { type Exact, formatExact, parseExact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, lockUntilCommit, prepared, select } from '../core/sql.ts';
import {
  type SimulatedOrderRow,
  type SimulatedTradeRow,
  simulatedBalancesTable,
  simulatedDepositsTable,
  simulatedOrdersTable,
  simulatedTradesTable,
} from './simulated-rows.ts';

/** An account at a simulated exchange. */
export interface SimulatedAccount {
  readonly mode: Mode;
  readonly exchange: ExchangeName;
}

/** Creates the account with its opening balances, unless it exists. One at a time, until the transaction ends. */
export async function openSimulatedAccount(
  tx: Tx,
  { mode, exchange }: SimulatedAccount,
  opening: ReadonlyMap<string, Exact>,
): Promise<void> {
  await lockUntilCommit(tx, `simulated-exchange:${mode}:${exchange}`);
  await execute(tx, openSql, [mode, exchange, [...opening.keys()], [...opening.values()].map(formatExact)]);
}

export async function simulatedBalances(
  on: Tx | Db,
  { mode, exchange }: SimulatedAccount,
): Promise<Map<string, Exact>> {
  const rows = await simulatedBalancesTable.find(on, { mode, exchange });
  return new Map(rows.map(({ currency, amount }) => [currency, parseExact(amount)]));
}

/** Adds to a balance, or takes from it. @returns false, without any change, if there is not enough */
export async function changeSimulatedBalance(
  tx: Tx,
  { mode, exchange }: SimulatedAccount,
  { currency, amount }: { readonly currency: string; readonly amount: Exact },
): Promise<boolean> {
  const changed = await execute(tx, changeSql, [mode, exchange, currency, formatExact(amount)]);
  return changed === 1;
}

/** Credits money that came from outside, once by its transaction. */
export async function receiveSimulated(
  tx: Tx,
  { mode, exchange }: SimulatedAccount,
  deposit: { readonly currency: string; readonly amount: Exact; readonly txid: string },
): Promise<void> {
  const { currency, amount, txid } = deposit;
  const isNew = await execute(tx, receiveSql, [mode, exchange, currency, txid, formatExact(amount)]);
  if (isNew === 1) await changeSimulatedBalance(tx, { mode, exchange }, { currency, amount });
}

/** Takes a deposit back, once; one whose money is spent stays. */
export async function takeBackSimulated(
  tx: Tx,
  { mode, exchange }: SimulatedAccount,
  deposit: { readonly currency: string; readonly amount: Exact; readonly txid: string },
): Promise<void> {
  const { currency, amount, txid } = deposit;
  const where = { mode, exchange, currency, txid };
  if ((await simulatedDepositsTable.count(tx, where)) === 0) return;
  if (await changeSimulatedBalance(tx, { mode, exchange }, { currency, amount: -amount }))
    await simulatedDepositsTable.destroy(tx, where);
}

/** The orders with this id of the client. */
export function simulatedOrders(
  on: Tx | Db,
  { mode, exchange }: SimulatedAccount,
  by: Partial<Pick<SimulatedOrderRow, 'id' | 'clientId'>>,
): Promise<SimulatedOrderRow[]> {
  return simulatedOrdersTable.find(on, { mode, exchange, ...by }, { order: [['openedAt', 'ASC']] });
}

/** A trade beside its order. */
export type SimulatedTrade = SimulatedTradeRow & Pick<SimulatedOrderRow, 'asset' | 'side'>;

/** The trades of the account, the oldest first, of one order or since a time. */
export async function simulatedTrades(
  on: Tx | Db,
  { mode, exchange }: SimulatedAccount,
  by: { readonly orderId?: string; readonly ids?: readonly string[]; readonly asset?: string; readonly since?: Date },
): Promise<SimulatedTrade[]> {
  const rows = await select<SimulatedTrade>(on, tradesSql, [
    mode,
    exchange,
    by.orderId ?? null,
    by.ids ?? null,
    by.asset ?? null,
    by.since ?? null,
  ]);
  return rows.map((row) => simulatedTradesTable.read(row));
}

// Only an account without any balance is new: one that spent all of a currency keeps its row.
const openSql = prepared(`
  INSERT INTO simulated_exchange_balance (mode, exchange, currency, amount)
  SELECT $1, $2, currency, amount FROM unnest($3::text[], $4::numeric[]) AS o(currency, amount)
  WHERE NOT EXISTS (SELECT FROM simulated_exchange_balance WHERE mode = $1 AND exchange = $2)`);

const changeSql = prepared(`
  UPDATE simulated_exchange_balance SET amount = amount + $4::numeric
  WHERE mode = $1 AND exchange = $2 AND currency = $3 AND amount + $4::numeric >= 0`);

const receiveSql = prepared(`
  INSERT INTO simulated_exchange_deposit (mode, exchange, currency, txid, amount) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`);

const tradesSql = prepared(`
  SELECT ${simulatedTradesTable.selected('t')}, o.asset, o.side
  FROM simulated_exchange_trade t JOIN simulated_exchange_order o ON o.id = t.order_id
  WHERE o.mode = $1 AND o.exchange = $2
    AND ($3::text IS NULL OR t.order_id = $3) AND ($4::text[] IS NULL OR t.id = ANY($4))
    AND ($5::text IS NULL OR o.asset = $5) AND ($6::timestamptz IS NULL OR t.traded_at >= $6)
  ORDER BY t.traded_at, t.id LIMIT 500`);

import { Op } from 'sequelize';
import type { Mode } from '../../domain/assets/assets.ts';
import type { CustodyStanding } from '../../domain/assets/custody.ts';
import type { Exact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { exchangeBooks } from './positions.ts';
import {
  type ExchangeCheckRow,
  exchangeChecksTable,
  type HedgeOrderRow,
  hedgeFillsTable,
  hedgeOrdersTable,
} from './rows.ts';

/** An account at an exchange. */
export interface ExchangeAccount {
  readonly mode: Mode;
  readonly exchange: ExchangeName;
}

/** The books of an exchange, for a comparison; null while an order is under way there. */
export async function quietBooks(on: Tx | Db, account: ExchangeAccount): Promise<ReadonlyMap<string, Exact> | null> {
  const open = await hedgeOrdersTable.count(on, { ...account, status: { [Op.in]: ['sending', 'open'] } });
  return open > 0 ? null : exchangeBooks(on, account);
}

/** The state after the last comparison of a currency, locked until the end of the transaction. */
export async function lockExchangeStanding(
  tx: Tx,
  account: ExchangeAccount,
  currency: string,
): Promise<CustodyStanding | null> {
  const row = await exchangeChecksTable.findOne(tx, { ...account, currency }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) return null;
  const { differenceMinor, differsSince, toldMinor, untoldMinor, untoldSince, untoldTimes } = row;
  return {
    differenceMinor,
    toldMinor,
    untoldMinor,
    untoldTimes,
    differsSinceMs: differsSince?.getTime() ?? null,
    untoldSinceMs: untoldSince?.getTime() ?? null,
  };
}

/** Replaces the comparison of a currency. */
export async function recordExchangeCheck(
  tx: Tx,
  figures: Pick<ExchangeCheckRow, 'mode' | 'exchange' | 'currency' | 'venueMinor' | 'booksMinor'>,
  { standing, nowMs }: { readonly standing: CustodyStanding; readonly nowMs: number },
): Promise<void> {
  const { differsSinceMs, untoldSinceMs, ...state } = standing;
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  const row: ExchangeCheckRow = {
    ...figures,
    ...state,
    differsSince: dateOf(differsSinceMs),
    untoldSince: dateOf(untoldSinceMs),
    checkedAt: new Date(nowMs),
  };
  await execute(tx, recordSql, [json(exchangeChecksTable.write(row))]);
}

/** The orders at an exchange that ended without a fill since then: one of them may have been filled after all. */
export function unfilledOrders(on: Tx | Db, account: ExchangeAccount, since: Date): Promise<HedgeOrderRow[]> {
  return hedgeOrdersTable.find(on, { ...account, status: 'canceled', createdAt: { [Op.gte]: since } });
}

/** Those of the trades that are booked. */
export async function knownTrades(
  on: Tx | Db,
  account: ExchangeAccount,
  tradeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await hedgeFillsTable.find(
    on,
    { ...account, tradeId: { [Op.in]: [...tradeIds] } },
    { columns: ['tradeId'] },
  );
  return new Set(rows.map(({ tradeId }) => tradeId));
}

/** Closed orders that were not looked up once more, closed before this. */
export function ordersToRecheck(on: Tx | Db, mode: Mode, closedBefore: Date): Promise<HedgeOrderRow[]> {
  return hedgeOrdersTable.find(
    on,
    { mode, closedAt: { [Op.lt]: closedBefore }, recheckedAt: null, sentAt: { [Op.ne]: null } },
    { order: [['closedAt', 'ASC']], limit: 50 },
  );
}

const recordSql = prepared(`
  INSERT INTO exchange_check (${exchangeChecksTable.names})
  SELECT ${exchangeChecksTable.names} FROM jsonb_populate_record(NULL::exchange_check, $1::jsonb)
  ON CONFLICT (mode, exchange, currency) DO UPDATE
  SET (${exchangeChecksTable.names}) = ROW(${exchangeChecksTable.names.replaceAll(/\w+/g, 'excluded.$&')})`);

import type { Db } from '../../db/core/sequelize.ts';
import { knownTrades } from '../../db/treasury/checks.ts';
import { exchangeChecksTable } from '../../db/treasury/rows.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import { formatExact } from '../../domain/treasury/exact.ts';
import { ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import type { Exchange } from '../exchanges/port.ts';

export interface RestoredExchange {
  readonly restoredTo: Date;
  readonly restoredAt: Date;
}

const LISTED = 20;

/**
 * The trades of an exchange that a restored database does not know: it must have been compared with the books since the
 * restore, without a difference. Possible explanations are named: trades since the restored moment that are in no
 * books.
 */
export async function restoredExchangeProblems(
  db: Db,
  exchange: Exchange,
  { restoredTo, restoredAt }: RestoredExchange,
): Promise<string[]> {
  const account = { mode: exchange.mode, exchange: exchange.name };
  const name = `${exchange.name} (${exchange.mode})`;
  const checks = await exchangeChecksTable.find(db, account, { order: [['currency', 'ASC']] });
  const compared = checks.filter(({ checkedAt }) => checkedAt > restoredAt);
  if (compared.length === 0) return [`${name} was not compared with the books since the restore.`];
  const differing = compared.filter(({ differenceMinor }) => differenceMinor !== 0n);
  if (differing.length === 0) return [];
  return [
    ...differing.map(({ currency, differenceMinor }) => {
      const amount = formatTrimmed(differenceMinor, ledgerAssetOf(currency).decimals);
      return `${name} and the books differ by ${amount} ${currency}: npm run treasury.`;
    }),
    ...(await unknownTrades(db, exchange, restoredTo)).map((words) => `${name}: ${words}`),
  ];
}

async function unknownTrades(db: Db, exchange: Exchange, since: Date): Promise<string[]> {
  const trades = await exchange.trades(since.getTime()).catch((error: unknown) => error);
  if (!Array.isArray(trades)) return [`it does not list its trades: ${String(trades).slice(0, 200)}`];
  const all = trades as Awaited<ReturnType<Exchange['trades']>>;
  const known = await knownTrades(
    db,
    { mode: exchange.mode, exchange: exchange.name },
    all.map(({ tradeId }) => tradeId),
  );
  return all
    .filter(({ tradeId }) => !known.has(tradeId))
    .slice(0, LISTED)
    .map(({ tradeId, side, amount, symbol, cost }) => {
      const what = `${side} ${formatExact(amount)} ${symbol} for ${formatExact(cost)} EUR`;
      return `the trade ${tradeId} is in no books: ${what}. Book both sides with npm run treasury -- capital.`;
    });
}

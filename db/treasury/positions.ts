import type { Mode } from '../../domain/assets/assets.ts';
import { type Exact, exactOf, parseExact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { gatesOf, type HedgedAsset, ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { remaindersTable } from './rows.ts';

/**
 * The positions left by conversions, by ledger asset, in minor units; above zero: the gateway is long. One statement.
 */
export async function positionsOf(on: Tx | Db, mode: Mode): Promise<Map<string, bigint>> {
  const rows = await select<{ asset: string; minor: string }>(on, positionsSql, [mode]);
  return new Map(rows.map(({ asset, minor }) => [asset, BigInt(minor)]));
}

/** The position in a hedged asset over all of its gates, in coins. */
export function positionIn(asset: HedgedAsset, positions: ReadonlyMap<string, bigint>): Exact {
  const { decimals } = ledgerAssetOf(asset);
  return gatesOf(asset).reduce((sum, gate) => sum + exactOf(positions.get(gate) ?? 0n, decimals), 0n);
}

/** The exact holdings of an exchange according to the books, by its currency. */
export async function exchangeBooks(
  on: Tx | Db,
  { mode, exchange }: { readonly mode: Mode; readonly exchange: ExchangeName },
): Promise<Map<string, Exact>> {
  const rows = await select<{ asset: string; minor: string }>(on, custodySql, [mode, `custody:exchange:${exchange}`]);
  const remainders = await remaindersTable.find(on, { mode, exchange });
  const held = new Map<string, Exact>();
  const add = (asset: string, amountOf: (decimals: number) => Exact) => {
    const currency = currencyOf(asset);
    held.set(currency, (held.get(currency) ?? 0n) + amountOf(ledgerAssetOf(currency).decimals));
  };
  for (const { asset, minor } of rows) add(asset, (decimals) => exactOf(BigInt(minor), decimals));
  for (const { asset, remainder } of remainders) add(asset, () => parseExact(remainder));
  return held;
}

/** The currency of an exchange that a ledger asset is held in. */
export function currencyOf(asset: string): string {
  if (asset.startsWith('USDT')) return 'USDT';
  return asset.startsWith('exchange:') ? asset.slice('exchange:'.length) : asset;
}

const positionsSql = prepared(`
  SELECT asset, sum(credits_posted - debits_posted)::text AS minor
  FROM account WHERE owner = 'gateway' AND mode = $1 AND kind = 'position' GROUP BY asset`);
const custodySql = prepared(`
  SELECT asset, sum(debits_posted - credits_posted)::text AS minor
  FROM account WHERE owner = 'gateway' AND mode = $1 AND kind = $2 GROUP BY asset`);

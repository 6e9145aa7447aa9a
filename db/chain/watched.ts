import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import type { Chain } from './cursor.ts';

/** An address, or an address with a tag, that received money. */
export interface Target {
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
}

/** A target that belongs to us. Without an invoice or a static address, the money has no owner yet. */
export interface Watched {
  readonly invoiceId: string | null;
  readonly staticAddressId: string | null;
  /** When the invoice was created, and its deadline; null without an invoice. */
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
}

/** Watched targets by {@link targetKey}. */
export type WatchedTargets = ReadonlyMap<string, Watched>;

export function targetKey({ addressKey, destinationTag }: Target): string {
  return destinationTag === null ? addressKey : `${addressKey} ${destinationTag}`;
}

/**
 * Finds our targets among all targets of a block with one query. Its cost grows with the number of targets and hardly
 * with the number of watched addresses: each target is one lookup in the primary key.
 *
 * On a network with tags, money sent to one of our accounts with an unknown tag is ours too, without an invoice (hazard
 * 41).
 */
export async function findWatched(on: Tx | Db, chain: Chain, targets: Iterable<Target>): Promise<WatchedTargets> {
  const requested = new Map<string, Target>();
  for (const target of targets) requested.set(targetKey(target), target);
  if (requested.size === 0) return new Map();
  // Sorted keys read the index in order, so neighbors share pages.
  const keys = [...requested.keys()].sort();
  const list = keys.map((key) => requested.get(key)).filter((target) => target !== undefined);
  const rows = await select<WatchedRow>(on, findSql, [
    chain.mode,
    chain.network,
    list.map((target) => target.addressKey),
    list.map((target) => String(target.destinationTag ?? -1n)),
  ]);
  const found = new Map<string, Watched>();
  for (const { position, invoice_id: invoiceId, static_address_id: staticAddressId, ...times } of rows) {
    const key = keys[position - 1];
    if (key === undefined) continue;
    const [createdAtMs, expiresAtMs] = [times.created_at?.getTime() ?? null, times.expires_at?.getTime() ?? null];
    found.set(key, { invoiceId, staticAddressId, createdAtMs, expiresAtMs });
  }
  if (chain.network === 'XRP') await addOwnAccounts(on, chain, list, found);
  return found;
}

/**
 * When the first address of a chain was assigned; null when none was. Reads the whole table, so it is for the first
 * start of a follower only.
 */
export async function oldestAddressMs(on: Tx | Db, { mode, network }: Chain): Promise<number | null> {
  const [row] = await select<{ oldest: Date | null }>(
    on,
    'SELECT min(created_at) AS oldest FROM watched_address WHERE mode = $1 AND network = $2',
    [mode, network],
  );
  return row?.oldest?.getTime() ?? null;
}

interface WatchedRow {
  position: number;
  invoice_id: string | null;
  static_address_id: string | null;
  created_at: Date | null;
  expires_at: Date | null;
}

const NOBODYS: Watched = { invoiceId: null, staticAddressId: null, createdAtMs: null, expiresAtMs: null };

async function addOwnAccounts(
  on: Tx | Db,
  chain: Chain,
  targets: readonly Target[],
  found: Map<string, Watched>,
): Promise<void> {
  const unknown = targets.filter((target) => !found.has(targetKey(target)));
  if (unknown.length === 0) return;
  const accounts = [...new Set(unknown.map((target) => target.addressKey))];
  const own = new Set(
    (await select<{ key: string }>(on, accountsSql, [chain.mode, chain.network, accounts])).map((row) => row.key),
  );
  for (const target of unknown) if (own.has(target.addressKey)) found.set(targetKey(target), NOBODYS);
}

// OFFSET 0 keeps the planner from replacing the lookups by one scan of the whole table.
const findSql = prepared(`
  SELECT t.position::int AS position, w.*
  FROM unnest($3::text[], $4::bigint[]) WITH ORDINALITY AS t(key, tag, position)
  CROSS JOIN LATERAL (
    SELECT a.invoice_id, a.static_address_id, i.created_at, i.expires_at
    FROM watched_address a LEFT JOIN invoice i ON i.id = a.invoice_id
    WHERE a.mode = $1 AND a.network = $2 AND a.address_key = t.key AND a.destination_tag = t.tag OFFSET 0) AS w`);

const accountsSql = prepared(`
  SELECT t.key FROM unnest($3::text[]) AS t(key)
  WHERE EXISTS (SELECT 1 FROM watched_address WHERE mode = $1 AND network = $2 AND address_key = t.key)`);

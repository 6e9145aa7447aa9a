import { createHash } from 'node:crypto';
import { isCryptoGateId, type Mode } from '../../domain/assets/assets.ts';
import { HASH_BYTES, type TreeNode } from '../../domain/reserves/hashes.ts';
import { proofBalance, type ReserveProofFile } from '../../domain/reserves/proof-file.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { documentKeys } from '../documents/keys.ts';
import { signedAddresses } from './addresses.ts';
import { type ReserveAssetRow, reserveAssetsTable, reserveDaysTable, reserveLeavesTable } from './rows.ts';

export interface ReserveDayKey {
  readonly mode: Mode;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
}

/** Days that were made and are not public yet, the oldest first. */
export function openReserveDays(on: Tx | Db): Promise<ReserveDayKey[]> {
  return select<ReserveDayKey>(on, openSql);
}

/** The SHA-256 of the statement of a day, in base64url, which messages name; null for a day that was never made. */
export async function statementHash(on: Tx | Db, { mode, day }: ReserveDayKey): Promise<string | null> {
  const row = await reserveDaysTable.findOne(on, { mode, day }, { columns: ['statement'] });
  return row === undefined ? null : createHash('sha256').update(row.statement).digest('base64url');
}

/**
 * Makes a day public with what its signed addresses prove. Called again, it changes nothing.
 * @returns the assets of the day, or null if it was public or was never made
 */
export function publishReserveDay(db: Db, { mode, day }: ReserveDayKey): Promise<ReserveAssetRow[] | null> {
  return inTransaction(db, async (tx) => {
    if ((await execute(tx, publishSql, [mode, day])) === 0) return null;
    const proven = new Map<string, bigint>();
    for (const { amounts } of await signedAddresses(tx, { mode, day })) {
      for (const [gateId, minor] of Object.entries(amounts)) {
        proven.set(gateId, (proven.get(gateId) ?? 0n) + BigInt(minor));
      }
    }
    const done: ReserveAssetRow[] = [];
    for (const asset of await reserveAssets(tx, { mode, day })) {
      const { gateId } = asset;
      const provenMinor = isCryptoGateId(gateId) ? (proven.get(gateId) ?? 0n) : null;
      await reserveAssetsTable.update(tx, { provenMinor }, { mode, day, gateId });
      done.push({ ...asset, provenMinor });
    }
    return done;
  });
}

export interface PublishedDay extends ReserveDayKey {
  readonly moment: Date;
  readonly publishedAt: Date;
  readonly statement: string;
  readonly keyId: string;
  /** When its proofs left; null while merchants can have them. */
  readonly proofsRemovedAt: Date | null;
}

/** Public days, the newest first; `before` a day. */
export async function publishedDays(
  on: Tx | Db,
  { mode, before, limit }: { readonly mode: Mode; readonly before?: string | undefined; readonly limit: number },
): Promise<PublishedDay[]> {
  return select<PublishedDay>(on, publishedSql, [mode, before ?? null, limit]);
}

export async function publishedDay(on: Tx | Db, { mode, day }: ReserveDayKey): Promise<PublishedDay | undefined> {
  return maybeOne<PublishedDay>(on, publishedDaySql, [mode, day]);
}

/** The assets of a day in the order of the gates' ids. */
export function reserveAssets(on: Tx | Db, { mode, day }: ReserveDayKey): Promise<ReserveAssetRow[]> {
  return reserveAssetsTable.find(on, { mode, day }, { order: [['gateId', 'ASC']] });
}

/** A merchant's proof of a public day; null where there is no such day, or where its proofs are kept no longer. */
export async function proofFile(
  on: Tx | Db,
  { mode, day, merchantId }: ReserveDayKey & { readonly merchantId: string },
): Promise<ReserveProofFile | null> {
  const published = await publishedDay(on, { mode, day });
  if (published === undefined || published.proofsRemovedAt !== null) return null;
  const key = (await documentKeys(on)).find(({ id }) => id === published.keyId);
  if (key === undefined) throw new Error('The key of a statement is kept for ever.');
  const leaves = await reserveLeavesTable.find(on, { mode, day, owner: merchantId }, { order: [['gateId', 'ASC']] });
  return {
    format: 'tidegate-reserves-proof',
    version: 1,
    mode,
    day,
    merchant_id: merchantId,
    statement: published.statement,
    public_key: key.publicKey,
    balances: leaves.map(({ gateId, path, ...leaf }) =>
      proofBalance(gateId, { ...leaf, merchantId, path: nodesOf(path) }),
    ),
  };
}

function nodesOf(path: Buffer): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = 0; at < path.length; at += 2 * HASH_BYTES) {
    const sum = path.subarray(at + HASH_BYTES, at + 2 * HASH_BYTES);
    nodes.push({ hash: path.subarray(at, at + HASH_BYTES), sumMinor: BigInt(`0x${sum.toString('hex')}`) });
  }
  return nodes;
}

const openSql = prepared(`
  SELECT mode, day::text AS day FROM reserve_day WHERE published_at IS NULL ORDER BY day, mode`);
const publishSql = prepared(`
  UPDATE reserve_day SET published_at = now() WHERE mode = $1 AND day = $2 AND published_at IS NULL`);
const PUBLISHED = `
  SELECT mode, day::text AS day, moment, published_at AS "publishedAt", statement, key_id AS "keyId",
    proofs_removed_at AS "proofsRemovedAt"
  FROM reserve_day WHERE mode = $1 AND published_at IS NOT NULL`;
const publishedSql = prepared(`${PUBLISHED} AND ($2::date IS NULL OR day < $2::date) ORDER BY day DESC LIMIT $3`);
const publishedDaySql = prepared(`${PUBLISHED} AND day = $2::date`);

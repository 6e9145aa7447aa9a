import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unprivileged } from '../services/drop-privileges.ts';
import { prepareFolder } from '../services/postgres.ts';
import { findPostgres } from '../toolchain/postgres.ts';
import type { ChosenBackup } from './choose.ts';
import { type RecoveredDatabase, withRecovered } from './recover.ts';
import type { BackupStore } from './store.ts';
import { unpackBackup } from './unpack.ts';

export interface RecoveryTarget {
  readonly chosen: ChosenBackup;
  readonly at: Date | null;
  /** The folder above the cluster; it belongs to the user that Postgres runs as. */
  readonly dataDir: string;
  /** The cluster's name in it; it appears only when all of the work is done. */
  readonly cluster?: string;
  /** False deletes it afterwards. */
  readonly keep: boolean;
}

/**
 * Unpacks a backup, recovers it and works on the database, where nobody else can reach it. Only after all of that does
 * the cluster get its name, so that no server can start on one that is not ready. A failure leaves nothing behind.
 * @throws Error when there is a cluster already
 */
export async function recoverInto(
  store: BackupStore,
  { chosen, at, dataDir, cluster: name = 'cluster', keep }: RecoveryTarget,
  work: (recovered: RecoveredDatabase & { readonly files: number }) => Promise<void>,
): Promise<void> {
  const cluster = join(dataDir, name);
  requireEmpty(cluster);
  const { backup } = chosen;
  const binaries = await findPostgres(backup.postgres);
  // Copied from elsewhere, the log may belong to root: then the server's user gets the right to read it.
  const identity = unprivileged({ owner: dataDir, readable: store.wal, readsAll: true });
  if (!existsSync(dataDir)) prepareFolder(dataDir, identity);
  const restoring = `${cluster}.restoring`;
  rmSync(restoring, { recursive: true, force: true });
  mkdirSync(restoring, { mode: 0o700 });
  try {
    const files = await unpackBackup(join(store.base, backup.name), restoring, identity);
    chmodSync(restoring, 0o700);
    const recovery = { store, backup, binaries, cluster: restoring, identity, at };
    await withRecovered(recovery, (recovered) => work({ ...recovered, files }));
    if (!keep) return;
    // An empty folder may have been made for it.
    rmSync(cluster, { recursive: true, force: true });
    renameSync(restoring, cluster);
  } finally {
    rmSync(restoring, { recursive: true, force: true });
  }
}

/** @throws Error when there are files in the folder */
export function requireEmpty(cluster: string): void {
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new Error(`${cluster} is not empty. Restore into a new folder; nothing was changed.`);
}

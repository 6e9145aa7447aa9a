import { addressesToSkip } from '../../domain/assets/address-use.ts';
import { MODES, NETWORKS } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { audit } from '../audit/audit.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { changeStop, euroReleased, RECONCILIATION, readStops } from '../payouts/emergency-stop.ts';
import { react } from '../process/reactions.ts';
import { skipAllVersions } from '../processes.ts';
import { stopSendingUpdates } from '../updates/restart.ts';
import { type FollowedHeight, type RestoreRow, restoresTable } from './rows.ts';

export interface NewRestore {
  readonly backup: string;
  /** The requested moment, if the log has no later commit. */
  readonly restoredTo: Date;
  readonly by: string;
  readonly reason: string;
  readonly nowMs: number;
}

export interface SafetySteps {
  readonly addressesSkipped: number;
  readonly sessionsEnded: number;
  readonly codesEnded: number;
}

/**
 * Makes a restored database safe before anything can use it, and records the restore:
 *
 * - outgoing money is stopped, because payouts that were signed after the backup would be signed again;
 * - files of payments that the bank may have by now count as written, and are never sent by themselves;
 * - addresses that were given to payers after the backup are skipped, and so are those for change;
 * - versions are skipped as well, because workflows that still run, and shops, know later ones than the rows have;
 * - product updates that were being sent stop, because the mails of the time after the backup are in no list;
 * - sessions, mailed codes and links end: some were ended or used after the backup, and would be valid again.
 */
export async function recordRestore(tx: Tx, restore: NewRestore): Promise<SafetySteps> {
  const { backup, restoredTo, by, reason, nowMs } = restore;
  const words = `The database was restored to ${restoredTo.toISOString()} (${reason})`;
  await changeStop(tx, { modes: MODES, network: '*', stopped: true, by, reason: words });
  const { busiest } = await one<{ busiest: string }>(tx, busiestHourSql, []);
  const lostMs = nowMs - restoredTo.getTime();
  const skipped = addressesToSkip({ busiestHour: Number(busiest), lostMs });
  await execute(tx, skipAddressesSql, [MODES, NETWORKS, skipped]);
  await execute(tx, skipChangeSql, [skipped]);
  await execute(tx, unsureFilesSql, []);
  await skipAllVersions(tx);
  await stopSendingUpdates(tx);
  const sessions = await execute(tx, 'DELETE FROM session', []);
  const staffSessions = await execute(tx, 'DELETE FROM staff_session', []);
  const codes = await execute(tx, endCodesSql, []);
  const links = await execute(tx, endLinksSql, []);
  const heights = await select<FollowedHeight>(tx, heightsSql, []);
  await restoresTable.create(tx, {
    id: newId(nowMs),
    restoredTo,
    backup,
    by,
    reason,
    heights,
    addressesSkipped: BigInt(skipped),
  });
  await audit(tx, {
    chain: 'staff',
    actor: { kind: 'system', id: null, name: by },
    origin: null,
    action: 'database.restored',
    data: { to: restoredTo.toISOString(), reason },
  });
  await raiseAlert(tx, { ...ALERT, message: `${words}. Check it: npm run restore -- check.` });
  return { addressesSkipped: skipped, sessionsEnded: sessions + staffSessions, codesEnded: codes + links };
}

/** The restores whose checks have not passed, the oldest first. */
export function uncheckedRestores(on: Tx | Db): Promise<RestoreRow[]> {
  return restoresTable.find(on, { checkedAt: null }, { order: [['restoredAt', 'ASC']] });
}

/**
 * Records that the checks of all restores have passed, or that an operator accepts what differs. The stop of everything
 * stays active until somebody releases it.
 */
export async function finishRestores(
  tx: Tx,
  { by, accepted }: { readonly by: string; readonly accepted: string | null },
): Promise<void> {
  const [first] = await uncheckedRestores(tx);
  if (first === undefined) return;
  await noteCoinsChecked(tx, by, accepted === null);
  await restoresTable.update(tx, { checkedAt: NOW, checkedBy: by, accepted }, { checkedAt: null });
  await resolveAlert(tx, ALERT);
  await react(tx, euroReleased, [{ modes: MODES }]);
  await audit(tx, {
    chain: 'staff',
    actor: { kind: 'system', id: null, name: by },
    origin: null,
    action: 'database.restore_checked',
    data: accepted === null ? {} : { reason: accepted },
  });
}

/**
 * Records that chains and exchanges agree, so that coins need not wait for the bank. Stops of networks that
 * reconciliation activated since the restore end, because the coins that it missed are explained now.
 */
export async function noteCoinsChecked(tx: Tx, by: string, isExplained = true): Promise<void> {
  const open = await restoresTable.find(
    tx,
    { checkedAt: null, coinsCheckedAt: null },
    { order: [['restoredAt', 'ASC']] },
  );
  const [first] = open;
  if (first === undefined) return;
  await restoresTable.update(tx, { coinsCheckedAt: NOW }, { checkedAt: null, coinsCheckedAt: null });
  if (isExplained) await releaseReconciliationStops(tx, first, by);
}

async function releaseReconciliationStops(tx: Tx, { restoredAt }: RestoreRow, by: string): Promise<void> {
  const reason = 'The checks after the restore have passed';
  for (const { mode, network, stopped, changedBy, changedAt } of await readStops(tx)) {
    const isOfRestore = stopped && changedBy === RECONCILIATION && changedAt > restoredAt;
    if (network === '*' || !isOfRestore) continue;
    await changeStop(tx, { modes: [mode], network, stopped: false, by, reason });
    await audit(tx, {
      chain: 'staff',
      actor: { kind: 'system', id: null, name: by },
      origin: null,
      action: 'money.released',
      target: { kind: 'network', id: network, label: `${network} (${mode})` },
      data: { reason },
    });
  }
}

const ALERT = { kind: 'database_restored', subject: 'database' } as const;

const busiestHourSql = `
  SELECT coalesce(max(issued), 0) AS busiest FROM (
    SELECT count(*) AS issued FROM watched_address
    GROUP BY mode, network, date_trunc('hour', created_at)) AS hours`;
// A network may have issued its first address after the backup.
const skipAddressesSql = `
  INSERT INTO derivation_counter (mode, network, next_index)
  SELECT m, n, $3::bigint FROM unnest($1::text[]) AS m, unnest($2::text[]) AS n
  ON CONFLICT (mode, network) DO UPDATE SET next_index = derivation_counter.next_index + $3::bigint`;
const skipChangeSql = `UPDATE sending_account SET next_nonce = next_nonce + $1::bigint WHERE address = 'change'`;
// Whether their delivery went on, no transport of another machine can say.
const unsureFilesSql = `UPDATE bank_file SET state = 'written' WHERE state = 'sending' AND kind = 'pain.001'`;
const endCodesSql = 'UPDATE verification_code SET used_at = now() WHERE used_at IS NULL AND expires_at > now()';
const endLinksSql = 'UPDATE staff_link SET used_at = now() WHERE used_at IS NULL AND expires_at > now()';
const heightsSql = 'SELECT mode, network, height::int AS height FROM chain_cursor ORDER BY mode, network';

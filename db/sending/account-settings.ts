import type { Mode, Network } from '../../domain/assets/assets.ts';
import type { OutgoingStatus } from '../../domain/state/payout-status.ts';
import { audit } from '../audit/audit.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { accountSettingsTable, outgoingTable } from './rows.ts';
import { type NewOutgoing, storeOutgoing } from './transactions.ts';

/** `require_destination_tag`: the ledger refuses payments to the account that name no tag (XRP, asfRequireDest). */
export type AccountSettingName = 'require_destination_tag';

export interface SettingRequest {
  readonly mode: Mode;
  readonly by: string;
  readonly note: string;
}

/**
 * Requests that the XRP deposit account reject payments without a destination tag. Does nothing while one is open.
 * @returns false when one is open already
 */
export async function requestRequireTag(tx: Tx, { mode, by, note }: SettingRequest): Promise<boolean> {
  const isNew = (await execute(tx, requestSql, [mode, 'XRP', REQUIRE_TAG, by])) > 0;
  if (!isNew) return false;
  await audit(tx, {
    chain: 'staff',
    actor: { kind: 'system', id: null, name: by },
    origin: null,
    action: 'money.tag_required',
    target: { kind: 'network', id: 'XRP', label: `XRP (${mode})` },
    data: { note },
  });
  return true;
}

/** A requested setting with the latest transaction that was signed for it. */
export interface OpenSetting {
  readonly transaction: { readonly status: OutgoingStatus; readonly height: number | null } | null;
}

export async function isSettingOpen(db: Db, { mode, network }: Chain): Promise<boolean> {
  return (await maybeOne(db, openSql, [mode, network, REQUIRE_TAG])) !== undefined;
}

/** The open request with its row locked; null where there is none. */
export async function lockSetting(tx: Tx, { mode, network }: Chain): Promise<OpenSetting | null> {
  const row = await maybeOne<{ status: OutgoingStatus | null; height: string | null }>(tx, lockSql, [
    mode,
    network,
    REQUIRE_TAG,
  ]);
  if (row === undefined) return null;
  const height = row.height === null ? null : Number(row.height);
  return { transaction: row.status === null ? null : { status: row.status, height } };
}

export interface SettingUpdate {
  readonly status: 'requested' | 'set' | 'failed';
  readonly words: string | null;
}

export async function updateSetting(tx: Tx, { mode, network }: Chain, { status, words }: SettingUpdate): Promise<void> {
  const of = { mode, network, setting: REQUIRE_TAG };
  await accountSettingsTable.update(tx, { status, words, updatedAt: NOW }, of);
}

/** Stores a signed transaction that changes a setting before it is sent; it is tracked and booked like payouts. */
export async function storeSetting(
  tx: Tx,
  outgoing: Omit<NewOutgoing, 'lines' | 'change' | 'replaces'>,
): Promise<void> {
  const { mode, network } = outgoing.chain;
  const id = await storeOutgoing(tx, { ...outgoing, lines: [], change: [], replaces: null });
  await outgoingTable.update(tx, { kind: 'setting' }, { id });
  const signed = { status: 'signed', words: null, transactionId: id, updatedAt: NOW } as const;
  await accountSettingsTable.update(tx, signed, { mode, network, setting: REQUIRE_TAG });
}

export interface AccountSetting {
  readonly mode: Mode;
  readonly network: Network;
  readonly setting: AccountSettingName;
  readonly status: 'requested' | 'signed' | 'set' | 'failed';
  readonly words: string | null;
  readonly by: string;
  readonly since: Date;
  readonly txid: string | null;
}

export function listSettings(db: Db): Promise<AccountSetting[]> {
  return select<AccountSetting>(db, listSql, []);
}

const REQUIRE_TAG: AccountSettingName = 'require_destination_tag';

const requestSql = prepared(`
  INSERT INTO account_setting AS s (mode, network, setting, status, requested_by) VALUES ($1, $2, $3, 'requested', $4)
  ON CONFLICT (mode, network, setting) DO UPDATE
    SET status = 'requested', words = NULL, requested_by = excluded.requested_by, requested_at = now(),
      updated_at = now(), transaction_id = NULL
    WHERE s.status IN ('set', 'failed')`);
const openWhere = `s.mode = $1 AND s.network = $2 AND s.setting = $3 AND s.status IN ('requested', 'signed')`;
const openSql = prepared(`SELECT FROM account_setting s WHERE ${openWhere}`);
const lockSql = prepared(`
  SELECT t.status, t.block_height::text AS height
  FROM account_setting s
  LEFT JOIN outgoing_transaction t ON t.id = s.transaction_id
  WHERE ${openWhere} FOR UPDATE OF s`);
const listSql = prepared(`
  SELECT s.mode, s.network, s.setting, s.status, s.words, s.requested_by AS by, s.updated_at AS since, t.txid
  FROM account_setting s
  LEFT JOIN outgoing_transaction t ON t.id = s.transaction_id
  ORDER BY s.mode, s.network, s.setting`);

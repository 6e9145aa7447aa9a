import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Mode, Network } from '../../domain/assets/assets.ts';
import type { StaffId } from '../../domain/ids.ts';
import { big, defineTable, filled, json, orNull, type RowOf, text, texts, time, uuid } from '../core/table.ts';

/** How far the follower of a chain had read. */
export interface FollowedHeight {
  readonly mode: Mode;
  readonly network: Network;
  readonly height: number;
}

const columns = {
  id: uuid(),
  restoredAt: filled(time()),
  restoredTo: time(),
  backup: text(),
  by: text(),
  reason: text(),
  addressesSkipped: big(),
  heights: json<readonly FollowedHeight[]>(),
  /** Chains and exchanges agree; null: not yet. */
  coinsCheckedAt: orNull(time()),
  /** Everything agrees, the bank too. */
  checkedAt: orNull(time()),
  checkedBy: orNull(text()),
  accepted: orNull(text()),
};

export const restoresTable = defineTable('database_restore', columns);
export type RestoreRow = RowOf<typeof columns>;

/** The people who let euro payments from before a restore go to the bank. */
export const releasesTable = defineTable('restored_release', {
  id: uuid(),
  mode: text<Mode>(),
  payments: texts(),
  note: text(),
  requestedBy: uuid<StaffId>(),
  requestedRole: text<StaffRole>(),
  requestedAt: filled(time()),
  confirmedBy: orNull(uuid<StaffId>()),
  confirmedAt: orNull(time()),
});

import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { PayeeAddress } from '../bank/payment-rows.ts';
import { bool, defineTable, filled, json, minor, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

/** The recipient of euro that are sent back: the account they came from. */
export interface ReturnPayee {
  readonly name: string;
  readonly address: PayeeAddress;
}

const columns = {
  /** Of a return, that of its payment too. */
  id: uuid(),
  mode: text<Mode>(),
  entryId: uuid(),
  addressId: orNull(uuid()),
  payee: orNull(json<ReturnPayee>()),
  /** The credit pays commission that the partner of purchases by card owes. */
  cardCommission: filled(bool()),
  /** Of such a commission: what was booked when it was confirmed. */
  bookedMinor: orNull(minor()),
  reason: text(),
  proposedBy: uuid<StaffId>(),
  proposedRole: text<StaffRole>(),
  proposedAt: filled(time()),
  confirmedBy: orNull(uuid<StaffId>()),
  confirmedAt: orNull(time()),
  endedAt: orNull(time()),
};

/** The decisions of staff about euro in suspense. */
export const bankMatchesTable = defineTable('bank_match', columns);
export type BankMatchRow = RowOf<typeof columns>;

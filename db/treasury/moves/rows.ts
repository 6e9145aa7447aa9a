import type { StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import type { GateId, Mode } from '../../../domain/assets/assets.ts';
import type { Vote } from '../../../domain/compliance/two-people.ts';
import type { TreasuryTransferStatus } from '../../../domain/state/treasury-transfer-table.ts';
import type { Place } from '../../../domain/transfers/places.ts';
import type { PayeeAddress } from '../../bank/payment-rows.ts';
import {
  big,
  defineTable,
  filled,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  time,
  uuid,
} from '../../core/table.ts';

/** The payee of the bank's payment, and the text for it: an exchange finds the account by it. */
export interface RoutePayee {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  readonly address: PayeeAddress;
  readonly reference: string;
}

const routeColumns = {
  id: uuid(),
  mode: text<Mode>(),
  fromPlace: text<Place>(),
  toPlace: text<Place>(),
  gateId: text<GateId>(),
  status: filled(text<'requested' | 'confirmed' | 'ended'>()),
  address: orNull(text()),
  addressKey: orNull(text()),
  destinationTag: orNull(big()),
  venueKey: orNull(text()),
  payee: orNull(json<RoutePayee>()),
  seal: orNull(text()),
  reason: text(),
  requestedBy: uuid(),
  requestedRole: text<StaffRole>(),
  confirmedBy: orNull(uuid()),
  createdAt: filled(time()),
  confirmedAt: orNull(time()),
};
export type RouteRow = RowOf<typeof routeColumns>;
export const routesTable = defineTable('treasury_route', routeColumns);

/** The people who approved a transfer. */
export interface TransferVote extends Vote {
  readonly name: string;
}

const transferColumns = {
  id: uuid(),
  version: filled(integer()),
  status: filled(text<TreasuryTransferStatus>()),
  reason: orNull(text()),
  mode: text<Mode>(),
  routeId: uuid(),
  fromPlace: text<Place>(),
  toPlace: text<Place>(),
  gateId: text<GateId>(),
  amountMinor: minor(),
  valueMinor: orNull(minor()),
  why: text(),
  proposedBy: text(),
  votes: filled(json<readonly TransferVote[]>()),
  payoutId: orNull(uuid()),
  venueId: orNull(text()),
  txid: orNull(text()),
  netMinor: orNull(minor()),
  arrivedMinor: orNull(minor()),
  arrival: orNull(text()),
  deadlineAt: time(),
  sentAt: orNull(time()),
  departedAt: orNull(time()),
  closedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};
export type TransferRow = RowOf<typeof transferColumns>;
export const transfersTable = defineTable('treasury_transfer', transferColumns);

export const levelsTable = defineTable('treasury_level', {
  mode: text<Mode>(),
  place: text<Place>(),
  gateId: text<GateId>(),
  floorMinor: minor(),
  targetMinor: minor(),
});

/** Of transfers whose money is where it was, or on its way. */
export const OPEN_TRANSFERS: readonly TreasuryTransferStatus[] = ['proposed', 'approved', 'sending', 'sent'];
/** The same in SQL, for `status IN (…)`. */
export const OPEN_TRANSFERS_SQL = OPEN_TRANSFERS.map((status) => `'${status}'`).join(', ');

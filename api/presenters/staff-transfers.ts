import type { StaffTreasury } from '../../contract/staff-treasury.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import type { TransferOverview } from '../../db/treasury/moves/overview.ts';
import { missingToConfirm } from '../../db/treasury/moves/routes.ts';
import type { RouteRow, TransferRow } from '../../db/treasury/moves/rows.ts';
import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { networkAt } from '../../domain/transfers/places.ts';

type Transfers = Pick<StaffTreasury, 'transfers' | 'in_transit' | 'routes' | 'levels'>;

/** Money between the gateway's own places as this person sees it. */
export function presentTransfers(
  { transfers, routes, levels, inTransit }: TransferOverview,
  { member, nowMs }: { readonly member: StaffMember; readonly nowMs: number },
): Transfers {
  return {
    transfers: transfers.map((row) => presentTransfer(row, { member, nowMs })),
    in_transit: inTransit.map(({ from, to, gateId, minor }) => ({
      from,
      to,
      gate_id: gateId,
      amount: amountOf(gateId, minor),
    })),
    routes: routes.map((route) => presentRoute(route, member)),
    levels: levels.map(({ place, gateId, floorMinor, targetMinor }) => ({
      place,
      gate_id: gateId,
      floor: amountOf(gateId, floorMinor),
      target: amountOf(gateId, targetMinor),
    })),
  };
}

function presentTransfer(
  row: TransferRow,
  { member, nowMs }: { readonly member: StaffMember; readonly nowMs: number },
): Transfers['transfers'][number] {
  const { id, status, reason, fromPlace, toPlace, gateId, netMinor, arrivedMinor, valueMinor, votes } = row;
  const amount = (minor: bigint | null) => (minor === null ? null : amountOf(gateId, minor));
  const isOpen = row.closedAt === null;
  const mayApprove = staffMay(member.role, 'treasury_operate');
  return {
    id,
    status,
    reason,
    from: fromPlace,
    to: toPlace,
    gate_id: gateId,
    amount: amountOf(gateId, row.amountMinor),
    sent: amount(netMinor),
    arrived: amount(arrivedMinor),
    value: valueMinor === null ? null : formatAmount(valueMinor, 2),
    why: row.why,
    proposed_by: row.proposedBy,
    approved_by: votes.map(({ name }) => name),
    approvable: mayApprove && status === 'proposed' && votes.every(({ role }) => role !== member.role),
    payout_id: row.payoutId,
    venue_id: row.venueId,
    txid: row.txid,
    deadline_at: row.deadlineAt.toISOString(),
    late: isOpen && nowMs > row.deadlineAt.getTime(),
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

function presentRoute(route: RouteRow, member: StaffMember): Transfers['routes'][number] {
  const { id, fromPlace, toPlace, gateId, address, destinationTag, venueKey, payee, reason } = route;
  const isNamed = address !== null || networkAt(fromPlace) === null;
  const requester = { staffId: route.requestedBy, role: route.requestedRole };
  return {
    id,
    from: fromPlace,
    to: toPlace,
    gate_id: gateId,
    address,
    venue_key: venueKey,
    reason,
    status: route.status === 'confirmed' ? 'confirmed' : 'requested',
    destination_tag: destinationTag?.toString() ?? null,
    payee:
      payee === null
        ? null
        : {
            name: payee.name,
            iban: payee.iban,
            bic: payee.bic,
            reference: payee.reference,
            town: payee.address.town,
            country: payee.address.country,
          },
    confirmable:
      route.status === 'requested' &&
      isNamed &&
      staffMay(member.role, 'treasury_operate') &&
      missingToConfirm(requester, member) === null,
  };
}

function amountOf(gateId: TransferRow['gateId'], minor: bigint): string {
  return formatAmount(minor, gateDecimals(gateId));
}

import type { CustodyView } from '../../contract/staff-custody.ts';
import type { CustodyCheck } from '../../db/custody/checks.ts';
import type { InFlight } from '../../db/custody/in-flight.ts';
import type { SuspensePayment } from '../../db/custody/suspense.ts';
import type { StopRow } from '../../db/payouts/emergency-stop.ts';
import { gateDecimals, isCryptoGateId } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';

/** The contents of the custody page. */
export function presentCustody(
  checks: readonly CustodyCheck[],
  stops: readonly StopRow[],
  inFlight: readonly InFlight[],
  suspense: readonly SuspensePayment[],
): CustodyView {
  return {
    checks: checks.map(presentCheck),
    stops: stops.map(({ mode, network, stopped, reason, changedBy, changedAt }) => ({
      mode,
      network,
      stopped,
      reason,
      changed_by: changedBy,
      changed_at: changedAt.toISOString(),
    })),
    in_flight: inFlight.map(({ gateId, minor, since, ...row }) => ({
      ...row,
      gate_id: gateId,
      amount: formatAmount(minor, gateDecimals(gateId)),
      since: since.toISOString(),
    })),
    suspense: suspense.map(presentSuspense),
  };
}

function presentSuspense(payment: SuspensePayment): CustodyView['suspense'][number] {
  const { id, mode, network, asset, minor, txid, addressKey, destinationTag, invoiceId, since } = payment;
  const gateId = isCryptoGateId(asset) ? asset : null;
  return {
    id,
    mode,
    network,
    gate_id: gateId,
    asset,
    txid,
    address: addressKey,
    amount: gateId === null ? minor.toString() : formatAmount(minor, gateDecimals(gateId)),
    destination_tag: destinationTag,
    invoice_id: invoiceId,
    since: since.toISOString(),
  };
}

function presentCheck(check: CustodyCheck): CustodyView['checks'][number] {
  const { mode, network, gateId, height } = check;
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
  return {
    mode,
    network,
    gate_id: gateId,
    height,
    chain: amount(check.chainMinor),
    books: amount(check.booksMinor),
    incoming: amount(check.incomingMinor),
    outgoing: amount(check.outgoingMinor),
    difference: amount(check.differenceMinor),
    differs_since: check.differsSince?.toISOString() ?? null,
    checked_at: check.checkedAt.toISOString(),
    asked_since: check.askedSince.toISOString(),
  };
}

import { gateText } from '../../contract/conversions.view.ts';
import type {
  AddressListQuery,
  CreateAddressBody,
  DepositForm,
  SpaDeposit,
  SpaDepositListQuery,
} from '../../contract/deposits.ts';
import { presentDeposit, presentDepositTransaction } from '../../contract/deposits.view.ts';
import type { AddressQuery, NewStaticAddress } from '../../db/deposits/addresses.ts';
import type { DepositFormFacts } from '../../db/deposits/form.ts';
import type { DepositQuery } from '../../db/deposits/list.ts';
import type { DepositTimeline } from '../../db/deposits/timeline.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { explorerUrl } from '../../domain/assets/explorers.ts';
import { CONVERSION_TARGETS, conversionProblem } from '../../domain/conversion/pairs.ts';
import { depositMinimumMinor } from '../../domain/deposits/gates.ts';
import type { DepositRecord, StaticAddressRecord } from '../../domain/deposits/record.ts';
import { fieldError } from '../../domain/errors.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { isDepositStatus } from '../../domain/state/deposit-status.ts';
import { requireWebAddress } from '../../domain/web/web-address.ts';
import { listQueryOf } from './list-query.ts';
import { toAutoconversion } from './new-invoice.ts';

/**
 * A merchant's request for an address, as the rules take it. @throws DomainError `validation_failed` with the fields
 * that are wrong
 */
export function toNewAddress(
  body: CreateAddressBody,
  { profileId, mode }: { readonly profileId: string; readonly mode: Mode },
  nowMs: number,
): NewStaticAddress {
  const { gate_id: gateId, reference, description = null, notification_url: notificationUrl = null } = body;
  if (notificationUrl !== null) requireWebAddress(notificationUrl, { mode, field: 'notification_url' });
  return { profileId, gateId, reference, description, notificationUrl, autoconversion: conversionOf(body), nowMs };
}

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toAddressQuery({ reference, ...query }: AddressListQuery, profileId: string): AddressQuery {
  return { profileId, ...listQueryOf(query), reference };
}

/** The same for deposits. */
export function toDepositQuery(
  { reference, address_id: addressId, status, ...query }: SpaDepositListQuery,
  profileId: string,
): DepositQuery {
  return { profileId, ...listQueryOf(query), reference, addressId, status: status?.split(',').filter(isDepositStatus) };
}

/** A deposit with its story; its transactions with the page where anyone can look them up, on the main chain. */
export function presentSpaDeposit(
  deposit: DepositRecord,
  { address, chain, destinationTag }: StaticAddressRecord,
  { timeline, ledger }: DepositTimeline,
): SpaDeposit {
  const { network } = deposit;
  return {
    ...presentDeposit(deposit),
    address,
    destination_tag: destinationTag?.toString() ?? null,
    transactions: deposit.payments.flatMap((payment) =>
      presentDepositTransaction(payment).map((transaction) => ({
        ...transaction,
        explorer_url: chain === 'main' && network !== 'SEPA' ? explorerUrl(network, payment.txid) : null,
      })),
    ),
    timeline: [...timeline],
    ledger: [...ledger],
  };
}

export function presentDepositForm({ gates, hasBank, feeBps, autoconversion }: DepositFormFacts): DepositForm {
  return {
    gates: gates.map(({ gateId, isOpen, minimumMinor, confirmations }) => ({
      gate_id: gateId,
      is_open: isOpen,
      minimum: gateText(minimumMinor, gateId),
      confirmations,
    })),
    euro: hasBank ? { minimum: gateText(depositMinimumMinor('EUR'), 'EUR') } : null,
    fee_percent: formatAmount(BigInt(feeBps), 2),
    conversion_targets: [...CONVERSION_TARGETS],
    autoconversion,
  };
}

function conversionOf({ gate_id, autoconversion }: CreateAddressBody): Autoconversion | null {
  if (autoconversion === undefined) return null;
  const conversion = toAutoconversion(autoconversion);
  if (conversion.type === 'none') return conversion;
  const problem = conversionProblem([gate_id], conversion.gate_id);
  if (problem !== undefined) throw fieldError('autoconversion.gate_id', problem);
  return conversion;
}

import type { Deposit, StaticAddress } from '../../api/contract/deposits.ts';
import { gate, minimumMinor } from '../assets.ts';
import { gateText } from '../conversion/view.ts';
import { presentSettledConversion, presentTransaction } from '../invoices/view.ts';
import { paymentUri } from '../payment-uri.ts';
import { depositFee } from '../state/deposit.ts';
import type { DepositRecord, StaticAddressRecord } from './record.ts';

/** A static address as the API shows it. Pure. */
export function presentStaticAddress(record: StaticAddressRecord): StaticAddress {
  const { gateId, address, chain, destinationTag: tag } = record;
  return {
    id: record.id,
    mode: record.mode,
    gate_id: gateId,
    reference: record.reference,
    description: record.description,
    address,
    destination_tag: tag?.toString() ?? null,
    payment_uri: paymentUri({ gateId, address, tag, amountMinor: 0n, chain }).uri,
    minimum: gateText(minimumMinor(gate(gateId)), gateId),
    autoconversion: record.autoconversion,
    notification_url: record.notificationUrl,
    created_at: record.createdAt.toISOString(),
  };
}

/** A deposit as the API and webhooks show it. Pure: the same record gives the same text. */
export function presentDeposit(record: DepositRecord): Deposit {
  const { gateId, amountMinor, feeBps } = record;
  const feeMinor = depositFee(amountMinor, feeBps);
  return {
    id: record.id,
    version: record.version,
    type: 'crypto',
    mode: record.mode,
    gate_id: gateId,
    currency: gate(gateId).asset,
    amount: gateText(amountMinor, gateId),
    net_amount: gateText(amountMinor - feeMinor, gateId),
    minimum: gateText(record.minimumMinor, gateId),
    fees: { service: gateText(feeMinor, gateId) },
    reference: record.reference,
    address_id: record.addressId,
    status: record.status,
    status_reason: record.statusReason,
    transactions: record.payments.flatMap(presentTransaction),
    bank: null,
    conversion: presentSettledConversion(record.conversion),
    created_at: record.createdAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
  };
}

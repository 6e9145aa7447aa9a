import { paymentUri } from '../domain/assets/payment-uri.ts';
import { epcPayload } from '../domain/bank/epc-qr.ts';
import { currencyOf, depositMinimumMinor } from '../domain/deposits/gates.ts';
import type {
  DepositBankRecord,
  DepositPaymentRecord,
  DepositRecord,
  StaticAddressRecord,
} from '../domain/deposits/record.ts';
import { depositFee } from '../domain/state/deposit.ts';
import { gateText } from './conversions.view.ts';
import type { Deposit, StaticAddress } from './deposits.ts';
import { presentSettledConversion, presentTransaction } from './invoice.view.ts';

/** A static address as the API shows it. Pure. */
export function presentStaticAddress(record: StaticAddressRecord): StaticAddress {
  const { gateId, address } = record;
  const bank = bankOf(record);
  return {
    id: record.id,
    mode: record.mode,
    gate_id: gateId,
    reference: record.reference,
    description: record.description,
    address,
    destination_tag: record.destinationTag?.toString() ?? null,
    payment_uri: uriOf(record),
    bank: bank === null ? null : { ...bank, creditor_reference: record.creditorReference ?? '' },
    minimum: gateText(depositMinimumMinor(gateId), gateId),
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
    type: gateId === 'EUR' ? 'fiat' : 'crypto',
    mode: record.mode,
    gate_id: gateId,
    currency: currencyOf(gateId),
    amount: gateText(amountMinor, gateId),
    net_amount: gateText(amountMinor - feeMinor, gateId),
    minimum: gateText(record.minimumMinor, gateId),
    fees: { service: gateText(feeMinor, gateId) },
    reference: record.reference,
    address_id: record.addressId,
    status: record.status,
    status_reason: record.statusReason,
    transactions: record.payments.flatMap(presentDepositTransaction),
    bank: presentBank(record.bank),
    conversion: presentSettledConversion(record.conversion),
    created_at: record.createdAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
  };
}

/** A transaction of the chain; nothing of one in euro, which is in `bank`. */
export function presentDepositTransaction({ gateId, ...payment }: DepositPaymentRecord) {
  return gateId === 'EUR' ? [] : presentTransaction({ ...payment, gateId });
}

function bankOf({ gateId, address: iban, bankName, bankBic }: StaticAddressRecord) {
  return gateId === 'EUR' ? { iban, bic: bankBic ?? '', name: bankName ?? '' } : null;
}

function uriOf(record: StaticAddressRecord): string {
  const { gateId, address, chain, destinationTag: tag, creditorReference } = record;
  if (gateId !== 'EUR') return paymentUri({ gateId, address, tag, amountMinor: 0n, chain }).uri;
  const { bankName, bankBic } = record;
  const [name, bic] = [bankName ?? '', bankBic ?? ''];
  return epcPayload({ name, iban: address, bic, creditorReference: creditorReference ?? '' });
}

/** Never the whole IBAN of the payer. */
function presentBank(bank: DepositBankRecord | null): Deposit['bank'] {
  return bank && { name: bank.name ?? '', iban_last4: bank.iban?.slice(-4) ?? '', booked_on: bank.day };
}

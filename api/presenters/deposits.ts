import type { AddressQuery, NewStaticAddress } from '../../db/deposits/addresses.ts';
import type { DepositQuery } from '../../db/deposits/list.ts';
import type { Mode } from '../../domain/assets.ts';
import { conversionProblem } from '../../domain/conversion/pairs.ts';
import { fieldError } from '../../domain/errors.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { isDepositStatus } from '../../domain/state/deposit-status.ts';
import { requireWebAddress } from '../../domain/web-address.ts';
import type { AddressListQuery, CreateAddressBody, DepositListQuery } from '../contract/deposits.ts';
import { listQueryOf } from './list-query.ts';
import { toAutoconversion } from './new-invoice.ts';

/**
 * What a merchant asks for, as the rules take it. @throws DomainError `validation_failed` with the fields that are
 * wrong
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
  return { profileId, ...listQueryOf(query), ...(reference === undefined ? {} : { reference }) };
}

/** The same for deposits. */
export function toDepositQuery(
  { reference, address_id: addressId, status, ...query }: DepositListQuery,
  profileId: string,
): DepositQuery {
  return {
    profileId,
    ...listQueryOf(query),
    ...(reference === undefined ? {} : { reference }),
    ...(addressId === undefined ? {} : { addressId }),
    ...(status === undefined ? {} : { status: status.split(',').filter(isDepositStatus) }),
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

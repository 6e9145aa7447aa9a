import type { PayoutListQuery } from '../../contract/lists.ts';
import type { CreatePayoutBody } from '../../contract/payouts.ts';
import type { PayoutQuery } from '../../db/payouts/list.ts';
import { gates } from '../../domain/assets/assets.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { isPayoutStatus } from '../../domain/state/payout-status.ts';
import { listQueryOf } from './list-query.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toPayoutQuery(query: PayoutListQuery, of: Pick<PayoutQuery, 'profileId' | 'kind'>): PayoutQuery {
  return {
    ...of,
    ...listQueryOf(query),
    reference: query.reference,
    status: query.status?.split(',').filter(isPayoutStatus),
  };
}

/** The requested payout, amounts in minor units. @throws DomainError `amount_invalid` */
export function toPayoutRequest(
  body: Pick<CreatePayoutBody, 'gate_id' | 'amount' | 'fee_payer' | 'address' | 'destination_tag'>,
) {
  return {
    gateId: body.gate_id,
    amountMinor: parseAmount(body.amount, gates[body.gate_id].decimals),
    address: body.address,
    destinationTag: body.destination_tag ?? null,
    feePayer: body.fee_payer,
  };
}

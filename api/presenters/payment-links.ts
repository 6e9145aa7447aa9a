import type { CreatePaymentLinkBody, PaymentLink, PaymentLinkListQuery } from '../../contract/payment-links.ts';
import type { PaymentLinkQuery, PaymentLinkRow } from '../../db/shops/payment-links.ts';
import type { ProfileId } from '../../domain/ids.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { periodOf } from './list-query.ts';

/** The terms of a link as the API names them; null for none. */
export type LinkTerms = Pick<PaymentLink, 'title' | 'description' | 'amount' | 'currency' | 'gates' | 'success_url'>;

export function termsOf({ title, description, amount_minor, currency, gates, success_url }: PaymentLinkRow): LinkTerms {
  const amount = formatAmount(BigInt(amount_minor), currencyDecimals(currency));
  return { title, description, amount, currency, gates, success_url };
}

/** The terms of a new link. */
export function toTerms({ description, gates, success_url, ...priced }: CreatePaymentLinkBody): LinkTerms {
  return { ...priced, description: description ?? null, gates: gates ?? null, success_url: success_url ?? null };
}

export function presentPaymentLink(row: PaymentLinkRow, publicUrl: string): PaymentLink {
  const { id, active, invoice_count, created_at } = row;
  return {
    id,
    ...termsOf(row),
    active,
    invoice_count,
    url: `${publicUrl}/pay/${id}`,
    created_at: created_at.toISOString(),
  };
}

export function toPaymentLinkQuery(
  query: PaymentLinkListQuery,
  profileId: ProfileId,
): PaymentLinkQuery & {
  readonly page: number;
} {
  const { page = 1, per_page: perPage = 25, active, search, gate_id: gateId, sort, order } = query;
  return { profileId, page, perPage, active, search, gateId, sort, order, ...periodOf(query) };
}

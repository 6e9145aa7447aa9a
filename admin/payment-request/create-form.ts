import type { SpaCreateInvoiceBody } from '../../api/contract/spa-invoices.ts';
import type { CryptoGateId } from '../../domain/assets.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from '../invoice/decimal.ts';

export interface InvoiceDraft {
  amount: string;
  currency: string;
  gate_id: CryptoGateId | '';
  reference: string;
  description: string;
  customer_email: string;
}

export type DraftErrors = Partial<Record<keyof InvoiceDraft, string>>;

export const EMPTY_DRAFT: InvoiceDraft = {
  amount: '',
  currency: 'EUR',
  gate_id: '',
  reference: '',
  description: '',
  customer_email: '',
};

/** Usual currencies first; the API takes any fiat. */
export const CURRENCIES = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'PLN',
  'SEK',
  'NOK',
  'DKK',
  'CZK',
  'HUF',
  'RON',
  'BGN',
  'JPY',
  'CAD',
  'AUD',
] as const;

/** What can be told before asking the server, in the spec's words (spec §5). Bounds in euro are the server's to judge. */
export function checkDraft({ amount, customer_email }: InvoiceDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (amount === '') errors.amount = t('create.required');
  else if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(amount)) errors.amount = t('create.amountInvalid');
  else if (!isPositive(amount)) errors.amount = t('create.amountZero');
  if (customer_email !== '' && !/^[^\s@]+@[^\s@]+$/.test(customer_email))
    errors.customer_email = t('form.emailInvalid');
  return errors;
}

/** The request of a draft: empty fields are left out. */
export function toBody({
  amount,
  currency,
  gate_id,
  reference,
  description,
  customer_email,
}: InvoiceDraft): SpaCreateInvoiceBody {
  return {
    amount,
    currency,
    ...(gate_id ? { gate_id } : {}),
    ...(reference ? { reference } : {}),
    ...(description ? { description } : {}),
    ...(customer_email ? { customer_email } : {}),
  };
}

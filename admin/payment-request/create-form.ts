import type { IntegrationProfile } from '../../api/contract/integration.ts';
import type { SpaCreateInvoiceBody } from '../../api/contract/spa-invoices.ts';
import type { CryptoGateId } from '../../domain/assets.ts';
import { isEmail } from '../components/is-email.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from '../invoices/decimal.ts';

export interface InvoiceDraft {
  readonly amount: string;
  readonly currency: string;
  readonly gate_id: CryptoGateId | '';
  readonly reference: string;
  readonly description: string;
  readonly customer_email: string;
}

/** An empty draft in the currency of the profile. */
export function emptyDraft({ invoice_currency }: Pick<IntegrationProfile, 'invoice_currency'>) {
  return {
    ...{ amount: '', currency: invoice_currency, gate_id: '' as CryptoGateId | '' },
    ...{ reference: '', description: '', customer_email: '' },
  };
}

export type DraftErrors = Partial<Record<keyof InvoiceDraft, string>>;

/**
 * What can be told before asking the server, in the spec's words (spec §5). Bounds in euro are the server's to judge.
 */
export function checkDraft({ amount, customer_email }: InvoiceDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (amount === '') errors.amount = t('create.required');
  else if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(amount)) errors.amount = t('create.amountInvalid');
  else if (!isPositive(amount)) errors.amount = t('create.amountZero');
  if (customer_email !== '' && !isEmail(customer_email)) errors.customer_email = t('form.emailInvalid');
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

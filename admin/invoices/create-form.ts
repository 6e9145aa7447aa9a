import type { IntegrationProfile } from '../../api/contract/integration.ts';
import { SpaCreateInvoiceBody } from '../../api/contract/spa-invoices.ts';
import type { CryptoGateId } from '../../domain/assets.ts';
import { isEmail } from '../components/is-email.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { t } from '../i18n/translate.ts';

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

/** Spec §5. The contract's schema says the rest; bounds in euro are the server's to judge. */
export const invoiceRules = bodyRules<InvoiceDraft>(SpaCreateInvoiceBody, {
  toBody,
  check: ({ amount, customer_email }) => ({
    amount: amountProblem(amount),
    customer_email: customer_email !== '' && !isEmail(customer_email) ? t('form.emailInvalid') : undefined,
  }),
});

function amountProblem(amount: string): string | undefined {
  if (amount === '') return t('form.required');
  return /^0+(\.0*)?$/.test(amount) ? t('create.amountZero') : undefined;
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

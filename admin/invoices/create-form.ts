import type { IntegrationProfile } from '../../contract/integration.ts';
import type { SpaCreateInvoiceBody } from '../../contract/spa-invoices.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { isEmail } from '../components/is-email.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { t } from '../i18n/translate.ts';
import {
  type ConversionValues,
  conversionBody,
  conversionProblems,
  conversionValues,
} from '../integration/conversion-form.ts';
import { isPercent } from '../integration/is-percent.ts';

export interface InvoiceDraft {
  /** `profile`: what the profile says at the time. */
  readonly autoconversion: ConversionValues<ConversionChoice>;
  readonly amount: string;
  readonly currency: string;
  readonly gate_id: CryptoGateId | '';
  readonly reference: string;
  readonly description: string;
  readonly customer_email: string;
  /** Per cent; empty: what the profile says at the time. */
  readonly underpaid_tolerance: string;
  readonly overpaid_tolerance: string;
}

type ConversionChoice = 'profile' | ConversionValues['type'];

/** An empty draft in the currency of the profile, converted as the profile says. */
export function emptyDraft(profile: Pick<IntegrationProfile, 'invoice_currency' | 'autoconversion'>): InvoiceDraft {
  const { invoice_currency, autoconversion } = profile;
  return {
    autoconversion: { ...conversionValues(autoconversion), type: 'profile' },
    amount: '',
    currency: invoice_currency,
    gate_id: '',
    reference: '',
    description: '',
    customer_email: '',
    underpaid_tolerance: '',
    overpaid_tolerance: '',
  };
}

/** Spec §5. The contract's schema says the rest; bounds in euro are the server's to judge. */
export const invoiceRules = (gates: readonly CryptoGateId[]) =>
  bodyRules<InvoiceDraft>(async () => (await import('../../contract/spa-invoices.ts')).SpaCreateInvoiceBody, {
    toBody,
    check: ({ amount, customer_email, autoconversion, gate_id, underpaid_tolerance, overpaid_tolerance }) => ({
      underpaid_tolerance: toleranceProblem(underpaid_tolerance),
      overpaid_tolerance: toleranceProblem(overpaid_tolerance),
      ...conversionProblems(autoconversion, gate_id ? [gate_id] : gates),
      amount: amountProblem(amount),
      customer_email: customer_email !== '' && !isEmail(customer_email) ? t('form.emailInvalid') : undefined,
    }),
  });

/** The error in an invoice's tolerance in percent. An empty one is valid: the profile's applies. */
export function toleranceProblem(percent: string): string | undefined {
  return percent === '' || isPercent(percent, 10) ? undefined : t('profile.toleranceWrong');
}

/** The request of a draft: empty fields are left out. */
export function toBody({
  amount,
  currency,
  gate_id,
  reference,
  description,
  customer_email,
  underpaid_tolerance,
  overpaid_tolerance,
  autoconversion: { type, ...conversion },
}: InvoiceDraft): SpaCreateInvoiceBody {
  return {
    amount,
    currency,
    gate_id: gate_id || undefined,
    reference: reference || undefined,
    description: description || undefined,
    customer_email: customer_email || undefined,
    underpaid_tolerance: underpaid_tolerance || undefined,
    overpaid_tolerance: overpaid_tolerance || undefined,
    ...(type === 'profile' ? {} : { autoconversion: conversionBody({ type, ...conversion }) }),
  };
}

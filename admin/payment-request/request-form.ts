import type { IntegrationProfile } from '../../contract/integration.ts';
import type { SpaCreatePaymentRequestBody } from '../../contract/payment-requests.ts';
import { CRYPTO_GATES, type CryptoGateId } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { VALID_DAYS } from '../../domain/payment-requests/status.ts';
import { amountProblem } from '../forms/amount-rule.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { t } from '../i18n/translate.ts';
import { toleranceProblem } from '../invoices/create-form.ts';

/** Values of the form of a payment request. */
export interface RequestDraft {
  readonly recipient_name: string;
  readonly recipient_email: string;
  readonly language: Language;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  /** None: all of the profile. */
  readonly gates: readonly CryptoGateId[];
  readonly valid_days: string;
  readonly success_url: string;
  readonly service_fee_payer: OrProfile<'merchant' | 'customer'>;
  readonly network_fee_payer: OrProfile<'merchant' | 'customer'>;
  readonly conversion_fee_payer: OrProfile<'merchant' | 'customer'>;
  readonly refund_fee_payer: OrProfile<'merchant' | 'customer'>;
  readonly autocomplete: OrProfile<'auto' | 'manual'>;
  /** Per cent; empty: what the profile says at the time. */
  readonly underpaid_tolerance: string;
  readonly overpaid_tolerance: string;
}

/** `profile`: what the profile says when the recipient pays. */
type OrProfile<Choice extends string> = 'profile' | Choice;

/** An empty draft in the currency of the profile and the language of its sender. */
export function emptyDraft({ invoice_currency }: Pick<IntegrationProfile, 'invoice_currency'>, language: Language) {
  return {
    recipient_name: '',
    recipient_email: '',
    language,
    description: '',
    amount: '',
    currency: invoice_currency,
    gates: [],
    valid_days: String(VALID_DAYS.usual),
    success_url: '',
    service_fee_payer: 'profile',
    network_fee_payer: 'profile',
    conversion_fee_payer: 'profile',
    refund_fee_payer: 'profile',
    autocomplete: 'profile',
    underpaid_tolerance: '',
    overpaid_tolerance: '',
  } as const satisfies RequestDraft;
}

/** The contract's schema says the rest; bounds in euro and the domain of the profile are the server's to judge. */
export const requestRules = bodyRules<RequestDraft>(
  async () => (await import('../../contract/payment-requests.ts')).SpaCreatePaymentRequestBody,
  {
    toBody,
    check: ({ recipient_email, amount, valid_days, success_url, underpaid_tolerance, overpaid_tolerance }) => ({
      recipient_email: recipient_email === '' ? t('form.required') : undefined,
      amount: amountProblem(amount),
      valid_days: isWholeDays(valid_days) ? undefined : t('newRequest.validWrong', { most: VALID_DAYS.most }),
      success_url: success_url !== '' && !/^https?:\/\/\S+$/i.test(success_url) ? t('profile.urlWrong') : undefined,
      underpaid_tolerance: toleranceProblem(underpaid_tolerance),
      overpaid_tolerance: toleranceProblem(overpaid_tolerance),
    }),
  },
);

function isWholeDays(text: string): boolean {
  return /^[1-9]\d?$/.test(text) && Number(text) <= VALID_DAYS.most;
}

/** The request of a draft: what the profile decides is left out. */
export function toBody(draft: RequestDraft): SpaCreatePaymentRequestBody {
  const { recipient_name, recipient_email, language, description, amount, currency, valid_days } = draft;
  const { gates, success_url, service_fee_payer, network_fee_payer, autocomplete } = draft;
  const { conversion_fee_payer, refund_fee_payer, underpaid_tolerance, overpaid_tolerance } = draft;
  return {
    recipient_name,
    recipient_email,
    language,
    description,
    amount,
    currency,
    valid_days: Number(valid_days),
    ...(gates.length > 0 ? { gates: CRYPTO_GATES.filter((id) => gates.includes(id)) } : {}),
    success_url: success_url || undefined,
    ...(service_fee_payer === 'profile' ? {} : { service_fee_payer }),
    ...(network_fee_payer === 'profile' ? {} : { network_fee_payer }),
    ...(conversion_fee_payer === 'profile' ? {} : { conversion_fee_payer }),
    ...(refund_fee_payer === 'profile' ? {} : { refund_fee_payer }),
    ...(autocomplete === 'profile' ? {} : { autocomplete: autocomplete === 'auto' }),
    underpaid_tolerance: underpaid_tolerance || undefined,
    overpaid_tolerance: overpaid_tolerance || undefined,
  };
}

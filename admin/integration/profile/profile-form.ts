import type { IntegrationProfile, UpdateProfileBody } from '../../../api/contract/integration.ts';
import { domainOf, websiteOf } from '../../../domain/account-rules.ts';
import { CRYPTO_GATES, type CryptoGateId, type GateId } from '../../../domain/assets.ts';
import { conversionProblem } from '../../../domain/conversion/pairs.ts';
import { MERCHANT_MAIL_EVENTS } from '../../../domain/merchant-mail.ts';
import { withoutTrailingZeros } from '../../../domain/trailing.ts';
import { isEmail } from '../../components/is-email.ts';
import type { FormErrors } from '../../components/use-form.ts';
import { t } from '../../i18n/translate.ts';

type Gates = { readonly [Id in CryptoGateId as `gate_${Id}`]: boolean };
type Mails = { readonly [Event in (typeof MERCHANT_MAIL_EVENTS)[number] as `mail_${Event}`]: boolean };

/** The profile as flat values; names are those of the API where an answer may name them. */
export type ProfileValues = Readonly<Record<string, string | boolean>> &
  Gates &
  Mails & {
    readonly name: string;
    readonly domain: string;
    readonly url: string;
    readonly company_address: string;
    readonly company_phone: string;
    readonly support_email: string;
    readonly show_company: boolean;
    readonly invoice_currency: string;
    readonly tax_name: string;
    readonly tax_rate: string;
    readonly tax_type: string;
    readonly conversion_type: string;
    readonly 'autoconversion.gate_id': string;
    readonly 'autoconversion.percent': string;
    readonly service_fee_payer: string;
    readonly network_fee_payer: string;
    readonly autocomplete: boolean;
    readonly underpaid_policy: string;
    readonly underpaid_tolerance: string;
    readonly overpaid_tolerance: string;
    readonly late_tolerance: string;
    readonly notification_url: string;
  };

export function toValues(profile: IntegrationProfile): ProfileValues {
  const { autoconversion, gates, email_events } = profile;
  const flags = {
    ...Object.fromEntries(CRYPTO_GATES.map((id) => [`gate_${id}`, gates.includes(id)])),
    ...Object.fromEntries(MERCHANT_MAIL_EVENTS.map((event) => [`mail_${event}`, email_events.includes(event)])),
  } as Gates & Mails;
  return {
    ...flags,
    name: profile.name,
    domain: profile.domain ?? '',
    url: profile.url ?? '',
    company_address: profile.company_address ?? '',
    company_phone: profile.company_phone ?? '',
    support_email: profile.support_email ?? '',
    show_company: profile.show_company,
    invoice_currency: profile.invoice_currency,
    tax_name: profile.tax_name,
    tax_rate: trimmedPercent(profile.tax_rate),
    tax_type: profile.tax_type,
    conversion_type: autoconversion.type,
    'autoconversion.gate_id': autoconversion.gate_id ?? 'USDT_TRC20',
    'autoconversion.percent': String(autoconversion.percent ?? 50),
    service_fee_payer: profile.service_fee_payer,
    network_fee_payer: profile.network_fee_payer,
    autocomplete: profile.autocomplete,
    underpaid_policy: profile.underpaid_policy,
    underpaid_tolerance: trimmedPercent(profile.underpaid_tolerance),
    overpaid_tolerance: trimmedPercent(profile.overpaid_tolerance),
    late_tolerance: trimmedPercent(profile.late_tolerance),
    notification_url: profile.notification_url ?? '',
  };
}

/** What can be told before asking the server, in the spec's words (spec §5), in the order of the fields. */
export function checkProfile(values: ProfileValues): FormErrors<ProfileValues> {
  const { domain, url, support_email, notification_url } = values;
  const type = values.conversion_type;
  const gates = chosenGates(values);
  return {
    name: values.name === '' ? t('integration.required') : undefined,
    domain: domain !== '' && domainOf(domain) === undefined ? t('profile.domainWrong') : undefined,
    url: url !== '' && websiteOf(url) === undefined ? t('profile.urlWrong') : undefined,
    support_email: support_email !== '' && !isEmail(support_email) ? t('profile.emailWrong') : undefined,
    gate_BTC: gates.length === 0 ? t('profile.gatesWrong') : undefined,
    tax_name: values.tax_name === '' ? t('integration.required') : undefined,
    tax_rate: isPercent(values.tax_rate, 100) ? undefined : t('profile.percentWrong'),
    underpaid_tolerance: isPercent(values.underpaid_tolerance, 10) ? undefined : t('profile.toleranceWrong'),
    overpaid_tolerance: isPercent(values.overpaid_tolerance, 10) ? undefined : t('profile.toleranceWrong'),
    late_tolerance:
      !values.autocomplete || isPercent(values.late_tolerance, 10) ? undefined : t('profile.toleranceWrong'),
    'autoconversion.gate_id': type === 'none' ? undefined : conversionProblem(gates, targetOf(values)),
    'autoconversion.percent':
      type === 'partial' && !/^[1-9]\d?$/.test(values['autoconversion.percent'])
        ? t('profile.conversionPercentWrong')
        : undefined,
    notification_url:
      notification_url !== '' && !/^https?:\/\/\S+$/i.test(notification_url)
        ? t('profile.notificationUrlWrong')
        : undefined,
  };
}

export function chosenGates(values: ProfileValues): CryptoGateId[] {
  return CRYPTO_GATES.filter((id) => values[`gate_${id}`]);
}

export function targetOf(values: ProfileValues): GateId {
  return values['autoconversion.gate_id'] as GateId;
}

/** The request of a form: empty fields are nothing. */
export function toBody(values: ProfileValues, version: number): UpdateProfileBody {
  return {
    version,
    name: values.name,
    domain: values.domain || null,
    url: values.url || null,
    company_address: values.company_address || null,
    company_phone: values.company_phone || null,
    support_email: values.support_email || null,
    show_company: values.show_company,
    invoice_currency: values.invoice_currency,
    gates: chosenGates(values),
    tax_name: values.tax_name,
    tax_rate: values.tax_rate,
    tax_type: values.tax_type as UpdateProfileBody['tax_type'],
    autoconversion: conversionOf(values),
    service_fee_payer: values.service_fee_payer as UpdateProfileBody['service_fee_payer'],
    network_fee_payer: values.network_fee_payer as UpdateProfileBody['network_fee_payer'],
    autocomplete: values.autocomplete,
    underpaid_policy: values.underpaid_policy as UpdateProfileBody['underpaid_policy'],
    underpaid_tolerance: values.underpaid_tolerance,
    overpaid_tolerance: values.overpaid_tolerance,
    // Not shown without auto-complete: what is recorded stays.
    ...(values.autocomplete ? { late_tolerance: values.late_tolerance } : {}),
    notification_url: values.notification_url || null,
    email_events: MERCHANT_MAIL_EVENTS.filter((event) => values[`mail_${event}`]),
  };
}

function conversionOf(values: ProfileValues): UpdateProfileBody['autoconversion'] {
  const gate_id = targetOf(values);
  switch (values.conversion_type) {
    case 'full':
      return { type: 'full', gate_id };
    case 'partial':
      return { type: 'partial', gate_id, percent: Number(values['autoconversion.percent']) };
    default:
      return { type: 'none' };
  }
}

function isPercent(text: string, most: number): boolean {
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= most;
}

function trimmedPercent(percent: string): string {
  return withoutTrailingZeros(percent);
}

import type { IntegrationProfile, UpdateProfileBody } from '../../../contract/integration.ts';
import { domainOf, websiteOf } from '../../../domain/accounts/account-rules.ts';
import { CRYPTO_GATES } from '../../../domain/assets/assets.ts';
import { withoutTrailingZeros } from '../../../domain/text/trailing.ts';
import { isEmail } from '../../components/is-email.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import type { Problems } from '../../forms/rules.ts';
import { t } from '../../i18n/translate.ts';
import { type ConversionValues, conversionBody, conversionProblems, conversionValues } from '../conversion-form.ts';
import { isPercent } from '../is-percent.ts';

type OptionalText = 'domain' | 'url' | 'company_address' | 'company_phone' | 'support_email' | 'notification_url';

/** The settings as their form holds them: texts that may be empty, and a conversion whose parts may not apply. */
export type ProfileValues = Omit<
  UpdateProfileBody,
  OptionalText | 'autoconversion' | 'version' | 'password' | 'two_fa_code' | 'recovery_code'
> &
  Readonly<Record<OptionalText, string>> & {
    readonly autoconversion: ConversionValues;
    readonly late_tolerance: string;
    readonly api_version: string;
  };

/** A part of the form. */
export interface ProfilePart {
  profile: IntegrationProfile;
  disabled: boolean;
}

export function toValues(profile: IntegrationProfile): ProfileValues {
  return {
    name: profile.name,
    domain: profile.domain ?? '',
    url: profile.url ?? '',
    company_address: profile.company_address ?? '',
    company_phone: profile.company_phone ?? '',
    support_email: profile.support_email ?? '',
    show_company: profile.show_company,
    invoice_currency: profile.invoice_currency,
    gates: profile.gates,
    tax_name: profile.tax_name,
    tax_rate: withoutTrailingZeros(profile.tax_rate),
    tax_type: profile.tax_type,
    autoconversion: conversionValues(profile.autoconversion),
    service_fee_payer: profile.service_fee_payer,
    network_fee_payer: profile.network_fee_payer,
    refund_fee_payer: profile.refund_fee_payer,
    conversion_fee_payer: profile.conversion_fee_payer,
    autocomplete: profile.autocomplete,
    underpaid_policy: profile.underpaid_policy,
    underpaid_tolerance: withoutTrailingZeros(profile.underpaid_tolerance),
    overpaid_tolerance: withoutTrailingZeros(profile.overpaid_tolerance),
    late_tolerance: withoutTrailingZeros(profile.late_tolerance),
    notification_url: profile.notification_url ?? '',
    email_events: profile.email_events,
    api_version: profile.api_version,
  };
}

/** The request of a form: empty fields are nothing. */
export function toBody(values: ProfileValues, version: number): UpdateProfileBody {
  const { late_tolerance, ...settings } = values;
  return {
    ...settings,
    version,
    domain: values.domain || null,
    url: values.url || null,
    company_address: values.company_address || null,
    company_phone: values.company_phone || null,
    support_email: values.support_email || null,
    notification_url: values.notification_url || null,
    gates: CRYPTO_GATES.filter((id) => values.gates.includes(id)),
    autoconversion: conversionBody(values.autoconversion),
    // Not shown without auto-complete: what is recorded stays.
    ...(values.autocomplete ? { late_tolerance } : {}),
  };
}

/** Violations of the contract's schema and the form's own checks, in the spec's words (spec §5). */
export const profileRules = bodyRules<ProfileValues>(
  async () => (await import('../../../contract/integration.ts')).UpdateProfileBody,
  {
    toBody: (values) => toBody(values, 1),
    check: checkProfile,
  },
);

function checkProfile(values: ProfileValues): Problems<ProfileValues> {
  const { domain, url, support_email, notification_url, autoconversion, gates } = values;
  const tolerance = (text: string) => (isPercent(text, 10) ? undefined : t('profile.toleranceWrong'));
  return {
    name: values.name === '' ? t('form.required') : undefined,
    domain: domain !== '' && domainOf(domain) === undefined ? t('profile.domainWrong') : undefined,
    url: url !== '' && websiteOf(url) === undefined ? t('profile.urlWrong') : undefined,
    support_email: support_email !== '' && !isEmail(support_email) ? t('profile.emailWrong') : undefined,
    gates: gates.length === 0 ? t('profile.gatesWrong') : undefined,
    tax_name: values.tax_name === '' ? t('form.required') : undefined,
    tax_rate: isPercent(values.tax_rate, 100) ? undefined : t('profile.percentWrong'),
    underpaid_tolerance: tolerance(values.underpaid_tolerance),
    overpaid_tolerance: tolerance(values.overpaid_tolerance),
    late_tolerance: values.autocomplete ? tolerance(values.late_tolerance) : undefined,
    ...conversionProblems(autoconversion, gates),
    notification_url: isWebAddress(notification_url) ? undefined : t('profile.notificationUrlWrong'),
  };
}

function isWebAddress(text: string): boolean {
  return text === '' || /^https?:\/\/\S+$/i.test(text);
}

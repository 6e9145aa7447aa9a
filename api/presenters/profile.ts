import type { IntegrationProfile, UpdateProfileBody } from '../../contract/integration.ts';
import type { ProfileRow, ProfileSettings, ProfileUpdate } from '../../db/shops/profile-settings.ts';
import { domainOf, websiteOf } from '../../domain/accounts/account-rules.ts';
import { PROFILE_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { CONVERSION_TARGETS, conversionProblem } from '../../domain/conversion/pairs.ts';
import { fieldError } from '../../domain/errors.ts';
import { CURRENCIES, isCurrency } from '../../domain/money/currencies.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { toleranceBps } from '../../domain/money/tolerance.ts';
import { storedVersion, VERSION_ENDS } from '../../domain/versions/api-versions.ts';
import { settingVersion } from '../../domain/versions/policy.ts';
import { isPublicSuffix } from '../../domain/web/public-suffix.ts';
import { requirePublicTarget } from '../../domain/web/public-target.ts';
import { toAutoconversion } from './new-invoice.ts';

/** The profile as its form shows it, with what can be chosen. */
export function presentProfile(row: ProfileRow): IntegrationProfile {
  const { tax_rate_bps, underpaid_tolerance_bps, overpaid_tolerance_bps, late_tolerance_bps, ...rest } = row;
  const { previous_key_until, ...same } = rest;
  return {
    ...same,
    gates: [...row.gates],
    email_events: [...row.email_events],
    tax_rate: percentOf(tax_rate_bps),
    underpaid_tolerance: percentOf(underpaid_tolerance_bps),
    overpaid_tolerance: percentOf(overpaid_tolerance_bps),
    late_tolerance: percentOf(late_tolerance_bps),
    previous_key_until: previous_key_until?.toISOString() ?? null,
    conversion_targets: [...CONVERSION_TARGETS],
    currencies: [...CURRENCIES],
    mail_events: [...PROFILE_MAIL_EVENTS],
    api_version: storedVersion(row.api_version),
  };
}

export interface ProfileRules {
  readonly mode: Mode;
  readonly allowedNetworks: readonly string[];
  readonly nowMs: number;
}

/**
 * The values of the form, as they are stored: addresses checked and in one form, rates in basis points.
 * @throws DomainError `validation_failed` on the first field that is wrong
 */
export function toProfileSettings(
  body: UpdateProfileBody,
  { mode, allowedNetworks, nowMs }: ProfileRules,
): ProfileUpdate {
  const { version: _, api_version, tax_rate, underpaid_tolerance, overpaid_tolerance, late_tolerance, ...same } = body;
  if (!isCurrency(body.invoice_currency)) throw fieldError('invoice_currency', 'This currency is not known.');
  if (body.notification_url !== null) {
    requirePublicTarget(body.notification_url, { mode, field: 'notification_url', allowedNetworks });
  }
  return {
    ...same,
    name: body.name.trim() || wrong('name', 'The name field is required.'),
    domain: mapped(body.domain, ownDomain),
    url: mapped(body.url, (text) => websiteOf(text) ?? wrong('url', 'Website is not valid.')),
    support_email: body.support_email?.toLowerCase() ?? null,
    autoconversion: autoconversionOf(body),
    tax_rate_bps: basisPoints(tax_rate),
    underpaid_tolerance_bps: toleranceBps('underpaid_tolerance', underpaid_tolerance),
    overpaid_tolerance_bps: toleranceBps('overpaid_tolerance', overpaid_tolerance),
    late_tolerance_bps: late_tolerance === undefined ? undefined : toleranceBps('late_tolerance', late_tolerance),
    api_version: api_version === undefined ? undefined : settingVersion(api_version, VERSION_ENDS, nowMs),
  };
}

function ownDomain(text: string): string {
  const domain = domainOf(text) ?? wrong('domain', 'Domain is not valid.');
  if (!isPublicSuffix(domain)) return domain;
  return wrong('domain', `Anyone can register a site under ${domain}. Enter the domain of your own shop.`);
}

function autoconversionOf({ autoconversion, gates }: UpdateProfileBody): ProfileSettings['autoconversion'] {
  const requested = toAutoconversion(autoconversion);
  if (requested.type === 'none') return requested;
  const problem = conversionProblem(gates, requested.gate_id);
  if (problem !== undefined) throw fieldError('autoconversion.gate_id', problem);
  return requested;
}

function mapped(text: string | null, change: (text: string) => string): string | null {
  return text === null || text.trim() === '' ? null : change(text.trim());
}

function wrong(field: string, message: string): never {
  throw fieldError(field, message);
}

/** The schema has checked its form. */
function basisPoints(percent: string): number {
  return Number(parseAmount(percent, 2));
}

function percentOf(bps: number): string {
  return formatAmount(BigInt(bps), 2);
}

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CompanyBody, RegisterBody } from '../contract/account.ts';
import { TimeZoneBody } from '../contract/dashboard.ts';
import { UpdateApiTokenBody, UpdateProfileBody } from '../contract/integration.ts';
import { UpdatePaymentLinkBody } from '../contract/payment-links.ts';
import { CreateMethodBody } from '../contract/payment-methods.ts';
import { BookAddressBody, UpdateOwnPayoutLimitsBody, UpdatePayoutPolicyBody } from '../contract/payouts.ts';
import { CreateReportScheduleBody } from '../contract/report-schedules.ts';
import { CreateWebhookEndpointBody, UpdateWebhookEndpointBody } from '../contract/webhook-endpoints.ts';

/**
 * Where each stored setting takes effect, besides the form that shows it: `file word`, the word as the file spells it.
 * A setting without a reader is a promise that is not kept.
 */
const READERS: Readonly<Record<string, readonly [object, Readonly<Record<string, string>>]>> = {
  profile: [
    UpdateProfileBody.properties,
    {
      name: 'db/invoices/customer-context.ts row.name',
      domain: 'db/invoices/customer-context.ts row.domain',
      url: 'db/invoices/customer-context.ts row.url',
      company_address: 'db/invoices/customer-context.ts row.company_address',
      company_phone: 'db/invoices/customer-context.ts row.company_phone',
      support_email: 'db/invoices/customer-context.ts row.support_email',
      show_company: 'db/invoices/customer-context.ts row.show_company',
      invoice_currency: 'admin/invoices/create-form.ts invoice_currency',
      gates: 'db/invoices/create-sql.ts p.gates',
      tax_name: 'db/invoices/create-sql.ts p.tax_name',
      tax_rate: 'db/invoices/create-sql.ts p.tax_rate_bps',
      tax_type: 'db/invoices/create-sql.ts p.tax_type',
      autoconversion: 'db/invoices/create-sql.ts p.autoconversion',
      service_fee_payer: 'db/invoices/create-sql.ts p.service_fee_payer',
      network_fee_payer: 'db/invoices/create-sql.ts p.network_fee_payer',
      conversion_fee_payer: 'db/invoices/create-sql.ts p.conversion_fee_payer',
      refund_fee_payer: 'db/refunds/quote.ts p.refund_fee_payer',
      autocomplete: 'db/invoices/create-sql.ts p.autocomplete',
      underpaid_policy: 'db/invoices/create-sql.ts p.underpaid_policy',
      underpaid_tolerance: 'db/invoices/create-sql.ts p.underpaid_tolerance_bps',
      overpaid_tolerance: 'db/invoices/create-sql.ts p.overpaid_tolerance_bps',
      late_tolerance: 'db/invoices/create-sql.ts p.late_tolerance_bps',
      notification_url: 'db/webhooks/deliveries.ts p.notification_url',
      email_events: 'activities/mail/outgoing-mails.ts p.email_events',
      api_version: 'db/webhooks/deliveries.ts p.api_version',
    },
  ],
  'API token': [
    UpdateApiTokenBody.properties,
    {
      name: 'db/history/request-log.ts t.name',
      permissions: 'api/auth/token-auth.ts permissions',
      allowed_ips: 'db/shops/api-tokens.ts row.allowed_ips',
      api_version: 'api/plugins/versions.ts apiVersion',
    },
  ],
  'sign-up': [
    RegisterBody.properties,
    {
      full_name: 'activities/mail/account-mails.ts name',
      email: 'activities/mail/readers.ts email',
      country: 'db/compliance/case-file.ts m.country',
      product_updates: 'db/updates/mails.ts u.product_updates',
      partner_code: 'api/routes/auth/sign-up.ts touches.attributionOf',
      language: 'activities/mail/readers.ts language',
    },
  ],
  company: [
    CompanyBody.properties,
    {
      company_name: 'db/invoices/customer-context.ts row.company_name',
      turnover: 'domain/compliance/risk.ts turnover',
      website: 'db/compliance/case-file.ts m.website',
    },
  ],
  'time zone': [TimeZoneBody.properties, { time_zone: 'db/dashboard/time-zone.ts time_zone' }],
  'payment link': [
    UpdatePaymentLinkBody.properties,
    {
      active: 'db/shops/payment-links.ts l.active',
      title: 'api/routes/customer/pay.ts title',
      description: 'api/routes/customer/pay.ts description',
      amount: 'api/pages/pay-page.ts amount',
      currency: 'api/routes/customer/pay.ts currency',
      gates: 'api/routes/customer/pay.ts gates',
      success_url: 'api/routes/customer/pay.ts success_url',
    },
  ],
  method: [
    CreateMethodBody.properties,
    {
      operation: 'db/payout-methods/automatic.ts method.operation',
      gate_id: 'db/withdrawals/create.ts gateId',
      title: 'activities/mail/withdrawal-mails.ts method.title',
      label: 'admin/payout-methods/method-list.tsx label',
      address: 'db/payout-methods/automatic.ts address',
      destination_tag: 'db/payout-methods/automatic.ts destinationTag',
      iban: 'db/withdrawals/create.ts iban',
      bic: 'db/withdrawals/create.ts bic',
      account_name: 'db/withdrawals/create.ts accountName',
      bank_name: 'db/withdrawals/create.ts bankName',
      country: 'db/withdrawals/create.ts country',
      town: 'db/withdrawals/create.ts town',
      street: 'db/withdrawals/create.ts street',
      post_code: 'db/withdrawals/create.ts postCode',
      is_default: 'admin/payouts/request/request-fields.tsx is_default',
      automatic: 'db/payout-methods/automatic.ts automatic',
      period: 'db/payout-methods/schedule.ts row?.period',
      ownership_confirmed: 'db/payout-methods/process.ts ownershipConfirmedAt',
      correctness_confirmed: 'db/payout-methods/process.ts correctConfirmedAt',
    },
  ],
  'address book': [
    BookAddressBody.properties,
    {
      gate_id: 'db/outflows/address-book.ts network',
      address: 'db/outflows/address-book.ts address.addressKey',
      destination_tag: 'db/outflows/address-book.ts address.destinationTag',
      label: 'admin/payouts/request/request-fields.tsx label',
    },
  ],
  'payout policy': [
    { ...UpdatePayoutPolicyBody.properties, ...UpdateOwnPayoutLimitsBody.properties },
    {
      approval_required: 'db/payouts/create.ts approvalRequired',
      cool_off_seconds: 'db/payouts/create.ts coolOffSeconds',
      per_payout: 'db/outflows/own-limits.ts per_payout',
      per_day: 'db/outflows/own-limits.ts per_day',
    },
  ],
  'scheduled report': [
    CreateReportScheduleBody.properties,
    {
      kind: 'activities/reports/scheduled.ts kind',
      period: 'activities/reports/scheduled.ts schedule.period',
      time_zone: 'activities/reports/scheduled.ts timeZone',
      gate_id: 'activities/reports/scheduled.ts filter',
      recipient_id: 'activities/reports/scheduled.ts recipientId',
    },
  ],
  'webhook endpoint': [
    { ...CreateWebhookEndpointBody.properties, ...UpdateWebhookEndpointBody.properties },
    {
      url: 'db/webhooks/deliveries.ts n.url',
      event_types: 'db/webhooks/deliveries.ts n.event_types',
      description: 'admin/integration/webhooks/endpoint-dialog.tsx description',
      api_version: 'db/webhooks/deliveries.ts n.api_version',
      enabled: 'db/webhooks/deliveries.ts n.disabled_at',
    },
  ],
};

/** Part of the confirmation, of the concurrency control or of the form: not stored as a setting. */
const NOT_STORED: ReadonlySet<string> = new Set([
  'password',
  'password_confirmation',
  'two_fa_code',
  'recovery_code',
  'version',
  'confirmed',
  'privacy_accepted',
  'aml_accepted',
  'accepted_versions',
  'recaptcha_token',
]);

test.each(Object.entries(READERS))('every stored setting has a reader: %s', (_name, [fields, readers]) => {
  const stored = Object.keys(fields).filter((field) => !NOT_STORED.has(field));
  expect(Object.keys(readers).toSorted()).toEqual(stored.toSorted());
  const unread = Object.values(readers).filter((reader) => {
    const [file = '', word = ''] = reader.split(' ');
    return !new RegExp(`(?<![\\w.])${word.replaceAll(/[.?]/g, '\\$&')}\\b`).test(readFileSync(file, 'utf8'));
  });
  expect(unread).toEqual([]);
});

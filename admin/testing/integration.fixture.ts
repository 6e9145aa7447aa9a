import type { ApiTokenView, Fees, IntegrationProfile } from '../../contract/integration.ts';
import type { PaymentLink } from '../../contract/payment-links.ts';
import type { LoggedRequest } from '../../contract/requests.ts';
import type { WebhookEndpoint } from '../../contract/webhook-endpoints.ts';
import type { WebhookDelivery } from '../../contract/webhooks.ts';
import { PROFILE_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { CONVERSION_TARGETS } from '../../domain/conversion/pairs.ts';
import { newId } from '../../domain/ids.ts';
import { FIRST_VERSION, NEWEST_VERSION } from '../../domain/versions/api-versions.ts';

const ID = '01936d00-0000-7000-8000-00000000000';

export function makeProfile(changes: Partial<IntegrationProfile> = {}): IntegrationProfile {
  return {
    id: `${ID}1`,
    mode: 'sandbox',
    version: 3,
    name: 'Larkspur Outdoor',
    company_name: 'Larkspur Outdoor GmbH',
    domain: 'larkspur.example',
    url: 'https://larkspur.example/',
    company_address: 'Am Kai 1\n20457 Hamburg',
    company_phone: '+49 40 123456',
    support_email: 'help@larkspur.example',
    show_company: true,
    invoice_currency: 'EUR',
    api_version: FIRST_VERSION,
    gates: [...CRYPTO_GATES],
    tax_name: 'VAT',
    tax_rate: '19.00',
    tax_type: 'inclusive',
    autoconversion: { type: 'partial', gate_id: 'USDT_TRC20', percent: 50 },
    service_fee_payer: 'merchant',
    network_fee_payer: 'customer',
    autocomplete: true,
    underpaid_policy: 'reject',
    underpaid_tolerance: '0.50',
    overpaid_tolerance: '1.00',
    late_tolerance: '1.00',
    refund_fee_payer: 'merchant',
    conversion_fee_payer: 'merchant',
    notification_url: 'https://larkspur.example/hooks/tidegate',
    email_events: ['invoice.invalid', 'invoice.error', 'payout.error', 'refund.done'],
    logo_url: null,
    previous_key_until: null,
    conversion_targets: [...CONVERSION_TARGETS],
    currencies: ['EUR', 'GBP', 'USD'],
    mail_events: [...PROFILE_MAIL_EVENTS],
    ...changes,
  };
}

export function makeTokens(): ApiTokenView[] {
  return [
    {
      id: `${ID}2`,
      name: 'Web shop',
      mode: 'sandbox',
      api_key: 'tg_test_9fK2mVq7Lx4Tz8RwYb3N',
      permissions: ['invoice_create', 'invoice_get', 'order_status'],
      allowed_ips: '203.0.113.24 198.51.100.0/28',
      created_at: '2026-11-20T14:33:00.000Z',
      last_used_at: '2026-11-20T15:01:00.000Z',
      api_version: FIRST_VERSION,
      version: 1,
    },
    {
      id: `${ID}3`,
      name: 'Bookkeeping',
      mode: 'sandbox',
      api_key: 'tg_test_7Hd2mVq7Lx4Tz8RwYc9Q',
      permissions: ['invoice_get'],
      allowed_ips: '',
      created_at: '2026-11-18T09:12:00.000Z',
      last_used_at: null,
      api_version: NEWEST_VERSION,
      version: 2,
    },
  ];
}

/** The newest first, a minute apart: one of each kind, then as many more that succeeded. */
export function makeRequests(more = 0): LoggedRequest[] {
  const [shop, books] = makeTokens().map(({ id, name }) => ({ id, name }));
  const invoice = `/api/v1/invoices/${ID}9`;
  const kinds = [
    { method: 'POST', path: '/api/v1/invoices', status: 201, duration_ms: 118, idempotency_key: true },
    { method: 'POST', path: '/api/v1/invoices', status: 422, error_code: 'amount_invalid', idempotency_key: true },
    { path: invoice, token: books },
    { method: 'POST', path: `${invoice}/refunds`, status: 403, error_code: 'permission_denied' },
    { path: '/api/v1/rates', status: 503, error_code: 'rates_unavailable', duration_ms: 2140 },
    { method: 'PATCH', path: invoice, status: 409, error_code: 'conflict', token: { id: `${ID}c`, name: null } },
  ];
  return [...kinds, ...Array.from({ length: more }, () => ({ path: '/api/v1/gates' }))].map((kind, at) => {
    const atMs = Date.parse('2026-11-20T14:40:00.000Z') - at * 60_000;
    return {
      id: newId(atMs),
      created_at: new Date(atMs).toISOString(),
      request_id: requestIdOf(at),
      method: 'GET',
      route: kind.path,
      status: 200,
      error_code: null,
      duration_ms: 14,
      idempotency_key: false,
      api_version: FIRST_VERSION,
      token: shop as LoggedRequest['token'],
      ...kind,
    };
  });
}

function requestIdOf(at: number): string {
  return `5f0c2f6e-7a41-4d0b-9c53-${String(at).padStart(12, '0')}`;
}

export function makeDeliveries(): WebhookDelivery[] {
  const attempt = {
    attempt: 1,
    started_at: '2026-11-20T14:40:01.000Z',
    duration_ms: 84,
    http_status: 200,
    error: null,
    answer: 'ok',
  };
  const url = 'https://larkspur.example/hooks/tidegate';
  const invoice = { invoice_id: `${ID}9`, object: 'invoice', object_id: `${ID}9` } as const;
  const common = { ...invoice, event_id: `${ID}4`, endpoint_id: null, url, next_attempt_at: null, delivered_at: null };
  return [
    {
      ...common,
      id: `${ID}4`,
      type: 'invoice.done',
      status: 'delivered',
      attempt_count: 1,
      delivered_at: '2026-11-20T14:40:01.000Z',
      created_at: '2026-11-20T14:40:00.000Z',
      attempts: [attempt],
    },
    {
      ...common,
      id: `${ID}5`,
      type: 'invoice.confirming',
      status: 'failed',
      attempt_count: 2,
      created_at: '2026-11-20T14:30:00.000Z',
      attempts: [
        { ...attempt, http_status: 500, answer: 'Internal Server Error' },
        { ...attempt, attempt: 2, http_status: null, error: 'timeout', answer: null, duration_ms: 10_000 },
      ],
    },
    {
      ...common,
      invoice_id: null,
      object: 'mass_payout',
      object_id: `${ID}8`,
      id: `${ID}7`,
      type: 'mass_payout.done',
      status: 'delivered',
      attempt_count: 1,
      delivered_at: '2026-11-20T14:20:01.000Z',
      created_at: '2026-11-20T14:20:00.000Z',
      attempts: [attempt],
    },
  ];
}

export function makeEndpoints(): WebhookEndpoint[] {
  const usual = {
    enabled: true,
    disabled_at: null,
    previous_secret_until: null,
    version: 1,
    api_version: FIRST_VERSION,
    format: 'standard' as const,
    created_at: '2026-11-18T09:12:00.000Z',
  };
  return [
    {
      ...usual,
      id: `${ID}a`,
      url: 'https://larkspur.example/hooks/orders',
      description: 'Ships orders',
      event_types: ['invoice.*', 'refund.*'],
    },
    {
      ...usual,
      id: `${ID}b`,
      url: 'https://books.larkspur.example/tidegate',
      description: null,
      event_types: ['payout.done', 'withdrawal.done', 'conversion.*'],
      enabled: false,
      disabled_at: '2026-11-19T18:00:00.000Z',
    },
  ];
}

export function makeLinks(): PaymentLink[] {
  return [
    {
      id: `${ID}6`,
      title: 'Workshop ticket',
      description: 'A day of map reading',
      amount: '49.90',
      currency: 'EUR',
      gates: null,
      success_url: null,
      active: true,
      invoice_count: 12,
      url: `https://pay.tidegate.example/pay/${ID}6`,
      created_at: '2026-11-19T10:00:00.000Z',
    },
  ];
}

export function makeFees(): Fees {
  const operations = ['invoice', 'deposit', 'conversion', 'payout', 'mass_payout', 'withdrawal', 'refund'] as const;
  return {
    service: operations.map((operation) => ({ operation, percent: '1.00', payer: 'merchant' })),
    network: CRYPTO_GATES.map((id) => ({
      gate_id: id,
      title: gates[id].title,
      ticker: gates[id].ticker,
      name: gates[id].networkTitle,
      network: gates[id].network,
      decimals: gates[id].decimals,
      withdrawal_enabled: true,
      deposit: '0',
      withdrawal: '0.0002',
      network_fee_at: id === 'XRP' ? null : '2026-11-20T12:41:00.000Z',
      payer: 'merchant',
    })),
  };
}

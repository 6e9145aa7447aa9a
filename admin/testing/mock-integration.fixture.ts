import type { Gate } from '../../contract/gates.ts';
import type { ApiTokenView, Fees, IntegrationProfile, UpdateProfileBody } from '../../contract/integration.ts';
import type { PaymentLink } from '../../contract/payment-links.ts';
import type { ReportSchedule } from '../../contract/report-schedules.ts';
import type { LoggedRequest } from '../../contract/requests.ts';
import type { Shop } from '../../contract/shops.ts';
import type { WebhookEndpoint } from '../../contract/webhook-endpoints.ts';
import type { WebhookDelivery } from '../../contract/webhooks.ts';
import { PASSWORD_REQUIRED, TWO_FA_CODE_REQUIRED, WRONG_TWO_FA_CODE } from '../../domain/accounts/account-rules.ts';
import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { idOf } from './fixtures.fixture.ts';
import {
  makeDeliveries,
  makeEndpoints,
  makeFees,
  makeLinks,
  makeProfile,
  makeRequests,
  makeTokens,
} from './integration.fixture.ts';
import { type MockCall, RIGHT_CODE } from './mock-accounts.fixture.ts';

/** The mock's data about the shop's integration. */
export interface MockIntegration {
  profile: IntegrationProfile;
  tokens: ApiTokenView[];
  requests: LoggedRequest[];
  deliveries: WebhookDelivery[];
  endpoints: WebhookEndpoint[];
  links: PaymentLink[];
  fees: Fees;
  shops: Shop[];
  schedules: ReportSchedule[];
}

export function makeIntegration(changes: Partial<MockIntegration> = {}): MockIntegration {
  return {
    profile: makeProfile(),
    tokens: makeTokens(),
    requests: makeRequests(),
    deliveries: makeDeliveries(),
    endpoints: makeEndpoints(),
    links: makeLinks(),
    fees: makeFees(),
    shops: [makeShop('Quay', true)],
    schedules: [],
    ...changes,
  };
}

export function makeShop(name: string, isFirst = false): Shop {
  const profile = { id: '01990000-0000-7000-8000-0000000000f0', name };
  const id = `01990000-0000-7000-8000-${isFirst ? '0000000000f1' : '0000000000f2'}`;
  return { id, is_first: isFirst, closed: false, profiles: { sandbox: profile, production: profile } };
}

type Answer = [status: number, body: unknown];

/** The calls of the integration rooms; undefined for all others. */
export function integrationAnswer(call: MockCall, state: { integration: MockIntegration }): Answer | undefined {
  const { integration } = state;
  const [, method = '', path = ''] = /^(\w+) \/spa\/(?:sandbox|production)(?::[^/]+)?(\/.*)$/.exec(call.key) ?? [];
  if (call.key === 'GET /spa/gates') return [200, { data: CRYPTO_GATES.map(gateOf) }];
  if (call.key === 'GET /spa/shops') return [200, { data: integration.shops }];
  if (call.key === 'POST /spa/shops') {
    const made = makeShop(String(call.body.name));
    integration.shops.push(made);
    return [201, { data: made }];
  }
  const [, id, act] = /^POST \/spa\/shops\/([^/]+)\/(close|reopen)$/.exec(call.key) ?? [];
  const shop = integration.shops.find((each) => each.id === id);
  if (shop) return [200, { data: Object.assign(shop, { closed: act === 'close' }) }];
  if (path === '/fees') return [200, { data: integration.fees }];
  if (path === '/report-schedules' && method === 'POST') {
    integration.schedules.push(makeSchedule(call.body));
    return [201, { data: integration.schedules.at(-1) }];
  }
  if (path === '/report-schedules') return [200, { data: integration.schedules }];
  if (path.startsWith('/report-schedules/')) return [200, { data: integration.schedules.pop() }];
  if (path.startsWith('/profile')) return profileAnswer({ method, path, body: call.body }, integration);
  if (path.startsWith('/plugin-keys')) return pluginAnswer({ method, path, body: call.body });
  if (path.startsWith('/api-tokens')) return tokenAnswer({ method, path, body: call.body }, integration);
  if (path === '/payment-links' && method === 'POST') return [201, { data: { ...integration.links[0], ...call.body } }];
  if (path === '/payment-links') {
    const search = new URLSearchParams(call.path.split('?')[1]).get('search') ?? '';
    return page(integration.links.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase())));
  }
  if (path.startsWith('/payment-links/')) {
    const link = integration.links.find(({ id: known }) => path.endsWith(known));
    return [200, { data: link && Object.assign(link, call.body) }];
  }
  if (path === '/requests') return requestsAnswer(call.path, integration.requests);
  if (path.startsWith('/webhook-endpoints')) return endpointAnswer({ method, path, body: call.body }, integration);
  if (path === '/webhooks/deliveries') return page(integration.deliveries);
  if (path === '/webhooks/test') return [202, { data: { url: integration.profile.notification_url } }];
  return undefined;
}

export function makeSchedule(changes: Partial<ReportSchedule> = {}): ReportSchedule {
  return {
    id: idOf(990),
    kind: 'statement',
    period: 'month',
    time_zone: 'Europe/Vilnius',
    gate_id: 'BTC',
    recipient: { id: idOf(1), name: 'Mara Klein' },
    next_at: '2026-11-30T22:00:00.000Z',
    last_sent_at: null,
    created_at: '2026-11-20T12:00:00.000Z',
    ...changes,
  };
}

interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

function profileAnswer({ method, path, body }: MockRequest, integration: MockIntegration): Answer {
  if (path.includes('/notification-key')) {
    return [200, { data: { notification_key: 'whsec_ZXhhbXBsZQ==', previous_key_until: null } }];
  }
  if (path.endsWith('/image')) {
    integration.profile = { ...integration.profile, logo_url: method === 'DELETE' ? null : '/admin-assets/none.png' };
    return [200, { data: { logo_url: integration.profile.logo_url } }];
  }
  if (method === 'GET') return [200, { data: integration.profile }];
  const { version, ...changes } = body as unknown as UpdateProfileBody;
  if (version !== integration.profile.version)
    return [409, refusal('changed_meanwhile', 'Somebody changed this meanwhile.')];
  integration.profile = { ...integration.profile, ...changes, version: version + 1 };
  return [200, { data: integration.profile }];
}

/** Looks at as many of the newest as are requested, as the server looks at a bounded number. */
function requestsAnswer(path: string, requests: readonly LoggedRequest[]): Answer {
  const query = new URLSearchParams(path.split('?')[1]);
  const after = query.get('after') ?? 'g';
  const all = requests.filter(({ id }) => id < after);
  const seen = all.slice(0, Number(query.get('limit')));
  const classes = query.get('status')?.split(',');
  const tokens = query.get('token')?.split(',');
  const data = seen
    .filter(({ status }) => classes?.includes(`${String(status)[0]}xx`) ?? true)
    .filter(({ token }) => tokens?.includes(token.id) ?? true)
    .filter(({ path: called }) => called.startsWith(query.get('search') ?? ''));
  return [200, { data, has_more: all.length > seen.length, next: seen.at(-1)?.id ?? idOf(0) }];
}

const PLUGIN_KEY = {
  id: idOf(980),
  label: 'WooCommerce',
  permissions: ['btcpay.store.canviewinvoices'],
  created_at: '2026-11-20T12:00:00.000Z',
  last_used_at: '2026-11-21T09:30:00.000Z',
};

function pluginAnswer({ method, body }: MockRequest): Answer {
  if (method === 'DELETE') return [204, null];
  if (method === 'POST') {
    const key = 'tgb_4kPq8ZyVn2XsT7dQ0LmW5cRfJ9hA1uGeB6oYi3xNvKz';
    return [201, { data: { ...PLUGIN_KEY, id: idOf(981), label: body.label, last_used_at: null, key } }];
  }
  const store_id = '01936d00-0000-7000-8000-000000000001';
  return [200, { data: { server_url: 'https://pay.example.com/btcpay', store_id, keys: [PLUGIN_KEY] } }];
}

function endpointAnswer({ method, path, body }: MockRequest, integration: MockIntegration): Answer {
  const secret = 'whsec_ZXhhbXBsZSBvZiBhIHNlY3JldCBvZiBhbiBlbmRwb2ludA==';
  if (method === 'GET') return page(integration.endpoints);
  if (path === '/webhook-endpoints') {
    if (body.password === undefined) {
      return [422, refusal('validation_failed', 'The given data was invalid', { password: [PASSWORD_REQUIRED] })];
    }
    const { url, event_types, description = null } = body as unknown as WebhookEndpoint;
    const [made] = makeEndpoints().map((each) => ({ ...each, id: idOf(88), url, event_types, description }));
    integration.endpoints.push(...(made === undefined ? [] : [made]));
    return [201, { data: { ...made, secret } }];
  }
  const endpoint = integration.endpoints.find(({ id }) => path.includes(id));
  if (endpoint === undefined) return [404, refusal('not_found', 'Nothing found')];
  if (method === 'DELETE') {
    integration.endpoints = integration.endpoints.filter((each) => each !== endpoint);
    return [204, null];
  }
  if (path.endsWith('/rotate-secret')) return [200, { data: { ...endpoint, secret } }];
  return [200, { data: Object.assign(endpoint, body) }];
}

function tokenAnswer({ method, path, body }: MockRequest, integration: MockIntegration): Answer {
  if (path.endsWith('/create')) return [200, { data: { permissions: [], mode: 'sandbox', your_ip: '203.0.113.9' } }];
  const [first] = integration.tokens;
  if (path === '/api-tokens' && method === 'GET') return page(integration.tokens);
  if (path === '/api-tokens') {
    const missing = reauthenticationErrors(body);
    if (missing) return [422, refusal('validation_failed', 'The given data was invalid', missing)];
    const { password: _password, two_fa_code: _code, ...fields } = body;
    const issued = {
      ...first,
      ...fields,
      secret_key: 'tgs_5Hq2vT9mXc7RkW4nLz8YpQ1sD6fG0jB3',
      notification_key: 'whsec_ZXhhbXBsZQ==',
    };
    return [201, { data: issued }];
  }
  const id = path.split('/')[2];
  const token = integration.tokens.find((each) => each.id === id);
  if (token === undefined) return [404, refusal('not_found', 'Nothing found')];
  const needsCode = method === 'DELETE' || path.endsWith('/refresh-secret-key');
  if (needsCode && body.two_fa_code !== RIGHT_CODE) {
    return [
      422,
      refusal('validation_failed', 'The given data was invalid', {
        two_fa_code: [body.two_fa_code ? WRONG_TWO_FA_CODE : TWO_FA_CODE_REQUIRED],
      }),
    ];
  }
  if (path.endsWith('/refresh-secret-key')) return [200, { data: { secret_key: 'tgs_newSecretOfAnExampleToken0001' } }];
  if (method === 'DELETE') {
    integration.tokens = integration.tokens.filter((each) => each !== token);
    return [204, null];
  }
  if (method === 'PUT') Object.assign(token, body, { version: token.version + 1 });
  return [200, { data: token }];
}

function page<Row>(rows: readonly Row[]): Answer {
  return [200, { data: rows, pagination: { total: rows.length, page: 1, per_page: 25 } }];
}

/** Creating a token that can pay out requires reauthentication, as in a session older than five minutes. */
function reauthenticationErrors({
  permissions,
  password,
  two_fa_code,
}: MockRequest['body']): Record<string, string[]> | null {
  if (!Array.isArray(permissions) || !permissions.some((each) => each === 'payout' || each === 'payout_draft'))
    return null;
  if (password === undefined) return { password: [PASSWORD_REQUIRED] };
  if (password !== 'Correct-horse-7') return { password: ['The password is wrong.'] };
  return two_fa_code === RIGHT_CODE ? null : { two_fa_code: [two_fa_code ? WRONG_TWO_FA_CODE : TWO_FA_CODE_REQUIRED] };
}

function refusal(code: string, message: string, errors?: Record<string, string[]>) {
  return { message, code, request_id: 'req-7f3a91', errors };
}

function gateOf(id: (typeof CRYPTO_GATES)[number]): Gate {
  const { asset, title, network, networkTitle, decimals, confirmations, tag } = gates[id];
  return {
    id,
    asset,
    title,
    network,
    network_title: networkTitle,
    decimals,
    confirmations,
    destination_tag: tag,
    minutes: 20,
    enabled: id !== 'XRP',
    minimum_amount: '0.0004',
    network_fee: '0.0002',
    network_fee_at: null,
    fees: {},
    invoice_limits: { minimum: '1.00', maximum: '15000.00', currency: 'EUR' },
  };
}
